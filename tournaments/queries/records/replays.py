"""The replay of a recorded game, step by step; games are cached."""

from __future__ import annotations

import functools
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.cache import cache

import rules
from matches.models import GameRecord
from rules import Cube, MatchScore, Position, Step
from rules.notation import read

# A game of fifty turns takes some 20 KB; larger games than this are not cached.
LARGEST_KEPT = 128 * 1024
_KEPT_FOR = 60 * 60


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A recorded game: its steps, and the data that the board shows.

    `index` counts the games of the file from 1, `number` is the game number in the file, `games` the number of games.
    `start` is the initial position, seen by side one, `cube` the initial cube, None without a cube. `points` is the
    value of the game.
    """

    players: tuple[str, str]
    index: int
    number: int
    games: int
    score: MatchScore
    points: int
    start: Position
    cube: Cube | None
    steps: tuple[Step, ...]


def replayed_game(
    record: GameRecord, index: int, *, before_reading: Callable[[], None]
) -> ReplayedGame | None:
    """Return a game of a record by its index, from 1; None if there is no such game.

    The file is read only if the game is not cached; a large file takes a second. `before_reading` is called before
    that, and may raise to refuse.
    """
    key = f"replay:{_release()}:{record.sha256}:{index}"
    cached: Any = cache.get(key)
    if isinstance(cached, ReplayedGame):
        return cached
    before_reading()
    game = read_game(bytes(record.data), index)
    # The size is measured here; only the cache unpickles the game.
    if game is not None and len(pickle.dumps(game)) <= LARGEST_KEPT:
        cache.set(key, game, timeout=_KEPT_FOR)
    return game


def read_game(data: bytes, index: int) -> ReplayedGame | None:
    """Return a game by its index, from 1, from the bytes of a record; None if there is none."""
    transcript = read(data).transcript
    games = rules.replayed_games(transcript) if transcript is not None else ()
    if transcript is None or not 1 <= index <= len(games):
        return None
    judged, steps = games[index - 1]
    game = transcript.games[index - 1]
    score = MatchScore(transcript.length, *judged.score_before, crawford_done=not judged.is_crawford)
    has_cube = score.has_cube and transcript.variant.has_cube
    return ReplayedGame(
        players=transcript.players,
        index=index,
        number=judged.number,
        games=len(games),
        score=score,
        points=judged.points,
        start=game.start or Position.start(transcript.variant),
        cube=Cube(game.start_cube, game.start_owner) if has_cube else None,
        steps=steps,
    )


@functools.cache
def _release() -> int:
    """Return the newest modification time of the rules, so that a new release ignores old cache entries."""
    folder = Path(rules.__file__).parent
    return max(file.stat().st_mtime_ns for file in folder.rglob("*.py"))
