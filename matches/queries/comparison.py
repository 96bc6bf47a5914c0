"""The comparison of a game record with a report: the assignment of sides, and the differences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from matches.models import GameRecord, Match, Report, Verdict, name_key
from rules.game import GameScore
from rules.match import Side
from rules.scoresheet import Score

from .scoresheet import games_of, least_score
from .situation import members_of


class MismatchKind(StrEnum):
    """The kind of a difference between a record and a report."""

    PLAYERS = "players"
    LENGTH = "length"
    SCORE = "score"
    WINNER = "winner"
    GAMES = "games"
    """The number of games."""
    GAME_WINNER = "game_winner"
    GAME_RESULT = "game_result"
    GAME_CUBE = "game_cube"


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One difference: the value of the record and the value of the report, in the match's order of sides.

    `game` counts from 1 and is None for the whole match. Values are codes, numbers, scores like `7-3` and names.
    """

    kind: MismatchKind
    record: str
    report: str
    game: int | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A checked record compared with a report. `is_swapped` says that the file's first player is side two.

    `is_swapped` is None if neither names nor score show it; then the order of the file is used.
    """

    record: GameRecord
    report: Report
    is_swapped: bool | None
    mismatches: tuple[Mismatch, ...]

    @property
    def agrees(self) -> bool:
        """Whether the record confirms the report."""
        return not self.mismatches


@dataclass(frozen=True, slots=True)
class ReportFacts:
    """The facts of a report for comparison, loaded once for any number of records.

    `names` holds every name of each side, `floor` the points given to each, `games` the games if reported.
    """

    report: Report
    names: tuple[list[str], list[str]]
    floor: tuple[int, int]
    games: tuple[GameScore, ...]


def report_facts(report: Report, *, least: Score | None = None) -> ReportFacts:
    """Return the facts of a report; at most three queries, one less if the `least_score` of the match is known."""
    games = games_of(report) if report.has_games else ()
    return ReportFacts(report, _names_of(report.match), least or least_score(report.match), games)


def compare(record: GameRecord, facts: ReportFacts) -> Comparison | None:
    """Compare the record with the facts of a report, without a query; None if it cannot be compared yet.

    The comparison is computed on reading, so it covers reports made before and after the check.
    """
    report = facts.report
    if not record.is_checked or record.verdict == Verdict.UNREADABLE:
        return None
    findings: dict[str, Any] = record.findings
    is_swapped = orientation(record, report)
    in_file = (findings["players"][0], findings["players"][1])
    names, shown_names = (
        _in_match_order(players, is_swapped=is_swapped)
        for players in (in_file, record.shown_players(in_file))
    )
    mismatches = [
        *_player_mismatches(names, shown_names, facts),
        *_match_mismatches(findings, facts, is_swapped=is_swapped),
    ]
    if report.has_games:
        mismatches += _game_mismatches(findings["games"], facts.games, is_swapped=is_swapped)
    return Comparison(record, report, is_swapped, tuple(mismatches))


def orientation(record: GameRecord, report: Report | None) -> bool | None:
    """Whether the file's first player is side two: by the names, else by the report's score or winner."""
    if record.players_swapped is not None or report is None:
        return record.players_swapped
    findings: dict[str, Any] = record.findings
    points = tuple(findings["counted"])
    if points[0] != points[1] and points in (report.counted, report.counted[::-1]):
        return points != report.counted
    if findings["winner"] and report.winner:
        return bool(findings["winner"] != report.winner)
    return None


def swapped_by_names(players: tuple[str, str], match: Match) -> bool | None:
    """Whether the file names side two first; None if the names do not show it. One query."""
    one, two = _names_of(match)
    straight = _likeness(players[0], one) + _likeness(players[1], two)
    swapped = _likeness(players[0], two) + _likeness(players[1], one)
    return None if straight == swapped else swapped > straight


def _names_of(match: Match) -> tuple[list[str], list[str]]:
    """Return every name of a side: its own and those of its members."""
    one, two = (
        [side.full_name, *(member.player.name for member in members_of(match, side))]
        for side in (match.one, match.two)
    )
    return one, two


def _words(name: str) -> frozenset[str]:
    """Return the words of a name without accents, case, order and a rating after it."""
    return frozenset(word for word in re.findall(r"\w+", name_key(name)) if not word.isdigit())


def _likeness(name: str, names: list[str]) -> float:
    """Return the similarity of a name to the closest of these, from 0 to 1."""
    words = _words(name)
    likenesses = [len(words & _words(name)) / max(len(words | _words(name)), 1) for name in names]
    return max(likenesses)


def _in_match_order(pair: Sequence[Any], *, is_swapped: bool | None) -> tuple[Any, Any]:
    """Return two values of a file in the match's order of sides."""
    return (pair[1], pair[0]) if is_swapped else (pair[0], pair[1])


def _side(side: str | None, *, is_swapped: bool | None) -> str:
    """Return a side of the file as a side of the match; empty for None."""
    if side is None:
        return ""
    return Side(side).other.value if is_swapped else side


def _score(pair: tuple[int, int]) -> str:
    return f"{pair[0]}-{pair[1]}"


def _player_mismatches(
    names: tuple[str, str], shown_names: tuple[str, str], facts: ReportFacts
) -> list[Mismatch]:
    match = facts.report.match
    sides = (match.one.name, match.two.name)
    return [
        Mismatch(MismatchKind.PLAYERS, shown_name, side)
        for name, shown_name, side, candidates in zip(names, shown_names, sides, facts.names, strict=True)
        if not _likeness(name, candidates)
    ]


def _match_mismatches(
    findings: dict[str, Any], facts: ReportFacts, *, is_swapped: bool | None
) -> list[Mismatch]:
    report = facts.report
    mismatches = []
    if findings["length"] != report.length:
        mismatches.append(Mismatch(MismatchKind.LENGTH, str(findings["length"] or ""), str(report.length)))
    points = _in_match_order(findings["counted"], is_swapped=is_swapped)
    if (
        points != report.counted
        and _with_points_given(findings, facts, is_swapped=is_swapped) != report.counted
    ):
        mismatches.append(Mismatch(MismatchKind.SCORE, _score(points), _score(report.counted)))
    winner = _side(findings["winner"], is_swapped=is_swapped)
    # A resigned or disqualified side loses at any score, so only a score that was played out shows the
    # winner.
    if winner and winner != report.winner:
        mismatches.append(Mismatch(MismatchKind.WINNER, winner, report.winner))
    return mismatches


def _with_points_given(
    findings: dict[str, Any], facts: ReportFacts, *, is_swapped: bool | None
) -> tuple[int, int]:
    """Return the record's score with head starts and penalties, which a file beginning at 0-0 lacks (M5)."""
    one, two = _in_match_order(findings["score"], is_swapped=is_swapped)
    length = facts.report.length
    return min(one + facts.floor[0], length), min(two + facts.floor[1], length)


def _game_mismatches(
    games_in_file: list[dict[str, Any]], games_in_report: tuple[GameScore, ...], *, is_swapped: bool | None
) -> list[Mismatch]:
    games = [game for game in games_in_file if game["winner"] is not None]
    mismatches = []
    if len(games) != len(games_in_report):
        mismatches.append(Mismatch(MismatchKind.GAMES, str(len(games)), str(len(games_in_report))))
    for number, (game, score) in enumerate(zip(games, games_in_report, strict=False), start=1):
        winner = _side(game["winner"], is_swapped=is_swapped)
        for kind, in_file, in_report in (
            (MismatchKind.GAME_WINNER, winner, score.winner.value),
            (MismatchKind.GAME_RESULT, game["result"], score.result.value),
            (MismatchKind.GAME_CUBE, str(game["cube"]), str(score.cube)),
        ):
            if in_file != in_report:
                mismatches.append(Mismatch(kind, in_file, in_report, number))
    return mismatches
