"""Game records: findings, facts, comparisons and analyses."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from matches.models import Verdict
from matches.queries import MismatchKind
from matches.queries.comparison import Comparison, Mismatch
from rules.facts import SideFacts
from rules.match import Side
from tournaments.api.response import Blank, Response, of
from tournaments.engine import MistakeKind
from tournaments.queries.publicity import shown_uid
from tournaments.queries.records.analyses import MatchLuck, Performance, RecordedMistake, ShownAnalysis
from tournaments.queries.records.comparisons import RecordView
from tournaments.queries.records.facts import RecordedFacts, RecordedGameFacts
from tournaments.queries.records.performance import PerformanceOverMatches


class SideFactsResponse(Response, row=SideFacts):
    """The counts of one side: turns, hits, cube actions and wins."""

    turns: int = of(words="Rolls that were played.")
    dances: int = of(words="Turns in which no checker could move.")
    bar_dances: int = of(words="Dances with a checker on the bar.")
    hits: int = of(words="Checkers sent to the bar.")
    doubles: int = of(words="Every double that was offered.")
    redoubles: int = of(words="Doubles offered by the owner of the cube.")
    takes: int
    drops: int
    beavers: int
    raccoons: int
    wins: int = of(words="Games won.")
    gammons: int = of(words="Games won as a gammon.")
    backgammons: int = of(words="Games won as a backgammon.")
    wins_by_drop: int
    wins_by_resignation: int
    points: int = of(words="The true points, beyond the length too (M6).")


class GameFactsResponse(Response, row=RecordedGameFacts):
    """The counts of both sides in one game."""

    number: int = of(words="What the file calls the game.")
    cube: int = of(words="The highest value played for.")
    one: SideFactsResponse
    two: SideFactsResponse


class FactsResponse(Response, row=RecordedFacts):
    """The counts of a match, in the order of the file's sides."""

    one: SideFactsResponse
    two: SideFactsResponse
    highest_cube: int
    day: date | None = of(words="As the file says.")
    began: str | None = of(
        words="As the file says, without a zone, or null.",
        get=lambda facts: facts.began.isoformat() if facts.began else None,
    )
    duration: int | None = of(
        words="Seconds, or null where the file does not say.",
        get=lambda facts: int(facts.duration.total_seconds()) if facts.duration is not None else None,
    )
    games: list[GameFactsResponse]


class MismatchResponse(Response, row=Mismatch):
    """One difference between a record and a report, in the match's order of sides."""

    kind: MismatchKind
    game: int | None = of(words="Counted from 1; null for the whole match.")
    record: str
    report: str


class ComparisonResponse(Response, row=Comparison):
    """The comparison of a record with a report."""

    report: str = of("report.uid")
    agrees: bool
    is_swapped: bool | None = of(
        words="Whether the file's first player is side two; null where nothing tells."
    )
    mismatches: list[MismatchResponse]


class PerformanceResponse(Response, row=Performance):
    """The errors and the rating of one side's play."""

    rating: float | None = of(words="PR: equity lost for each decision, times 500; the lower the better.")
    decisions: int = of(words="Those that were more than a formality.")
    lost: float = of(words="Normalised equity: 1 is a game at the present cube.")
    plays: int
    plays_lost: float
    cube_decisions: int
    cube_lost: float
    mistakes: int = of(words="Decisions that lost 0.02 or more.")
    blunders: int = of(words="Decisions that lost 0.08 or more.")


class PerformanceOverMatchesResponse(Response, row=PerformanceOverMatches):
    """How well a player plays over many matches: all decisions together, never the mean of the matches."""

    matches: int
    decisions: int
    rating: float | None = of(words="PR: equity lost for each decision, times 500; the lower the better.")
    low: float | None = of(words="The interval of 95 per cent; null below five matches.")
    high: float | None


class MatchLuckResponse(Response, row=MatchLuck):
    """The luck of each side with the dice, as chances of winning the match."""

    one: float
    two: float
    result_without: float = of(
        words="How far above one half side one would have ended with even dice; side two its negative."
    )


class MistakeResponse(Response, row=RecordedMistake):
    """One decision that lost 0.02 or more."""

    game: int = of(words="Counted from 1, as in the addresses of the replay.")
    step: int = of(words="Counted from 1, as in the addresses of the replay.")
    side: Side
    kind: MistakeKind
    played: str = of(words="Empty for the cube.")
    best: str = of(words="Empty for the cube.")
    lost: float


class AnalysisResponse(Response, row=ShownAnalysis):
    """The analysis of a record by the engine, in the order of the file's sides."""

    engine: str
    plies: int
    done_at: datetime
    one: PerformanceResponse
    two: PerformanceResponse
    mistakes: list[MistakeResponse]
    luck: MatchLuckResponse | None = of(words="Null for an analysis of a release that did not ask for it.")


def _findings(view: RecordView) -> dict[str, Any]:
    """Return the findings of the check without the facts, which are a field of their own."""
    record = view.record
    findings = {name: value for name, value in record.findings.items() if name != "facts"}
    if "players" in findings:
        one, two = findings["players"]
        findings["players"] = list(record.shown_players((one, two)))
    if "games" in findings:
        findings["games"] = [
            {name: value for name, value in game.items() if name != "facts"} for game in findings["games"]
        ]
    return findings


class RecordResponse(Response, row=RecordView):
    """A game record and what its check found; `verdict` is empty until it has run, `failed` where it broke off."""

    id: str = of("record.uid")
    match: str = of("record.match.uid")
    file_name: str = of("record.shown_file_name")
    size: int = of("record.size")
    sha256: str = of("record.sha256")
    uploaded_by: str | None = of(get=lambda view: shown_uid(view.record.uploaded_by))
    uploaded_at: datetime = of("record.uploaded_at")
    checked_at: datetime | None = of("record.checked_at")
    format: str = of("record.format")
    encoding: str = of("record.encoding")
    verdict: Verdict | Blank = of("record.verdict")
    players_swapped: bool | None = of("record.players_swapped")
    findings: dict[str, Any] = of(words="What the check found; the facts stand beside it.", get=_findings)
    facts: FactsResponse | None = of(words="Null for what could not be read or is not checked yet.")
    comparisons: list[ComparisonResponse] = of(words="With the result, or with each side's report.")
    analysis: AnalysisResponse | None = of(words="Null unless an engine has judged the whole record.")
