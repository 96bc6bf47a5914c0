"""One round paired at once: the perfect matching that breaks the rules least, the first rule counting most.

The order of rules is one weight for each pair: a rule's cost times a factor that is larger than everything the later
rules can cost together. Blossom matching (rustworkx) finds the round of least weight.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import chain, combinations, compress, count, repeat
from math import ceil, prod
from operator import add, eq, itemgetter, mul, sub, xor
from typing import TypeVar

import rustworkx

from tournaments.formats._runs import Run, columns, for_each_pair, runs_of, without

# Up to here every pair is looked at; above, each player looks at those so near in standing, and so near to the ideal
# opponent, further where many are kept from each other.
_COMPLETE = 64
_REACH = 10
# Above this many players a window slides over the standing: the pairs at its head are settled, the rest go on.
_MOST_AT_ONCE = 1024
_WINDOW, _SETTLED = 256, 176
_REACH_IN_WINDOW = 5
# The matching computes in 128 bits.
_LARGEST_WEIGHT = 1 << 120

Pair = tuple[int, int]
Costs = Callable[[Sequence[int], Sequence[int]], Sequence[int]]
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the order: what breaking it costs, never less than 0 and never more than `most`.

    `pairs` gets as many players as others and answers what each of these pairs would cost, the smaller number first;
    None where the rule says nothing of pairs. `byes` is what a bye would cost each player; None where it says nothing
    of byes. `kinds` are there where two pairs cost the same if their first players are of one kind, their second ones
    too, and both are as far apart: then one pair of a run is asked about for all. `crowd` is the number of players of
    whom this rule keeps each from all others.
    """

    code: str
    most: int
    pairs: Costs | None = None
    byes: Sequence[int] | None = None
    kinds: Sequence[Hashable] | None = None
    crowd: int = 0


@dataclass(frozen=True, slots=True)
class Matching:
    """A round: its pairs in order, the smaller number first, who has the bye, and what each rule cost in all."""

    pairs: tuple[Pair, ...]
    bye: int | None
    costs: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Field:
    """Players to pair, numbered from 0 in the order of their standing, and the rules in the order they count.

    `barred` are the pairs that an absolute rule forbids, the smaller number first; `no_bye` are those who may not have
    the bye, which somebody has in an odd field. `partners` is the ideal opponent of each player, where the rules have
    one. OverflowError where the order of rules needs more bits than the matching has.
    """

    count: int
    rules: tuple[Rule, ...]
    barred: frozenset[Pair] = frozenset()
    no_bye: frozenset[int] = frozenset()
    partners: tuple[int, ...] | None = None
    _factors: tuple[int, ...] = field(init=False, repr=False, compare=False)
    _ceiling: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        factors = _factors(self.rules, pairs=self.count // 2 + 1)
        most = sum(factor * rule.most for rule, factor in zip(self.rules, factors, strict=True))
        object.__setattr__(self, "_factors", factors)
        object.__setattr__(self, "_ceiling", most + 1)

    def paired(self) -> Matching | None:
        """Return the best round; None when no round keeps the absolute rules.

        Up to 64 players it is the best of all, up to 1,024 the best among the pairs looked at, which in the tests is
        the best of all too. Above, what was settled at the head of the standing is not taken back: that costs fold
        distance, and a rule above it only where no round of the rest keeps it.
        """
        if self.count > _MOST_AT_ONCE:
            return self._by_windows()
        return self._at_once()

    def without(self, player: int, other: int | None) -> Matching | None:
        """Return the best round in which these two do not meet, or the player has no bye; None when there is none."""
        if other is None:
            return replace(self, no_bye=self.no_bye | {player}).paired()
        return replace(self, barred=self.barred | {_ordered(player, other)}).paired()

    def cost(self, player: int, other: int | None) -> dict[str, int]:
        """Return what each rule says against this pair, or this bye; the rules that have nothing against it are left out."""
        costs = self.costs([], [player]) if other is None else self.costs([_ordered(player, other)], [])
        return {code: cost for code, cost in costs.items() if cost}

    def costs(self, pairs: Sequence[Pair], byes: Sequence[int]) -> dict[str, int]:
        """Return what these pairs, the smaller number first, and these byes cost by each rule in all."""
        ones, twos = [one for one, _ in pairs], [two for _, two in pairs]
        totals = dict.fromkeys((rule.code for rule in self.rules), 0)
        for rule in self.rules:
            if rule.pairs is not None:
                totals[rule.code] += sum(rule.pairs(ones, twos))
            if rule.byes is not None:
                totals[rule.code] += sum(rule.byes[player] for player in byes)
        return totals

    def _at_once(self) -> Matching | None:
        players = range(self.count)
        reach = self.count if self.count <= _COMPLETE else self._wider(_REACH)
        while (chosen := self._matched(players, self.barred, reach=reach)) is None and reach < self.count:
            reach = 2 * reach if 8 * reach < self.count else self.count
        return None if chosen is None else self._matching(chosen)

    def _wider(self, reach: int) -> int:
        """Return how far a player looks who looks so far in a field where nobody is kept from others: twice as far
        where half of them are out of the question.
        """
        # Of more than half some meet each other in any case, and so near ones.
        shares = [min(rule.crowd / self.count, 1 / 2) for rule in self.rules]
        return ceil(reach / prod(1 - share for share in shares))

    def _by_windows(self) -> Matching | None:
        waiting = _beside_partners(self.partners) if self.partners else list(range(self.count))
        reach = self._wider(_REACH_IN_WINDOW)
        apart = _neighbours(self.barred)
        settled: list[tuple[int, int | None]] = []
        if self.count % 2:
            may = [player for player in waiting if player not in self.no_bye]
            if not may:
                return None
            # One bye for all windows, by what the rules say of byes.
            bye = min(may, key=lambda player: (self._bye_weight(player), -player))
            waiting.remove(bye)
            settled.append((bye, None))
        while waiting:
            is_last = len(waiting) <= _WINDOW
            players = sorted(waiting[:_WINDOW])
            places = {player: place for place, player in enumerate(players)}
            barred = {
                (place, places[other])
                for place, player in enumerate(players)
                for other in apart.get(player, ())
                if player < other and other in places
            }
            head = self._matched(players, barred, reach=len(players) if is_last else reach)
            if head is None:
                return self._at_once()
            early = set(waiting if is_last else waiting[:_SETTLED])
            done = [pair for pair in head if early.issuperset(pair)] or head
            settled += done
            gone = {player for pair in done for player in pair}
            waiting = [player for player in waiting if player not in gone]
        return self._matching(settled)

    def _matched(
        self, players: Sequence[int], barred: AbstractSet[Pair], *, reach: int
    ) -> list[tuple[int, int | None]] | None:
        """Match these players, in order, the second of a pair being None for the bye; None when somebody is left over.

        The barred pairs are by the places of the players in this sequence.
        """
        bye = len(players)
        graph = rustworkx.PyGraph()
        graph.add_nodes_from(range(bye + 1))
        graph.add_edges_from(self._edges(players, barred, reach=reach))
        matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        if 2 * len(matched) < len(players):
            return None
        ordered = [_ordered(*pair) for pair in matched]
        return [(players[one], None if two == bye else players[two]) for one, two in ordered]

    def _edges(
        self, players: Sequence[int], barred: AbstractSet[Pair], *, reach: int
    ) -> Iterator[tuple[int, int, int]]:
        """Return the pairs looked at with what speaks for them, by the places of the players in this sequence."""
        if reach >= len(players):
            pairs = [pair for pair in combinations(range(len(players)), 2) if pair not in barred]
            ones, twos = list(map(itemgetter(0), pairs)), list(map(itemgetter(1), pairs))
            values = self._less([self._ceiling] * len(ones), self._asked(), players, ones, twos)
        else:
            runs = self._runs(players, barred, reach=reach)
            firsts = [one for one, _, _ in runs], [two for _, two, _ in runs]
            values = self._less([self._ceiling] * len(runs), self._asked(has_kinds=True), players, *firsts)
            ones, twos = columns(runs, list(range(len(players))))
            values = for_each_pair(values, runs)
            values = self._less(values, self._asked(has_kinds=False), players, ones, twos)
        edges = zip(ones, twos, values, strict=True)
        if len(players) % 2 == 0:
            return edges
        may = [(place, player) for place, player in enumerate(players) if player not in self.no_bye]
        return chain(
            edges, ((place, len(players), self._ceiling - self._bye_weight(player)) for place, player in may)
        )

    def _runs(self, players: Sequence[int], barred: AbstractSet[Pair], *, reach: int) -> list[Run]:
        """Return the pairs looked at, in runs that the rules with kinds cannot tell apart."""
        seen = [rule.kinds for rule in self.rules if rule.kinds is not None]
        shifts: Sequence[int | None] = [None] * len(players)
        if self.partners is not None and isinstance(players, range):
            shifts = list(map(sub, self.partners, players))
        elif self.partners is not None:
            places = {player: place for place, player in enumerate(players)}
            ideal = map(places.get, picked(self.partners, players))
            shifts = [None if other is None else other - place for place, other in enumerate(ideal)]
        # A gap between two players parts them: behind it everybody is further from those before than the places say.
        gaps = map(sub, players, count())
        kinds = list(zip(gaps, shifts, *(picked(kinds, players) for kinds in seen), strict=False))
        return without(runs_of(kinds, shifts, reach=reach), _by_distance(barred))

    def _asked(self, *, has_kinds: bool | None = None) -> list[tuple[Costs, int, int]]:
        """Return the rules of pairs, those with kinds or those without or all, with their factors and the most they cost."""
        return [
            (rule.pairs, factor, rule.most)
            for rule, factor in zip(self.rules, self._factors, strict=True)
            if rule.pairs is not None and has_kinds in (None, rule.kinds is not None)
        ]

    def _less(
        self,
        values: list[int],
        rules: Iterable[tuple[Costs, int, int]],
        players: Sequence[int],
        ones: Sequence[int],
        twos: Sequence[int],
    ) -> list[int]:
        """Return what speaks for pairs less what these rules say against them; it never falls below 1."""
        if not isinstance(players, range):
            ones, twos = picked(players, ones), picked(players, twos)
        for pairs, factor, most in rules:
            costs = pairs(ones, twos)
            if most > 1:
                values = list(map(sub, values, map(mul, costs, repeat(factor))))
                continue
            # A rule that is kept or broken has nothing against most pairs.
            for place in compress(count(), costs):
                values[place] -= factor
        return values

    def _bye_weight(self, player: int) -> int:
        pairs = zip(self.rules, self._factors, strict=True)
        return sum(factor * rule.byes[player] for rule, factor in pairs if rule.byes is not None)

    def _matching(self, chosen: Sequence[tuple[int, int | None]]) -> Matching:
        pairs = sorted((one, two) for one, two in chosen if two is not None)
        byes = [one for one, two in chosen if two is None]
        return Matching(tuple(pairs), byes[0] if byes else None, self.costs(pairs, byes))


def by_difference(code: str, values: Sequence[int], *, byes: Sequence[int] | None = None) -> Rule:
    """The rule that opponents stand near each other: it costs the square of the difference of their values."""
    largest = max(values, default=0) - min(values, default=0)

    def costs(ones: Sequence[int], twos: Sequence[int]) -> list[int]:
        apart = list(map(sub, picked(values, ones), picked(values, twos)))
        return list(map(mul, apart, apart))

    return Rule(code, max(largest**2, *(byes or [0])), costs, byes, kinds=values)


def by_meetings(code: str, meetings: Mapping[Pair, int]) -> Rule:
    """The rule that nobody meets again: it costs the number of times they have met, the smaller number first."""

    def costs(ones: Sequence[int], twos: Sequence[int]) -> list[int]:
        return [meetings.get(pair, 0) for pair in zip(ones, twos, strict=True)]

    return Rule(code, max(meetings.values(), default=0), costs)


def by_key(code: str, keys: Sequence[str]) -> Rule:
    """The rule that those with the same key (a club, a country) stay apart: it costs 1; an empty key is nobody's."""
    numbers = {key: number for number, key in enumerate(dict.fromkeys(filter(None, keys)))}
    # Whole numbers are compared faster than texts.
    owners = [numbers[key] if key else ~player for player, key in enumerate(keys)]

    def costs(ones: Sequence[int], twos: Sequence[int]) -> list[int]:
        return list(map(eq, picked(owners, ones), picked(owners, twos)))

    crowd = max(Counter(filter(None, keys)).values(), default=0)
    return Rule(code, 1, costs, crowd=crowd)


def by_partner(code: str, partners: Sequence[int]) -> Rule:
    """The rule that everybody meets the ideal opponent: it costs how far both are from theirs."""

    def costs(ones: Sequence[int], twos: Sequence[int]) -> list[int]:
        first = map(abs, map(sub, picked(partners, ones), twos))
        return list(map(add, first, map(abs, map(sub, picked(partners, twos), ones))))

    return Rule(code, 2 * len(partners), costs, kinds=list(map(sub, partners, count())))


def by_lot(code: str, uids: Sequence[str], *, seed: str, round_number: int) -> Rule:
    """The rule that decides what all others leave open: a number of 16 bits that the seed gives to each pair."""
    lots = [
        int.from_bytes(sha256(f"{seed}\n{round_number}\n{code}\n{uid}".encode()).digest()[:2], "big")
        for uid in uids
    ]

    def costs(ones: Sequence[int], twos: Sequence[int]) -> list[int]:
        return list(map(xor, picked(lots, ones), picked(lots, twos)))

    return Rule(code, 0xFFFF, costs, lots)


def fold(groups: Sequence[Collection[int]]) -> tuple[int, ...]:
    """Return the ideal opponent of each player in score groups: the top half against the bottom half, in order.

    The groups hold the numbers of the players in order. Of an odd group the last has none in it and looks at the
    next player, who is the first of the next group.
    """
    partners = list(range(sum(map(len, groups))))
    for group in map(list, groups):
        half = len(group) // 2
        for top, bottom in zip(group[:half], group[half:], strict=False):
            partners[top], partners[bottom] = bottom, top
        if len(group) % 2:
            partners[group[-1]] = min(group[-1] + 1, len(partners) - 1)
    return tuple(partners)


def picked(values: Sequence[_Value], places: Sequence[int]) -> Sequence[_Value]:
    """Return the values at these places; the fastest way to many."""
    if places == range(len(values)):
        return values
    # With a single place itemgetter answers the value alone.
    return itemgetter(*places)(values) if len(places) > 1 else [values[place] for place in places]


def _by_distance(pairs: Iterable[Pair]) -> dict[int, list[int]]:
    """Return the first of each pair by how far apart the two are."""
    found: dict[int, list[int]] = defaultdict(list)
    for one, two in pairs:
        found[two - one].append(one)
    return found


def _neighbours(pairs: Iterable[Pair]) -> dict[int, set[int]]:
    """Return with whom each player is in a pair."""
    found: dict[int, set[int]] = {}
    for one, two in pairs:
        found.setdefault(one, set()).add(two)
        found.setdefault(two, set()).add(one)
    return found


def _factors(rules: Sequence[Rule], *, pairs: int) -> tuple[int, ...]:
    """Return the factor of each rule: more than everything that all later rules can cost together.

    A rule that says something of byes alone costs once in a round.
    """
    factors: list[int] = []
    factor = 1
    for rule in reversed(rules):
        factors.append(factor)
        factor *= (1 if rule.pairs is None else pairs) * rule.most + 1
    if factor > _LARGEST_WEIGHT:
        raise OverflowError(f"the order of rules needs {factor.bit_length()} bits")
    return tuple(reversed(factors))


def _beside_partners(partners: Sequence[int]) -> list[int]:
    """Return the players in standing order, each followed by the ideal opponent, so that a window holds both."""
    order = dict.fromkeys(player for pair in enumerate(partners) for player in pair)
    return list(order)


def _ordered(one: int, two: int) -> Pair:
    return (one, two) if one < two else (two, one)
