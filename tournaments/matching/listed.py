"""A round paired down a list: the first who is free meets the next one below whom it may.

This is how a desk pairs a Monrad by hand. Norsk Backgammonforbund, draft rules of 2000: two players meet at most once, and
the highest free player on the list of results meets the next highest whom it has not met.

Of all rounds that keep the barred pairs apart it returns the first in the order of the list: the one in which number 0 has
the nearest opponent it can have, then the next who is free, and so on. So nobody has to be moved back at the bottom.

    >>> down_the_list(6, frozenset({(0, 1), (2, 3)}))
    ((0, 2), (1, 3), (4, 5))
    >>> down_the_list(4, frozenset({(0, 1), (0, 2), (0, 3)})) is None
    True

It looks at each pair once, so it takes the square of the players. Whether those who are left can all be paired is plain as
long as each of them is kept from fewer than half of the others (Dirac, "Some theorems on abstract graphs", 1952); below that
a matching of largest size says so (Edmonds' blossoms, rustworkx).
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

import rustworkx

from tournaments.matching.rules import Pair


def down_the_list(count: int, barred: AbstractSet[Pair]) -> tuple[Pair, ...] | None:
    """Return the round of these players, numbered from 0 at the top; None where no round keeps all barred pairs apart.

    `barred` are pairs with the smaller number first. `count` is even: the bye is given before.
    """
    apart = [{player} for player in range(count)]
    for one, two in barred:
        apart[one].add(two)
        apart[two].add(one)
    free, pairs = list(range(count)), []
    while free:
        one = free.pop(0)
        for two in free:
            left = [player for player in free if player != two]
            if two not in apart[one] and _can_be_paired(left, apart):
                break
        else:
            return None
        pairs.append((one, two))
        free = left
    return tuple(pairs)


def _can_be_paired(players: Sequence[int], apart: Sequence[AbstractSet[int]]) -> bool:
    """Say whether a round of these players keeps all apart who must be; each is apart from itself."""
    most = max((len(apart[player]) for player in players), default=0)
    if 2 * most <= len(players):
        return True
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(players)
    graph.add_edges_from(
        [
            (one, two, None)
            for one in range(len(players))
            for two in range(one + 1, len(players))
            if players[two] not in apart[players[one]]
        ]
    )
    return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(players)
