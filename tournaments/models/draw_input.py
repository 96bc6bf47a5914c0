"""The stored input of a draw: the JSON in `Draw.input` and `Commitment.input`, and a parser for each version.

Stored input is never rewritten, because announcements are hashed over it. So every version of every release is parsed
here, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

# The version of new rows. Version 1 is unnumbered, and its entries got fields in several releases.
INPUT_VERSION = 3


class UnreadableInput(ValueError):
    """An input of a draw with an unknown version or a malformed structure."""


@dataclass(frozen=True, slots=True)
class DrawnEntry:
    """An entrant in the input of a draw; `club` and `country` are None if the release did not store them.

    `group` is the group of the previous stage, empty if there was none, or the release did not store it. `rating` is that
    of the event's list in billionths of a point, None without one. `is_wild_card` says that a director let it in beside
    those who came by results. `apart_from` are the entrants whom it does not meet in the first round.
    """

    uid: str
    seed: int | None
    is_late: bool
    club: str | None
    country: str | None
    bye_lots: int
    group: str = ""
    rating: int | None = None
    is_wild_card: bool = False
    apart_from: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; without the last three those of earlier releases, over which draws were announced."""
        values = asdict(self)
        if not self.is_wild_card:
            del values["is_wild_card"]
        if self.rating is None:
            del values["rating"]
        if self.apart_from:
            values["apart_from"] = list(self.apart_from)
        else:
            del values["apart_from"]
        return values


@dataclass(frozen=True, slots=True)
class DrawInput:
    """The input of a draw; `feeders` counts, per round, the slots whose losers enter during play.

    In the next season of a league, `feeders` is one row with the sizes of the divisions.
    """

    options: Mapping[str, Any]
    entries: tuple[DrawnEntry, ...]
    feeders: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Parse stored input of any version; raise UnreadableInput if that is impossible."""
        try:
            reader = _READERS[data.get("version", 1)]
            feeders = tuple(tuple(slots) for slots in data.get("feeders", ()))
            return cls(data["options"], tuple(reader(entry) for entry in data["entries"]), feeders)
        except (AttributeError, KeyError, TypeError) as error:
            raise UnreadableInput(repr(error)) from error

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON values in the version of this release."""
        entries = {
            "version": INPUT_VERSION,
            "options": dict(self.options),
            "entries": [entry.to_dict() for entry in self.entries],
        }
        return entries | ({"feeders": [list(slots) for slots in self.feeders]} if self.feeders else {})

    @property
    def by_uid(self) -> dict[str, DrawnEntry]:
        """Return the entrants by their uids."""
        return {entry.uid: entry for entry in self.entries}


def _entry_1(entry: Mapping[str, Any]) -> DrawnEntry:
    """Return an entry of version 1, in which club, country and lots can be missing."""
    return DrawnEntry(
        uid=entry["uid"],
        seed=entry["seed"],
        is_late=entry["is_late"],
        club=entry.get("club"),
        country=entry.get("country"),
        bye_lots=entry.get("bye_lots", 1),
    )


def _entry(entry: Mapping[str, Any]) -> DrawnEntry:
    """Return an entry of version 2, without a group, or of version 3, perhaps with a rating, a wild card or orders."""
    return DrawnEntry(**{**entry, "apart_from": tuple(entry.get("apart_from", ()))})


_READERS = {1: _entry_1, 2: _entry, 3: _entry}
