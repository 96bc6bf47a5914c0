"""API tokens."""

from __future__ import annotations

from datetime import datetime

from tournaments.api.response import Response, given, of
from tournaments.models import ApiToken, TokenScope


class TokenResponse(Response, row=ApiToken):
    """A token of the account, which nobody can read any more; `prefix` is its beginning."""

    id: str = of("uid")
    name: str
    prefix: str
    scopes: list[TokenScope] = of("scope_list")
    tournament: str | None = of("tournament.uid")
    federation: str | None = of("federation.uid")
    made_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None = of(words="Noted at most once an hour.")
    revoked_at: datetime | None


class NewTokenResponse(TokenResponse):
    """A token with its text, which is shown only once."""

    token: str | None = given("Null in the answer to a request that is repeated by its key.")
