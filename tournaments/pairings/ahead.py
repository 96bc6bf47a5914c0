"""Whether so many rounds can follow without a rematch: disjoint perfect matchings of a graph (clause B4 of Videau Swiss)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from .blossom import least_matching

# Beyond so many steps the search does not know.
_STEPS = 20_000
_TRIES = 20


def leaves(graph: Sequence[int], rounds: int) -> bool | None:
    """Say whether the graph has so many disjoint perfect matchings; None if the search ended before it knew.

    `graph` has the neighbours of each vertex as bits.
    """
    fewest = min((neighbours.bit_count() for neighbours in graph), default=0)
    if rounds <= 0 or (len(graph) % 2 == 0 and 2 * (fewest - rounds + 1) >= len(graph)):
        # Dirac: with half of the others as neighbours there always is a perfect matching, and a round takes one.
        return True
    if fewest < rounds:
        return False
    if any(_has_some(graph, rounds, Random(turn)) for turn in range(_TRIES)):  # noqa: S311 - it proves itself
        return True
    search = _Backtracking()
    is_possible = search.finds(tuple(graph), rounds, -1)
    return True if is_possible else None if search.steps < 0 else False


def _has_some(graph: Sequence[int], rounds: int, chance: Random) -> bool:
    """Take one matching after the other by chance, the vertices with few neighbours first."""
    rest = list(graph)
    for _ in range(rounds):
        partners = least_matching(
            len(rest),
            {
                (one, two): rest[one].bit_count() + rest[two].bit_count() + chance.randrange(3)
                for one in range(len(rest))
                for two in bits(rest[one])
                if one < two
            },
        )
        if partners is None:
            return False
        for one, two in enumerate(partners):
            rest[one] &= ~(1 << two)
    return True


class _Backtracking:
    """Backtracking over rounds by the opponent of vertex 0, with a memory of what failed."""

    def __init__(self) -> None:
        self.steps = _STEPS
        self._failed: set[tuple[tuple[int, ...], int, int]] = set()

    def finds(self, graph: tuple[int, ...], rounds: int, above: int) -> bool:
        """Say whether so many rounds follow in which vertex 0 meets ever higher ones, all above `above`."""
        if not rounds:
            return True
        key = graph, rounds, above
        if key in self._failed or min(map(int.bit_count, graph)) < rounds:
            return False
        for first in bits(graph[0] & ~((1 << above + 1) - 1)):
            for pairs in self._rounds(graph, ((1 << len(graph)) - 1) & ~1 & ~(1 << first)):
                rest = list(graph)
                for one, two in ((0, first), *pairs):
                    rest[one] &= ~(1 << two)
                    rest[two] &= ~(1 << one)
                if self.finds(tuple(rest), rounds - 1, first):
                    return True
        self._failed.add(key)
        return False

    def _rounds(self, graph: Sequence[int], players: int) -> Iterator[tuple[tuple[int, int], ...]]:
        if not players:
            yield ()
            return
        self.steps -= 1
        if self.steps < 0:
            return
        one = min(bits(players), key=lambda vertex: (graph[vertex] & players).bit_count())
        for two in bits(graph[one] & players):
            for rest in self._rounds(graph, players & ~(1 << one) & ~(1 << two)):
                yield ((one, two), *rest)


def bits(mask: int) -> Iterator[int]:
    """Yield the places of the bits that are set."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
