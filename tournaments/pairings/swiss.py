"""Videau Swiss, clause by clause as docs/pairing/videau-swiss.md numbers them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, partial

from .ahead import leaves
from .blossom import Edge
from .criteria import Criterion, PlaceSeats, PlayerField
from .facts import RoundFacts, edges_of
from .files import FileMatch, RoundFile

_BYE = {"full": 2, "half": 1, "zero": 0}
_APART = {
    "nobody": ("family",),
    "clubs": ("family", "club"),
    "countries": ("family", "country"),
    "both": ("family", "club", "country"),
}
# Clause C12, and clause E: up to here the service finds the best round of all.
MOST_WITH_LOTS = 64


class SwissRound:
    """A round of a Swiss, whose players stand by their places in the order of A5."""

    def __init__(self, file: RoundFile) -> None:
        self.facts = RoundFacts(file)
        self.options, self.number, self.size = file.options, file.round, file.size
        self.system = str(self.options["system"])
        self.rematches = str(self.options["rematches"])
        self.bye = _BYE[str(self.options["bye"])]
        # Clause A9.
        self.planned = int(self.options["rounds"]) or (self.size - 1).bit_length()
        self.to_come = max(0, self.planned - self.number)
        self.has_floats = self.system != "danish" and file.format_version >= 2
        points = self.points(self.number)
        self.order = sorted(self.facts.players, key=lambda one: (-points[one.id], one.line))
        self.ids = [one.id for one in self.order]
        self.place = {uid: place for place, uid in enumerate(self.ids)}
        self.counted = [points[uid] for uid in self.ids]

    def points(self, number: int) -> dict[str, int]:
        """Clause A4: the counted points before a round."""
        points: Counter[str] = Counter()
        for match in self.facts.matches:
            if match.round < number and match.two is None:
                points[match.one] += self.bye
            elif match.round < number and match.winner is not None:
                points[match.winner] += 2
        if number == self.number:
            for order in self.facts.file.orders:
                if order.kind == "miss" and order.round < number:
                    points[order.entrants[0]] += order.half_points
        return {
            uid: points[uid] + self._virtual(one.line, number) for uid, one in self.facts.entrants.items()
        }

    def _virtual(self, line: int, number: int) -> int:
        """Clause A3."""
        acceleration = self.options["acceleration"]
        if acceleration == "accelerated":
            return 2 if number <= 2 and line < self.size // 2 else 0
        if acceleration == "baku" and line < 2 * ((self.size + 3) // 4):
            accelerated = (self.planned + 1) // 2
            if number <= accelerated:
                return 2 if number <= (accelerated + 1) // 2 else 1
        return 0

    @cached_property
    def floats(self) -> dict[str, int]:
        """Clause A8: 1 down, -1 up."""
        if not self.has_floats or self.number == 1:
            return {}
        points = self.points(self.number - 1)
        ways: dict[str, int] = {}
        for match in self.facts.matches:
            if match.round == self.number - 1 and match.two is not None:
                one, two = points[match.one], points[match.two]
                ways[match.one], ways[match.two] = (one > two) - (one < two), (two > one) - (two < one)
        return ways

    @cached_property
    def unplayed(self) -> list[int]:
        """Clause A7: rounds neither paired nor with a bye, and wins without play."""
        sat: Counter[str] = Counter()
        walkovers: Counter[str] = Counter()
        for match in self.facts.matches:
            sat.update(uid for uid in (match.one, match.two) if uid is not None)
            if match.two is not None and match.is_decided and not match.is_played and match.winner:
                walkovers[match.winner] += 1
        return [self.number - 1 - sat[uid] + walkovers[uid] for uid in self.ids]

    @cached_property
    def ideal(self) -> list[int]:
        """Clauses D1 and D2: the place of the ideal opponent."""
        ideal = list(range(len(self.ids)))
        groups: dict[int, list[int]] = {}
        for place, points in enumerate(self.counted):
            groups.setdefault(points, []).append(place)
        down: int | None = None
        for group in groups.values():
            if down is not None:
                first = group.pop(0)
                ideal[down], ideal[first], down = first, down, None
            if len(group) % 2:
                down = group.pop()
            half = len(group) // 2
            for upper, lower in zip(group[:half], group[half:], strict=True):
                ideal[upper], ideal[lower] = lower, upper
        return ideal

    def field(self, *, with_rematches: bool, chairs: int | None = None) -> PlayerField:
        """Return the players with the criteria of C; `chairs` is the number of byes where it is not 0 or 1."""
        met = {edge: self.facts.met[frozenset(self.ids[one] for one in edge)] for edge in self.met_edges}
        barred = set() if with_rematches or self.system == "danish" else set(met)
        meetings = met if with_rematches and self.system != "danish" else {}
        criteria = tuple(self._criteria(meetings, has_byes=bool(len(self.ids) % 2 or chairs)))
        return PlayerField(len(self.ids), criteria, barred, chairs)

    @cached_property
    def met_edges(self) -> list[Edge]:
        """The pairs of players who have met."""
        return list(edges_of(self.facts.met, self.place))

    def _criteria(self, meetings: Mapping[Edge, int], *, has_byes: bool) -> Iterator[Criterion]:
        last, counted = len(self.ids) - 1, self.counted
        apart = set(edges_of(self.facts.apart, self.place))
        if apart:
            yield Criterion("kept_apart", 1, lambda one, two: (one, two) in apart)
        if meetings:
            yield Criterion("rematch", max(meetings.values()), lambda one, two: meetings.get((one, two), 0))
        if has_byes:
            yield _of_byes("second_bye", [self.facts.byes[uid] for uid in self.ids])
            yield _of_byes("bye_lots", [int(one.bye_lots == 0) for one in self.order])
            yield _of_byes("bye_after_unplayed", self.unplayed)
            yield _of_byes("bye_points", [points - counted[-1] for points in counted])
        most = (counted[0] - counted[-1]) ** 2
        yield Criterion("score", most, lambda one, two: (counted[one] - counted[two]) ** 2, levels=counted)
        floats = [self.floats.get(uid, 0) for uid in self.ids]
        if any(floats):
            downs, ups = [way == 1 for way in floats], [way == -1 for way in floats]
            yield Criterion("float", 2, partial(_floats_again, counted, downs, ups))
        for name in _APART[str(self.options["apart"])]:
            keys = [getattr(one, name) for one in self.order]
            if any(keys):
                yield Criterion(name, 1, partial(_are_alike, keys))
        if has_byes:
            yield _of_byes("bye_place", range(last, -1, -1))
        if self.system == "fold":
            yield Criterion("fold", 2 * (last + 1), partial(_from_ideal, self.ideal))
        else:
            yield Criterion("neighbour", 255**2, lambda one, two: min(two - one - 1, 255) ** 2)
        if len(self.ids) <= MOST_WITH_LOTS:
            lots = [self.facts.lot(uid) for uid in self.ids]
            yield Criterion("lot", 65535, lambda one, two: lots[one] ^ lots[two], lots)

    def seats(self, pairs: Iterable[frozenset[str]]) -> PlaceSeats:
        """Return these pairs and byes of ids by place, without those by hand."""
        inside = [sorted(self.place[uid] for uid in pair) for pair in pairs if pair <= self.place.keys()]
        return PlaceSeats(
            frozenset((pair[0], pair[1]) for pair in inside if len(pair) == 2),
            frozenset(pair[0] for pair in inside if len(pair) == 1),
        )

    def leaves(self, seats: PlaceSeats, number: int) -> bool | None:
        """Clause B4: whether a round leaves so many; None where the search ended before it knew."""
        everybody = [one.id for one in self.facts.here]
        vertex = {uid: place for place, uid in enumerate(everybody)}
        size = len(everybody)
        edges = [*edges_of(self.facts.met, vertex), *edges_of(self.facts.hand_seats, vertex)]
        edges += edges_of(([self.ids[one], self.ids[two]] for one, two in seats.pairs), vertex)
        rested = {uid for uid, byes in self.facts.byes.items() if byes}
        rested |= {self.ids[place] for place in seats.byes}
        rested |= {uid for seat in self.facts.hand_seats if len(seat) == 1 for uid in seat}
        graph = [((1 << size) - 1) & ~(1 << place) for place in range(size)]
        for one, two in edges:
            graph[one] &= ~(1 << two)
            graph[two] &= ~(1 << one)
        if size % 2:
            free = [vertex[uid] for uid in everybody if uid not in rested]
            for place in free:
                graph[place] |= 1 << size
            graph.append(sum(1 << place for place in free))
        return leaves(graph, number)


def match_rows(file: RoundFile) -> list[FileMatch]:
    """Return the pairings of a file as matches without results."""
    return [
        FileMatch(file.round, pair.slot, pair.one, pair.two, is_decided=pair.two is None)
        for pair in file.pairs
    ]


def _of_byes(code: str, byes: Iterable[int]) -> Criterion:
    costs = list(byes)
    return Criterion(code, max(costs), byes=costs)


def _floats_again(counted: list[int], downs: list[bool], ups: list[bool], one: int, two: int) -> int:
    return downs[one] + ups[two] if counted[one] != counted[two] else 0


def _are_alike(keys: list[int], one: int, two: int) -> int:
    return keys[one] == keys[two] != 0


def _from_ideal(ideal: list[int], one: int, two: int) -> int:
    return abs(ideal[one] - two) + abs(ideal[two] - one)
