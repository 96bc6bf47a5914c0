"""The rules of a division, as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import ClassVar, Self

from tournaments.plain_data import Fields, InvalidData, boolean, choice, items, text, whole

# The largest rating in points, and the longest period in months, the most matches and places.
_HIGHEST = 5000
_MOST_MONTHS = 1200
_MOST_MATCHES = 10**5
_MOST_PLACES = 1000
_MOST_EXPERIENCE = 10**7


class UnlistedRule(StrEnum):
    """What a player without a rating, or with too little experience, may do."""

    ALLOWED = "allowed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionRules:
    """Who may enter a division; a rule that is None or empty asks nothing. Ratings are whole points.

    * `rating_below`: the rating must be lower. `rating_from`: it must be as high.
    * `peak_at_most`: no rating of the last `peak_matches` matches may be higher.
    * `official_at_most`: no official rating of the last `official_months` may be higher; 0 months are all.
    * `top_positions`: who stands so high on the last official list enters another division.
    * `lockout_months`: who came to one of the first `lockout_places` of the `lockout_divisions` stays away so long;
      without names the division itself is meant.
    * `unlisted`: what a player without rating may do, or with less experience than `experience`.
    """

    VERSION: ClassVar[int] = 1

    division: str
    rating_below: int | None = None
    rating_from: int | None = None
    peak_at_most: int | None = None
    peak_matches: int = 100
    official_at_most: int | None = None
    official_months: int = 0
    top_positions: int = 0
    lockout_months: int = 0
    lockout_places: int = 1
    lockout_divisions: frozenset[str] = frozenset()
    unlisted: UnlistedRule = UnlistedRule.ALLOWED
    experience: int = 0
    every_member: bool = True

    def __post_init__(self) -> None:
        """Raise InvalidData for rules that nobody can meet."""
        below, least = self.rating_below, self.rating_from
        if below is not None and least is not None and least >= below:
            raise InvalidData("no_rating_left", "rating_from", "must be lower than rating_below")

    @property
    def lockout(self) -> frozenset[str]:
        """The divisions whose winners stay away."""
        return self.lockout_divisions or frozenset({self.division})

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Read plain values strictly; absent fields have their defaults. InvalidData names the first wrong field."""
        known = Fields(data, "", ("version", *_READERS))
        if known.read("version", whole) != cls.VERSION:
            raise InvalidData("unknown_version", "version", f"must be {cls.VERSION}")
        values = {name: known.read(name, reader) for name, reader in _READERS.items() if name in known}
        return cls(**{"division": "", **values})  # type: ignore[arg-type]

    def to_dict(self) -> dict[str, object]:
        """Return plain values that `from_dict` reads back to equal rules."""
        values = {name: getattr(self, name) for name in _READERS}
        return {
            "version": self.VERSION,
            **values,
            "lockout_divisions": sorted(self.lockout_divisions),
            "unlisted": self.unlisted.value,
        }


def _rating(value: object, path: str) -> int | None:
    return None if value is None else whole(value, path, most=_HIGHEST)


def _names(value: object, path: str) -> frozenset[str]:
    return frozenset(items(value, path, text, most=100))


def _unlisted(value: object, path: str) -> UnlistedRule:
    return UnlistedRule(choice(value, path, tuple(UnlistedRule)))


_READERS: dict[str, Callable[[object, str], object]] = {
    "division": text,
    "rating_below": _rating,
    "rating_from": _rating,
    "peak_at_most": _rating,
    "peak_matches": partial(whole, least=1, most=_MOST_MATCHES),
    "official_at_most": _rating,
    "official_months": partial(whole, most=_MOST_MONTHS),
    "top_positions": partial(whole, most=_MOST_PLACES),
    "lockout_months": partial(whole, most=_MOST_MONTHS),
    "lockout_places": partial(whole, least=1, most=_MOST_PLACES),
    "lockout_divisions": _names,
    "unlisted": _unlisted,
    "experience": partial(whole, most=_MOST_EXPERIENCE),
    "every_member": boolean,
}
