"""The rules by which entrants pass from one stage of an event to another."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Self

from tournaments.formats.errors import FormatError, Problem

# The numeric fields of a feed with their smallest values.
_LEAST = {"stage": 0, "first_round": 1, "last_round": 1, "nearest": 0, "farthest": 0, "count": 0, "place": 0}


class Take(StrEnum):
    """Which entrants a feed takes.

    LOSERS: the losers of the rounds that the feed names. FIRST_LOSS: entrants who lose there their first match really
    played. TOP: the best `count` of the standings. GROUP_TOP: the best `count` of each group. REST: everybody whom TOP
    or GROUP_TOP with the same `count` would leave. BEST_OF_PLACE: of the entrants at `place` in their groups the best
    `count`, as the best third-placed ones. NEXT_SEASON: everybody, by divisions after promotion and relegation.
    TIED: entrants who share a place, for a playoff that decides it; not used in plans.
    """

    LOSERS = "losers"
    FIRST_LOSS = "first_loss"
    TOP = "top"
    GROUP_TOP = "group_top"
    REST = "rest"
    BEST_OF_PLACE = "best_of_place"
    NEXT_SEASON = "next_season"
    TIED = "tied"


OF_PLACES = frozenset({Take.TOP, Take.GROUP_TOP, Take.REST, Take.BEST_OF_PLACE})
"""The feeds that take entrants by their places in the final standings; each has a `count`."""

OF_THE_BEST = frozenset({Take.TOP, Take.GROUP_TOP, Take.BEST_OF_PLACE})
"""Those that take the best."""


@dataclass(frozen=True, slots=True)
class Feed:
    """One rule by which entrants come into a stage: the order number of the feeding stage, and which entrants.

    `last_round` None means no limit. `nearest` and `farthest` bound the same rounds by their distance to the final:
    `nearest` 1 leaves the loser of the final out, `farthest` 0 takes nobody else. A playoff feeds nobody.
    `has_no_shows` includes entrants who lost without playing; `is_opt_in` takes only entrants who asked to play on,
    otherwise everybody who has not declined. `place` is that of BEST_OF_PLACE.
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
    place: int = 0

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Read a feed from plain JSON values; FormatError: `invalid_feed` names the field."""
        names = {option.name for option in fields(cls)}
        for name in data:
            if name not in names:
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
            place=numbers.get("place", 0),
        )
        feed.check()
        return feed

    def check(self) -> None:
        """Raise FormatError for values that no stage can have: `invalid_feed` names the field."""
        if self.take in OF_PLACES and self.count < 1:
            raise FormatError(Problem("invalid_feed", {"field": "count"}))
        if self.take is Take.BEST_OF_PLACE and self.place < 1:
            raise FormatError(Problem("invalid_feed", {"field": "place"}))
        if self.last_round is not None and self.last_round < self.first_round:
            raise FormatError(Problem("invalid_feed", {"field": "last_round"}))
        if self.farthest is not None and self.farthest < self.nearest:
            raise FormatError(Problem("invalid_feed", {"field": "farthest"}))

    def to_dict(self) -> dict[str, str | int | None]:
        """Return plain JSON values that `from_dict` reads back to an equal value."""
        return {option.name: getattr(self, option.name) for option in fields(self)} | {
            "take": self.take.value
        }
