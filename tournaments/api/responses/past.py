"""The past of a rating list, in the columns that trials read."""

from __future__ import annotations

from datetime import date

from tournaments.api.response import Response, of
from tournaments.queries.ratings.past import ListMatch, ListOpening, ListRating


class PastMatchResponse(Response, row=ListMatch):
    """A rated match, the players and the event by id; `9999-12-31` stands for an unknown day."""

    winner: str
    loser: str
    length: int
    day: date
    event: str


class PastRatingResponse(Response, row=ListRating):
    """The rating of a person in an official list, in points with all digits."""

    day: date
    player: str
    rating: str = of(get=lambda row: f"{row.rating:f}")


class PastOpeningResponse(Response, row=ListOpening):
    """The rating with which a person begins in a list, in points with all digits."""

    player: str
    rating: str = of(get=lambda row: f"{row.rating:f}")
    experience: int
