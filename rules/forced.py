"""The play of a roll that leaves no choice."""

from __future__ import annotations

from collections.abc import Iterator

from .play import Move, movable, put, put_back
from .position import BAR, OFF, Position

_Line = tuple[Move, ...]


def forced_play(position: Position, dice: tuple[int, int]) -> tuple[Move, ...] | None:
    """The moves of the only result a roll can have (none for a dance), `None` when there is a choice.

    Stops at the second result it finds, so that it is quick where listing all plays would not be.
    """
    own, opp = list(position.own), list(position.opp)
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], _Line] = {}
    for line in _full_lines(own, opp, max(dice), min(dice)):
        hits = [put(own, opp, *move) for move in line]
        found.setdefault((tuple(own), tuple(opp)), line)
        for move, is_hit in zip(reversed(line), reversed(hits), strict=True):
            put_back(own, opp, *move, is_hit=is_hit)
        if len(found) > 1:
            return None
    return next(iter(found.values()), ())


def _full_lines(own: list[int], opp: list[int], high: int, low: int) -> Iterator[_Line]:
    if high == low:
        yield from _lines(own, opp, (high,) * 4)
        return
    both = False
    for dice in ((high, low), (low, high)):
        for line in _lines(own, opp, dice):
            if len(line) == 2:
                both = True
                yield line
    if not both:
        # B7: the higher die where it can be played, else the lower.
        for die in (high, low):
            if sources := movable(own, opp, die):
                yield from ((Move(src, max(src - die, OFF)),) for src in sources)
                return


def _lines(own: list[int], opp: list[int], dice: tuple[int, ...], start: int = BAR) -> Iterator[_Line]:
    """The lines of these dice in this order, no checker moved from behind the one before it.

    A line ends early only where no checker at all can go on.
    """
    if not dice or not movable(own, opp, dice[0]):
        yield ()
        return
    for src in movable(own, opp, dice[0], start):
        move = Move(src, max(src - dice[0], OFF))
        is_hit = put(own, opp, *move)
        for rest in _lines(own, opp, dice[1:], src):
            yield (move, *rest)
        put_back(own, opp, *move, is_hit=is_hit)
