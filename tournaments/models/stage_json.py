"""What a stage stores as JSON: decided ties, match days and orders of its director, in every version."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from itertools import groupby
from typing import Any

from tournaments.formats import HandKind, HandOrder, How, MatchDay, TieDecision

# Increased when the stored format changes; earlier versions stay readable.
_TIE_VERSION = 1


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
            "version": _TIE_VERSION,
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


@dataclass(frozen=True, slots=True)
class StoredMatchDay:
    """The moment and the place of a round, or of the encounter in one slot of it; each may be unset.

    An encounter `is_exchanged` if the side that would be away is at home.
    """

    round: int
    slot: int | None = None
    at: datetime | None = None
    venue: str = ""
    is_exchanged: bool = False

    @property
    def place(self) -> tuple[int, int | None]:
        """The round, and the slot or None."""
        return self.round, self.slot

    @property
    def is_empty(self) -> bool:
        """Whether it says nothing."""
        return self.at is None and not self.venue and not self.is_exchanged

    def in_zone(self, zone: tzinfo) -> MatchDay | None:
        """Return what the format reads, its moment in a time zone; None if only the place is set."""
        at = None if self.at is None else self.at.astimezone(zone)
        if at is None and not self.is_exchanged:
            return None
        return MatchDay(self.round, at, self.slot, is_exchanged=self.is_exchanged)

    def with_each(self, move: Callable[[datetime], datetime]) -> StoredMatchDay:
        """Return the same day with its moment moved, where it has one."""
        return self if self.at is None else replace(self, at=move(self.at))

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON values, without fields that say nothing."""
        data: dict[str, Any] = {"round": self.round}
        if self.slot is not None:
            data["slot"] = self.slot
        if self.at is not None:
            data["at"] = self.at.isoformat()
        if self.venue:
            data["venue"] = self.venue
        if self.is_exchanged:
            data["exchanged"] = True
        return data


def match_day_of(data: Mapping[str, Any]) -> StoredMatchDay:
    """Return the match day that `StoredMatchDay.to_dict` has made plain."""
    at = data.get("at")
    return StoredMatchDay(
        data["round"],
        data.get("slot"),
        None if at is None else datetime.fromisoformat(at),
        data.get("venue", ""),
        is_exchanged=data.get("exchanged", False),
    )


# Increased when the stored format changes; earlier versions stay readable.
_HAND_VERSION = 1


def hand_order_of(data: Mapping[str, Any]) -> HandOrder:
    """Return the order that `stored_hand_order` has made plain."""
    return HandOrder(
        HandKind(data["kind"]),
        data["round"],
        tuple(data["entrants"]),
        half_points=data.get("half_points", 0),
        until=data.get("until"),
        everywhere=data.get("everywhere", False),
    )


def stored_hand_order(order: HandOrder) -> dict[str, Any]:
    """Return an order as plain JSON values, without fields that say nothing."""
    data: dict[str, Any] = {
        "version": _HAND_VERSION,
        "kind": order.kind.value,
        "round": order.round,
        "entrants": list(order.entrants),
    }
    if order.half_points:
        data["half_points"] = order.half_points
    if order.until is not None:
        data["until"] = order.until
    if order.everywhere:
        data["everywhere"] = True
    return data
