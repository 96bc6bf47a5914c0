"""Invitations to an office or to a number."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.urls import reverse

from tournaments import access
from tournaments.access.addresses import public_address
from tournaments.actions import invitations
from tournaments.api.operation import Invocation, Operation
from tournaments.api.responses.invitations import InvitationResponse, NewInvitationResponse
from tournaments.models import Invitation
from tournaments.requests.fields import NothingRequest, Request
from tournaments.requests.people import (
    NumberInvitationRequest,
    OfficeInvitationRequest,
    TournamentInvitationRequest,
)


def _address(use: Invocation[Any, Any], code: str) -> str:
    return public_address(use.http, reverse("invitation", args=[code]))


def _with_code(
    use: Invocation[Any, Any], invitation_and_code: tuple[Invitation, str]
) -> NewInvitationResponse:
    row, code = invitation_and_code
    # What was mailed is known to the reader of the mail alone.
    pair = (None, None) if row.address else (code, _address(use, code))
    return NewInvitationResponse.from_row(row, code=pair[0], page=pair[1])


def _invites(
    name: str,
    route: str,
    permission: Callable[..., Any],
    action: Callable[..., tuple[Invitation, str]],
    request: type[Request],
    words: str,
) -> Operation[Any, Any]:
    """Return an operation that makes an invitation and answers with its code this once."""

    def invite(use: Invocation[Any, Any]) -> tuple[Invitation, str]:
        return action(use.row, by=use.by, address=partial(_address, use), **use.body.given())

    return Operation(
        name,
        route,
        permission,
        action,
        request,
        NewInvitationResponse,
        words,
        status=201,
        perform=invite,
        show=_with_code,
        secrets=("code", "page"),
    )


OPERATIONS: tuple[Operation[Any, Any], ...] = (
    _invites(
        "tournament_invite",
        "POST tournaments/<slug:uid>/invitations/",
        access.tournament_to_direct,
        invitations.invite_to_tournament,
        TournamentInvitationRequest,
        "Invite somebody to an office; the owner invites officers, a director the desk.",
    ),
    _invites(
        "federation_invite",
        "POST federations/<slug:uid>/invitations/",
        access.federation_to_manage,
        invitations.invite_to_office,
        OfficeInvitationRequest,
        "Invite somebody to an office of the federation.",
    ),
    _invites(
        "federation_offer_number",
        "POST federations/<slug:uid>/numbers/",
        access.federation_to_register,
        invitations.offer_number,
        NumberInvitationRequest,
        "Invite somebody who has entered no sanctioned event to accept a number.",
    ),
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
