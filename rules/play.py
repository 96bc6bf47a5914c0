"""Moves, plays and the list of legal plays of a roll (B3 to C5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .errors import IllegalPlay
from .position import BAR, HOME, OFF, Position


class Move(NamedTuple):
    """One checker moved from `src` (25 the bar) to `dst` (0 off), in the mover's own numbers.

    A tuple and no dataclass, because checking records handles them by the million.
    """

    src: int
    dst: int


@dataclass(frozen=True, slots=True)
class Play:
    """A whole turn: one move for each die used, and the position reached, seen by the same side.

    `hits` tells for each move whether it hits a blot. A dance has no moves (B9).
    """

    moves: tuple[Move, ...]
    hits: tuple[bool, ...]
    result: Position

    @property
    def notation(self) -> str:
        """The play in the usual notation: `bar/21 13/7*(2)`, `#` for a dance (A4)."""
        return notation(self.moves, self.hits)


def legal_plays(position: Position, dice: tuple[int, int]) -> tuple[Play, ...]:
    """Every legal play of a roll, one for each position it can reach, in canonical order.

    Moves inside a play run from the back of the board to the front, and plays are ordered by their
    moves in the same sense; without any legal move the only play is the dance (B9). The plays use as
    many dice as B6 to B8 demand: a win with one die that C5 lets stand is not repeated beside the
    full play that wins too. A crafted position with a small double has thousands of plays, so `judge`
    checks a play without this list. Raises `IllegalPlay` for anything but two dice.
    """
    high, low = in_order(dice)
    own, opp = list(position.own), list(position.opp)
    if high == low:
        lines = _longest(_double_lines(own, opp, high))
    else:
        lines = _two_die_lines(own, opp, high, low) or _one_die_lines(own, opp, high, low)
    distinct: dict[Position, Play] = {}
    for line in lines:
        play = played(position, line)
        distinct.setdefault(play.result, play)
    return tuple(sorted(distinct.values(), key=_moves, reverse=True))


def played(position: Position, moves: Sequence[Move]) -> Play:
    """The play made of these moves, unchecked: what each hits and where they lead."""
    own, opp = list(position.own), list(position.opp)
    hits = tuple(put(own, opp, src, dst) for src, dst in moves)
    return Play(tuple(moves), hits, Position(tuple(own), tuple(opp)))


def notation(moves: Sequence[Move], hits: Sequence[bool]) -> str:
    """Moves in the usual notation: one checker's moves joined, equal ones counted (A4)."""
    routes: list[list[tuple[int, bool]]] = []
    for (src, dst), hit in zip(moves, hits, strict=True):
        route = next((route for route in routes if route[-1][0] == src), None)
        if route is None:
            route = [(src, False)]
            routes.append(route)
        route.append((dst, hit))
    counted: dict[tuple[int, ...], list[tuple[int, bool]]] = {}
    repeats: dict[tuple[int, ...], int] = {}
    for route in routes:
        # A stop on the way is only worth a word when something was hit there.
        told = [route[0], *(stop for stop in route[1:-1] if stop[1]), route[-1]]
        places = tuple(place for place, _ in told)
        # Of two checkers hitting on one point the first is listed first and keeps its star.
        counted.setdefault(places, told)
        repeats[places] = repeats.get(places, 0) + 1
    words = [_word(told, repeats[places]) for places, told in counted.items()]
    return " ".join(words) or "#"


def movable(own: Sequence[int], opp: Sequence[int], die: int, start: int = BAR) -> list[int]:
    """The places from which one checker may move `die`, rearmost first, none behind `start`.

    The rules of a single move and nothing of the whole turn: B3, B10, C1 to C3.
    """
    if own[BAR]:
        return [BAR] if start == BAR and opp[die] < 2 else []
    sources = [src for src in range(min(start, 24), die, -1) if own[src] and opp[25 - src + die] < 2]
    if any(own[HOME + 1 :]):
        return sources
    # All are at home: a checker goes off from the die's own point or, when nothing stands there
    # nor above, from the highest point held.
    last = next((src for src in range(HOME, OFF, -1) if own[src]), OFF)
    exit_point = die if own[die] else last
    if OFF < exit_point <= min(die, start):
        sources.append(exit_point)
    return sources


def put(own: list[int], opp: list[int], src: int, dst: int) -> bool:
    """Move one checker on a board of two lists of counts; True when it hits a blot (B3)."""
    own[src] -= 1
    own[dst] += 1
    if dst == OFF or not opp[25 - dst]:
        return False
    opp[25 - dst] -= 1
    opp[BAR] += 1
    return True


def put_back(own: list[int], opp: list[int], src: int, dst: int, *, is_hit: bool) -> None:
    """Undo `put`."""
    own[src] += 1
    own[dst] -= 1
    if is_hit:
        opp[25 - dst] += 1
        opp[BAR] -= 1


def in_order(dice: Sequence[int]) -> tuple[int, int]:
    """The dice, higher first; raises `IllegalPlay` unless they are two numbers from 1 to 6."""
    if len(dice) != 2 or not all(type(die) is int and 1 <= die <= 6 for die in dice):
        raise IllegalPlay("not_dice", found=str(dice))
    return max(dice), min(dice)


# In the lines below no checker moves from behind the one before it. Nothing is lost: with the dice
# given to their checkers, moving from the back of the board first is never less permissive, as it
# enters before it moves, comes home before it bears off and clears the points behind.


def _two_die_lines(own: list[int], opp: list[int], high: int, low: int) -> list[tuple[Move, ...]]:
    lines: list[tuple[Move, ...]] = []
    for first, second in ((high, low), (low, high)):
        for src in movable(own, opp, first):
            move = Move(src, max(src - first, OFF))
            is_hit = put(own, opp, *move)
            lines += [(move, Move(then, max(then - second, OFF))) for then in movable(own, opp, second, src)]
            put_back(own, opp, *move, is_hit=is_hit)
    return lines


def _one_die_lines(own: list[int], opp: list[int], high: int, low: int) -> list[tuple[Move, ...]]:
    # Not both: the higher die if it can be played, else the lower (B7), else a dance (B9).
    for die in (high, low):
        if sources := movable(own, opp, die):
            return [(Move(src, max(src - die, OFF)),) for src in sources]
    return [()]


def _double_lines(
    own: list[int], opp: list[int], die: int, line: tuple[Move, ...] = ()
) -> Iterator[tuple[Move, ...]]:
    yield line
    if len(line) == 4:
        return
    for src in movable(own, opp, die, line[-1].src if line else BAR):
        move = Move(src, max(src - die, OFF))
        is_hit = put(own, opp, *move)
        yield from _double_lines(own, opp, die, (*line, move))
        put_back(own, opp, *move, is_hit=is_hit)


def _longest(lines: Iterator[tuple[Move, ...]]) -> list[tuple[Move, ...]]:
    # Of doubles as many as possible must be played (B8).
    found = list(lines)
    most = max(map(len, found))
    return [line for line in found if len(line) == most]


def _moves(play: Play) -> tuple[Move, ...]:
    return play.moves


def _word(stops: list[tuple[int, bool]], repeats: int) -> str:
    names = {BAR: "bar", OFF: "off"}
    text = "/".join(f"{names.get(place, place)}{'*' * hit}" for place, hit in stops)
    return f"{text}({repeats})" if repeats > 1 else text
