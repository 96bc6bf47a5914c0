"""Results of all public tournaments and accepted files, as rows that are complete in themselves."""

from __future__ import annotations

from datetime import date

from rules.match import Side
from tournaments.api.response import Response, of
from tournaments.models import Confidence, FeedChange
from tournaments.queries.feed.results import ShownResult
from tournaments.ratings.counting import MatchEnding, MatchKind, UnratedReason

_WINNERS = {1: Side.ONE, 2: Side.TWO}


class ResultResponse(Response, row=ShownResult):
    """What became of a match; people without a public profile have neither id nor number nor name. Pairs are joined by +."""

    number: int = of("row.number", "The place of the row among all; `supersedes` names an earlier one.")
    change: FeedChange = of("row.change")
    supersedes: int | None = of(
        "row.supersedes", "The row of the same match and source that this one replaces."
    )
    match: str = of("row.match_uid")
    source: str = of(words="`log` of a tournament here, `file` that a federation accepted, or `archive`.")
    day: date | None = of("row.day", "The day on which the match ended.")
    tournament: str
    tournament_name: str
    event: str = of("row.event_uid")
    event_name: str
    event_class: str = of(
        words="The class in which the asked federation sanctioned the event, else its division."
    )
    stage: int = of("row.stage")
    round: int = of("row.round")
    kind: MatchKind = of(get=lambda result: MatchKind(result.row.kind))
    one_id: str = of("one.id")
    one_number: str = of("one.number", "The number in the asked federation.")
    one_name: str = of("one.name")
    two_id: str = of("two.id")
    two_number: str = of("two.number")
    two_name: str = of("two.name")
    length: int = of("row.length")
    one_score: int | None = of(
        words="Null where an archive has no score.", get=lambda result: result.score[0]
    )
    two_score: int | None = of(get=lambda result: result.score[1])
    winner: Side | None = of(get=lambda result: _WINNERS.get(result.row.winner))
    outcome: MatchEnding = of(get=lambda result: MatchEnding(result.row.ending))
    confidence: Confidence | None = of(
        words="How far the source of an archive is trusted.",
        get=lambda result: None if result.archived is None else Confidence(result.archived.confidence),
    )
    is_rated: bool | None = of(
        words="By the rules of the asked body; null without one, and before it has judged."
    )
    reason: UnratedReason | None = of(
        words="Why it is not rated; null where that would tell who is a member.",
        get=lambda result: UnratedReason(result.reason) if result.reason else None,
    )


class ResultsSinceResponse(Response):
    """Results after a cursor; `next_since` is the cursor that follows, also where there is nothing new."""

    results: list[ResultResponse]
    next_since: int
    has_more: bool
