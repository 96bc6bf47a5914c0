"""API tokens, which a person makes and revokes who has signed in on a page."""

from __future__ import annotations

from typing import Any

from matches.models import Player
from tournaments import access
from tournaments.actions.people import tokens
from tournaments.api.naming import named
from tournaments.api.operation import Invocation, Operation, operation
from tournaments.api.responses.people import NewTokenResponse, TokenResponse
from tournaments.models import ApiToken, Federation
from tournaments.requests.fields import NothingRequest
from tournaments.requests.people import TokenRequest


def _with_text(_use: Invocation[Player, TokenRequest], result: tuple[ApiToken, str]) -> NewTokenResponse:
    row, text = result
    return NewTokenResponse.from_row(row, token=text)


@operation(
    "POST me/tokens/",
    access.account_signed_in,
    tokens.make,
    NewTokenResponse,
    status=201,
    show=_with_text,
    secrets=("token",),
)
def token_make(use: Invocation[Player, TokenRequest]) -> tuple[ApiToken, str]:
    """Make a token of the account; its text is shown this once."""
    values: dict[str, Any] = use.body.given()
    if "tournament" in values:
        rows = access.tournaments_to_list(use.visitor)
        values["tournament"] = named(rows, values["tournament"], field="tournament")
    if "federation" in values:
        values["federation"] = named(Federation.objects.all(), values["federation"], field="federation")
    return tokens.make(by=use.row, **values)


OPERATIONS: tuple[Operation[Any, Any], ...] = (
    token_make,
    Operation(
        "token_revoke",
        "POST tokens/<slug:uid>/revoke/",
        access.token_to_revoke,
        tokens.revoke,
        NothingRequest,
        TokenResponse,
        "Revoke a token now; again changes nothing.",
    ),
)
