"""Blocks of players between whom no best round has a pair, found from their points alone.

Players stand in the order of their points, and a pair costs the square of the difference of theirs. Between two
neighbours with different points lies a boundary. Behind an odd number of players at least one pair crosses it, and a
pair costs at least the sum of the squares of the gaps that it crosses, and more where they are several. So no round
costs less than the squares of the gaps behind odd numbers, and one that costs no more has exactly one pair across each
of these and none across any other. Where there is such a round, all best rounds are such, and what lies between two
boundaries behind even numbers is paired by itself.
"""

from collections.abc import Sequence
from itertools import compress, count
from operator import ne
from typing import NamedTuple


class Blocks(NamedTuple):
    """The blocks in their order, and the least that the difference of points can cost in all of them."""

    parts: tuple[range, ...]
    least: int


def blocks_of(levels: Sequence[int], *, bye: int | None) -> Blocks:
    """Return the blocks of players with these points, which never rise or never fall.

    `bye` is one of those who may have the bye of an odd field, all of whom have as many points; None in an even field.
    """
    starts, least = [0], 0
    for place in compress(count(1), map(ne, levels, levels[1:])):
        # The bye sits among those who may have it, as one player more.
        if (place + (bye is not None and bye < place)) % 2:
            least += (levels[place] - levels[place - 1]) ** 2
        else:
            starts.append(place)
    stops = [*starts[1:], len(levels)]
    return Blocks(tuple(map(range, starts, stops)), least)
