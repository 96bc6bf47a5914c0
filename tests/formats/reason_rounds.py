"""A slow twin of the solver: it lists every possible round with its costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

Pair = frozenset[str]
Costs = dict[str, int]


@dataclass(frozen=True)
class Rule:
    """What a rule of a round has against two who meet, and against somebody who has the bye."""

    code: str
    pair: Callable[[str, str], int] = lambda _one, _two: 0
    bye: Callable[[str], int] = lambda _uid: 0


@dataclass(frozen=True)
class Rounds:
    """All rounds of these players in which nobody meets who must not, by the rules in their order."""

    players: Sequence[str]
    rules: Sequence[Rule]
    barred: frozenset[Pair] = frozenset()

    @cached_property
    def all(self) -> list[tuple[frozenset[Pair], str, tuple[int, ...]]]:
        """Every round: its pairs, who sits out (empty for nobody), and its costs."""
        return [
            (pairs, bye, self._costs(pairs, bye))
            for pairs, bye in _rounds(tuple(self.players), needs_bye=len(self.players) % 2 == 1)
            if pairs.isdisjoint(self.barred)
        ]

    @property
    def best(self) -> tuple[int, ...]:
        """What the best round costs."""
        return min(costs for _, _, costs in self.all)

    def without(self, *seat: str) -> list[tuple[frozenset[Pair], str, tuple[int, ...]]]:
        """The best rounds without a pair, or without the bye of one."""
        if len(seat) == 1:
            others = [round_ for round_ in self.all if round_[1] != seat[0]]
        else:
            others = [round_ for round_ in self.all if frozenset(seat) not in round_[0]]
        least = min((costs for _, _, costs in others), default=())
        return [round_ for round_ in others if round_[2] == least]

    def first_worse(self, costs: Sequence[int], others: Sequence[int]) -> tuple[str, int] | None:
        """The first rule that other costs break more, and by how much."""
        rules = (
            (rule.code, other - cost)
            for rule, cost, other in zip(self.rules, costs, others, strict=True)
            if other > cost
        )
        return next(rules, None)

    def stronger_than(self, code: str) -> str | None:
        """Return the stronger rule that keeping this rule better would break; None where no round keeps it better."""
        place = [rule.code for rule in self.rules].index(code)
        fewest = min(costs[place] for _, _, costs in self.all)
        if fewest == self.best[place]:
            return None
        best = min(costs for _, _, costs in self.all if costs[place] == fewest)
        worse = self.first_worse(self.best, best)
        assert worse is not None
        return worse[0]

    def against(self, code: str, one: str, two: str) -> int:
        """What a rule has against a pair."""
        return next(rule.pair(one, two) for rule in self.rules if rule.code == code)

    def _costs(self, pairs: frozenset[Pair], bye: str) -> tuple[int, ...]:
        sides = [tuple(pair) for pair in pairs]
        return tuple(
            sum(rule.pair(one, two) for one, two in sides) + (rule.bye(bye) if bye else 0)
            for rule in self.rules
        )


def squares(values: Mapping[str, int]) -> Callable[[str, str], int]:
    """The square of the difference of two values."""
    return lambda one, two: (values[one] - values[two]) ** 2


def same(keys: Mapping[str, str]) -> Callable[[str, str], int]:
    """Whether two have the same key."""
    return lambda one, two: int(bool(keys[one]) and keys[one] == keys[two])


def _rounds(players: tuple[str, ...], *, needs_bye: bool) -> Iterator[tuple[frozenset[Pair], str]]:
    if needs_bye:
        for bye in players:
            rest = tuple(uid for uid in players if uid != bye)
            yield from ((pairs, bye) for pairs, _ in _rounds(rest, needs_bye=False))
        return
    if not players:
        yield frozenset(), ""
        return
    first, *others = players
    for other in others:
        rest = tuple(uid for uid in others if uid != other)
        for pairs, _ in _rounds(rest, needs_bye=False):
            yield pairs | {frozenset((first, other))}, ""
