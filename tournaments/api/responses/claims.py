"""Codes with which a person claims the player whom a desk typed."""

from __future__ import annotations

from datetime import datetime

from tournaments.api.response import Response, given, of
from tournaments.models import Claim

from .people import PlayerResponse


class ClaimResponse(Response, row=Claim):
    """A code for a player, and what became of it; its letters are shown when it is made, and never again."""

    id: str = of("uid")
    tournament: str = of("tournament.uid")
    player: PlayerResponse
    is_mailed: bool = of(get=lambda claim: bool(claim.address), words="Whether it was mailed to the player.")
    guardian_agrees: bool
    made_by: str | None = of("made_by.uid")
    made_at: datetime
    expires_at: datetime
    revoked_at: datetime | None
    claimed_at: datetime | None
    account: PlayerResponse | None = of(words="The account that the player belongs to now.")
    undone_at: datetime | None


class NewClaimResponse(ClaimResponse):
    """A code with its letters and its address, which are shown only once."""

    code: str | None = given()
    address: str | None = given("Null in the answer to a request that is repeated by its key, if need be.")


class ClaimOfferResponse(Response, row=Claim):
    """What a code claims."""

    player: PlayerResponse
    tournament: str = of("tournament.uid")
    tournament_name: str = of("tournament.name")
    expires_at: datetime
    has_address: bool = of(
        get=lambda claim: bool(claim.address), words="Whether a new account gets the address of the mail."
    )
