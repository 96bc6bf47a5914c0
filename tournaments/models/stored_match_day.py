"""The stored moments of a league's match days, in every version of their JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from typing import Any

from tournaments.formats import MatchDay


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
