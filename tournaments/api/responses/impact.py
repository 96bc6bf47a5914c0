"""The side effects of an act, as a preview."""

from __future__ import annotations

from tournaments.api.response import Response, of


class MeetingResponse(Response):
    """A match that would be made."""

    stage: str = of(words="The name of the stage, or of the event where it has none.")
    round: int
    sides: str = of("words")


class MatchChangedResponse(MeetingResponse):
    """A match that exists and would change."""

    match: str


class MoveResponse(Response):
    """An entrant whose place changes; null where it is in the stage only before or only after."""

    stage: str
    entrant: str = of(words="The name.")
    before: int | None
    after: int | None


class PrizeMoveResponse(Response):
    """An entrant whose prizes change, in the smallest unit of the currency."""

    entrant: str = of(words="The name.")
    before: int
    after: int
    paid: int = of(words="What it has got.")
    due: int
    to_come_back: int


class ImpactResponse(Response):
    """The side effects of an act; nothing has been written."""

    cancelled: list[MatchChangedResponse]
    made: list[MeetingResponse] = of("new_matches")
    decided: list[MatchChangedResponse] = of(
        "decided_matches", "Matches that would end by it, or end otherwise."
    )
    moves: list[MoveResponse]
    promoted: list[str] = of(words="The names of the alternates who would come in.")
    prizes: list[PrizeMoveResponse]
    told: int = of("notice_count", "How many players would get a notice.")
