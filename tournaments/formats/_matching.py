"""One round paired at once: the perfect matching that breaks the rules least, the first rule counting most.

The order of rules is one weight for each pair: a rule's cost times a factor that is larger than everything the later
rules can cost together. Blossom matching (rustworkx) finds the round of least weight.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from hashlib import sha256

import rustworkx

# Up to here every pair is looked at; above, each player looks at those near in standing and near the ideal opponent.
_COMPLETE = 64
_CANDIDATES = 20
# Above this many players a window slides over the standing: the pairs at its head are settled, the rest go on.
_MOST_AT_ONCE = 1024
_WINDOW, _SETTLED = 256, 176
# The matching computes in 128 bits.
_LARGEST_WEIGHT = 1 << 120
_NOBODY: frozenset[int] = frozenset()

Pair = tuple[int, int]
Costs = Callable[[int, Sequence[int]], Sequence[int]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the order: what breaking it costs, never less than 0 and never more than `most`.

    `pairs` gets a player and others and answers what each of these pairs would cost, the same from both sides; None
    where the rule says nothing of pairs. `byes` is what a bye would cost each player; None where it says nothing of
    byes.
    """

    code: str
    most: int
    pairs: Costs | None = None
    byes: Sequence[int] | None = None


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
    _apart: Mapping[int, AbstractSet[int]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        factors = _factors(self.rules, pairs=self.count // 2 + 1)
        most = sum(factor * rule.most for rule, factor in zip(self.rules, factors, strict=True))
        object.__setattr__(self, "_factors", factors)
        object.__setattr__(self, "_ceiling", most + 1)
        object.__setattr__(self, "_apart", _neighbours(self.barred))

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
        found = {}
        for rule in self.rules:
            if other is None:
                value = rule.byes[player] if rule.byes is not None else 0
            else:
                value = rule.pairs(player, [other])[0] if rule.pairs is not None else 0
            if value:
                found[rule.code] = value
        return found

    def _at_once(self) -> Matching | None:
        players = range(self.count)
        width = self.count if self.count <= _COMPLETE else _CANDIDATES
        while (chosen := self._matched(players, width=width)) is None and width < self.count:
            width = 2 * width if 4 * width < self.count else self.count
        return None if chosen is None else self._matching(chosen)

    def _by_windows(self) -> Matching | None:
        waiting = _beside_partners(self.partners) if self.partners else list(range(self.count))
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
            head = self._matched(waiting[:_WINDOW], width=len(waiting) if is_last else _CANDIDATES)
            if head is None:
                return self._at_once()
            early = set(waiting if is_last else waiting[:_SETTLED])
            done = [pair for pair in head if early.issuperset(pair)] or head
            settled += done
            gone = {player for pair in done for player in pair}
            waiting = [player for player in waiting if player not in gone]
        return self._matching(settled)

    def _matched(self, players: Sequence[int], *, width: int) -> list[tuple[int, int | None]] | None:
        """Match these players, the second of a pair being None for the bye; None when somebody is left over."""
        bye = len(players)
        graph = rustworkx.PyGraph()
        graph.add_nodes_from(range(bye + 1))
        graph.add_edges_from(self._edges(players, width=width))
        matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        if 2 * len(matched) < len(players):
            return None
        ordered = [_ordered(*pair) for pair in matched]
        return [(players[one], None if two == bye else players[two]) for one, two in ordered]

    def _edges(self, players: Sequence[int], *, width: int) -> list[tuple[int, int, int]]:
        """Return the pairs looked at with what speaks for them, by the places of the players in this sequence."""
        edges: list[tuple[int, int, int]] = []
        is_everybody = players == range(self.count)
        for place, one in enumerate(players):
            places = self._candidates(players, place, width=width)
            others = places if is_everybody else [players[other] for other in places]
            apart = self._apart.get(one, _NOBODY)
            if not apart.isdisjoint(others):
                places = [other for other in places if players[other] not in apart]
                others = [players[other] for other in places]
            values = self._values(one, others)
            edges += zip([place] * len(places), places, values, strict=True)
        if len(players) % 2:
            bye = len(players)
            may = [(place, player) for place, player in enumerate(players) if player not in self.no_bye]
            edges += [(place, bye, self._ceiling - self._bye_weight(player)) for place, player in may]
        return edges

    def _candidates(self, players: Sequence[int], place: int, *, width: int) -> Sequence[int]:
        """Return the places behind this one that are looked at: the next ones, and those near the ideal opponent."""
        last = len(players)
        if width >= last:
            return range(place + 1, last)
        near = range(place + 1, min(place + 1 + width // 2, last))
        # In a window everybody stands beside the ideal opponent already.
        if self.partners is None or last != self.count:
            return near
        # Who stands beside the ideal opponent, and whose ideal opponent stands beside: the two differ at the ends of
        # score groups, where somebody goes down.
        reach = width // 2
        partner = self.partners[place]
        beside = range(max(place + 1, partner - reach), min(partner + reach + 1, last))
        meant = self.partners[max(0, place - reach // 2) : place + reach // 2 + 1]
        return sorted({*near, *beside, *[other for other in meant if other > place]})

    def _values(self, one: int, others: Sequence[int]) -> list[int]:
        """Return what speaks for each pair: the ceiling less its weight, never below 1."""
        values = [self._ceiling] * len(others)
        for rule, factor in zip(self.rules, self._factors, strict=True):
            if rule.pairs is not None and any(costs := rule.pairs(one, others)):
                values = [value - factor * cost for value, cost in zip(values, costs, strict=True)]
        return values

    def _bye_weight(self, player: int) -> int:
        pairs = zip(self.rules, self._factors, strict=True)
        return sum(factor * rule.byes[player] for rule, factor in pairs if rule.byes is not None)

    def _matching(self, chosen: Sequence[tuple[int, int | None]]) -> Matching:
        pairs = sorted(_ordered(one, two) for one, two in chosen if two is not None)
        totals = dict.fromkeys((rule.code for rule in self.rules), 0)
        for one, two in chosen:
            for code, value in self.cost(one, two).items():
                totals[code] += value
        bye = next((one for one, two in chosen if two is None), None)
        return Matching(tuple(pairs), bye, totals)


def by_difference(code: str, values: Sequence[int], *, byes: Sequence[int] | None = None) -> Rule:
    """The rule that opponents stand near each other: it costs the square of the difference of their values."""
    largest = max(values, default=0) - min(values, default=0)

    def costs(one: int, others: Sequence[int]) -> list[int]:
        own = values[one]
        return [(own - values[two]) ** 2 for two in others]

    return Rule(code, max(largest**2, *(byes or [0])), costs, byes)


def by_meetings(code: str, meetings: Mapping[Pair, int]) -> Rule:
    """The rule that nobody meets again: it costs the number of times they have met, the smaller number first."""

    def costs(one: int, others: Sequence[int]) -> list[int]:
        return [meetings.get((one, two) if one < two else (two, one), 0) for two in others]

    return Rule(code, max(meetings.values(), default=0), costs)


def by_key(code: str, keys: Sequence[str]) -> Rule:
    """The rule that those with the same key (a club, a country) stay apart: it costs 1; an empty key is nobody's."""

    def costs(one: int, others: Sequence[int]) -> list[int]:
        own = keys[one]
        return [int(keys[two] == own) for two in others] if own else [0] * len(others)

    return Rule(code, 1, costs)


def by_partner(code: str, partners: Sequence[int]) -> Rule:
    """The rule that everybody meets the ideal opponent: it costs how far both are from theirs."""

    def costs(one: int, others: Sequence[int]) -> list[int]:
        ideal = partners[one]
        return [abs(ideal - two) + abs(partners[two] - one) for two in others]

    return Rule(code, 2 * len(partners), costs)


def by_lot(code: str, uids: Sequence[str], *, seed: str, round_number: int) -> Rule:
    """The rule that decides what all others leave open: a number of 16 bits that the seed gives to each pair."""
    lots = [
        int.from_bytes(sha256(f"{seed}\n{round_number}\n{code}\n{uid}".encode()).digest()[:2], "big")
        for uid in uids
    ]

    def costs(one: int, others: Sequence[int]) -> list[int]:
        own = lots[one]
        return [own ^ lots[two] for two in others]

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
