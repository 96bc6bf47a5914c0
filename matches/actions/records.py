"""Game records: stored as uploaded, checked once, with the findings as codes and data."""

from __future__ import annotations

import hashlib
from dataclasses import asdict
from itertools import islice
from pathlib import PurePosixPath
from typing import Any

from django.utils import timezone

from matches.errors import RecordEmpty, TooManyRecords
from matches.models import LARGEST_RECORD, GameRecord, Match, Player, Report, Verdict
from matches.queries import orientation, swapped_by_names
from rules.facts import GameFacts, MatchFacts, SideFacts
from rules.problem import Problem
from rules.validation import Checked, JudgedGame

# Enough for corrections by both sides, and a limit on the storage that one user can fill.
MOST_RECORDS = 20
# A match to 99 has at most 197 games; a file with more is no record of a match.
MOST_GAMES = 200
# More problems than this are counted but not stored.
MOST_PROBLEMS = 200
LONGEST_FILE_NAME = 200
LONGEST_NAME = 120

TOO_LARGE = "too_large"


def store(match: Match, *, by: Player | None, file_name: str, data: bytes) -> tuple[GameRecord, bool]:
    """Store a file, and return its row and whether it is new; the same bytes are the same row.

    Of a file beyond the size limit only the beginning is stored, for the director to look at, and the record is
    unreadable; its hash is that of the whole file.
    """
    if not data:
        raise RecordEmpty
    digest = hashlib.sha256(data).hexdigest()
    duplicate = match.records.filter(sha256=digest).first()
    if duplicate is not None:
        return duplicate, False
    if match.records.count() >= MOST_RECORDS:
        raise TooManyRecords(most=MOST_RECORDS)
    record = GameRecord(
        match=match,
        uploaded_by=by,
        file_name=_file_name(file_name),
        data=data[:LARGEST_RECORD],
        size=len(data),
        sha256=digest,
    )
    if len(data) > LARGEST_RECORD:
        record.checked_at = timezone.now()
        record.verdict = Verdict.UNREADABLE
        record.findings = _unreadable(TOO_LARGE, value=str(len(data)), expected=str(LARGEST_RECORD))
    record.save()
    return record, True


def settle(record: GameRecord, check: Checked, *, facts: MatchFacts | None, report: Report | None) -> None:
    """Store the findings and facts of a check; `report` helps to identify the sides if the names do not.

    `facts` are those of the transcript, None if there is none.
    """
    record.checked_at = timezone.now()
    record.format = (check.format or "")[:20]
    record.encoding = (check.encoding or "")[:20]
    record.verdict = check.verdict.value
    record.findings = findings(check, facts)
    if check.transcript is not None:
        record.players_swapped = swapped_by_names(check.transcript.players, record.match)
        record.players_swapped = orientation(record, report)
    record.save(update_fields=["checked_at", "format", "encoding", "verdict", "findings", "players_swapped"])


def mark_failed(record: GameRecord) -> None:
    """Mark the check of a record as failed; the file is kept."""
    record.verdict = Verdict.FAILED
    record.save(update_fields=["verdict"])


def mark_waiting(record: GameRecord) -> None:
    """Mark a record as waiting for another check."""
    record.verdict = ""
    record.save(update_fields=["verdict"])


def findings(check: Checked, facts: MatchFacts | None) -> dict[str, Any]:
    """Return the findings of a check for the JSON column: codes and data, in the file's own order of sides.

    The lists of games and problems are truncated, with their lengths as `games_total` and `problems_total`. Facts that
    are zero are left out, for the match and in each game.
    """
    transcript = check.transcript
    facts_by_game: list[GameFacts | None] = [*facts.games] if facts else [None] * len(check.games)
    return {
        "players": [_clean(name)[:LONGEST_NAME] for name in transcript.players] if transcript else ["", ""],
        "length": transcript.length if transcript else None,
        "score": list(check.score),
        "counted": list(check.counted),
        "winner": check.winner.value if check.winner else None,
        "games": [
            _game(game, own) for game, own in islice(zip(check.games, facts_by_game, strict=True), MOST_GAMES)
        ],
        "games_total": len(check.games),
        "problems": [_problem(problem) for problem in check.problems[:MOST_PROBLEMS]],
        "problems_total": len(check.problems),
        "facts": _facts(facts) if facts else None,
    }


def _unreadable(code: str, *, value: str, expected: str) -> dict[str, Any]:
    """Return the findings of an unreadable file."""
    return {
        "players": ["", ""],
        "length": None,
        "score": [0, 0],
        "counted": [0, 0],
        "winner": None,
        "games": [],
        "games_total": 0,
        "problems": [
            {"code": code, "severity": "problem", "game": None, "turn": None, "player": None}
            | {"line": None, "column": None, "found": value, "expected": expected}
            | {"verdict": None, "alternatives": None}
        ],
        "problems_total": 1,
        "facts": None,
    }


def _facts(facts: MatchFacts) -> dict[str, Any]:
    """Return the facts of a match; `duration` in seconds, and times in local time."""
    return {
        "one": _counts(facts.one),
        "two": _counts(facts.two),
        "highest_cube": facts.highest_cube,
        "day": facts.day.isoformat() if facts.day else None,
        "began": facts.began.isoformat() if facts.began else None,
        "duration": int(facts.duration.total_seconds()) if facts.duration else None,
    }


def _counts(side: SideFacts) -> dict[str, int]:
    return {name: count for name, count in asdict(side).items() if count}


def _game(game: JudgedGame, facts: GameFacts | None) -> dict[str, Any]:
    return {
        "number": game.number,
        "line": game.line,
        "score_before": list(game.score_before),
        "score_after": list(game.score_after),
        "is_crawford": game.is_crawford,
        "winner": game.winner.value if game.winner else None,
        "result": game.result.value if game.result else None,
        "cube": game.cube,
        "ended": game.ended.value if game.ended else None,
        "points": game.points,
        "facts": {"one": _counts(facts.one), "two": _counts(facts.two)} if facts else None,
    }


def _problem(problem: Problem) -> dict[str, Any]:
    return {
        "code": problem.code.value,
        "severity": problem.severity.value,
        "game": problem.game,
        "turn": problem.turn,
        "player": problem.player.value if problem.player else None,
        "line": problem.line,
        "column": problem.column,
        "found": _clean(problem.found),
        "expected": _clean(problem.expected),
        "verdict": problem.verdict.value if problem.verdict else None,
        "alternatives": problem.alternatives,
    }


def _clean(text: str) -> str:
    """Return the text as PostgreSQL accepts it: without NUL and lone surrogates."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode()


def _file_name(name: str) -> str:
    """Return the last part of an uploaded name, printable, of limited length and never empty."""
    last = PurePosixPath(_clean(name).replace("\\", "/")).name
    printable = "".join(character for character in last if character.isprintable()).strip()
    return printable[-LONGEST_FILE_NAME:] or "record.mat"
