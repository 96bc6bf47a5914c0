"""A second reading of the rules for variants in which checkers enter or may not hit at first (V3).

It shares no code with the package or `brute_force`. Each checker has a place, and a mark if it entered in
this roll. Every checker is tried with every die in every order.
"""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

from rules.position import Position

BAR, OUTSIDE = 25, 26


class Checker(NamedTuple):
    """A checker at its place (0 off, 26 outside) and whether it came in with this roll."""

    place: int
    is_new: bool = False


class Table(NamedTuple):
    """All that matters of a board during one turn; the opponent's blots are places of the mover's."""

    own: tuple[Checker, ...]
    blocks: frozenset[int]
    blots: frozenset[int]
    may_hit: bool


Line = tuple[tuple[int, int], ...]


def table(position: Position) -> Table:
    """The table on which a position is played on."""
    own = [Checker(place) for place, count in enumerate(position.own) for _ in range(count)]
    own += [Checker(OUTSIDE)] * position.outside[0]
    theirs = {25 - place: count for place, count in enumerate(position.opp[:BAR]) if place and count}
    return Table(
        tuple(sorted(own)),
        frozenset(place for place, count in theirs.items() if count > 1),
        frozenset(place for place, count in theirs.items() if count == 1),
        position.may_hit[0],
    )


def position_after(before: Position, after: Table) -> Position:
    """The position of a table that began from `before`."""
    own, opp = [0] * 27, list(before.opp)
    for checker in after.own:
        own[checker.place] += 1
    for place in table(before).blots - after.blots:
        opp[25 - place] = 0
        opp[BAR] += 1
    outside = (own.pop(), before.outside[1])
    return Position(tuple(own), tuple(opp), outside, (after.may_hit, before.may_hit[1]))


def after_move(board: Table, checker: Checker, die: int, *, new_may_move: bool) -> tuple[Table, int] | None:
    """The table after a checker's move and where it came to stand, `None` where a rule forbids it."""
    others = list(board.own)
    others.remove(checker)
    if checker.place == 0 or (checker.is_new and not new_may_move):
        return None
    if checker.place != BAR and Checker(BAR) in board.own:
        return None
    target = (BAR if checker.place == OUTSIDE else checker.place) - die
    if target < 1:
        if any(other.place > 6 for other in board.own):
            return None
        if target < 0 and any(other.place > checker.place for other in others):
            return None
        target = 0
    if target in board.blocks or (target in board.blots and not board.may_hit):
        return None
    own = [*others, Checker(target, checker.place == OUTSIDE or checker.is_new)]
    reached_home = target <= 6
    return Table(
        tuple(sorted(own)), board.blocks, board.blots - {target}, board.may_hit or reached_home
    ), target


def lines(
    position: Position, dice: tuple[int, int], *, new_may_move: bool
) -> dict[tuple[int, ...], dict[Position, Line]]:
    """Every position that some order of some of the dice reaches, with a line: by the dice used."""
    ways: dict[tuple[int, ...], dict[Position, Line]] = {}
    moves = dice * 2 if dice[0] == dice[1] else dice
    for order in set(permutations(moves)):
        level: dict[Table, Line] = {table(position): ()}
        for count in range(len(order) + 1):
            line_of = ways.setdefault(order[:count], {})
            for board, line in level.items():
                line_of.setdefault(position_after(position, board), line)
            if count == len(order):
                break
            further: dict[Table, Line] = {}
            for board, line in level.items():
                for checker in set(board.own):
                    after = after_move(board, checker, order[count], new_may_move=new_may_move)
                    if after is not None:
                        further.setdefault(after[0], (*line, (checker.place, after[1])))
            level = further
    return {count: line_of for count, line_of in ways.items() if line_of}


def results(position: Position, dice: tuple[int, int], *, new_may_move: bool) -> set[Position]:
    """The positions that full plays reach: as many dice as possible (B6, B8), the higher of two (B7)."""
    ways = lines(position, dice, new_may_move=new_may_move)
    most = max(map(len, ways))
    longest = [prefix for prefix in ways if len(prefix) == most]
    if most == 1 and len(longest) == 2:
        longest = [max(longest)]
    return {line_of for prefix in longest for line_of in ways[prefix]}
