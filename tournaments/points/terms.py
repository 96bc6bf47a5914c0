"""The terms of a season of a federation: its scheme, the classes of events that count, and what is planned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from tournaments import plain_data
from tournaments.plain_data import Fields, InvalidData
from tournaments.points.event import LARGEST_FIELD, LONGEST, Field, Weights
from tournaments.points.numbers import as_data
from tournaments.points.scheme import PLACES, WINS, PointsScheme
from tournaments.points.scoring import EventPlan

VERSION = 1
_MOST_CLASSES = 20
_MOST_EVENTS = 1000
_MOST_MATCHES = 200
_CLASS = ("class", "division", "weight")
_PLANNED = ("events", "players", "matches", "length")
_TERMS = ("version", "scheme", "classes", "planned")


@dataclass(frozen=True, slots=True)
class CountingClass:
    """A class of events that count, with the rank of its division, or a weight in place of the scheme's."""

    name: str
    division: int = 1
    weight: Fraction | None = None

    @classmethod
    def from_dict(cls, data: object, path: str) -> CountingClass:
        """Read plain values strictly; InvalidData says what is wrong."""
        known = Fields(data, path, _CLASS)
        return cls(
            known.read("class", plain_data.text),
            known.get("division", partial(plain_data.whole, least=1, most=_MOST_CLASSES), 1),
            known.get("weight", _maybe_number, None),
        )

    def to_dict(self) -> dict[str, object]:
        """Return plain values that `from_dict` reads back to an equal class."""
        weight = None if self.weight is None else as_data(self.weight)
        return {"class": self.name, "division": self.division, "weight": weight}


@dataclass(frozen=True, slots=True)
class Planned:
    """What the race assumes of events to come: at most so many players, matches for one of them, and points in each.

    `events` is the planned number of events of the whole season, 0 for those alone that are known.
    """

    events: int = 0
    players: int = 128
    matches: int = 12
    length: int = 25

    @classmethod
    def from_dict(cls, data: object, path: str) -> Planned:
        """Read plain values strictly; InvalidData says what is wrong."""
        known = Fields(data, path, _PLANNED)
        usual = cls()
        return cls(
            known.get("events", partial(plain_data.whole, most=_MOST_EVENTS), usual.events),
            known.get("players", partial(plain_data.whole, least=1, most=LARGEST_FIELD), usual.players),
            known.get("matches", partial(plain_data.whole, most=_MOST_MATCHES), usual.matches),
            known.get("length", partial(plain_data.whole, least=1, most=LONGEST), usual.length),
        )

    def to_dict(self) -> dict[str, object]:
        """Return plain values that `from_dict` reads back to an equal plan."""
        return {
            "events": self.events,
            "players": self.players,
            "matches": self.matches,
            "length": self.length,
        }


USUAL_PLAN = Planned()


@dataclass(frozen=True, slots=True)
class SeasonTerms:
    """Everything that the points of a season follow from, as it was when the season was set up.

    Without classes every event counts, in the first division. With classes only their events count.
    """

    scheme: PointsScheme
    classes: tuple[CountingClass, ...] = ()
    planned: Planned = USUAL_PLAN

    @classmethod
    def from_dict(cls, data: object) -> SeasonTerms:
        """Read plain values strictly; InvalidData says what is wrong."""
        known = Fields(data, "", _TERMS)
        known.get("version", partial(plain_data.whole, least=VERSION, most=VERSION), VERSION)
        classes = partial(plain_data.items, read=CountingClass.from_dict, most=_MOST_CLASSES)
        terms = cls(
            known.read("scheme", lambda value, _path: PointsScheme.from_dict(value)),
            known.get("classes", classes, ()),
            known.get("planned", Planned.from_dict, USUAL_PLAN),
        )
        _check(terms.classes)
        return terms

    def to_dict(self) -> dict[str, object]:
        """Return plain values that `from_dict` reads back to equal terms."""
        return {
            "version": VERSION,
            "scheme": self.scheme.to_dict(),
            "classes": [one.to_dict() for one in self.classes],
            "planned": self.planned.to_dict(),
        }

    def weights(self, event_class: str, weight: Fraction) -> Weights | None:
        """Return the weights of an event of a class; None where events of this class do not count."""
        if not self.classes:
            return Weights(weight)
        for one in self.classes:
            if one.name.casefold() == event_class.casefold():
                return Weights(weight, one.division, one.weight)
        return None

    def plan(self, weights: Weights, *, capacity: int | None = None, entrants: int = 0) -> EventPlan:
        """Return the most that an event to come can be."""
        players = max(capacity or self.planned.players, entrants)
        lengths = (self.planned.length,) * self.planned.matches
        return EventPlan(Field(players), weights, lengths, settlements=self.planned.matches)

    @property
    def heaviest(self) -> Weights:
        """The weights of an event of which nothing is known yet: those of the class that counts most."""
        weights = [Weights(Fraction(1), one.division, one.weight) for one in self.classes] or [Weights()]
        return max(weights, key=lambda one: max(self.scheme.weight(part, one) for part in (WINS, PLACES)))


def with_season(scheme: PointsScheme, *, best: int | None, drop: int, halving: int) -> PointsScheme:
    """Return a scheme with another rule of the season."""
    return replace(scheme, season=replace(scheme.season, best=best, drop=drop, halving=halving))


def _maybe_number(value: object, path: str) -> Fraction | None:
    return None if value is None else plain_data.number(value, path)


def _check(classes: Sequence[CountingClass]) -> None:
    names: set[str] = set()
    for index, one in enumerate(classes):
        if one.name.casefold() in names:
            raise InvalidData("class_twice", f"classes[{index}].class", f"{one.name} is there twice")
        names.add(one.name.casefold())
