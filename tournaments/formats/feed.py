"""The rule by which entrants come from one stage of an event into another."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Self

from tournaments.formats.errors import FormatError, Problem

# The numbers of a feed with their least values.
_LEAST = {"stage": 0, "first_round": 1, "last_round": 1, "nearest": 0, "farthest": 0, "count": 0}


class Take(StrEnum):
    """Whom a feed takes.

    LOSERS: who loses a match in the rounds that the feed names. FIRST_LOSS: who loses there the first match that it
    really plays. TOP: the best `count` of the standings. GROUP_TOP: the best `count` of each group. REST: everybody
    whom TOP or GROUP_TOP with the same `count` would leave. NEXT_SEASON: everybody, by divisions after promotion and
    relegation. TIED: those who share a place, into a playoff that decides it; no rule of a plan.
    """

    LOSERS = "losers"
    FIRST_LOSS = "first_loss"
    TOP = "top"
    GROUP_TOP = "group_top"
    REST = "rest"
    NEXT_SEASON = "next_season"
    TIED = "tied"


@dataclass(frozen=True, slots=True)
class Feed:
    """One rule by which entrants come into a stage: from which stage of the event, by its order, and whom.

    `last_round` None is without end. `nearest` and `farthest` bound the same rounds by their distance to the final:
    with `nearest` 1 the loser of the final is not taken, with `farthest` 0 nobody else is. A playoff feeds nobody.
    `has_no_shows` lets in who lost without playing; `is_opt_in` only who has asked to play on, else everybody who has
    not declined.
    """

    stage: int
    take: Take
    first_round: int = 1
    last_round: int | None = None
    nearest: int = 0
    farthest: int | None = None
    count: int = 0
    has_no_shows: bool = False
    is_opt_in: bool = False

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Read a feed from plain JSON values; FormatError: `invalid_feed` names the field."""
        known = {option.name for option in fields(cls)}
        for name in data:
            if name not in known:
                raise FormatError(Problem("invalid_feed", {"field": name}))
        take = data.get("take")
        if not isinstance(take, str) or take not in set(Take):
            raise FormatError(Problem("invalid_feed", {"field": "take"}))
        numbers: dict[str, int] = {}
        for name, least in _LEAST.items():
            value = data.get(name)
            if value is None and name != "stage":
                continue
            if type(value) is not int or value < least:
                raise FormatError(Problem("invalid_feed", {"field": name}))
            numbers[name] = value
        flags: dict[str, bool] = {}
        for name in ("has_no_shows", "is_opt_in"):
            value = data.get(name, False)
            if type(value) is not bool:
                raise FormatError(Problem("invalid_feed", {"field": name}))
            flags[name] = value
        feed = cls(
            stage=numbers["stage"],
            take=Take(take),
            first_round=numbers.get("first_round", 1),
            last_round=numbers.get("last_round"),
            nearest=numbers.get("nearest", 0),
            farthest=numbers.get("farthest"),
            count=numbers.get("count", 0),
            has_no_shows=flags["has_no_shows"],
            is_opt_in=flags["is_opt_in"],
        )
        feed.check()
        return feed

    def check(self) -> None:
        """Refuse what no stage can mean; FormatError: `invalid_feed` names the field."""
        if self.take in {Take.TOP, Take.GROUP_TOP, Take.REST} and self.count < 1:
            raise FormatError(Problem("invalid_feed", {"field": "count"}))
        if self.last_round is not None and self.last_round < self.first_round:
            raise FormatError(Problem("invalid_feed", {"field": "last_round"}))
        if self.farthest is not None and self.farthest < self.nearest:
            raise FormatError(Problem("invalid_feed", {"field": "farthest"}))

    def to_dict(self) -> dict[str, str | int | None]:
        """Return plain JSON values that `from_dict` reads back to an equal value."""
        return {option.name: getattr(self, option.name) for option in fields(self)} | {
            "take": self.take.value
        }
