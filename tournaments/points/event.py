"""An event as points see it: its field, its weights, and what each entrant did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import partial

from tournaments import plain_data
from tournaments.plain_data import Fields, InvalidData

MAIN = "main"
PLAYED, FORFEIT, BYE = "played", "forfeit", "bye"
KINDS = (PLAYED, FORFEIT, BYE)
LONGEST = 1000
# A tie of more entrants would be a sum of very long fractions.
LARGEST_FIELD = 10_000
_ENTRANT = ("entrant", "places", "wins", "attended", "settlements")
_EVENT = (
    "event",
    "on",
    "players",
    "division",
    "division_weight",
    "weight",
    "paid",
    "factors",
    "entrants",
)


@dataclass(frozen=True, slots=True)
class FinishPlace:
    """The finishing position of an entrant in a flight, shared by all from `first` to `last`."""

    first: int
    last: int
    flight: str = MAIN


@dataclass(frozen=True, slots=True)
class Win:
    """A match that an entrant has won, or a bye."""

    length: int
    kind: str = PLAYED


@dataclass(frozen=True, slots=True)
class EventEntrant:
    """What an entrant did in an event."""

    name: str
    places: tuple[FinishPlace, ...] = ()
    wins: tuple[Win, ...] = ()
    attended: bool = True
    settlements: int = 0


@dataclass(frozen=True, slots=True)
class Weights:
    """The weight of an event and the rank of its division, 1 for the highest.

    `division_weight` takes the place of the weight that a scheme gives to the division.
    """

    event: Fraction = Fraction(1)
    division: int = 1
    division_weight: Fraction | None = None


UNWEIGHTED = Weights()


@dataclass(frozen=True, slots=True)
class Field:
    """The field of an event.

    `paid` limits the places of a flight that count; `factors` take the place of those of a scheme that shares a pool.
    `flights` are those in which there are places.
    """

    players: int
    paid: Mapping[str, int] = field(default_factory=dict)
    factors: Mapping[str, tuple[Fraction, ...]] | None = None
    flights: frozenset[str] = frozenset({MAIN})


@dataclass(frozen=True, slots=True)
class PointsEvent:
    """An event with its entrants."""

    name: str
    field: Field
    entrants: tuple[EventEntrant, ...]
    weights: Weights = UNWEIGHTED
    on: date | None = None

    @classmethod
    def from_dict(cls, data: object) -> PointsEvent:
        """Read plain values strictly; InvalidData says what is wrong."""
        known = Fields(data, "", _EVENT)
        entrants = known.read("entrants", partial(plain_data.items, read=_entrant))
        players = known.get("players", read_players, max(len(entrants), 1))
        _check(entrants, players)
        return cls(
            known.read("event", plain_data.text),
            Field(
                players,
                known.get("paid", partial(plain_data.mapping, read=partial(plain_data.whole, least=1)), {}),
                known.get("factors", read_factors, None),
                frozenset(place.flight for entrant in entrants for place in entrant.places),
            ),
            entrants,
            read_weights(known),
            known.get("on", plain_data.day, None),
        )


def read_players(value: object, path: str) -> int:
    """Read the size of a field."""
    return plain_data.whole(value, path, least=1, most=LARGEST_FIELD)


def read_weights(known: Fields) -> Weights:
    """Read the weights of an event."""
    return Weights(
        known.get("weight", plain_data.number, Fraction(1)),
        known.get("division", partial(plain_data.whole, least=1), 1),
        known.get("division_weight", plain_data.number, None),
    )


def read_factors(value: object, path: str) -> dict[str, tuple[Fraction, ...]]:
    """Read the factors of each flight, one for each place; each flight has some."""
    factors = plain_data.mapping(value, path, partial(plain_data.items, read=plain_data.number))
    for flight, shares in factors.items():
        if not sum(shares):
            raise InvalidData("factors_empty", f"{path}.{flight}", "must have a sum above 0")
    return factors


def _entrant(value: object, path: str) -> EventEntrant:
    known = Fields(value, path, _ENTRANT)
    return EventEntrant(
        known.read("entrant", plain_data.text),
        known.get("places", partial(plain_data.items, read=_place), ()),
        known.get("wins", partial(plain_data.items, read=_win), ()),
        known.get("attended", plain_data.boolean, True),
        known.get("settlements", plain_data.whole, 0),
    )


def _place(value: object, path: str) -> FinishPlace:
    known = Fields(value, path, ("flight", "from", "to"))
    first = known.read("from", partial(plain_data.whole, least=1))
    last = known.get("to", partial(plain_data.whole, least=1), first)
    if last < first:
        raise InvalidData("place_reversed", known.path("to"), "must not be before from")
    return FinishPlace(first, last, known.get("flight", plain_data.text, MAIN))


def _win(value: object, path: str) -> Win:
    known = Fields(value, path, ("length", "kind"))
    return Win(
        known.read("length", partial(plain_data.whole, least=1, most=LONGEST)),
        known.get("kind", partial(plain_data.choice, choices=KINDS), PLAYED),
    )


def _check(entrants: Sequence[EventEntrant], players: int) -> None:
    """Raise InvalidData where entrants contradict each other or the field."""
    if players < len(entrants):
        raise InvalidData("players_too_few", "players", f"must be at least the {len(entrants)} entrants")
    names: set[str] = set()
    by_flight: dict[str, Counter[tuple[int, int]]] = {}
    for index, entrant in enumerate(entrants):
        path = f"entrants[{index}]"
        if entrant.name in names:
            raise InvalidData("entrant_twice", f"{path}.entrant", f"{entrant.name} is there twice")
        names.add(entrant.name)
        flights = Counter(place.flight for place in entrant.places)
        if flights and max(flights.values()) > 1:
            raise InvalidData("flight_twice", f"{path}.places", "has two places in one flight")
        for place in entrant.places:
            by_flight.setdefault(place.flight, Counter())[place.first, place.last] += 1
    for flight, ranges in by_flight.items():
        _check_flight(flight, ranges, players)


def _check_flight(flight: str, ranges: Counter[tuple[int, int]], players: int) -> None:
    before = 0
    for (first, last), count in sorted(ranges.items()):
        shared = f"{first} to {last} of {flight}"
        if first <= before:
            raise InvalidData("places_overlap", "entrants", f"the places {shared} overlap others")
        if last > players:
            raise InvalidData("place_beyond_field", "entrants", f"the places {shared} exceed the field")
        if count > last - first + 1:
            raise InvalidData("places_crowded", "entrants", f"the places {shared} are held by {count}")
        before = last
