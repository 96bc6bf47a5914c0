"""Whether a field can play the planned number of further rounds without a rematch.

Players are the vertices of a graph whose edges are the pairs that may still meet. In an odd field the bye is one more
vertex, joined to everybody who has had no bye. A round is a perfect matching; the rounds to come are disjoint
matchings.

A graph of N vertices, N even, has a perfect matching if each vertex has at least N/2 neighbours (Dirac), and a round
takes one neighbour from each vertex. So r further rounds can never fail while each player has N/2 + r - 1 opponents
left, in whatever way they are paired. In round one that holds for r <= N/2.

Below that bound a schedule is searched for. Hill climbing (Dinitz and Stinson's for one-factorisations) finds one
quickly if there are many; backtracking decides the small cases with few or none. Both have limits, beyond which "not
found" counts as "none exists": the caller then prefers a round after which a schedule is known.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from itertools import chain, count
from random import Random

from tournaments.matching.rules import Pair
from tournaments.matching.solver import Matching, PairingProblem

# The set of neighbours of each vertex, as bits.
Graph = tuple[int, ...]
Schedule = tuple[tuple[Pair, ...], ...]

_CLIMBS = 4
_STEPS_FOR_EACH_SEAT = 60
_NODES = 20_000
_ROUNDS_LOOKED_AT = 100


def graph_of(field: PairingProblem, *, had_bye: Sequence[int]) -> Graph:
    """Return the graph of possible pairs; in an odd field the last vertex is the bye."""
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
    """Return the graph without these pairs."""
    neighbours = list(graph)
    for one, two in pairs:
        neighbours[one] &= ~(1 << two)
        neighbours[two] &= ~(1 << one)
    return tuple(neighbours)


def fewest_opponents(field: PairingProblem, *, had_bye: Sequence[int]) -> int:
    """Return the smallest number of possible opponents of any player, the bye of an odd field included."""
    size = field.count + field.count % 2
    meetings = Counter(chain.from_iterable(field.barred)).get
    opponents = [size - 1 - meetings(player, 0) for player in range(field.count)]
    if field.count % 2:
        opponents = [number - bool(byes) for number, byes in zip(opponents, had_bye, strict=True)]
        opponents.append(sum(not byes for byes in had_bye))
    return min(opponents, default=0)


def cannot_fail(players: int, *, fewest: int, rounds: int) -> bool:
    """Say whether all these rounds can be paired without a rematch, however each of them is paired."""
    return rounds <= 0 or 2 * (fewest - rounds + 1) >= players + players % 2


def schedule(graph: Graph, rounds: int) -> Schedule | None:
    """Return this number of rounds without a rematch; None if there are none or the search found none."""
    if rounds <= 0:
        return ()
    if min((neighbours.bit_count() for neighbours in graph), default=0) < rounds or _has_odd_part(graph):
        return None
    for attempt in range(_CLIMBS):
        # A fixed seed: the result is the same on every machine, and no draw depends on it.
        rounds_ahead = _hill_climb(graph, rounds, chance=Random(attempt))  # noqa: S311
        if rounds_ahead is not None:
            return rounds_ahead
    return _Search().schedule(graph, rounds, above=-1)


def best_rounds(field: PairingProblem) -> Iterator[Matching]:
    """Yield the rounds of a field without repetition, the best first, up to a limit (Murty's algorithm).

    The rounds other than the best one are those without its first pair, those with the first and without the second,
    and so on; each of these sets is a field with its own best round.
    """
    ties = count()
    waiting: list[tuple[tuple[int, ...], int, PairingProblem, Matching]] = []

    def add(space: PairingProblem) -> None:
        best = space.solve()
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
            add(_bar(space, one, two))
            space = _require(space, one, two)


def _bar(field: PairingProblem, one: int, two: int | None) -> PairingProblem:
    if two is None:
        return replace(field, no_bye=field.no_bye | {one})
    return replace(field, barred=field.barred | {(one, two)})


def _require(field: PairingProblem, one: int, two: int | None) -> PairingProblem:
    """Return the field in which every round has this pair, or this bye."""
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
    """Say whether a connected component has an odd number of vertices; then no round exists."""
    rest = (1 << len(graph)) - 1
    while rest:
        part, edge = 0, rest & -rest
        while edge:
            part |= edge
            edge = _neighbours_of(graph, edge) & ~part
        if part.bit_count() % 2:
            return True
        rest &= ~part
    return False


def _neighbours_of(graph: Graph, vertices: int) -> int:
    neighbours = 0
    for vertex in _bits(vertices):
        neighbours |= graph[vertex]
    return neighbours


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _hill_climb(graph: Graph, rounds: int, *, chance: Random) -> Schedule | None:
    """Return a schedule by filling empty seats at random and moving players out of the way; None after too many steps."""
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
    """Backtracking over rounds, ordered by the opponent of player 0, with a memory of failed states."""

    def __init__(self) -> None:
        self._nodes = _NODES
        self._failed: set[tuple[Graph, int, int]] = set()

    def schedule(self, graph: Graph, rounds: int, *, above: int) -> Schedule | None:
        """Return this number of rounds in which player 0 meets ever higher numbers, all above `above`."""
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

    def _rounds(self, graph: Graph, players: int) -> Iterator[tuple[Pair, ...]]:
        """Yield the ways to pair these players, beginning with the one who has the fewest choices."""
        if not players:
            yield ()
            return
        self._nodes -= 1
        if self._nodes < 0:
            return
        one = min(_bits(players), key=lambda vertex: (graph[vertex] & players).bit_count())
        for two in _bits(graph[one] & players):
            for rest in self._rounds(graph, players & ~(1 << one) & ~(1 << two)):
                yield ((min(one, two), max(one, two)), *rest)
