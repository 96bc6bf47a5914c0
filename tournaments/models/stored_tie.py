"""The stored decision on a shared place of a stage, in every version of its JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from tournaments.formats import How, TieDecision

# Increased when the stored format changes; earlier versions stay readable.
_VERSION = 1


@dataclass(frozen=True, slots=True)
class StoredTie:
    """A stored decision on a shared place, with the way it was made.

    `tiers` is the decided order, empty until the playoff is finished; `playoff` is the uid of the playoff stage,
    `seed` the text of the lot.
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
        """The decision as the standings read it."""
        return TieDecision(self.tiers, self.how, self.is_for_prizes)

    @property
    def is_open(self) -> bool:
        """Whether the playoff is not finished yet."""
        return not self.tiers and not self.is_taken_back

    @property
    def order(self) -> list[str]:
        """The entrants in the order of the decision, best first; empty until the playoff is finished."""
        return [uid for tier in self.tiers for uid in tier]

    def outcome(self, places: Iterable[Mapping[str, Any]]) -> tuple[tuple[str, ...], ...]:
        """Return the order in the standings of the playoff, absent entrants last; empty before its end."""
        rows = groupby(places, key=lambda row: row["place"])
        tiers = tuple(tuple(row["entrant"] for row in tier) for _, tier in rows)
        absent = tuple(uid for uid in self.entrants if not any(uid in tier for tier in tiers))
        return (*tiers, absent) if tiers and absent else tiers

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
        """Return the decision that `to_dict` has stored."""
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


def decisions_in(ties: Iterable[StoredTie]) -> tuple[TieDecision, ...]:
    """Return the decisions that count in the standings, without open playoffs and those taken back."""
    return tuple(tie.decision for tie in ties if tie.tiers and not tie.is_taken_back)
