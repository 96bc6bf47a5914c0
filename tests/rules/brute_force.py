"""A second, slow and simple reading of the rules of movement, to compare the quick one with.

It shares no code with the package. A board is a dictionary; every order of the dice and every line is
played to its end.
"""

from __future__ import annotations

from itertools import permutations

Board = tuple[tuple[int, ...], tuple[int, ...]]
Line = tuple[tuple[int, int], ...]


def step(board: Board, src: int, die: int) -> Board | None:
    """The board after one checker's move by one die, `None` when B3, B10 or C1 to C3 forbid it."""
    own, opp = (dict(enumerate(side)) for side in board)
    if own[src] == 0 or (own[25] > 0 and src != 25):
        return None
    dst = src - die
    if dst <= 0:
        rearmost = max(place for place in own if place and own[place])
        if rearmost > 6 or (dst < 0 and rearmost > src):
            return None
        dst = 0
    elif opp[25 - dst] >= 2:
        return None
    elif opp[25 - dst] == 1:
        opp[25 - dst], opp[25] = 0, opp[25] + 1
    own[src], own[dst] = own[src] - 1, own[dst] + 1
    return tuple(own.values()), tuple(opp.values())


def lines(board: Board, dice: tuple[int, int]) -> dict[tuple[int, ...], dict[Board, Line]]:
    """Every board that some order of some of the dice reaches, with a line: by the dice used."""
    ways: dict[tuple[int, ...], dict[Board, Line]] = {}
    moves = dice * 2 if dice[0] == dice[1] else dice

    def follow(here: Board, line: Line, prefix: tuple[int, ...], rest: tuple[int, ...]) -> None:
        line_of = ways.setdefault(prefix, {})
        if here in line_of:
            return
        line_of[here] = line
        if rest:
            for src in range(1, 26):
                there = step(here, src, rest[0])
                if there is not None:
                    follow(there, (*line, (src, max(src - rest[0], 0))), (*prefix, rest[0]), rest[1:])

    for order in set(permutations(moves)):
        ways.pop((), None)
        follow(board, (), (), order)
    return ways


def results(board: Board, dice: tuple[int, int]) -> set[Board]:
    """The boards that full plays reach: as many dice as possible (B6, B8), the higher of two (B7)."""
    ways = lines(board, dice)
    most = max(len(prefix) for prefix in ways)
    longest = [prefix for prefix in ways if len(prefix) == most]
    if most == 1 and len(longest) == 2:
        longest = [max(longest)]
    return {end for prefix in longest for end in ways[prefix]}
