"""The play of a roll without a choice."""

from __future__ import annotations

from collections.abc import Iterator

from .move import Move, entered_in, in_order, landing, movable, put
from .play import played
from .position import OUTSIDE, Position
from .variant import BACKGAMMON, Variant

_Line = tuple[Move, ...]


def forced_play(
    position: Position, dice: tuple[int, int], variant: Variant = BACKGAMMON
) -> tuple[Move, ...] | None:
    """The moves of the only possible result of a roll (none for a dance); `None` if there is a choice.

    Stops at the second result it finds, so that it is quick where listing all plays would not be.
    """
    high, low = in_order(dice)
    lines: dict[Position, _Line] = {}
    for line in _full_lines(*position.lists(), high, low, variant):
        lines.setdefault(played(position, line).result, line)
        if len(lines) > 1:
            return None
    return next(iter(lines.values()), ())


def _full_lines(own: list[int], opp: list[int], high: int, low: int, variant: Variant) -> Iterator[_Line]:
    if high == low:
        yield from _lines(own, opp, (high,) * 4, variant)
        return
    both = False
    for dice in ((high, low), (low, high)):
        for line in _lines(own, opp, dice, variant):
            if len(line) == 2:
                both = True
                yield line
    if not both:
        # B7: the higher die where it can be played, else the lower.
        for die in (high, low):
            if sources := movable(own, opp, die):
                yield from ((Move(src, landing(src, die)),) for src in sources)
                return


def _lines(
    own: list[int], opp: list[int], dice: tuple[int, ...], variant: Variant, line: _Line = ()
) -> Iterator[_Line]:
    """The plays of these dice in this order, with sources from rear to front.

    A line ends early only where no checker at all can go on. While a side must enter or may not hit,
    the order of the moves counts (V3), and every order is a line.
    """
    sources = movable(own, opp, dice[0], entries=entered_in(line, variant)) if dice else []
    if not sources:
        yield line
    start = line[-1].src if line and len(own) == OUTSIDE else OUTSIDE
    for src in sources:
        if src <= start:
            move = Move(src, landing(src, dice[0]))
            own_after, opp_after = own.copy(), opp.copy()
            put(own_after, opp_after, *move)
            yield from _lines(own_after, opp_after, dice[1:], variant, (*line, move))
