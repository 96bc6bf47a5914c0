"""Invitations to an office or to a number."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from tournaments import access
from tournaments.access.addresses import public_address
from tournaments.actions import invitations
from tournaments.api.operation import Invocation, Operation, operation
from tournaments.api.responses.invitations import InvitationResponse, NewInvitationResponse
from tournaments.models import Federation, Invitation, Tournament
from tournaments.requests.fields import NothingRequest
from tournaments.requests.invitations import (
    NumberInvitationRequest,
    OfficeInvitationRequest,
    TournamentInvitationRequest,
)


def _address(use: Invocation[Any, Any], code: str) -> str:
    return public_address(use.http, reverse("invitation", args=[code]))


def _with_code(use: Invocation[Any, Any], invitation_and_code: tuple[Invitation, str]) -> Invitation:
    row, code = invitation_and_code
    # What was mailed is known to the reader of the mail alone.
    row.code = None if row.address else code  # type: ignore[attr-defined] # shown once, stored nowhere
    row.page = None if row.address else _address(use, code)  # type: ignore[attr-defined] # as above
    return row


@operation(
    "POST tournaments/<slug:uid>/invitations/",
    access.tournament_to_direct,
    invitations.invite_to_tournament,
    NewInvitationResponse,
    status=201,
    show=_with_code,
    secrets=("code", "page"),
)
def tournament_invite(use: Invocation[Tournament, TournamentInvitationRequest]) -> tuple[Invitation, str]:
    """Invite somebody to an office; the owner invites officers, a director the desk."""
    return invitations.invite_to_tournament(
        use.row, by=use.by, address=lambda code: _address(use, code), **use.body.given()
    )


@operation(
    "POST federations/<slug:uid>/invitations/",
    access.federation_to_manage,
    invitations.invite_to_office,
    NewInvitationResponse,
    status=201,
    show=_with_code,
    secrets=("code", "page"),
)
def federation_invite(use: Invocation[Federation, OfficeInvitationRequest]) -> tuple[Invitation, str]:
    """Invite somebody to an office of the federation."""
    return invitations.invite_to_office(
        use.row, by=use.by, address=lambda code: _address(use, code), **use.body.given()
    )


@operation(
    "POST federations/<slug:uid>/numbers/",
    access.federation_to_register,
    invitations.offer_number,
    NewInvitationResponse,
    status=201,
    show=_with_code,
    secrets=("code", "page"),
)
def federation_offer_number(use: Invocation[Federation, NumberInvitationRequest]) -> tuple[Invitation, str]:
    """Invite somebody who has entered no sanctioned event to accept a number."""
    return invitations.offer_number(
        use.row, by=use.by, address=lambda code: _address(use, code), **use.body.given()
    )


OPERATIONS: tuple[Operation[Any, Any], ...] = (
    tournament_invite,
    federation_invite,
    federation_offer_number,
    Operation(
        "invitation_revoke",
        "POST invitations/<slug:uid>/revoke/",
        access.invitation_to_revoke,
        invitations.revoke,
        NothingRequest,
        InvitationResponse,
        "Revoke an invitation that nobody has accepted; again changes nothing.",
    ),
    Operation(
        "invitation_accept",
        "POST invitation-codes/<slug:uid>/accept/",
        access.invitation_to_accept,
        invitations.accept,
        NothingRequest,
        InvitationResponse,
        "Accept the office or the number of a code, with your account.",
        is_guess=True,
    ),
    Operation(
        "invitation_decline",
        "POST invitation-codes/<slug:uid>/decline/",
        access.invitation_to_decline,
        invitations.decline,
        NothingRequest,
        InvitationResponse,
        "Decline the office or the number of a code.",
        is_guess=True,
    ),
)
