"""The decisions on the places that are shared in a stage, as they are stored with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from tournaments.formats import How, TieDecision
from tournaments.models import Stage

# Raised when what is stored changes; what an earlier release stored stays readable.
_VERSION = 1


@dataclass(frozen=True, slots=True)
class StoredTie:
    """A decision on a place that some shared, and how it came about.

    `tiers` is the order it gives, empty while a playoff is played; `playoff` is the uid of the stage that is played for
    it, `seed` the text of the lot.
    """

    entrants: tuple[str, ...]
    how: How
    tiers: tuple[tuple[str, ...], ...]
    is_for_prizes: bool = False
    reason: str = ""
    playoff: str | None = None
    seed: str = ""
    is_taken_back: bool = False

    @property
    def decision(self) -> TieDecision:
        """What the standings see of it."""
        return TieDecision(self.tiers, self.how, self.is_for_prizes)

    @property
    def is_open(self) -> bool:
        """Whether its playoff is still to be played."""
        return not self.tiers and not self.is_taken_back

    @property
    def order(self) -> list[str]:
        """The entrants as it puts them, the best first; nothing while its playoff is played."""
        return [uid for tier in self.tiers for uid in tier]

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON values that `from_dict` reads back."""
        return {
            "version": _VERSION,
            "entrants": list(self.entrants),
            "how": self.how.value,
            "tiers": [list(tier) for tier in self.tiers],
            "prizes": self.is_for_prizes,
            "reason": self.reason,
            "playoff": self.playoff,
            "seed": self.seed,
            "taken_back": self.is_taken_back,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> StoredTie:
        """Read what is stored."""
        return cls(
            entrants=tuple(data["entrants"]),
            how=How(data["how"]),
            tiers=tuple(tuple(tier) for tier in data["tiers"]),
            is_for_prizes=data["prizes"],
            reason=data["reason"],
            playoff=data["playoff"],
            seed=data["seed"],
            is_taken_back=data["taken_back"],
        )


def all_ties(stage: Stage) -> tuple[StoredTie, ...]:
    """The decisions on shared places of a stage, the oldest first, those taken back too."""
    return tuple(StoredTie.from_dict(data) for data in stage.ties)


def ties_of(stage: Stage) -> tuple[StoredTie, ...]:
    """Those of them that hold, or whose playoff is played."""
    return tuple(tie for tie in all_ties(stage) if not tie.is_taken_back)


def decisions_in(ties: Iterable[StoredTie]) -> tuple[TieDecision, ...]:
    """What the standings see of decisions."""
    return tuple(tie.decision for tie in ties if tie.tiers and not tie.is_taken_back)


def decisions_of(stage: Stage) -> tuple[TieDecision, ...]:
    """What the standings of a stage see of its decisions."""
    return decisions_in(all_ties(stage))


def outcome_of(tie: StoredTie, places: Iterable[Mapping[str, Any]]) -> tuple[tuple[str, ...], ...]:
    """The order that the standings of its playoff give, nothing before its end; whoever missed it comes last."""
    rows = groupby(places, key=lambda row: row["place"])
    tiers = tuple(tuple(row["entrant"] for row in tier) for _, tier in rows)
    absent = tuple(uid for uid in tie.entrants if not any(uid in tier for tier in tiers))
    return (*tiers, absent) if tiers and absent else tiers
