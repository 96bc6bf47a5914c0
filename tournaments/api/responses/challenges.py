"""Challenges in a ladder, and the next season of a league."""

from __future__ import annotations

from datetime import datetime

from tournaments.api.response import Response, of
from tournaments.queries.entrants.challenges import ChallengeLine


class ChallengeResponse(Response, row=ChallengeLine):
    """A challenge with its match, which is null once it is taken back."""

    id: str = of("uid")
    number: int = of("challenge.number", "From 1; it is the round of the match.")
    challenger: str = of("challenge.challenger.uid")
    challenged: str = of("challenge.challenged.uid")
    made_at: datetime = of("challenge.made_at")
    due_at: datetime | None = of(words="Until when it is to be played.")
    taken_back_at: datetime | None = of("challenge.taken_back_at")
    match: str | None
    winner: str = of(words="The entrant who won, empty before.")
    is_open: bool = of(words="Still to be played.")


class ReachResponse(Response):
    """The entrants whom an entrant may challenge now in a ladder of its event, the best placed first."""

    stage: str
    within_reach: list[str]
