"""What can be read of lists beside their ratings: the records of a federation, and the past for trials."""

from __future__ import annotations

from datetime import date

from tournaments.api.response import Rating, Response, of
from tournaments.queries.ratings.list_records import NamedRecord, RecordsOfList
from tournaments.queries.ratings.past import ListMatch, ListOpening, ListRating
from tournaments.ratings.lists import RecordKind

from .career import NamedPersonResponse


class ListRecordResponse(Response):
    """A record; who has no public profile is null, and so is a match that is not of a public tournament."""

    kind: RecordKind
    place: int
    player: NamedPersonResponse | None
    opponent: NamedPersonResponse | None = of(words="Who lost an upset.")
    rating: Rating | None = of(words="The rating, or by how much the loser of an upset stood above.")
    matches: int | None = of(words="How many matches, of a streak or of all.")
    day: date | None
    since: date | None = of(words="The first day of a streak.")
    match: str | None


class RecordsOfListResponse(Response, row=RecordsOfList):
    """The records of a list, of each kind the best first."""

    id: str = of("list.uid", "The list.")
    name: str = of("list.name")
    records: list[ListRecordResponse] = of(get=lambda records: records_shown(records))


def records_shown(records: RecordsOfList) -> list[dict[str, object]]:
    """Return the records of a list as `ListRecordResponse` shows them."""
    return [
        _shown(row, place) for rows in records.by_kind.values() for place, row in enumerate(rows, start=1)
    ]


def _shown(row: NamedRecord, place: int) -> dict[str, object]:
    return {
        "kind": row.kind,
        "place": place,
        "player": row.player,
        "opponent": row.opponent,
        "rating": row.value if row.kind.is_in_points else None,
        "matches": None if row.kind.is_in_points else row.value,
        "day": row.day,
        "since": row.since,
        "match": row.match.uid if row.match is not None else None,
    }


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
