"""A signal is an observation that few others of its kind reach."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournaments.fair_play.kinds import SignalKind


@dataclass(frozen=True, slots=True)
class Observation:
    """A value of one subject, a tuple of player keys; `evidence` holds the matches or events that show it.

    Without evidence it belongs to the population and is never a signal.
    """

    kind: SignalKind
    subject: tuple[str, ...]
    value: Fraction
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rarity:
    """When an observation is a signal: its value is `least` or more, and at most `share` of all reach it."""

    least: Fraction
    share: Fraction


@dataclass(frozen=True, slots=True)
class Signal:
    """A rare observation; of `population` observations of its kind, `reached` have its value or more."""

    observation: Observation
    reached: int
    population: int

    @property
    def base_rate(self) -> Fraction:
        """The share of all observations of the kind that reach the value."""
        return Fraction(self.reached, self.population)


# Committees change these; they keep a report of a usual season to a few lines.
RARITIES: Mapping[SignalKind, Rarity] = {
    SignalKind.FREQUENT_PAIR: Rarity(least=Fraction(3), share=Fraction(1, 100)),
    SignalKind.LOSS_BEFORE_CAP: Rarity(least=Fraction(20), share=Fraction(1, 50)),
    SignalKind.FAST_MATCH: Rarity(least=Fraction(2), share=Fraction(1, 100)),
    SignalKind.BATCH: Rarity(least=Fraction(4), share=Fraction(1, 100)),
    SignalKind.BYE_ON_RETURN: Rarity(least=Fraction(1), share=Fraction(1, 50)),
}


def signals(
    observations: Iterable[Observation], rarities: Mapping[SignalKind, Rarity] = RARITIES
) -> list[Signal]:
    """Return the rare observations of one kind, the rarest first.

    `observations` are those of the whole population, so that each signal says how many reach its value. Sorting makes it
    n log n.
    """
    population = list(observations)
    values = sorted(one.value for one in population)
    rare = []
    for one in population:
        rule = rarities[one.kind]
        signal = Signal(one, len(values) - bisect_left(values, one.value), len(values))
        if one.evidence and one.value >= rule.least and signal.base_rate <= rule.share:
            rare.append(signal)
    return sorted(rare, key=lambda signal: (signal.reached, signal.observation.subject))
