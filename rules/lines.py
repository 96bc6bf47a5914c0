"""The ways to play a whole turn, step by step (B6 to B9, V3)."""

from __future__ import annotations

from collections.abc import Callable

from .move import Move, entered_in, landing, movable, put
from .position import BAR, HOME, OFF, OUTSIDE, Position
from .variant import Variant

# A line is a play on its way: the checkers of both sides after its moves so far, the
# places that the mover holds as a set of bits, the moves and what each hits.
Line = tuple[list[int], list[int], int, tuple[Move, ...], tuple[bool, ...]]

_BIT = tuple(1 << place for place in range(OUTSIDE))
_FACING_BIT = (0, *(1 << 25 - point for point in range(1, BAR)), 0)
_UP_TO = tuple((2 << place) - 1 for place in range(OUTSIDE))
_MOVES = tuple(tuple(Move(src, landing(src, die)) for src in range(OUTSIDE)) for die in range(7))


def _whole_turns(
    onward: Callable[[list[Line], int], list[Line]], start: Line, high: int, low: int
) -> list[Line]:
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


def usual_lines(position: Position, high: int, low: int) -> list[Line]:
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


def _onward(lines: list[Line], die: int, reach: int) -> list[Line]:
    """Every play extended by one move from the places of the bit set `reach`, by the rules of `movable`.

    No checker moves from behind the one before it. Nothing is lost: with the dice given to their
    checkers, moving from the back of the board first is never less permissive, as it enters before it
    moves, comes home before it bears off and clears the points behind.
    """
    longer: list[Line] = []
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


def entering_lines(position: Position, high: int, low: int, variant: Variant) -> list[Line]:
    def onward(lines: list[Line], die: int) -> list[Line]:
        # Here the order of the moves counts, as a checker that comes home lets the others hit (V3). So
        # every order is tried, and each board keeps its first line from the back.
        longer: dict[tuple[int, ...], Line] = {}
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


def _from_the_back(line: Line) -> list[tuple[int, int]]:
    # Of two ways of one checker the one with the higher die first, as in `_whole_turns`.
    return [(src, -dst) for src, dst in line[3]]
