"""Events that start when full, and those that qualify for others."""

from __future__ import annotations

from tournaments.api.response import Response, of
from tournaments.queries.entrants.places import places_kept
from tournaments.queries.entrants.qualifying import Presence


class WaitingResponse(Response):
    """Somebody who is in."""

    entrant: str
    name: str


class LobbyResponse(Response):
    """Who is in an event, how many are missing, and which event came after it.

    `missing` is null where there is no limit. `next` is there once the event
    has started and opened another one.
    """

    event: str = of("event.uid")
    starts_when_full: bool = of("event.starts_when_full")
    opens_next: bool = of("event.opens_next")
    places: int | None = of("event.capacity")
    kept: int = of(
        words="Places that are free and kept for qualifiers.", get=lambda lobby: places_kept(lobby.event)
    )
    missing: int | None = of(get=lambda lobby: None if lobby.event.capacity is None else lobby.missing)
    is_started: bool
    entrants: list[WaitingResponse]
    next: str | None = of("follower.uid")


class QualifierResponse(Response):
    """An entrant by its place, and where it stands in the other event."""

    entrant: str = of("entrant.uid")
    name: str = of("entrant.name")
    place: int
    last_place: int
    presence: Presence
    is_through: bool = of(words="Came into the other event by this one.")


class QualificationResponse(Response):
    """Who qualifies: for certain, level on the line, and right behind it.

    `lost` came into the other event and would not qualify any more, because a
    result was corrected. `needs_director` says that something is to be decided
    by hand. `open` places are still kept in the other event, `freed` ones are given up.
    """

    event: str = of("event.uid")
    target: str | None = of("target.uid")
    places: int
    is_complete: bool
    needs_director: bool
    open: int
    freed: int
    certain: list[QualifierResponse]
    tied: list[QualifierResponse]
    reserve: list[QualifierResponse]
    lost: list[QualifierResponse]
