"""One round paired at once: the perfect matching that breaks the rules least. The package docstring has an example.

The order of rules becomes one weight for each pair: the cost of a rule times a factor that is larger than the sum of
all costs of the later rules. Blossom matching (rustworkx) finds the round of least weight.
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
from tournaments.matching.rules import Costs, Pair, Rule, pick
from tournaments.matching.runs import Run, all_pairs, columns, for_each_pair, runs_of, without

# Up to _COMPLETE players the matching has all pairs; above, each player's opponents lie within _REACH places
# of the player or of the ideal opponent, further if a rule keeps many players apart.
_COMPLETE = 64
_REACH = 10
# Above this many players a window slides over the standings: the pairs at its head are final, the others stay
# in the window.
_MOST_AT_ONCE = 1024
_WINDOW, _SETTLED = 256, 176
_REACH_IN_WINDOW = 5
# rustworkx computes weights in 128 bits.
_LARGEST_WEIGHT = 1 << 120

# A pair, the smaller number first, or the player with the bye and None.
Seat = tuple[int, int | None]


@dataclass(frozen=True, slots=True)
class Matching:
    """A round: its pairs in order, the smaller number first, the player with the bye, and the total cost of each rule."""

    pairs: tuple[Pair, ...]
    bye: int | None
    costs: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PairingProblem:
    """Players to pair, numbered from 0 in the order of the standings, and the rules in the order of their weight.

    `barred` are the forbidden pairs, the smaller number first; `no_bye` are the players who must not have the bye of an
    odd field. `partners` is the ideal opponent of each player, if the rules have one. Raise OverflowError if the order
    of rules needs more bits than the matching has.
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

    def solve(self) -> Matching | None:
        """Return the best round; None if every round has a barred pair or a forbidden bye.

        The round is optimal for up to 64 players, and wherever `blocks.py` and `ideal.py` prove it. For up to 1,024
        players who are paired together it is the best among the pairs within reach; in the tests that is the optimum.
        For more players, pairs settled at the head of the standings are final. That costs distance to the ideal
        opponents, and a more important rule only if no round of the remaining players keeps it.
        """
        if self.count % 2 and self.no_bye.issuperset(range(self.count)):
            return None
        matching = self._by_blocks()
        if matching is not None:
            return matching
        seats = self._by_windows(range(self.count)) if self.count > _MOST_AT_ONCE else None
        return self._at_once() if seats is None else self._matching(seats)

    def without(self, player: int, other: int | None) -> Matching | None:
        """Return the best round without this pair, or without this bye; None if there is none."""
        if other is None:
            return replace(self, no_bye=self.no_bye | {player}).solve()
        return replace(self, barred=self.barred | {_pair_of(player, other)}).solve()

    def cost(self, player: int, other: int | None) -> dict[str, int]:
        """Return the cost of this pair, or of this bye, by rule; rules without a cost are left out."""
        costs = self.costs([], [player]) if other is None else self.costs([_pair_of(player, other)], [])
        return {code: cost for code, cost in costs.items() if cost}

    def costs(self, pairs: Sequence[Pair], byes: Sequence[int]) -> dict[str, int]:
        """Return the total cost of these pairs, the smaller number first, and these byes by rule."""
        ones, twos = _columns(pairs)
        totals = dict.fromkeys((rule.code for rule in self.rules), 0)
        for rule in self.rules:
            if rule.pairs is not None:
                totals[rule.code] += sum(rule.pairs(ones, twos))
            if rule.byes is not None:
                totals[rule.code] += sum(rule.byes[player] for player in byes)
        return totals

    def edges(self) -> list[tuple[int, int, int]]:
        """Return the edges of one matching of the whole field with their weights; the bye is one more vertex."""
        return list(self._edges(range(self.count), self.barred, reach=self._reach()))

    def _at_once(self) -> Matching | None:
        seats = self._match_within_reach(range(self.count), self.barred, reach=self._reach())
        return None if seats is None else self._matching(seats)

    def _match_within_reach(
        self, players: Sequence[int], barred: AbstractSet[Pair], *, reach: int
    ) -> list[Seat] | None:
        """Match these players among pairs within reach, doubling it until a round exists; None if none does."""
        count = len(players)
        while (seats := self._match(players, barred, reach=reach)) is None and reach < count:
            reach = 2 * reach if 8 * reach < count else count
        return seats

    def _reach(self) -> int:
        """Return how many places from a player, or from the ideal opponent, opponents are looked for."""
        return self.count if self.count <= _COMPLETE else self._wide_reach(_REACH)

    def _wide_reach(self, reach: int) -> int:
        """Return the reach widened for rules that keep many players apart: doubled if half are excluded."""
        # If a rule keeps more than half apart, some of them meet in any case, and near ones can.
        shares = [min(rule.crowd / self.count, 1 / 2) for rule in self.rules]
        return ceil(reach / prod(1 - share for share in shares))

    def _by_blocks(self) -> Matching | None:
        """Return the round composed of the rounds of all blocks; None if a round across them may be better."""
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
        """Return the seats of all blocks, optimal ones except in windows; None if a block has no round."""
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
                of_block = self._by_windows(players)
            else:
                first, stop = players.start, players.stop
                barred = {
                    (one - first, two - first) for one, two in self.barred if first <= one and two < stop
                }
                of_block = self._match_within_reach(players, barred, reach=reach)
            if of_block is None:
                return None
            seats += of_block
        return seats

    def _repair_ideal(self, blocks: Sequence[range]) -> dict[range, tuple[list[Seat], int]]:
        """Return for each block its ideal pairs with the barred ones exchanged, and the gap to the lower bound.

        Blocks without a repair are left out, and so are all blocks if a rule follows the distance to the ideal
        opponents.
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
        barred = self._broken_pairs(ones, twos)
        parts = around(len(ones), barred)
        pairs = self._exchange(ones, twos, parts)
        # All other pairs are ideal ones, which cost nothing.
        numbers = list(chain.from_iterable(parts))
        firsts, seconds = _columns([pairs[number] for number in numbers])
        costs = fold.pairs(firsts, seconds)
        still = {numbers[place] for place in self._broken_pairs(firsts, seconds)}
        repairs: dict[range, tuple[list[Seat], int]] = {}
        for players, (seats, start, stop) in spans.items():
            first, behind = bisect_left(numbers, start), bisect_left(numbers, stop)
            of_block: list[Seat] = [*pairs[start:stop], *seats]
            if first == behind:
                repairs[players] = of_block, 0
                continue
            # If no exchange serves everybody, somebody has two opponents.
            there = {player for seat in of_block for player in seat} - {None}
            if there == set(players) and still.isdisjoint(numbers[first:behind]):
                without = [(ones[number], twos[number]) for number in barred if start <= number < stop]
                repairs[players] = of_block, sum(costs[first:behind]) - least_cost(self.partners, without)
        return repairs

    def _ideal_bye(self) -> list[int]:
        """Return the one player for the bye whose own number is the ideal opponent; else an empty list."""
        partners, best = self.partners or (), self._best(self._bye_weights(self.rules))
        return best if len(best) == 1 and partners[best[0]] == best[0] else []

    def _exchange(self, ones: Sequence[int], twos: Sequence[int], parts: Sequence[range]) -> list[Pair]:
        """Return these pairs in order, with the best exchange of opponents within each of these ranges."""
        numbers = [list(exchanges(part)) for part in parts]
        pairs = [_pair_of(ones[first], twos[second]) for of_part in numbers for first, second in of_part]
        everybody = range(self.count)
        values = self._subtract_costs(
            [self._ceiling] * len(pairs), self._active_rules(everybody), everybody, *_columns(pairs)
        )
        speaking = zip(pairs, values, strict=True)
        best = list(zip(ones, twos, strict=True))
        for part, of_part in zip(parts, numbers, strict=True):
            # The first players of the pairs are the first vertices, the second players follow.
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
                first, second = _pair_of(one, two)
                best[start + first] = _pair_of(ones[start + first], twos[second - behind])
        return best

    def _broken_pairs(self, ones: Sequence[int], twos: Sequence[int]) -> list[int]:
        """Return the numbers of the pairs that are barred or break a rule other than points and ideal opponent."""
        numbers = set(compress(count(), map(self.barred.__contains__, zip(ones, twos, strict=True))))
        for place, rule in enumerate(self.rules[:-1]):
            if rule.pairs is not None and place != self._ranking[0]:
                numbers.update(compress(count(), rule.pairs(ones, twos)))
        return sorted(numbers)

    @property
    def _ranking(self) -> tuple[int, Sequence[int]]:
        """The place of the first rule with levels, and these levels; -1 and nothing if no rule has any."""
        ranked = ((place, rule.levels) for place, rule in enumerate(self.rules) if rule.levels is not None)
        return next(ranked, (-1, ()))

    def _by_windows(self, players: range) -> list[Seat] | None:
        """Return a round of these players, window by window; None if the last players cannot be matched."""
        order = _with_partners(self.partners) if self.partners else players
        waiting = [player for player in order if player in players]
        reach = self._wide_reach(_REACH_IN_WINDOW)
        apart = _neighbours(self.barred)
        seats: list[Seat] = []
        if len(players) % 2:
            # One bye for all windows, by the costs of the rules for byes.
            bye = self._best(self._bye_weights(self.rules))[-1]
            waiting.remove(bye)
            seats.append((bye, None))
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
            early_pairs = [pair for pair in head if early.issuperset(pair)] or head
            seats += early_pairs
            paired_players = {player for pair in early_pairs for player in pair}
            waiting = [player for player in waiting if player not in paired_players]
        return seats

    def _match(self, players: Sequence[int], barred: AbstractSet[Pair], *, reach: int) -> list[Seat] | None:
        """Match these players, who are in order; None if somebody is left over. The bye has None as second player.

        `barred` and `reach` count the places of the players in this sequence.
        """
        bye = len(players)
        graph = rustworkx.PyGraph()
        graph.add_nodes_from(range(bye + 1))
        graph.add_edges_from(self._edges(players, barred, reach=reach))
        pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        if 2 * len(pairs) < len(players):
            return None
        places = [_pair_of(*pair) for pair in pairs]
        return [(players[one], None if two == bye else players[two]) for one, two in places]

    def _edges(
        self, players: Sequence[int], barred: AbstractSet[Pair], *, reach: int
    ) -> Iterator[tuple[int, int, int]]:
        """Return the pairs within reach with their weights, by the places of the players in this sequence."""
        ones: Sequence[int]
        twos: Sequence[int]
        if reach >= len(players):
            ones, twos = all_pairs(len(players))
            if barred:
                is_open = [pair not in barred for pair in zip(ones, twos, strict=True)]
                ones, twos = tuple(compress(ones, is_open)), tuple(compress(twos, is_open))
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
        """Return the pairs within reach as runs that all rules with kinds evaluate alike."""
        kinds_by_rule = [rule.kinds for rule in self.rules if rule.kinds is not None]
        shifts: Sequence[int | None] = [None] * len(players)
        if self.partners is not None and players == range(self.count):
            shifts = list(map(sub, self.partners, players))
        elif self.partners is not None:
            places = {player: place for place, player in enumerate(players)}
            ideal = map(places.get, pick(self.partners, players))
            shifts = [None if other is None else other - place for place, other in enumerate(ideal)]
        # A gap in the numbers separates kinds: across it players are further apart than their places.
        gaps = map(sub, players, count())
        kinds = list(zip(gaps, shifts, *(pick(kinds, players) for kinds in kinds_by_rule), strict=False))
        return without(runs_of(kinds, shifts, reach=reach), _by_distance(barred))

    def _active_rules(
        self, players: Sequence[int], *, has_kinds: bool | None = None
    ) -> list[tuple[Costs, int, int]]:
        """Return the cost function, the factor and the highest cost of each rule that tells these players apart.

        `has_kinds` selects the rules with or without kinds; None selects both. The players are in order.
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
        """Return the weights of the pairs less the costs of these rules; a weight never falls below 1."""
        if players != range(self.count):
            ones, twos = pick(players, ones), pick(players, twos)
        for pairs, factor, most in rules:
            costs = pairs(ones, twos)
            if most == 1:
                # A rule with cost 0 or 1 costs nothing for most pairs.
                for place in compress(count(), costs):
                    values[place] -= factor
            else:
                values = list(map(sub, values, costs if factor == 1 else map(mul, costs, repeat(factor))))
        return values

    def _bye_weights(self, rules: Sequence[Rule]) -> list[int]:
        """Return the weighted cost of a bye for each player by these rules, which are the first ones."""
        weights = [0] * self.count
        for rule, factor in zip(rules, self._factors, strict=False):
            if rule.byes is not None:
                weights = list(map(add, weights, map(mul, rule.byes, repeat(factor))))
        return weights

    def _best(self, weights: Sequence[int]) -> list[int]:
        """Return the players with the least of these weights among those who may have the bye."""
        may = [player for player in range(self.count) if player not in self.no_bye]
        least = min([weights[player] for player in may], default=0)
        return [player for player in may if weights[player] == least]

    def _matching(self, seats: Sequence[Seat]) -> Matching:
        pairs = sorted((one, two) for one, two in seats if two is not None)
        byes = [one for one, two in seats if two is None]
        return Matching(tuple(pairs), byes[0] if byes else None, self.costs(pairs, byes))


def _differ(levels: Sequence[int], players: Sequence[int]) -> bool:
    """Say whether the levels of these players, who are in order, differ."""
    return len(players) > 1 and levels[players[0]] != levels[players[-1]]


def _by_distance(pairs: Iterable[Pair]) -> dict[int, list[int]]:
    """Return the first players of these pairs by the distance of the two."""
    firsts: dict[int, list[int]] = defaultdict(list)
    for one, two in pairs:
        firsts[two - one].append(one)
    return firsts


def _neighbours(pairs: Iterable[Pair]) -> dict[int, set[int]]:
    """Return the set of players with whom each player shares a pair."""
    neighbours: dict[int, set[int]] = {}
    for one, two in pairs:
        neighbours.setdefault(one, set()).add(two)
        neighbours.setdefault(two, set()).add(one)
    return neighbours


def _factors(rules: Sequence[Rule], *, pairs: int) -> tuple[int, ...]:
    """Return the factor of each rule: larger than the sum of all costs of the later rules.

    A rule about byes alone costs only once in a round.
    """
    factors: list[int] = []
    factor = 1
    for rule in reversed(rules):
        factors.append(factor)
        factor *= (1 if rule.pairs is None else pairs) * rule.most + 1
    if factor > _LARGEST_WEIGHT:
        raise OverflowError(f"the order of rules needs {factor.bit_length()} bits")
    return tuple(reversed(factors))


def _with_partners(partners: Sequence[int]) -> list[int]:
    """Return the players in standings order, each followed by the ideal opponent, so that a window holds both."""
    order = dict.fromkeys(player for pair in enumerate(partners) for player in pair)
    return list(order)


def _pair_of(one: int, two: int) -> Pair:
    return (one, two) if one < two else (two, one)


def _columns(pairs: Sequence[Pair]) -> tuple[list[int], list[int]]:
    return [one for one, _ in pairs], [two for _, two in pairs]
