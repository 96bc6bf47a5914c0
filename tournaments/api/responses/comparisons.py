"""Two rating lists side by side."""

from __future__ import annotations

from datetime import date, datetime

from tournaments.api.response import Rating, Response, of
from tournaments.queries.publicity import NamedPerson
from tournaments.queries.ratings.comparisons import ComparedLists, ComparedPerson, ShownDifference

from .lists import VariedListResponse


class ComparedPersonResponse(Response, row=NamedPerson):
    """Somebody as everybody may read them."""

    id: str | None = of("uid", "Null where neither a full name nor a profile is public.")
    name: str
    has_profile: bool = of("is_public", "Whether the person has a public page.")


class MatchEffectResponse(Response, row=tuple):
    """What a match changes in a list."""

    winner: Rating = of(get=lambda changes: changes[0])
    loser: Rating = of(get=lambda changes: changes[1])


class ComparedMatchResponse(Response, row=ShownDifference):
    """A match with what each list makes of it; one of an event that is not public names nobody."""

    feed: int = of("differing.row", "The number of its row in the feed.")
    id: str | None = of(get=lambda row: row.match.uid or None)
    day: date | None = of("match.day")
    event: str | None = of(get=lambda row: row.match.event or None)
    length: int = of("match.length")
    winner: ComparedPersonResponse | None = of("match.winner")
    loser: ComparedPersonResponse | None = of("match.loser")
    changes: MatchEffectResponse | None = of("differing.changes", "In the list; null where it is not rated.")
    other_changes: MatchEffectResponse | None = of("differing.other_changes", "In the other one.")


class ListComparisonResponse(Response, row=ComparedLists):
    """Two lists side by side, as they were compared last; `failure` says why they are not.

    `present` and `varied` say how the list and the other one predict matches, and are null where the matches of one are
    unknown.
    """

    list_: str = of("pair.list.uid")
    other: str = of("pair.other.uid")
    official: str | None = of("pair.official.uid")
    asked_at: datetime | None = of("row.asked_at")
    done_at: datetime | None = of("row.done_at")
    failure: str = of(get=lambda lists: "" if lists.row is None else lists.row.failure)
    feed: int | None = of("row.number", "How far the feed was read.")
    day: date | None = of("result.day", "As of which the list is taken; null for now.")
    other_day: date | None = of("result.other_day", "As of which the other one is taken.")
    both: int | None = of("result.both", "How many people are in both lists.")
    only: int | None = of("result.only", "How many are in the list alone.")
    only_other: int | None = of("result.only_other", "How many are in the other one alone.")
    present: VariedListResponse | None = of("result.predictions.present")
    varied: VariedListResponse | None = of("result.predictions.varied")
    first: ComparedMatchResponse | None = of(
        "first", "The first match that both rate and change differently."
    )
    alone: ComparedMatchResponse | None = of("alone", "The first match that one of them rates alone.")


class ComparedLineResponse(Response, row=ComparedPerson):
    """A person of one or both lists; null for who is not in a list."""

    id: str | None = of("person.uid", "Null for whom the lists do not name, as the name.")
    name: str | None = of(get=lambda line: line.person.name or None)
    has_profile: bool = of("person.is_public", "Whether the person has a public page.")
    place: int | None
    rating: Rating | None
    other_place: int | None
    other_rating: Rating | None
    difference: Rating | None = of(words="What the other list adds to the rating.")
    places: int | None = of(words="The places that the other list gives, negative where lost.")
