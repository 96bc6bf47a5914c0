"""Seasons of federations, their tables, and the points of events."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

from tournaments.api.response import Response, given, of
from tournaments.models import PointsSeason
from tournaments.points.numbers import as_text
from tournaments.points.race import Chaser
from tournaments.points.season import Counted, SeasonStanding
from tournaments.queries.points.season_table import EventScores, SeasonState, state_of
from tournaments.queries.points.words import EntrantPoints, WordedLine

_EXACT = "The exact number: a decimal, or a fraction such as 25/6."
_DECIMAL = "A decimal number to nine places."


def decimal(number: Fraction) -> str:
    """Return a number as a decimal to nine places, half to even."""
    return f"{round(number * 10**9) / 10**9:.9f}".rstrip("0").rstrip(".")


class PointsSeasonResponse(Response, row=PointsSeason):
    """A season; `scheme` is empty for a scheme of the federation's own, `digest` until the final table is published."""

    id: str = of("uid")
    federation: str = of("federation.uid")
    name: str
    scheme: str
    starts_on: date
    ends_on: date
    state: SeasonState = of(get=state_of)
    terms: Any = of(words="The scheme, the classes that count, and what is planned.")
    digest: str = of(
        get=lambda season: season.final_table.digest if state_of(season) is SeasonState.FINAL else ""
    )


class SeasonPersonResponse(Response):
    """A person of a table, by the name for the reader."""

    id: str
    name: str


class SeasonEventResponse(Response, row=EventScores):
    """An event of a season; it counts once it `is_over`."""

    id: str = of("event.uid")
    name: str = of("event.name")
    tournament: str = of("event.tournament.uid")
    starts_on: date = of("event.tournament.starts_on")
    event_class: str = of("counted.event_class")
    players: int
    is_over: bool


class SeasonResultResponse(Response, row=Counted):
    """The points of an event for a person, as they are worth on the day of the table."""

    event: str
    points: str = of(get=lambda one: decimal(one.worth), words=_DECIMAL)
    exact: str = of(get=lambda one: as_text(one.worth), words=_EXACT)


class SeasonLineResponse(Response, row=SeasonStanding):
    """A line of the table; equal points share the places `from` to `to`."""

    from_: int = of("first")
    to: int = of("last")
    person: SeasonPersonResponse = given()
    points: str = of(get=lambda line: decimal(line.points), words=_DECIMAL)
    exact: str = of(get=lambda line: as_text(line.points), words=_EXACT)
    counted: list[SeasonResultResponse]
    dropped: list[SeasonResultResponse]


class ChaserResponse(Response, row=Chaser):
    """Who can still catch a leader, and the points at best."""

    person: SeasonPersonResponse = given()
    at_best: str = of(get=lambda one: as_text(one.at_best), words=_EXACT)


class RaceResponse(Response):
    """Who can still catch a leader who stays away from all that is to come; a tie counts as caught."""

    leader: SeasonPersonResponse
    at_least: str = of(words=_EXACT)
    caught_by: list[ChaserResponse]
    newcomer_at_best: str = of(words=_EXACT)
    newcomer_can: bool


class SeasonTableResponse(Response):
    """The table of a season on a day; `races` are empty when nothing is to come."""

    season: PointsSeasonResponse
    day: date
    events: list[SeasonEventResponse]
    standings: list[SeasonLineResponse]
    races: list[RaceResponse]


class PointsLineResponse(Response, row=WordedLine):
    """A reason for points; `count` of equal ones stand together, and an `excluded` amount does not count."""

    what: str = of(words="place, win, attendance or settlement.")
    count: int
    words: str = of(words="A sentence in the language of the reader.")
    amount: str = of(get=lambda line: as_text(line.amount), words=_EXACT)
    excluded: str = of(get=lambda line: as_text(line.excluded), words=_EXACT)


class EntrantPointsResponse(Response, row=EntrantPoints):
    """The points of an entrant, which are the exact sum of the amounts of the lines."""

    entrant: str
    name: str
    points: str = of(get=lambda row: decimal(row.points), words=_DECIMAL)
    exact: str = of(get=lambda row: as_text(row.points), words=_EXACT)
    lines: list[PointsLineResponse]


class EventPointsResponse(Response):
    """The points of an event in a season; what is certain so far until it `is_over`."""

    season: str
    federation: str
    is_over: bool
    players: int
    entrants: list[EntrantPointsResponse]
