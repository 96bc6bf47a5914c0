"""A game record against a report: which side is which, and in what the two differ."""

from __future__ import annotations

import re
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
    """In what a record and a report differ."""

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
    """One difference: what the record says and what the report says, in the match's order of sides.

    `game` counts from 1 and is None where the whole match is meant. Values are
    codes, numbers, scores like `7-3` and names.
    """

    kind: MismatchKind
    record: str
    report: str
    game: int | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A checked record beside a report. `is_swapped` says that the file's first player is side two.

    `is_swapped` is None when neither names nor score tell; then the order of
    the file is taken as it is.
    """

    record: GameRecord
    report: Report
    is_swapped: bool | None
    mismatches: tuple[Mismatch, ...]

    @property
    def agrees(self) -> bool:
        """Whether the record can stand as evidence for the report."""
        return not self.mismatches


@dataclass(frozen=True, slots=True)
class Said:
    """A report with all that a record is compared with, read once for any number of records.

    `names` holds every name that stands for each side, `floor` the points that
    each was given, `games` the games where they were reported.
    """

    report: Report
    names: tuple[list[str], list[str]]
    floor: tuple[int, int]
    games: tuple[GameScore, ...]


def said_in(report: Report, *, least: Score | None = None) -> Said:
    """What a report says; at most three queries, and one less where the `least_score` of the match is known."""
    games = games_of(report) if report.has_games else ()
    return Said(report, _names_of(report.match), least or least_score(report.match), games)


def compare(record: GameRecord, said: Said) -> Comparison | None:
    """The record against what a report says, without a query; None while there is nothing to compare.

    It is derived when it is read: a report made after the check is compared as
    well as one made before.
    """
    report = said.report
    if not record.is_checked or record.verdict == Verdict.UNREADABLE:
        return None
    findings: dict[str, Any] = record.findings
    is_swapped = orientation(record, report)
    names = _ordered(findings["players"], is_swapped=is_swapped)
    mismatches = [
        *_player_mismatches(names, said),
        *_match_mismatches(findings, said, is_swapped=is_swapped),
    ]
    if report.has_games:
        mismatches += _game_mismatches(findings["games"], said.games, is_swapped=is_swapped)
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
    """Whether the file names side two first; None when the names do not tell. One query."""
    one, two = _names_of(match)
    straight = _likeness(players[0], one) + _likeness(players[1], two)
    swapped = _likeness(players[0], two) + _likeness(players[1], one)
    return None if straight == swapped else swapped > straight


def _names_of(match: Match) -> tuple[list[str], list[str]]:
    """Every name that stands for a side: its own and those of its members."""
    one, two = (
        [side.name, *(member.player.name for member in members_of(match, side))]
        for side in (match.one, match.two)
    )
    return one, two


def _words(name: str) -> frozenset[str]:
    """The words of a name, accents, case, order and a rating behind it aside."""
    return frozenset(word for word in re.findall(r"\w+", name_key(name)) if not word.isdigit())


def _likeness(name: str, names: list[str]) -> float:
    """How much a written name is like the closest of these, from 0 to 1."""
    words = _words(name)
    likenesses = [len(words & _words(name)) / max(len(words | _words(name)), 1) for name in names]
    return max(likenesses)


def _ordered(pair: list[Any], *, is_swapped: bool | None) -> tuple[Any, Any]:
    """Two values of a file, side one of the match first."""
    return (pair[1], pair[0]) if is_swapped else (pair[0], pair[1])


def _side(side: str | None, *, is_swapped: bool | None) -> str:
    """A side of the file as a side of the match; empty for none."""
    if side is None:
        return ""
    return Side(side).other.value if is_swapped else side


def _score(pair: tuple[int, int]) -> str:
    return f"{pair[0]}-{pair[1]}"


def _player_mismatches(names: tuple[str, str], claim: Said) -> list[Mismatch]:
    match = claim.report.match
    sides = (match.one.name, match.two.name)
    unlike = [
        (name, side)
        for name, side, expected in zip(names, sides, claim.names, strict=True)
        if not _likeness(name, expected)
    ]
    return [Mismatch(MismatchKind.PLAYERS, name, side) for name, side in unlike]


def _match_mismatches(findings: dict[str, Any], claim: Said, *, is_swapped: bool | None) -> list[Mismatch]:
    report = claim.report
    mismatches = []
    if findings["length"] != report.length:
        mismatches.append(Mismatch(MismatchKind.LENGTH, str(findings["length"] or ""), str(report.length)))
    points = _ordered(findings["counted"], is_swapped=is_swapped)
    if (
        points != report.counted
        and _with_points_given(findings, claim, is_swapped=is_swapped) != report.counted
    ):
        mismatches.append(Mismatch(MismatchKind.SCORE, _score(points), _score(report.counted)))
    winner = _side(findings["winner"], is_swapped=is_swapped)
    # Who gave up or was sent away loses whatever the score, so only a score that was played out tells.
    if winner and winner != report.winner:
        mismatches.append(Mismatch(MismatchKind.WINNER, winner, report.winner))
    return mismatches


def _with_points_given(findings: dict[str, Any], claim: Said, *, is_swapped: bool | None) -> tuple[int, int]:
    """The record's score with head starts and penalties, which a file that begins at 0-0 leaves out (M5)."""
    one, two = _ordered(findings["score"], is_swapped=is_swapped)
    length = claim.report.length
    return min(one + claim.floor[0], length), min(two + claim.floor[1], length)


def _game_mismatches(
    recorded: list[dict[str, Any]], reported: tuple[GameScore, ...], *, is_swapped: bool | None
) -> list[Mismatch]:
    games = [game for game in recorded if game["winner"] is not None]
    mismatches = []
    if len(games) != len(reported):
        mismatches.append(Mismatch(MismatchKind.GAMES, str(len(games)), str(len(reported))))
    for number, (game, score) in enumerate(zip(games, reported, strict=False), start=1):
        winner = _side(game["winner"], is_swapped=is_swapped)
        for kind, in_file, in_report in (
            (MismatchKind.GAME_WINNER, winner, score.winner.value),
            (MismatchKind.GAME_RESULT, game["result"], score.result.value),
            (MismatchKind.GAME_CUBE, str(game["cube"]), str(score.cube)),
        ):
            if in_file != in_report:
                mismatches.append(Mismatch(kind, in_file, in_report, number))
    return mismatches
