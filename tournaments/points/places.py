"""What a finishing position is worth: a table, a function of the place and the field, or shares of a pool."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Protocol, TypeVar

from tournaments import plain_data
from tournaments.plain_data import Fields, InvalidData
from tournaments.points.event import LARGEST_FIELD, MAIN, Field, FinishPlace, read_factors
from tournaments.points.numbers import as_data, log2, root

T = TypeVar("T")
# Tied entrants split the points of the places that they share, or each has those of the first of them.
SPLIT, FIRST = "split", "first"
TIES = (SPLIT, FIRST)
# How the points of a function grow with the field.
NONE, COUNT, ROOT, LOG2 = "none", "count", "root", "log2"
GROWTHS = (NONE, COUNT, ROOT, LOG2)
# The lowest place of a table, and its most rows.
LOWEST = LARGEST_FIELD
MOST_ROWS = 1000


class PlaceRule(Protocol):
    """What every rule of places has."""

    def value(self, place: FinishPlace, field: Field) -> Fraction:
        """Return the points of a place, before any weight."""

    def most(self, field: Field, *, adds: bool) -> Fraction:
        """Return the most points of an entrant, in a field of at most so many players.

        `adds` says whether the places in several flights add up.
        """

    def to_dict(self) -> dict[str, object]:
        """Return plain values that `place_rule` reads back to an equal rule."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table: the points of all from `first` to `last`."""

    first: int
    last: int
    points: Fraction


@dataclass(frozen=True, slots=True)
class PlaceTable:
    """A table for each size of the field, by the least number of players, and in it one for each flight.

    A row such as 3-4 is for a tie of exactly these places; it serves a single place, too, that has no row.
    """

    tables: tuple[tuple[int, Mapping[str, tuple[Row, ...]]], ...]
    tie: str = SPLIT

    def value(self, place: FinishPlace, field: Field) -> Fraction:
        """Return the points of a place, before any weight."""
        rows = (_for(self.tables, field.players) or {}).get(place.flight, ())
        limit = field.paid.get(place.flight, LOWEST)
        for row in rows:
            if (row.first, row.last) == (place.first, place.last) and place.last <= limit:
                return row.points
        return _tied(partial(_listed, rows), place, self.tie, limit=limit)

    def most(self, field: Field, *, adds: bool) -> Fraction:
        """Return the most points of an entrant, in a field of at most so many players."""
        best = [
            [max((row.points for row in rows), default=Fraction(0)) for rows in flights.values()]
            for least, flights in self.tables
            if least <= field.players
        ]
        return max((_together(flights, adds=adds) for flights in best), default=Fraction(0))

    def to_dict(self) -> dict[str, object]:
        """Return plain values that `place_rule` reads back to an equal rule."""
        tables = [
            {"players": least, "flights": {flight: _row_data(rows) for flight, rows in flights.items()}}
            for least, flights in self.tables
        ]
        return {"kind": "table", "tie": self.tie, "tables": tables}

    @classmethod
    def from_dict(cls, known: Fields) -> PlaceTable:
        """Read the fields of a table."""
        reader = partial(_bucket, name="flights", read=partial(plain_data.mapping, read=_rows))
        return cls(known.read("tables", partial(_buckets, read=reader)), _tie(known))


@dataclass(frozen=True, slots=True)
class PlaceFunction:
    """Points by a function: `scale` * growth(`times` * players) * factor of the place, in some `flights`.

    The first places have the factors of the list; place R after them has 1 / (R - `offset`). `places` limits the
    places with points by the size of the field; without it all have some.
    """

    scale: Fraction
    growth: str = NONE
    times: int = 1
    factors: tuple[Fraction, ...] = ()
    offset: int = 0
    places: tuple[tuple[int, int], ...] = ()
    flights: tuple[str, ...] = (MAIN,)
    tie: str = SPLIT

    def value(self, place: FinishPlace, field: Field) -> Fraction:
        """Return the points of a place, before any weight."""
        if place.flight not in self.flights:
            return Fraction(0)
        limit = min(self._limit(field.players), field.paid.get(place.flight, place.last))
        factor = _tied(self._factor, place, self.tie, limit=limit)
        return self.scale * self._growth(field.players) * factor

    def most(self, field: Field, *, adds: bool) -> Fraction:
        """Return the most points of an entrant, in a field of at most so many players."""
        sizes = _sizes(self.places, field.players)
        best = max(self.scale * self._growth(size) * self._best(size) for size in sizes)
        return _together([best for _ in self.flights], adds=adds)

    def _limit(self, players: int) -> int:
        return (_for(self.places, players) or 0) if self.places else players

    def _factor(self, rank: int) -> Fraction:
        return self.factors[rank - 1] if rank <= len(self.factors) else Fraction(1, rank - self.offset)

    def _best(self, players: int) -> Fraction:
        """Return the highest factor; those after the list only fall."""
        ranks = range(1, min(self._limit(players), players, len(self.factors) + 1) + 1)
        return max(map(self._factor, ranks), default=Fraction(0))

    def _growth(self, players: int) -> Fraction:
        if self.growth == NONE:
            return Fraction(1)
        number = self.times * players
        if self.growth == COUNT:
            return Fraction(number)
        return root(number) if self.growth == ROOT else log2(number)

    def to_dict(self) -> dict[str, object]:
        """Return plain values that `place_rule` reads back to an equal rule."""
        return {
            "kind": "function",
            "tie": self.tie,
            "scale": as_data(self.scale),
            "growth": self.growth,
            "times": self.times,
            "factors": list(map(as_data, self.factors)),
            "offset": self.offset,
            "places": [{"players": players, "places": places} for players, places in self.places],
            "flights": list(self.flights),
        }

    @classmethod
    def from_dict(cls, known: Fields) -> PlaceFunction:
        """Read the fields of a function."""
        factors: tuple[Fraction, ...] = known.get(
            "factors", partial(plain_data.items, read=plain_data.number), ()
        )
        offset = known.get("offset", partial(plain_data.whole, most=LOWEST), 0)
        if offset > len(factors):
            reason = "must not exceed the number of factors: the place after them would have none"
            raise InvalidData("offset_too_large", known.path("offset"), reason)
        reader = partial(_bucket, name="places", read=plain_data.whole)
        return cls(
            known.read("scale", plain_data.number),
            known.get("growth", partial(plain_data.choice, choices=GROWTHS), NONE),
            known.get("times", partial(plain_data.whole, least=1, most=1000), 1),
            factors,
            offset,
            known.get("places", partial(_buckets, read=reader, least=0), ()),
            known.get("flights", partial(plain_data.items, read=plain_data.text, least=1), (MAIN,)),
            _tie(known),
        )


@dataclass(frozen=True, slots=True)
class PlacePool:
    """Shares of a pool of `scale` points for each player, by factors for each size of the field and each flight.

    Only flights in which the event has places share. The factors of an event take the place of these.
    """

    factors: tuple[tuple[int, Mapping[str, tuple[Fraction, ...]]], ...]
    scale: Fraction = Fraction(1)
    tie: str = SPLIT

    def value(self, place: FinishPlace, field: Field) -> Fraction:
        """Return the points of a place, before any weight."""
        factors = self._factors(field, field.players)
        listed = factors.get(place.flight, ())
        limit = min(len(listed), field.paid.get(place.flight, len(listed)))
        shares = {
            flight: sum(all_of[: field.paid.get(flight, len(all_of))])
            for flight, all_of in factors.items()
            if flight in field.flights
        }
        if not limit:
            return Fraction(0)
        share = _tied(lambda rank: listed[rank - 1], place, self.tie, limit=limit)
        # Where all factors of the paid places are 0, nobody has a share.
        return self.scale * field.players * share / (sum(shares.values()) or 1)

    def most(self, field: Field, *, adds: bool) -> Fraction:
        """Return the most points of an entrant, in a field of at most so many players.

        A flight may be the only one. Shares in several of them have a larger pool to share, so that together they are
        no more than the best in a flight alone: it is of no matter whether they add up.
        """
        best = Fraction(0)
        for size in _sizes(self.factors, field.players):
            for flight, factors in self._factors(field, size).items():
                counted = factors[: field.paid.get(flight, len(factors))]
                best = max(best, self.scale * size * max(counted[:size]) / (sum(counted) or 1))
        return best

    def _factors(self, field: Field, players: int) -> Mapping[str, tuple[Fraction, ...]]:
        return field.factors if field.factors is not None else _for(self.factors, players) or {}

    def to_dict(self) -> dict[str, object]:
        """Return plain values that `place_rule` reads back to an equal rule."""
        factors = [
            {
                "players": least,
                "flights": {flight: list(map(as_data, all_of)) for flight, all_of in flights.items()},
            }
            for least, flights in self.factors
        ]
        return {"kind": "pool", "tie": self.tie, "scale": as_data(self.scale), "factors": factors}

    @classmethod
    def from_dict(cls, known: Fields) -> PlacePool:
        """Read the fields of a pool."""
        read = partial(_bucket, name="flights", read=read_factors)
        factors = known.read("factors", partial(_buckets, read=read))
        return cls(factors, known.get("scale", plain_data.number, Fraction(1)), _tie(known))


_KEYS = {
    "table": ("kind", "tie", "tables"),
    "function": ("kind", "tie", "scale", "growth", "times", "factors", "offset", "places", "flights"),
    "pool": ("kind", "tie", "scale", "factors"),
}


def place_rule(data: object, path: str) -> PlaceRule:
    """Read plain values of any rule of places strictly; InvalidData says what is wrong."""
    everything = Fields(data, path, sorted({key for keys in _KEYS.values() for key in keys}))
    kind = everything.read("kind", partial(plain_data.choice, choices=tuple(_KEYS)))
    known = Fields(data, path, _KEYS[kind])
    if kind == "table":
        return PlaceTable.from_dict(known)
    return PlaceFunction.from_dict(known) if kind == "function" else PlacePool.from_dict(known)


def _row(name: str, points: Fraction, path: str) -> Row:
    """Return the row of a place such as `3`, or of a tie such as `3-4`."""
    first, dash, last = name.partition("-")
    parts = (first, last) if dash else (first,)
    if not all(part.isascii() and part.isdigit() and len(part) <= 5 for part in parts):
        raise InvalidData("not_a_place", path, 'must be a place such as "3", or a tie such as "3-4"')
    row = Row(int(first), int(last) if dash else int(first), points)
    if not 1 <= row.first <= row.last <= LOWEST:
        raise InvalidData("place_impossible", path, f"must be places from 1 to {LOWEST}, the first one first")
    return row


def _rows(value: object, path: str) -> tuple[Row, ...]:
    points = plain_data.mapping(value, path, plain_data.number)
    if len(points) > MOST_ROWS:
        raise InvalidData("list_too_long", path, f"must have at most {MOST_ROWS} places")
    rows = tuple(_row(name, number, f"{path}.{name}") for name, number in points.items())
    if len({(row.first, row.last) for row in rows}) < len(rows):
        raise InvalidData("place_twice", path, "must have each place once")
    return rows


def _row_data(rows: Sequence[Row]) -> dict[str, object]:
    return {
        str(row.first) if row.first == row.last else f"{row.first}-{row.last}": as_data(row.points)
        for row in rows
    }


def _tie(known: Fields) -> str:
    return known.get("tie", partial(plain_data.choice, choices=TIES), SPLIT)


def _bucket(value: object, path: str, *, name: str, read: Callable[[object, str], T]) -> tuple[int, T]:
    known = Fields(value, path, ("players", name))
    return known.read("players", partial(plain_data.whole, least=1)), known.read(name, read)


def _buckets(
    value: object, path: str, *, read: Callable[[object, str], tuple[int, T]], least: int = 1
) -> tuple[tuple[int, T], ...]:
    """Read what there is for each size of the field, from the smallest to the largest."""
    buckets = plain_data.items(value, path, read, least=least, most=100)
    sizes = [size for size, _ in buckets]
    if any(one >= two for one, two in pairwise(sizes)):
        raise InvalidData("sizes_unordered", path, "must begin with ever more players")
    return buckets


def _for(buckets: Iterable[tuple[int, T]], players: int) -> T | None:
    """Return what there is for a size of the field; None below the smallest."""
    values = [value for least, value in buckets if least <= players]
    return values[-1] if values else None


def _sizes(buckets: Sequence[tuple[int, object]], players: int) -> list[int]:
    """Return the sizes at which a value that grows within each bucket is largest, up to a number of players."""
    return [players, *(least - 1 for least, _ in buckets if 1 < least <= players)]


def _together(flights: Sequence[Fraction], *, adds: bool) -> Fraction:
    """Return the points of several flights: their sum, or the highest."""
    return sum(flights, Fraction(0)) if adds else max(flights, default=Fraction(0))


def _listed(rows: Sequence[Row], rank: int) -> Fraction:
    """Return the points of a single place: its own row, else the first one around it."""
    around = [row for row in rows if row.first <= rank <= row.last]
    single = [row for row in around if row.first == row.last]
    return (single or around or [Row(rank, rank, Fraction(0))])[0].points


def _tied(points: Callable[[int], Fraction], place: FinishPlace, tie: str, *, limit: int) -> Fraction:
    """Return the points of a place that others share; those after the limit have none."""
    if tie == FIRST:
        return points(place.first) if place.first <= limit else Fraction(0)
    counted = range(place.first, min(place.last, limit) + 1)
    return sum(map(points, counted), Fraction(0)) / (place.last - place.first + 1)
