"""A scheme of points: rule parts as data."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from tournaments import plain_data
from tournaments.plain_data import Fields
from tournaments.points.event import Weights
from tournaments.points.numbers import as_data
from tournaments.points.places import PlaceRule, place_rule
from tournaments.points.season import EVERYTHING, SeasonRule
from tournaments.points.wins import WinRule

WINS, PLACES = "wins", "places"
SUM, HIGHER = "sum", "higher"
_PARTS = (WINS, PLACES)
_COMBINATIONS = (SUM, HIGHER)
_KEYS = (
    "name",
    "source",
    "verified",
    "wins",
    "places",
    "combination",
    "flights",
    "attendance",
    "attendance_without_wins",
    "settlement",
    "divisions",
    "weighted",
    "season",
)


@dataclass(frozen=True, slots=True)
class PointsScheme:
    """What an entrant gets for an event, and how a season adds it up.

    `combination` of wins and places, and of the places in several `flights`: their sum, or the higher one.
    `attendance` is for everybody who came, or for those alone who won nothing (`attendance_without_wins`).
    The weight of the event and of its division, by rank in `divisions`, multiplies the `weighted` parts; ranks
    beyond the list have its last weight. A scheme that is not verified carries nobody's name.
    """

    name: str
    source: str
    is_verified: bool
    wins: WinRule | None = None
    places: PlaceRule | None = None
    combination: str = SUM
    flights: str = SUM
    attendance: Fraction = Fraction(0)
    attendance_without_wins: bool = False
    settlement: Fraction = Fraction(0)
    divisions: tuple[Fraction, ...] = (Fraction(1),)
    weighted: tuple[str, ...] = _PARTS
    season: SeasonRule = EVERYTHING

    def weight(self, part: str, weights: Weights) -> Fraction:
        """Return the factor of the wins or the places of an event."""
        if part not in self.weighted:
            return Fraction(1)
        division = weights.division_weight
        if division is None:
            division = self.divisions[min(weights.division, len(self.divisions)) - 1]
        return weights.event * division

    @classmethod
    def from_dict(cls, data: object) -> PointsScheme:
        """Read plain values strictly; InvalidData says what is wrong. What is not there has its default."""
        known = Fields(data, "", _KEYS)
        combination = partial(plain_data.choice, choices=_COMBINATIONS)
        parts = partial(plain_data.items, read=partial(plain_data.choice, choices=_PARTS))
        return cls(
            known.read("name", plain_data.text),
            known.get("source", plain_data.text, "own"),
            known.get("verified", plain_data.boolean, False),
            known.get("wins", _wins, None),
            known.get("places", _places, None),
            known.get("combination", combination, SUM),
            known.get("flights", combination, SUM),
            known.get("attendance", plain_data.number, Fraction(0)),
            known.get("attendance_without_wins", plain_data.boolean, False),
            known.get("settlement", plain_data.number, Fraction(0)),
            known.get(
                "divisions", partial(plain_data.items, read=plain_data.number, least=1), (Fraction(1),)
            ),
            known.get("weighted", parts, _PARTS),
            known.get("season", SeasonRule.from_dict, EVERYTHING),
        )

    def to_dict(self) -> dict[str, object]:
        """Return plain values that `from_dict` reads back to an equal scheme."""
        return {
            "name": self.name,
            "source": self.source,
            "verified": self.is_verified,
            "wins": self.wins and self.wins.to_dict(),
            "places": self.places and self.places.to_dict(),
            "combination": self.combination,
            "flights": self.flights,
            "attendance": as_data(self.attendance),
            "attendance_without_wins": self.attendance_without_wins,
            "settlement": as_data(self.settlement),
            "divisions": list(map(as_data, self.divisions)),
            "weighted": list(self.weighted),
            "season": self.season.to_dict(),
        }


def _wins(value: object, path: str) -> WinRule | None:
    return None if value is None else WinRule.from_dict(value, path)


def _places(value: object, path: str) -> PlaceRule | None:
    return None if value is None else place_rule(value, path)
