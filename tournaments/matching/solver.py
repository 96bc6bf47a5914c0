"""One round paired at once: the perfect matching that breaks the rules least. The package says what goes in, with an example.

The order of rules is one weight for each pair: a rule's cost times a factor that is larger than everything the later
rules can cost together. Blossom matching (rustworkx) finds the round of least weight.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from itertools import chain, compress, count, repeat
from math import ceil, prod
from operator import add, mul, sub

import rustworkx

from tournaments.matching.blocks import blocks_of
from tournaments.matching.ideal import around, exchanges, ideal_pairs, least_cost, reach_for
from tournaments.matching.rules import Costs, Pair, Rule, picked
from tournaments.matching.runs import Run, all_pairs, columns, for_each_pair, runs_of, without

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

# A pair, the smaller number first, or who has the bye and None.
Seat = tuple[int, int | None]


@dataclass(frozen=True, slots=True)
class Matching:
    """A round: its pairs in order, the smaller number first, who has the bye, and what each rule cost in all."""

    pairs: tuple[Pair, ...]
    bye: int | None
    costs: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PairingProblem:
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

        Up to 64 players it is the best of all, and so it is wherever `blocks.py` and `ideal.py` prove it. Else it is,
        of up to 1,024 who are paired together, the best among the pairs looked at, which in the tests is the best of
        all too; of more, what was settled at the head of the standing is not taken back: that costs fold distance, and
        a rule above it only where no round of the rest keeps it.
        """
        if self.count % 2 and self.no_bye.issuperset(range(self.count)):
            return None
        matching = self._by_blocks()
        if matching is not None:
            return matching
        seats = self._by_windows(range(self.count)) if self.count > _MOST_AT_ONCE else None
        return self._at_once() if seats is None else self._matching(seats)

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
        ones, twos = _columns(pairs)
        totals = dict.fromkeys((rule.code for rule in self.rules), 0)
        for rule in self.rules:
            if rule.pairs is not None:
                totals[rule.code] += sum(rule.pairs(ones, twos))
            if rule.byes is not None:
                totals[rule.code] += sum(rule.byes[player] for player in byes)
        return totals

    def edges(self) -> list[tuple[int, int, int]]:
        """Return the pairs that one matching of everybody looks at, with what speaks for each, the bye being one more."""
        return list(self._edges(range(self.count), self.barred, reach=self._reach()))

    def _at_once(self) -> Matching | None:
        chosen = self._match_within_reach(range(self.count), self.barred, reach=self._reach())
        return None if chosen is None else self._matching(chosen)

    def _match_within_reach(
        self, players: Sequence[int], barred: AbstractSet[Pair], *, reach: int
    ) -> list[Seat] | None:
        """Match these players among pairs that near, or as near as it takes; None where nothing helps."""
        count = len(players)
        while (chosen := self._match(players, barred, reach=reach)) is None and reach < count:
            reach = 2 * reach if 8 * reach < count else count
        return chosen

    def _reach(self) -> int:
        """How far a player looks."""
        return self.count if self.count <= _COMPLETE else self._wide_reach(_REACH)

    def _wide_reach(self, reach: int) -> int:
        """Return how far a player looks who looks so far in a field where nobody is kept from others: twice as far
        where half of them are out of the question.
        """
        # Of more than half some meet each other in any case, and so near ones.
        shares = [min(rule.crowd / self.count, 1 / 2) for rule in self.rules]
        return ceil(reach / prod(1 - share for share in shares))

    def _by_blocks(self) -> Matching | None:
        """Return the round put together from those of the blocks; None where a round across them may be better."""
        place, levels = self._ranking
        if not levels:
            return None
        bye, least = None, 0
        if self.count % 2:
            weights = self._bye_weights(self.rules[:place])
            may = self._best(weights)
            if self.rules[place].byes is not None or len({levels[player] for player in may}) != 1:
                return None
            bye = may[0]
            least = weights[bye]
        blocks = blocks_of(levels, bye=bye)
        seats = self._of_blocks(blocks.parts)
        if seats is None:
            return None
        matching = self._matching(seats)
        costs = list(matching.costs.values())
        above = sum(map(mul, costs[:place], self._factors))
        return matching if (above, costs[place]) == (least, blocks.least) else None

    def _of_blocks(self, blocks: Sequence[range]) -> list[Seat] | None:
        """Return the rounds of the blocks, the best ones but where only windows are fast enough; None where one has none."""
        near = self._repair_ideal(blocks)
        seats: list[Seat] = []
        waiting: list[tuple[range, int]] = []
        for players in blocks:
            repaired, gap = near.get(players, ([], None))
            reach = self._reach() if gap is None else min(self._reach(), reach_for(gap))
            if gap == 0:
                seats += repaired
            else:
                waiting.append((players, reach))
        for players, reach in waiting:
            if len(players) > _MOST_AT_ONCE and reach > _REACH_IN_WINDOW:
                chosen = self._by_windows(players)
            else:
                first, stop = players.start, players.stop
                barred = {
                    (one - first, two - first) for one, two in self.barred if first <= one and two < stop
                }
                chosen = self._match_within_reach(players, barred, reach=reach)
            if chosen is None:
                return None
            seats += chosen
        return seats

    def _repair_ideal(self, blocks: Sequence[range]) -> dict[range, tuple[list[Seat], int]]:
        """Return rounds of blocks beside the ideal ones, which break no other rule, and what a better one could save.

        Only of blocks for which one is repairs, and of none where something decides after the distance to the ideal.
        """
        fold = self.rules[-1]
        if self.partners is None or fold.pairs is None or fold.partners is not self.partners:
            return {}
        ones: list[int] = []
        twos: list[int] = []
        spans: dict[range, tuple[list[Seat], int, int]] = {}
        for players in blocks:
            byes = self._ideal_bye() if len(players) % 2 else []
            ideal = ideal_pairs(self.partners, [player for player in players if player not in byes])
            if ideal is not None:
                spans[players] = [(player, None) for player in byes], len(ones), len(ones) + len(ideal[0])
                ones += ideal[0]
                twos += ideal[1]
        broken = self._broken_pairs(ones, twos)
        parts = around(len(ones), broken)
        pairs = self._exchange(ones, twos, parts)
        # Elsewhere all pairs are still ideal ones, which cost nothing.
        touched = list(chain.from_iterable(parts))
        firsts, seconds = _columns([pairs[number] for number in touched])
        costs = fold.pairs(firsts, seconds)
        still = {touched[place] for place in self._broken_pairs(firsts, seconds)}
        repairs: dict[range, tuple[list[Seat], int]] = {}
        for players, (seats, start, stop) in spans.items():
            first, behind = bisect_left(touched, start), bisect_left(touched, stop)
            chosen: list[Seat] = [*pairs[start:stop], *seats]
            if first == behind:
                repairs[players] = chosen, 0
                continue
            # Where no exchange was repairs for everybody, somebody has two opponents.
            there = {player for seat in chosen for player in seat} - {None}
            if there == set(players) and still.isdisjoint(touched[first:behind]):
                without = [(ones[number], twos[number]) for number in broken if start <= number < stop]
                repairs[players] = chosen, sum(costs[first:behind]) - least_cost(self.partners, without)
        return repairs

    def _ideal_bye(self) -> list[int]:
        """Return who has the bye by all rules, where everybody else has the ideal opponent all the same."""
        partners, best = self.partners or (), self._best(self._bye_weights(self.rules))
        return best if len(best) == 1 and partners[best[0]] == best[0] else []

    def _exchange(self, ones: Sequence[int], twos: Sequence[int], parts: Sequence[range]) -> list[Pair]:
        """Return these pairs in their order, those of each of these parts with the best exchange among them."""
        numbers = [list(exchanges(part)) for part in parts]
        pairs = [_ordered(ones[first], twos[second]) for of_part in numbers for first, second in of_part]
        everybody = range(self.count)
        values = self._subtract_costs(
            [self._ceiling] * len(pairs), self._active_rules(everybody), everybody, *_columns(pairs)
        )
        speaking = zip(pairs, values, strict=True)
        best = list(zip(ones, twos, strict=True))
        for part, of_part in zip(parts, numbers, strict=True):
            # The firsts of the pairs are vertices in their order, the seconds behind them.
            graph = rustworkx.PyGraph()
            graph.add_nodes_from(range(2 * len(part)))
            start, behind = part.start, len(part) - part.start
            graph.add_edges_from(
                [
                    (first - start, second + behind, value)
                    for (first, second), (pair, value) in zip(of_part, speaking, strict=False)
                    if pair not in self.barred
                ]
            )
            for one, two in rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int):
                first, second = _ordered(one, two)
                best[start + first] = _ordered(ones[start + first], twos[second - behind])
        return best

    def _broken_pairs(self, ones: Sequence[int], twos: Sequence[int]) -> list[int]:
        """Return the numbers of those of these pairs that are barred, or cost something but by the points and the fold."""
        numbers = set(compress(count(), map(self.barred.__contains__, zip(ones, twos, strict=True))))
        for place, rule in enumerate(self.rules[:-1]):
            if rule.pairs is not None and place != self._ranking[0]:
                numbers.update(compress(count(), rule.pairs(ones, twos)))
        return sorted(numbers)

    @property
    def _ranking(self) -> tuple[int, Sequence[int]]:
        """The place of the first rule by which the players stand in their order, with its levels; none where none is."""
        ranked = ((place, rule.levels) for place, rule in enumerate(self.rules) if rule.levels is not None)
        return next(ranked, (-1, ()))

    def _by_windows(self, players: range) -> list[Seat] | None:
        """Return a round of these players, window by window; None where the last ones cannot be matched."""
        order = _beside_partners(self.partners) if self.partners else players
        waiting = [player for player in order if player in players]
        reach = self._wide_reach(_REACH_IN_WINDOW)
        apart = _neighbours(self.barred)
        settled: list[Seat] = []
        if len(players) % 2:
            # One bye for all windows, by what the rules say of byes.
            bye = self._best(self._bye_weights(self.rules))[-1]
            waiting.remove(bye)
            settled.append((bye, None))
        while waiting:
            is_last = len(waiting) <= _WINDOW
            near = sorted(waiting[:_WINDOW])
            places = {player: place for place, player in enumerate(near)}
            barred = {
                (place, places[other])
                for place, player in enumerate(near)
                for other in apart.get(player, ())
                if player < other and other in places
            }
            head = self._match(near, barred, reach=len(near) if is_last else reach)
            if head is None:
                return None
            early = set(waiting if is_last else waiting[:_SETTLED])
            done = [pair for pair in head if early.issuperset(pair)] or head
            settled += done
            gone = {player for pair in done for player in pair}
            waiting = [player for player in waiting if player not in gone]
        return settled

    def _match(self, players: Sequence[int], barred: AbstractSet[Pair], *, reach: int) -> list[Seat] | None:
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
        ones: Sequence[int]
        twos: Sequence[int]
        if reach >= len(players):
            ones, twos = all_pairs(len(players))
            if barred:
                kept = [pair not in barred for pair in zip(ones, twos, strict=True)]
                ones, twos = tuple(compress(ones, kept)), tuple(compress(twos, kept))
            values = self._subtract_costs(
                [self._ceiling] * len(ones), self._active_rules(players), players, ones, twos
            )
        else:
            runs = self._runs(players, barred, reach=reach)
            firsts = [one for one, _, _ in runs], [two for _, two, _ in runs]
            values = self._subtract_costs(
                [self._ceiling] * len(runs), self._active_rules(players, has_kinds=True), players, *firsts
            )
            ones, twos = columns(runs, list(range(len(players))))
            values = for_each_pair(values, runs)
            values = self._subtract_costs(
                values, self._active_rules(players, has_kinds=False), players, ones, twos
            )
        edges = zip(ones, twos, values, strict=True)
        if len(players) % 2 == 0:
            return edges
        weights = self._bye_weights(self.rules)
        may = [(place, player) for place, player in enumerate(players) if player not in self.no_bye]
        return chain(edges, ((place, len(players), self._ceiling - weights[player]) for place, player in may))

    def _runs(self, players: Sequence[int], barred: AbstractSet[Pair], *, reach: int) -> list[Run]:
        """Return the pairs looked at, in runs that the rules with kinds cannot tell apart."""
        seen = [rule.kinds for rule in self.rules if rule.kinds is not None]
        shifts: Sequence[int | None] = [None] * len(players)
        if self.partners is not None and players == range(self.count):
            shifts = list(map(sub, self.partners, players))
        elif self.partners is not None:
            places = {player: place for place, player in enumerate(players)}
            ideal = map(places.get, picked(self.partners, players))
            shifts = [None if other is None else other - place for place, other in enumerate(ideal)]
        # A gap between two players parts them: behind it everybody is further from those before than the places say.
        gaps = map(sub, players, count())
        kinds = list(zip(gaps, shifts, *(picked(kinds, players) for kinds in seen), strict=False))
        return without(runs_of(kinds, shifts, reach=reach), _by_distance(barred))

    def _active_rules(
        self, players: Sequence[int], *, has_kinds: bool | None = None
    ) -> list[tuple[Costs, int, int]]:
        """Return the rules of pairs, those with kinds or those without or all, with their factors and the most they cost.

        One is left out that finds no difference between these players, who are in order.
        """
        return [
            (rule.pairs, factor, rule.most)
            for rule, factor in zip(self.rules, self._factors, strict=True)
            if rule.pairs is not None
            and has_kinds in (None, rule.kinds is not None)
            and (rule.levels is None or _differ(rule.levels, players))
        ]

    def _subtract_costs(
        self,
        values: list[int],
        rules: Iterable[tuple[Costs, int, int]],
        players: Sequence[int],
        ones: Sequence[int],
        twos: Sequence[int],
    ) -> list[int]:
        """Return what speaks for pairs less what these rules say against them; it never falls below 1."""
        if players != range(self.count):
            ones, twos = picked(players, ones), picked(players, twos)
        for pairs, factor, most in rules:
            costs = pairs(ones, twos)
            if most == 1:
                # A rule that is kept or broken has nothing against most pairs.
                for place in compress(count(), costs):
                    values[place] -= factor
            else:
                values = list(map(sub, values, costs if factor == 1 else map(mul, costs, repeat(factor))))
        return values

    def _bye_weights(self, rules: Sequence[Rule]) -> list[int]:
        """Return what these rules, the first ones, say in all against the bye of each player."""
        weights = [0] * self.count
        for rule, factor in zip(rules, self._factors, strict=False):
            if rule.byes is not None:
                weights = list(map(add, weights, map(mul, rule.byes, repeat(factor))))
        return weights

    def _best(self, weights: Sequence[int]) -> list[int]:
        """Return those who may have the bye and against whom there is least."""
        may = [player for player in range(self.count) if player not in self.no_bye]
        least = min([weights[player] for player in may], default=0)
        return [player for player in may if weights[player] == least]

    def _matching(self, chosen: Sequence[Seat]) -> Matching:
        pairs = sorted((one, two) for one, two in chosen if two is not None)
        byes = [one for one, two in chosen if two is None]
        return Matching(tuple(pairs), byes[0] if byes else None, self.costs(pairs, byes))


def _differ(levels: Sequence[int], players: Sequence[int]) -> bool:
    """Say whether some of these players, who are in order, have other levels than others."""
    return len(players) > 1 and levels[players[0]] != levels[players[-1]]


def _by_distance(pairs: Iterable[Pair]) -> dict[int, list[int]]:
    """Return the first of each pair by how far apart the two are."""
    firsts: dict[int, list[int]] = defaultdict(list)
    for one, two in pairs:
        firsts[two - one].append(one)
    return firsts


def _neighbours(pairs: Iterable[Pair]) -> dict[int, set[int]]:
    """Return with whom each player is in a pair."""
    neighbours: dict[int, set[int]] = {}
    for one, two in pairs:
        neighbours.setdefault(one, set()).add(two)
        neighbours.setdefault(two, set()).add(one)
    return neighbours


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


def _columns(pairs: Sequence[Pair]) -> tuple[list[int], list[int]]:
    return [one for one, _ in pairs], [two for _, two in pairs]
