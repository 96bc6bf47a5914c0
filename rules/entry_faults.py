"""What is wrong with an entry by the state of its game: a double now, and a play that repeats the last one."""

from __future__ import annotations

from .cube import Cube
from .match import MatchScore, Side
from .problem import Finding
from .transcript import Entry, EntryKind, GameRecord
from .variant import Variant


def double_fault(
    side: Side,
    cube: Cube,
    score: MatchScore,
    variant: Variant,
    *,
    on_roll: Side | None,
    has_begun: bool,
    is_crawford: bool,
) -> tuple[Finding | None, str]:
    """Return the rule against a double by this side now, and the side that may double instead."""
    if not has_begun:
        return Finding.DOUBLE_BEFORE_OPENING_ROLL, ""
    if on_roll is not None and side is not on_roll:
        return Finding.DOUBLE_OUT_OF_TURN, on_roll
    if score.length == 1 or not variant.has_cube:
        return Finding.CUBE_NOT_IN_USE, ""
    if is_crawford:
        return Finding.DOUBLE_IN_CRAWFORD, ""
    if cube.owner is side.other:
        return Finding.CUBE_NOT_OWNED, cube.owner
    away = score.away(side)
    is_dead = away is not None and cube.value >= away
    return Finding.DEAD_CUBE if is_dead else None, ""


def is_copy_of_last_play(entry: Entry, last: Entry | None, record: GameRecord) -> bool:
    """Return whether an entry is the last play of the game repeated in the opponent's column.

    Old programs did so where the opponent had nothing left to play or had just resigned.
    """
    rolls = (one for one in reversed(record.entries) if one.kind is EntryKind.ROLL)
    return (
        entry.kind is EntryKind.ROLL
        and last is not None
        and last.side is not entry.side
        and (entry.dice, entry.moves) == (last.dice, last.moves)
        and entry is next(rolls, None)
    )
