"""Decisions of a director: between entrants who share a place, and on who leaves a slot."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


class How(StrEnum):
    """How a shared place is decided."""

    LOT = "lot"
    PLAYOFF = "playoff"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class TieDecision:
    """The order of entrants who shared a place: `tiers`, the best first; entrants of one tier still share.

    It holds for exactly these entrants: if a correction ties other ones, their place is shared again. If
    `is_for_prizes` is False, the prizes of the places are split as before.
    """

    tiers: tuple[tuple[str, ...], ...]
    how: How
    is_for_prizes: bool = False

    @property
    def entrants(self) -> frozenset[str]:
        """The entrants whom it puts in order."""
        return frozenset(uid for tier in self.tiers for uid in tier)


@dataclass(frozen=True, slots=True)
class SlotDecision:
    """Who leaves a slot by a director's decision, beside its result: `winner` goes on, `loser` takes the losers' way.

    None stands for nobody. It holds while the two entrants of the result sit in the slot. It is no match: wins, losses
    and places follow the result. `ruling` is an opaque key, under which the reason stands.
    """

    winner: str | None
    loser: str | None
    ruling: str = ""


def tiers_of(tied: Sequence[str], decisions: Iterable[TieDecision]) -> tuple[tuple[str, ...], ...]:
    """Return these tied entrants in tiers, best first; each decision applies to a tier that earlier ones left."""
    order = tuple(decisions)
    decision = decision_on(tied, order)
    if decision is None:
        return (tuple(tied),)
    return tuple(part for tier in decision.tiers for part in tiers_of(tier, order))


def decision_on(tied: Sequence[str], decisions: Iterable[TieDecision]) -> TieDecision | None:
    """Return the decision about exactly these entrants; None if there is none."""
    members = frozenset(tied)
    return next((one for one in decisions if len(one.tiers) > 1 and one.entrants == members), None)
