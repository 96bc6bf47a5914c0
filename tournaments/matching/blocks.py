"""Blocks of players that can be paired separately, computed from the points alone.

Players stand in the order of their points, and a pair costs the square of the difference of its points. A boundary lies
between two neighbours with different points; its gap is that difference. If an odd number of players stands above a
boundary, at least one pair crosses it. A pair costs at least the sum of the squares of the gaps that it crosses.

So the sum of the squared gaps at odd boundaries is a lower bound for the cost of a round. A round that reaches the
bound has one pair across each odd boundary and none across any other. If one such round exists, all best rounds are
such. Then the players between two even boundaries are a block, which is paired by itself.
"""

from collections.abc import Sequence
from itertools import compress, count
from operator import ne
from typing import NamedTuple


class Blocks(NamedTuple):
    """The blocks in their order, and the lower bound for the cost of the differences of points."""

    parts: tuple[range, ...]
    least: int


def blocks_of(levels: Sequence[int], *, bye: int | None) -> Blocks:
    """Return the blocks of players with these points, which never rise or never fall.

    `bye` is one of the candidates for the bye, who all have equal points; None in an even field.
    """
    starts, least = [0], 0
    for place in compress(count(1), map(ne, levels, levels[1:])):
        # The bye counts as one more player among its candidates.
        if (place + (bye is not None and bye < place)) % 2:
            least += (levels[place] - levels[place - 1]) ** 2
        else:
            starts.append(place)
    stops = [*starts[1:], len(levels)]
    return Blocks(tuple(map(range, starts, stops)), least)
