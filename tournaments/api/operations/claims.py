"""Codes with which a person claims the player whom a desk typed."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from matches.models import Player
from tournaments import access
from tournaments.access.addresses import public_address
from tournaments.actions.federations import merging
from tournaments.actions.people import claims
from tournaments.api.naming import named
from tournaments.api.operation import Invocation, Operation, operation
from tournaments.api.responses.claims import ClaimResponse, NewClaimResponse
from tournaments.models import Claim, Entrant, Federation
from tournaments.queries.people.claims import claims_of_players
from tournaments.requests.fields import NothingRequest
from tournaments.requests.people import (
    ClaimCodeRequest,
    ClaimMailRequest,
    ClaimUndoRequest,
    NewAccountRequest,
)

from .links import player_of


def _address(use: Invocation[Any, Any], code: str) -> str:
    return public_address(use.http, reverse("claim", args=[code]))


def _with_code(use: Invocation[Any, Any], claim_and_code: tuple[Claim, str]) -> NewClaimResponse:
    claim, code = claim_and_code
    return NewClaimResponse.from_row(claim, code=code, address=_address(use, code))


def _entrants_player(use: Invocation[Entrant, Any]) -> tuple[Player, dict[str, Any]]:
    values = use.body.given()
    values.pop("player", None)
    return player_of(use), values


@operation(
    "POST entrants/<slug:uid>/claims/",
    access.entrant_to_desk,
    claims.make_code,
    NewClaimResponse,
    status=201,
    show=_with_code,
    secrets=("code", "address"),
)
def entrant_make_claim(use: Invocation[Entrant, ClaimCodeRequest]) -> tuple[Claim, str]:
    """Make the code with which a player without an account is claimed; it replaces an earlier one."""
    player, values = _entrants_player(use)
    return claims.make_code(use.row.event.tournament, player, by=use.by, **values)


@operation(
    "POST entrants/<slug:uid>/claims/mail/",
    access.entrant_to_desk,
    claims.mail_code,
    ClaimResponse,
    status=201,
)
def entrant_mail_claim(use: Invocation[Entrant, ClaimMailRequest]) -> Claim:
    """Mail such a code to the player; nobody at the desk reads it."""
    player, values = _entrants_player(use)
    return claims.mail_code(
        use.row.event.tournament, player, by=use.by, address=lambda code: _address(use, code), **values
    )


@operation(
    "POST codes/<slug:uid>/claim/", access.claim_to_take, claims.claim_player, ClaimResponse, is_guess=True
)
def code_claim(use: Invocation[Claim, NothingRequest]) -> Claim:
    """Claim the player of a code: everything of that player is your account's from now on."""
    return claims.claim_player(use.row, by=use.visitor.account)


@operation(
    "POST codes/<slug:uid>/account/",
    access.claim_to_see,
    claims.become_account,
    ClaimResponse,
    is_guess=True,
)
def code_become_account(use: Invocation[Claim, NewAccountRequest]) -> Claim:
    """Make the player of a code an account, which signs in with this password."""
    return claims.become_account(use.row, by=use.visitor.account, **use.body.given())


@operation(
    "POST federations/<slug:uid>/claims/undo/",
    access.federation_to_register,
    merging.undo_claim_of_player,
    ClaimResponse,
)
def federation_undo_claim(use: Invocation[Federation, ClaimUndoRequest]) -> Claim:
    """Undo the claim of a player of the federation, whichever desk made the code; all is as it was before."""
    claim = named(claims_of_players(use.row), use.body.claim, field="claim")
    return merging.undo_claim_of_player(use.row, claim, by=use.by)


OPERATIONS: tuple[Operation[Any, Any], ...] = (
    entrant_make_claim,
    entrant_mail_claim,
    Operation(
        "claim_revoke",
        "POST claims/<slug:uid>/revoke/",
        access.claim_to_desk,
        claims.revoke_code,
        NothingRequest,
        ClaimResponse,
        "End a code now; again changes nothing.",
    ),
    Operation(
        "claim_undo",
        "POST claims/<slug:uid>/undo/",
        access.claim_to_direct,
        claims.undo_claim,
        NothingRequest,
        ClaimResponse,
        "Undo a claim; all is as it was before.",
    ),
    code_claim,
    code_become_account,
    federation_undo_claim,
)
