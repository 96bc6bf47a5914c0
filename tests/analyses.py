"""Analyses of game records for tests, as an engine might have made them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils import timezone

from matches.models import GameRecord
from rules import EntryKind, Step, legal_plays
from rules.play import played
from tournaments.models import RecordAnalysis
from tournaments.queries.records.replays import read_game

# What is found at an entry of this kind, and what it costs.
_AT_THE_CUBE = {
    EntryKind.DOUBLE: "wrong_double",
    EntryKind.TAKE: "wrong_take",
    EntryKind.DROP: "wrong_drop",
}
_BLUNDER, _MISTAKE = 0.25, 0.05
_TOTALS = {"plays": 10, "plays_lost": 0.25, "cube_decisions": 4, "cube_lost": 0.05}


def analyse(record: GameRecord) -> RecordAnalysis:
    """Keep an analysis that finds a blunder in the first play of each game, no double before the second, and each cube."""
    count = len(record.findings["games"])
    games = [read_game(bytes(record.data), index) for index in range(1, count + 1)]
    mistakes = [list(_mistakes(game.steps)) for game in games if game is not None]
    return RecordAnalysis.objects.create(
        record=record,
        engine="GNU Backgammon 1.08",
        plies=2,
        done_at=timezone.now(),
        games=[{"one": _TOTALS, "two": _TOTALS, "mistakes": of_game} for of_game in mistakes],
    )


def _mistakes(steps: tuple[Step, ...]) -> Iterator[dict[str, Any]]:
    plays = [number for number, step in enumerate(steps, start=1) if step.notation and step.moves]
    for number, step in enumerate(steps, start=1):
        row = {"step": number, "side": step.side.value, "played": step.notation, "best": ""}
        if number == plays[0]:
            yield row | {"kind": "play", "best": _other_play(step), "lost": _BLUNDER}
        elif number == plays[1]:
            yield row | {"kind": "missed_double", "lost": _MISTAKE}
        elif step.kind in _AT_THE_CUBE:
            yield row | {"kind": _AT_THE_CUBE[step.kind], "lost": _MISTAKE}


def _other_play(step: Step) -> str:
    """The first legal play that leads elsewhere."""
    assert step.dice is not None
    texts = (played(step.before, play.moves).notation for play in legal_plays(step.before, step.dice))
    return next(text for text in texts if text != step.notation)
