"""Template context of a checked game record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from matches.models import GameRecord, Match, Report
from matches.queries import Comparison, compare, least_score, report_facts
from rules.game import Ended, GameScore, Result
from rules.match import Side
from rules.problem import Severity
from tournaments.queries.records.analyses import is_awaited, shown_analysis
from tournaments.queries.records.facts import RecordedFacts, RecordedGameFacts, recorded_facts

from .analysis_words import AnalysisPage, analysis_page
from .comparison_words import mismatch_in_words
from .fact_words import FactTable, fact_table
from .record_words import ProblemInWords, in_words

# Differences of the whole match come first and matter most.
_SHOWN = 2


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game of a record with its problems; scores are in the order of the file."""

    index: int
    number: int
    before: tuple[int, int]
    after: tuple[int, int]
    is_crawford: bool
    winner: str
    score: GameScore | None
    points: int
    facts: RecordedGameFacts | None
    problems: tuple[ProblemInWords, ...]


@dataclass(frozen=True, slots=True)
class RecordPage:
    """A checked record; `general` holds the problems that belong to no game.

    `analysis` is None if there is none; `is_analysis_awaited` is True while one is pending.
    """

    players: tuple[str, str]
    length: int | None
    score: tuple[int, int]
    games: tuple[RecordedGame, ...]
    general: tuple[ProblemInWords, ...]
    problem_count: int
    facts: FactTable | None
    analysis: AnalysisPage | None
    is_analysis_awaited: bool


@dataclass(frozen=True, slots=True)
class RecordCheck:
    """The differences between a record and a report; none if they agree."""

    record: GameRecord
    report: Report
    differences: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        """Whether the record and the report have no differences."""
        return not self.differences

    @property
    def first(self) -> tuple[str, ...]:
        """Return the first differences, which matter most, for a list."""
        return self.differences[:_SHOWN]

    @property
    def others(self) -> int:
        """Return the number of differences that `first` omits."""
        return max(0, len(self.differences) - _SHOWN)


def record_page(record: GameRecord) -> RecordPage:
    """Return the findings of a checked record, with the players' names from the file."""
    findings: dict[str, Any] = record.findings
    players = record.shown_players((findings["players"][0], findings["players"][1]))
    problems = [in_words(problem, players=players) for problem in findings["problems"]]
    numbers = {game["number"] for game in findings["games"]}
    facts, analysis = recorded_facts(record), shown_analysis(record)
    return RecordPage(
        players=players,
        length=findings["length"],
        score=(findings["counted"][0], findings["counted"][1]),
        games=tuple(
            _game(index, game, problems, players, facts)
            for index, game in enumerate(findings["games"], start=1)
        ),
        general=tuple(problem for problem in problems if problem.game not in numbers),
        problem_count=sum(problem.severity is not Severity.REMARK for problem in problems),
        facts=fact_table(facts) if facts else None,
        analysis=analysis_page(analysis, players=players) if analysis else None,
        is_analysis_awaited=is_awaited(record),
    )


def checks_of(match: Match, records: Sequence[GameRecord], reports: Sequence[Report]) -> list[RecordCheck]:
    """Compare each record with each report; omit pairs that cannot be compared.

    This takes two queries, and one for each report whose games are not loaded yet.
    """
    if not any(record.is_checked for record in records):
        return []
    for report in reports:
        report.match = match
    least = least_score(match)
    claims = [report_facts(report, least=least) for report in reports]
    comparisons = (compare(record, each) for each in claims for record in records)
    return [_in_words(comparison) for comparison in comparisons if comparison is not None]


def _in_words(comparison: Comparison) -> RecordCheck:
    match = comparison.report.match
    words = tuple(mismatch_in_words(mismatch, match) for mismatch in comparison.mismatches)
    return RecordCheck(comparison.record, comparison.report, words)


def _game(
    index: int,
    game: dict[str, Any],
    problems: Sequence[ProblemInWords],
    players: tuple[str, str],
    facts: RecordedFacts | None,
) -> RecordedGame:
    score = None
    if game["winner"] and game["result"] and game["ended"]:
        score = GameScore(Side(game["winner"]), Result(game["result"]), game["cube"], Ended(game["ended"]))
    names = dict(zip(Side, players, strict=True))
    return RecordedGame(
        index=index,
        number=game["number"],
        before=(game["score_before"][0], game["score_before"][1]),
        after=(game["score_after"][0], game["score_after"][1]),
        is_crawford=game["is_crawford"],
        winner=names[score.winner] if score else "",
        score=score,
        points=game["points"],
        facts=facts.games[index - 1] if facts else None,
        problems=tuple(problem for problem in problems if problem.game == game["number"]),
    )
