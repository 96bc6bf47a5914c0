"""What counts for the ratings of federations."""

from __future__ import annotations

from tournaments.api.response import Response, of
from tournaments.models import SanctionState
from tournaments.queries.ratings.counted import EventCounting, MatchCounting, ReasonLine, StageCounting
from tournaments.ratings.counting import UnratedReason


class UnratedReasonResponse(Response, row=ReasonLine):
    """A reason why matches are not rated, in the language of the request."""

    reason: UnratedReason
    words: str


class StageCountingResponse(Response, row=StageCounting):
    """The reasons why matches of a stage will not be rated: all of them, those of some lengths, or those that end so."""

    stage: str = of("stage.uid")
    every: list[UnratedReasonResponse]
    some: list[UnratedReasonResponse]
    possible: list[UnratedReasonResponse]


class EventCountingResponse(Response, row=EventCounting):
    """What a federation will rate of an event; without counting rules it has no version and says nothing of stages."""

    federation: str = of("body.sanction.federation.uid")
    code: str = of("body.code")
    sanction: SanctionState = of("body.sanction.state")
    version: int | None = of("body.version", "The version of the counting rules in force.")
    stages: list[StageCountingResponse]


class MatchCountingResponse(Response, row=MatchCounting):
    """Whether a federation rates a match; an open one as if it were played out."""

    federation: str = of("body.sanction.federation.uid")
    code: str = of("body.code")
    version: int | None = of("body.version", "The version of the counting rules in force.")
    is_rated: bool
    reason: UnratedReason | None = of(
        "line.reason", "Why not; hidden from strangers where it tells who is a member."
    )
    words: str | None = of("line.words")
