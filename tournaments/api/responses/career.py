"""The results of a person, and the balance of two persons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from tournaments.api.response import Response, of
from tournaments.queries.careers.career import CareerFigures, WonLost
from tournaments.queries.careers.career_pages import CareerEvent, CareerLine, CareerPage, EventPlace
from tournaments.queries.publicity import NamedPerson
from tournaments.ratings.counting import MatchEnding, MatchKind

from .people import PlayerResponse


class NamedPersonResponse(Response, row=NamedPerson):
    """A person by name; only who has a public profile has an id here."""

    id: str | None = of(get=lambda person: person.uid if person.is_public else None)
    name: str


class EventPlaceResponse(Response, row=EventPlace):
    """The places of an entrant in an event that is over; several where they are shared."""

    first: int
    last: int
    entrants: int


class CareerMatchResponse(Response):
    """A final match as the person sees it."""

    id: str
    day: date | None
    event: str | None
    event_name: str
    tournament: str | None
    tournament_name: str
    place: EventPlaceResponse | None = of(words="The place in the event, once it is over.")
    kind: MatchKind
    length: int
    own_score: int
    other_score: int
    has_won: bool | None
    ending: MatchEnding
    opponent: NamedPersonResponse


class WonLostResponse(Response):
    """Matches won and lost, of a length or a year where one is named."""

    of_: int | None = of("of", "The length or the year.")
    won: int
    lost: int


class FiguresResponse(Response, row=CareerFigures):
    """Played matches won and lost: forfeits and settled matches do not count."""

    won: int = of("total.won")
    lost: int = of("total.lost")
    in_pairs: WonLostResponse = of(get=lambda figures: balance_shown(figures.in_pairs))
    by_length: list[WonLostResponse] = of(get=lambda figures: list(_balances(figures.by_length)))
    by_year: list[WonLostResponse] = of(get=lambda figures: list(_balances(figures.by_year)))


class HeadToHeadResponse(Response):
    """Two persons who have a public profile, and their matches against each other as the first one sees them."""

    player: PlayerResponse
    opponent: PlayerResponse
    figures: FiguresResponse
    matches: list[CareerMatchResponse]


def balance_shown(balance: WonLost, number: int | None = None) -> dict[str, int | None]:
    """Return matches won and lost as `WonLostResponse` shows them."""
    return {"of": number, "won": balance.won, "lost": balance.lost}


def career_shown(page: CareerPage) -> list[dict[str, Any]]:
    """Return the matches of a page of results as `CareerMatchResponse` shows them."""
    return [_shown(event, line) for event in page.events for line in event.matches]


def _balances(figures: Mapping[int, WonLost]) -> Iterator[dict[str, int | None]]:
    return (balance_shown(balance, number) for number, balance in figures.items())


def _shown(event: CareerEvent, line: CareerLine) -> dict[str, Any]:
    match = line.match
    row = event.event
    return {
        "id": match.uid,
        "day": match.day,
        "event": row.uid if row is not None else None,
        "event_name": event.name,
        "tournament": row.tournament.uid if row is not None else None,
        "tournament_name": event.tournament_name,
        "place": event.place,
        "kind": match.kind,
        "length": match.length,
        "own_score": match.own_score,
        "other_score": match.other_score,
        "has_won": match.has_won,
        "ending": match.ending,
        "opponent": {"id": line.opponent.uid if line.opponent is not None else None, "name": line.name},
    }
