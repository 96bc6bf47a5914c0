"""Invitations to an office or to a number."""

from __future__ import annotations

from datetime import datetime

from tournaments.api.response import Response, given, of
from tournaments.models import Invitation


class InvitationResponse(Response, row=Invitation):
    """An invitation, and what became of it; its code is shown when it is made, and never again.

    It is open until `accepted_at`, `ended_at` or `expires_at`.
    """

    id: str = of("uid")
    tournament: str | None = of("tournament.uid")
    federation: str | None = of("federation.uid")
    office: str
    number: str
    address: str = of(words="The address to which it was mailed, empty for one that was handed over.")
    made_by: str | None = of("made_by.uid")
    made_at: datetime
    expires_at: datetime
    accepted_by: str | None = of("accepted_by.uid")
    accepted_at: datetime | None
    ended_at: datetime | None


class NewInvitationResponse(InvitationResponse):
    """An invitation with its code and the page of it, which are shown only once; null for one that was mailed."""

    code: str | None = given()
    page: str | None = given()


class InvitationOfferResponse(Response, row=Invitation):
    """To what a code invites."""

    body: str = of("body.name", "The name of the tournament or federation.")
    tournament: str | None = of("tournament.uid")
    federation: str | None = of("federation.uid")
    office: str
    number: str
    expires_at: datetime
