"""The ratings of the entrants of an event, in the official list that it uses."""

from __future__ import annotations

from datetime import date

from tournaments.api.response import Rating, Response, of
from tournaments.models import Event
from tournaments.queries.event_ratings import ratings_of_event, seed_order


class EntrantRatingResponse(Response):
    """The rating of an entrant, the mean of its players; null where one is not on the list."""

    entrant: str
    name: str
    rating: Rating | None
    experience: int
    unlisted: list[str] = of(words="The players who are not on the list.")
    seed: int | None = of(words="Its number if the draw is seeded by the list.")


class EventRatingsResponse(Response):
    """The official list of an event, null without one; it is final once `is_fixed`."""

    rating_list: str | None
    official_list: str | None
    day: date | None
    is_fixed: bool
    entrants: list[EntrantRatingResponse]


def ratings_shown(event: Event) -> EventRatingsResponse:
    """Return the ratings of the entrants of the event, in order of entry."""
    ratings = ratings_of_event(event)
    official = ratings.official
    entrants = list(event.entrants.filter(withdrawn_at=None).select_related("side").order_by("pk"))
    seeds = seed_order(ratings, entrants)
    lines = [
        EntrantRatingResponse(
            entrant=entrant.uid,
            name=entrant.name,
            rating=side.rating,
            experience=side.experience,
            unlisted=list(side.unlisted),
            seed=seeds.get(entrant.uid),
        )
        for entrant in entrants
        if (side := ratings.by_entrant.get(entrant.pk)) is not None
    ]
    return EventRatingsResponse(
        rating_list=None if event.rating_list is None else event.rating_list.uid,
        official_list=None if official is None else official.uid,
        day=None if official is None else official.day,
        is_fixed=event.official_list_id is not None,
        entrants=lines,
    )
