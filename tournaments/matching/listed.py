"""A round paired down a list: the highest free player meets the next highest whom the rules allow.

This is how a director pairs a Monrad by hand. Norsk Backgammonforbund, draft rules of 2000: two players meet at most
once, and the highest free player on the list of results meets the next highest whom it has not met.

Of all rounds without a barred pair it returns the first in lexicographic order: number 0 has its nearest possible
opponent, then the next free player, and so on. So no pair has to be broken up at the bottom of the list.

    >>> down_the_list(6, frozenset({(0, 1), (2, 3)}))
    ((0, 2), (1, 3), (4, 5))
    >>> down_the_list(4, frozenset({(0, 1), (0, 2), (0, 3)})) is None
    True

It looks at each pair once: O(n²) for n players. The remaining players can all be paired if each of them is barred from
fewer than half of the others (Dirac, "Some theorems on abstract graphs", 1952). Otherwise a maximum matching decides
(Edmonds' blossom algorithm, rustworkx).
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

import rustworkx

from tournaments.matching.rules import Pair


def down_the_list(count: int, barred: AbstractSet[Pair]) -> tuple[Pair, ...] | None:
    """Return the round of players numbered from 0 at the top; None if every round has a barred pair.

    `barred` are pairs with the smaller number first. `count` is even: the caller has already given the bye.
    """
    apart = [{player} for player in range(count)]
    for one, two in barred:
        apart[one].add(two)
        apart[two].add(one)
    free, pairs = list(range(count)), []
    while free:
        one = free.pop(0)
        for two in free:
            others = [player for player in free if player != two]
            if two not in apart[one] and _can_be_paired(others, apart):
                break
        else:
            return None
        pairs.append((one, two))
        free = others
    return tuple(pairs)


def _can_be_paired(players: Sequence[int], apart: Sequence[AbstractSet[int]]) -> bool:
    """Say whether these players have a round without a barred pair; `apart` of a player includes the player."""
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
