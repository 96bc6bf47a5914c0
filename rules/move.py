"""A single move of one checker by one die (B3, B10, C1 to C3, V3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from .errors import IllegalPlay
from .position import BAR, HOME, MAY_HIT, OFF, OUTSIDE
from .variant import Variant


class Move(NamedTuple):
    """One checker moved from `src` (25 the bar, 26 outside) to `dst` (0 off), in the mover's own numbers.

    A tuple and no dataclass, because checking records handles them by the million.

    >>> Move(src=8, dst=5) in legal_plays(Position.start(), (3, 1))[-1].moves
    False
    """

    src: int
    dst: int


class HasMoves(Protocol):
    """A play, whatever else it holds."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves, one for each die."""


def moves_of(play: HasMoves | Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    """The moves of a play that is an object of the library or (from, to) pairs."""
    # A play of the library is a tuple as well, so that its type does not tell it from pairs.
    value: Any = play
    moves: Sequence[tuple[int, int]] = getattr(value, "moves", value)
    return moves


def in_order(dice: Sequence[int]) -> tuple[int, int]:
    """The dice, higher first; raises `IllegalPlay` unless they are two numbers from 1 to 6."""
    try:
        one, two = dice
    except (TypeError, ValueError):
        raise IllegalPlay("not_dice", found=str(dice)) from None
    if type(one) is type(two) is int and 1 <= one <= 6 and 1 <= two <= 6:
        return (one, two) if one > two else (two, one)
    raise IllegalPlay("not_dice", found=str(dice))


# A single move. The sides are lists of counts as `Position.lists` makes them.


def movable(
    own: Sequence[int], opp: Sequence[int], die: int, start: int = OUTSIDE, entries: Sequence[int] = ()
) -> list[int]:
    """The places from which one checker may move `die`, rearmost first, none behind `start`.

    The rules of a single move and nothing of the whole turn: B3, B10, C1 to C3, V3. Each point named in
    `entries` has a checker that may not leave it in this roll; a point may be named more than once.
    """
    outside, blocking = 0, 2
    if len(own) > OUTSIDE:
        outside, blocking = own[OUTSIDE], 2 if own[MAY_HIT] else 1
    if own[BAR]:
        return [BAR] if start >= BAR and opp[die] < blocking else []
    sources = [OUTSIDE] if outside and start == OUTSIDE and opp[die] < blocking else []
    sources += [src for src in range(min(start, 24), die, -1) if own[src] and opp[25 - src + die] < blocking]
    if entries:
        sources = [src for src in sources if own[src] > entries.count(src)]
    if outside or any(own[HOME + 1 : BAR]):
        return sources
    # All are at home: a checker goes off from the die's own point or, when nothing stands there
    # nor above, from the highest point held.
    last = next((src for src in range(HOME, OFF, -1) if own[src]), OFF)
    exit_point = die if own[die] else last
    if OFF < exit_point <= min(die, start):
        sources.append(exit_point)
    return sources


def landing(src: int, die: int) -> int:
    """The destination of a checker from `src` with `die`; outside counts as far as the bar (V3)."""
    return max(min(src, BAR) - die, OFF)


def put(own: list[int], opp: list[int], src: int, dst: int) -> bool:
    """Move one checker on a board of two lists; return True if it hits a blot (B3).

    A checker that comes home gives its side the right to hit (V3).
    """
    own[src] -= 1
    own[dst] += 1
    if dst <= HOME and len(own) > OUTSIDE:
        own[MAY_HIT] = 1
    if dst == OFF or not opp[25 - dst]:
        return False
    opp[25 - dst] -= 1
    opp[BAR] += 1
    return True


def entered_in(moves: Sequence[tuple[int, int]], variant: Variant) -> list[int]:
    """The points that checkers entered by these moves may not leave in the same roll (V3)."""
    return [] if variant.move_on_entering_roll else [dst for src, dst in moves if src == OUTSIDE]
