"""Whether a field can go on for the rounds planned without anybody meeting twice.

Players are the vertices of a graph whose edges are the pairs that may still meet; in an odd field the bye is a player
more, whom everybody without a bye may meet. A round is a perfect matching, and rounds to come are disjoint ones.

A graph of N vertices, N even, whose vertices all have at least N/2 neighbours has a perfect matching (Dirac), and a
round takes one neighbour from each. So r rounds in a row can never fail while everybody has N/2 + r - 1 opponents
left, however they are paired: nobody needs to look ahead. From the first round on that is r <= N/2. Below, a schedule
is searched for. Hill climbing (Dinitz and Stinson's for one-factorisations) finds one quickly where there are many;
backtracking decides the small cases where there are few or none. Both have limits, beyond which "not found" counts as
"there is none": the caller then prefers a round behind which a schedule is known.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from itertools import chain, count
from random import Random

from tournaments.matching.rules import Pair
from tournaments.matching.solver import Matching, PairingProblem

# For each vertex the set of its neighbours, as bits.
Graph = tuple[int, ...]
Schedule = tuple[tuple[Pair, ...], ...]

_CLIMBS = 4
_STEPS_FOR_EACH_SEAT = 60
_NODES = 20_000
_ROUNDS_LOOKED_AT = 100


def graph_of(field: PairingProblem, *, had_bye: Sequence[int]) -> Graph:
    """Return who may still meet whom; in an odd field the last vertex is the bye, for those who had none."""
    everybody = (1 << field.count) - 1
    neighbours = [everybody & ~(1 << player) for player in range(field.count)]
    for one, two in field.barred:
        neighbours[one] &= ~(1 << two)
        neighbours[two] &= ~(1 << one)
    if field.count % 2:
        may = [player for player in range(field.count) if not had_bye[player]]
        for player in may:
            neighbours[player] |= 1 << field.count
        neighbours.append(sum(1 << player for player in may))
    return tuple(neighbours)


def without(graph: Graph, pairs: Sequence[Pair]) -> Graph:
    """Return the graph after these pairs have met."""
    neighbours = list(graph)
    for one, two in pairs:
        neighbours[one] &= ~(1 << two)
        neighbours[two] &= ~(1 << one)
    return tuple(neighbours)


def fewest_opponents(field: PairingProblem, *, had_bye: Sequence[int]) -> int:
    """Return how many the one with the fewest may still meet, the bye of an odd field among players and opponents."""
    size = field.count + field.count % 2
    met = Counter(chain.from_iterable(field.barred)).get
    left = [size - 1 - met(player, 0) for player in range(field.count)]
    if field.count % 2:
        left = [opponents - bool(byes) for opponents, byes in zip(left, had_bye, strict=True)]
        left.append(sum(not byes for byes in had_bye))
    return min(left, default=0)


def cannot_fail(players: int, *, fewest: int, rounds: int) -> bool:
    """Say whether so many rounds can be paired however each of them is, when everybody has so many opponents left."""
    return rounds <= 0 or 2 * (fewest - rounds + 1) >= players + players % 2


def schedule(graph: Graph, rounds: int) -> Schedule | None:
    """Return so many rounds in which nobody meets twice; None where there are none, or none was found."""
    if rounds <= 0:
        return ()
    if min((neighbours.bit_count() for neighbours in graph), default=0) < rounds or _has_odd_part(graph):
        return None
    for attempt in range(_CLIMBS):
        # The same on every machine; nobody's luck depends on it.
        found = _climbed(graph, rounds, chance=Random(attempt))  # noqa: S311
        if found is not None:
            return found
    return _Search().schedule(graph, rounds, above=-1)


def best_rounds(field: PairingProblem) -> Iterator[Matching]:
    """Yield the rounds of a field, the best first, each once (Murty's order); at most as many as are worth a look.

    The rounds that are not the best one are those without its first pair, those with the first and without the second,
    and so on; each of these sets is a field with its own best round.
    """
    ties = count()
    waiting: list[tuple[tuple[int, ...], int, PairingProblem, Matching]] = []

    def add(space: PairingProblem) -> None:
        best = space.paired()
        if best is not None:
            heappush(waiting, (tuple(best.costs.values()), next(ties), space, best))

    add(field)
    for _ in range(_ROUNDS_LOOKED_AT):
        if not waiting:
            return
        _, _, space, best = heappop(waiting)
        yield best
        seats: list[tuple[int, int | None]] = [*best.pairs]
        seats += [] if best.bye is None else [(best.bye, None)]
        for one, two in seats:
            add(_barring(space, one, two))
            space = _holding(space, one, two)


def _barring(field: PairingProblem, one: int, two: int | None) -> PairingProblem:
    if two is None:
        return replace(field, no_bye=field.no_bye | {one})
    return replace(field, barred=field.barred | {(one, two)})


def _holding(field: PairingProblem, one: int, two: int | None) -> PairingProblem:
    """Return the field in which these two meet, or this one has the bye, in every round."""
    others = {
        (min(player, other), max(player, other))
        for player in (one, two)
        if player is not None
        for other in range(field.count)
        if other not in (one, two)
    }
    no_bye = set(range(field.count)) - {one} if two is None else {one, two}
    return replace(field, barred=field.barred | others, no_bye=field.no_bye | no_bye)


def _has_odd_part(graph: Graph) -> bool:
    """Say whether a connected part has an odd number of vertices, so that no round can be paired within it."""
    left = (1 << len(graph)) - 1
    while left:
        part, edge = 0, left & -left
        while edge:
            part |= edge
            edge = _neighbours_of(graph, edge) & ~part
        if part.bit_count() % 2:
            return True
        left &= ~part
    return False


def _neighbours_of(graph: Graph, vertices: int) -> int:
    found = 0
    for vertex in _bits(vertices):
        found |= graph[vertex]
    return found


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _climbed(graph: Graph, rounds: int, *, chance: Random) -> Schedule | None:
    """Fill empty seats one after the other, moving who is in the way; None when seats stay empty for too long."""
    size = len(graph)
    partner = [[-1] * rounds for _ in range(size)]
    unused = list(graph)
    empty = [(player, number) for player in range(size) for number in range(rounds)]
    for _ in range(_STEPS_FOR_EACH_SEAT * size * rounds):
        if not empty:
            return tuple(
                tuple((one, partner[one][number]) for one in range(size) if one < partner[one][number])
                for number in range(rounds)
            )
        position = int(chance.random() * len(empty))
        empty[position], empty[-1] = empty[-1], empty[position]
        player, number = empty.pop()
        if partner[player][number] >= 0:
            continue
        choices = list(_bits(unused[player]))
        other = choices[int(chance.random() * len(choices))]
        third = partner[other][number]
        if third >= 0:
            partner[third][number] = -1
            unused[other] |= 1 << third
            unused[third] |= 1 << other
            empty.append((third, number))
        partner[player][number], partner[other][number] = other, player
        unused[player] &= ~(1 << other)
        unused[other] &= ~(1 << player)
    return None


class _Search:
    """Backtracking over rounds, ordered by whom the first player meets, with a memory of what has failed."""

    def __init__(self) -> None:
        self._nodes = _NODES
        self._failed: set[tuple[Graph, int, int]] = set()

    def schedule(self, graph: Graph, rounds: int, *, above: int) -> Schedule | None:
        """Return so many rounds in which the first player meets ever higher numbers, all above this one."""
        if not rounds:
            return ()
        key = graph, rounds, above
        if key in self._failed or min(map(int.bit_count, graph)) < rounds or _has_odd_part(graph):
            return None
        everybody = (1 << len(graph)) - 1
        for first in _bits(graph[0] & ~((1 << above + 1) - 1)):
            for rest in self._rounds(graph, everybody & ~1 & ~(1 << first)):
                pairs = ((0, first), *rest)
                later = self.schedule(without(graph, pairs), rounds - 1, above=first)
                if later is not None:
                    return (pairs, *later)
        self._failed.add(key)
        return None

    def _rounds(self, graph: Graph, left: int) -> Iterator[tuple[Pair, ...]]:
        """Yield the ways to pair those left, the one with the fewest choices first."""
        if not left:
            yield ()
            return
        self._nodes -= 1
        if self._nodes < 0:
            return
        one = min(_bits(left), key=lambda vertex: (graph[vertex] & left).bit_count())
        for two in _bits(graph[one] & left):
            for rest in self._rounds(graph, left & ~(1 << one) & ~(1 << two)):
                yield ((min(one, two), max(one, two)), *rest)
