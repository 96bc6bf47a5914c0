"""A field of players with criteria in order: its best round, and all rounds from the best on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush
from itertools import count

from .blossom import Edge, least_matching


@dataclass(frozen=True)
class Criterion:
    """What a pair and a bye cost, each at most `most`; None is nothing. `levels` never rise: a pair costs their difference squared."""

    code: str
    most: int
    pair: Callable[[int, int], int] | None = None
    byes: Sequence[int] | None = None
    levels: Sequence[int] | None = None


@dataclass(frozen=True)
class PlaceSeats:
    """A round by the places of its players: the pairs, the better place first, and the byes."""

    pairs: frozenset[Edge]
    byes: frozenset[int]


@dataclass(frozen=True)
class PlayerField:
    """The players by place, the criteria, and the pairs that are barred; in an odd field one has a bye.

    `required` and `no_edges` narrow the field for counting its rounds one by one; the place of a bye is `count`.
    """

    count: int
    criteria: tuple[Criterion, ...]
    barred: AbstractSet[Edge] = frozenset()
    chairs: int | None = None
    required: frozenset[Edge] = frozenset()
    no_edges: frozenset[Edge] = field(default=frozenset())

    @property
    def byes(self) -> int:
        """How many have a bye."""
        return self.count % 2 if self.chairs is None else self.chairs

    @cached_property
    def factors(self) -> tuple[int, ...]:
        """What each criterion counts, so that 1 by it outweighs a whole round by all later ones."""
        factors, below = [], 0
        for one in reversed(self.criteria):
            factors.append(below + 1)
            below += (below + 1) * one.most * (self.count + 1)
        return tuple(reversed(factors))

    def costs(self, seats: PlaceSeats) -> tuple[int, ...]:
        """Return what a round costs by each criterion."""
        return tuple(
            (sum(one.pair(*pair) for pair in seats.pairs) if one.pair else 0)
            + (sum(one.byes[place] for place in seats.byes) if one.byes else 0)
            for one in self.criteria
        )

    def weight(self, seats: PlaceSeats) -> int:
        """Return the costs of a round as one number."""
        return sum(cost * factor for cost, factor in zip(self.costs(seats), self.factors, strict=True))

    def best(self, limit: int | None = None) -> PlaceSeats | None:
        """Return the best round, None if there is none; with a limit the best among rounds of at most this weight."""
        last = self.count + self.byes
        partners = least_matching(last, self.edges(limit))
        if partners is None:
            return None
        pairs = [(one, two) for one, two in enumerate(partners) if one < two]
        return PlaceSeats(
            frozenset(pair for pair in pairs if pair[1] < self.count),
            frozenset(one for one, two in pairs if two >= self.count),
        )

    def edges(self, limit: int | None = None) -> Mapping[Edge, int]:
        """Return the pairs that may meet, and byes as pairs with an empty chair, by weight."""
        edges: dict[Edge, int] = {}
        criteria = [
            (one.pair, factor, one.levels)
            for one, factor in zip(self.criteria, self.factors, strict=True)
            if one.pair is not None
        ]
        fixed = {place: edge for edge in self.required for place in edge}
        for one in range(self.count):
            for two in range(one + 1, self.count):
                edge = one, two
                if edge in self.barred or edge in self.no_edges:
                    continue
                if fixed and (fixed.get(one, edge) != edge or fixed.get(two, edge) != edge):
                    continue
                weight, is_too_far = 0, False
                for cost, factor, levels in criteria:
                    weight += cost(one, two) * factor
                    if limit is not None and weight > limit:
                        is_too_far = levels is not None and (levels[one] - levels[two]) ** 2 * factor > limit
                        break
                else:
                    edges[edge] = weight
                if is_too_far:
                    break
        edges.update(self._byes(fixed, limit))
        return edges

    def _byes(self, fixed: Mapping[int, Edge], limit: int | None) -> Iterator[tuple[Edge, int]]:
        for place in range(self.count) if self.byes else ():
            weight = sum(
                one.byes[place] * factor
                for one, factor in zip(self.criteria, self.factors, strict=True)
                if one.byes is not None
            )
            for chair in range(self.count, self.count + self.byes):
                edge = place, chair
                is_free = fixed.get(place, edge) == edge == fixed.get(chair, edge)
                if is_free and edge not in self.no_edges and (limit is None or weight <= limit):
                    yield edge, weight

    def in_order(self) -> Iterator[PlaceSeats]:
        """Yield the rounds of a field with at most one bye, the best first (Murty's method)."""
        turn = count()
        waiting: list[tuple[int, int, PlayerField, PlaceSeats]] = []

        def add(part: PlayerField) -> None:
            best = part.best()
            if best is not None:
                heappush(waiting, (self.weight(best), next(turn), part, best))

        add(self)
        while waiting:
            _, _, part, best = heappop(waiting)
            yield best
            edges = [*sorted(best.pairs), *((place, self.count) for place in best.byes)]
            required = set(part.required)
            for edge in edges:
                if edge not in part.required:
                    add(part.narrowed(required, edge))
                    required.add(edge)

    def narrowed(self, required: Iterable[Edge], without: Edge) -> PlayerField:
        """Return the field whose rounds have these pairs, and not that one."""
        return PlayerField(
            self.count,
            self.criteria,
            self.barred,
            self.chairs,
            frozenset(required),
            self.no_edges | {without},
        )
