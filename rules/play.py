"""Moves, plays and the list of legal plays of a roll (B3 to C5, V3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .errors import IllegalPlay
from .position import BAR, HOME, MAY_HIT, OFF, OUTSIDE, Position
from .variant import BACKGAMMON, Variant


class Move(NamedTuple):
    """One checker moved from `src` (25 the bar, 26 outside) to `dst` (0 off), in the mover's own numbers.

    A tuple and no dataclass, because checking records handles them by the million.
    """

    src: int
    dst: int


class Play(NamedTuple):
    """A whole turn: one move for each die used, and the resulting position, seen by the same side.

    `hits` tells for each move whether it hits a blot. A dance has no moves (B9). `is_forced` marks the
    play that `legal_plays` found to be the only one.
    """

    moves: tuple[Move, ...]
    hits: tuple[bool, ...]
    result: Position
    is_forced: bool = False

    @property
    def notation(self) -> str:
        """The play in the usual notation: `bar/21 13/7*(2)`, `#` for a dance (A4)."""
        return notation(self.moves, self.hits)

    @property
    def pips(self) -> int:
        """The number of pips that the play takes off the mover's count."""
        return sum(min(src, BAR) - dst for src, dst in self.moves)


def legal_plays(position: Position, dice: tuple[int, int], variant: Variant = BACKGAMMON) -> tuple[Play, ...]:
    """Every legal play of a roll, one for each resulting position, in canonical order.

    The moves of a play are ordered from the back of the board to the front, and so are the plays by their
    moves. Without a legal move the only play is the dance (B9). Each play uses as many dice as B6 to B8
    demand; a win with one die, which C5 permits, is not listed beside a full play that wins too. A position
    can have thousands of plays of a double, so `judge` does not use this list. Raises `IllegalPlay` unless
    the roll has two dice.
    """
    high, low = in_order(dice)
    if position.outside[0] or not position.may_hit[0]:
        return _distinct(_entering_lines(position, high, low, variant), Position.from_lists)
    rest = position.outside, position.may_hit
    return _distinct(
        _usual_lines(position, high, low), lambda own, opp: Position(tuple(own), tuple(opp), *rest)
    )


def played(position: Position, moves: Sequence[Move]) -> Play:
    """The play of these moves, without a check of the rules: its hits and its result."""
    own, opp = position.lists()
    hits = tuple([put(own, opp, src, dst) for src, dst in moves])
    return Play(tuple(moves), hits, Position.from_lists(own, opp))


def notation(moves: Sequence[Move], hits: Sequence[bool]) -> str:
    """Moves in the usual notation: one checker's moves joined, equal ones counted (A4)."""
    routes: list[list[tuple[int, bool]]] = []
    for (src, dst), is_hit in zip(moves, hits, strict=True):
        route = next((route for route in routes if route[-1][0] == src), None)
        if route is None:
            route = [(src, False)]
            routes.append(route)
        route.append((dst, is_hit))
    by_route: dict[tuple[int, ...], list[tuple[int, bool]]] = {}
    repeats: dict[tuple[int, ...], int] = {}
    for route in routes:
        # A stop on the way is written only if a checker was hit there.
        stops = [route[0], *(stop for stop in route[1:-1] if stop[1]), route[-1]]
        places = tuple(place for place, _ in stops)
        # Of two checkers hitting on one point the first is listed first and keeps its star.
        by_route.setdefault(places, stops)
        repeats[places] = repeats.get(places, 0) + 1
    words = [_word(stops, repeats[places]) for places, stops in by_route.items()]
    return " ".join(words) or "#"


def in_order(dice: Sequence[int]) -> tuple[int, int]:
    """The dice, higher first; raises `IllegalPlay` unless they are two numbers from 1 to 6."""
    if len(dice) == 2:
        one, two = dice
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


# The list of plays. A line is a play on its way: the checkers of both sides after its moves so far, the
# places that the mover holds as a set of bits, the moves and what each hits.
_Line = tuple[list[int], list[int], int, tuple[Move, ...], tuple[bool, ...]]

_BIT = tuple(1 << place for place in range(OUTSIDE))
_FACING_BIT = (0, *(1 << 25 - point for point in range(1, BAR)), 0)
_UP_TO = tuple((2 << place) - 1 for place in range(OUTSIDE))
_MOVES = tuple(tuple(Move(src, landing(src, die)) for src in range(OUTSIDE)) for die in range(7))


def _distinct(lines: list[_Line], board: Callable[[list[int], list[int]], Position]) -> tuple[Play, ...]:
    plays: dict[Position, Play] = {}
    for own, opp, _, moves, hits in lines:
        result = board(own, opp)
        if result not in plays:
            plays[result] = Play(moves, hits, result)
    if len(plays) == 1:
        return tuple(play._replace(is_forced=True) for play in plays.values())
    return tuple(sorted(plays.values(), reverse=True))


def _whole_turns(
    onward: Callable[[list[_Line], int], list[_Line]], start: _Line, high: int, low: int
) -> list[_Line]:
    """The plays with the largest usable number of dice, extended step by step by `onward`."""
    lines = [start]
    if high != low:
        # Both (B6), else the higher (B7), else the lower, else none (B9).
        highs, lows = onward(lines, high), onward(lines, low)
        return onward(highs, low) + onward(lows, high) or highs or lows or lines
    for _ in range(4):
        longer = onward(lines, high)
        if not longer:
            break
        lines = longer
    return lines


def _usual_lines(position: Position, high: int, low: int) -> list[_Line]:
    own, opp = list(position.own), list(position.opp)
    own_bits = free = 0
    for bit, facing, mine, theirs in zip(_BIT, _FACING_BIT, own, opp, strict=True):
        if mine:
            own_bits |= bit
        if theirs < 2:
            free |= facing
    # A free point stays free for the whole turn, because only blots are hit.
    return _whole_turns(
        lambda lines, die: _onward(lines, die, free << die), (own, opp, own_bits, (), ()), high, low
    )


def _onward(lines: list[_Line], die: int, reach: int) -> list[_Line]:
    """Every play extended by one move from the places of the bit set `reach`, by the rules of `movable`.

    No checker moves from behind the one before it. Nothing is lost: with the dice given to their
    checkers, moving from the back of the board first is never less permissive, as it enters before it
    moves, comes home before it bears off and clears the points behind.
    """
    longer: list[_Line] = []
    moves_of_die = _MOVES[die]
    for own, opp, own_bits, moves, hits in lines:
        sources = own_bits & reach
        if own_bits >= _BIT[BAR]:
            sources &= _BIT[BAR]
        elif own_bits < _BIT[HOME + 1]:
            last = own_bits.bit_length() - 1
            if OFF < last < die or own[die]:
                sources |= _BIT[min(last, die)]
        if moves:
            sources &= _UP_TO[moves[-1].src]
        while sources:
            src = sources.bit_length() - 1
            sources ^= _BIT[src]
            move = moves_of_die[src]
            dst = move.dst
            after, facing = own.copy(), opp
            after[src] -= 1
            after[dst] += 1
            is_hit = dst != OFF and opp[25 - dst] > 0
            if is_hit:
                facing = opp.copy()
                facing[25 - dst] = 0
                facing[BAR] += 1
            rest_bits = own_bits if after[src] else own_bits ^ _BIT[src]
            longer.append((after, facing, rest_bits | _BIT[dst], (*moves, move), (*hits, is_hit)))
    return longer


def _entering_lines(position: Position, high: int, low: int, variant: Variant) -> list[_Line]:
    def onward(lines: list[_Line], die: int) -> list[_Line]:
        # Here the order of the moves counts, as a checker that comes home lets the others hit (V3). So
        # every order is tried, and each board keeps its first line from the back.
        longer: dict[tuple[int, ...], _Line] = {}
        for own, opp, _, moves, hits in lines:
            for src in movable(own, opp, die, entries=entered_in(moves, variant)):
                move = Move(src, landing(src, die))
                after, facing = own.copy(), opp.copy()
                is_hit = put(after, facing, src, move.dst)
                line = (after, facing, 0, (*moves, move), (*hits, is_hit))
                board = (*after, *facing)
                if board not in longer or _from_the_back(line) > _from_the_back(longer[board]):
                    longer[board] = line
        return list(longer.values())

    own, opp = position.lists()
    lines = _whole_turns(onward, (own, opp, 0, (), ()), high, low)
    return sorted(lines, key=_from_the_back, reverse=True)


def _from_the_back(line: _Line) -> list[tuple[int, int]]:
    # Of two ways of one checker the one with the higher die first, as in `_whole_turns`.
    return [(src, -dst) for src, dst in line[3]]


def _word(stops: list[tuple[int, bool]], repeats: int) -> str:
    names = {OUTSIDE: "out", BAR: "bar", OFF: "off"}
    text = "/".join(f"{names.get(place, place)}{'*' * is_hit}" for place, is_hit in stops)
    return f"{text}({repeats})" if repeats > 1 else text
