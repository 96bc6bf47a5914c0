"""The order that was given to some who shared a place."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


class How(StrEnum):
    """By what a shared place is decided."""

    LOT = "lot"
    PLAYOFF = "playoff"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class TieDecision:
    """The order of some who shared a place: `tiers`, the best first; those of one tier share still.

    It holds for exactly these entrants: when a correction ties others, their place is shared again. Without
    `is_for_prizes` the prizes of the places are split as before.
    """

    tiers: tuple[tuple[str, ...], ...]
    how: How
    is_for_prizes: bool = False

    @property
    def entrants(self) -> frozenset[str]:
        """Those whose order it is."""
        return frozenset(uid for tier in self.tiers for uid in tier)


def tiers_of(tied: Sequence[str], decisions: Iterable[TieDecision]) -> tuple[tuple[str, ...], ...]:
    """Return who shares a place after these decisions, the best first; each is applied to whom an earlier one left."""
    known = tuple(decisions)
    decision = deciding(tied, known)
    if decision is None:
        return (tuple(tied),)
    return tuple(part for tier in decision.tiers for part in tiers_of(tier, known))


def deciding(tied: Sequence[str], decisions: Iterable[TieDecision]) -> TieDecision | None:
    """Return the decision that parts exactly these, None where there is none."""
    members = frozenset(tied)
    return next((one for one in decisions if len(one.tiers) > 1 and one.entrants == members), None)
