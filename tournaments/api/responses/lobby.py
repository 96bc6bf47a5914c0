"""Events that start when full, and those that qualify for others."""

from __future__ import annotations

from tournaments.api.response import Response, given, of
from tournaments.queries.draws.qualifying import Presence, Qualification, Qualifier
from tournaments.queries.entrants.lobby import Lobby, LobbyEntry
from tournaments.queries.entrants.places import places_kept


class WaitingResponse(Response, row=LobbyEntry):
    """An entrant in the lobby."""

    entrant: str
    name: str


class LobbyResponse(Response, row=Lobby):
    """The entrants of an event, the number of free places, and the event that opened after it.

    `missing` is null without a limit. `next` is set after the event has started and opened another one.
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


class QualifierResponse(Response, row=Qualifier):
    """An entrant with its place, and its status in the target event."""

    entrant: str = of("entrant.uid")
    name: str = of("entrant.name")
    place: int
    last_place: int
    presence: Presence
    is_through: bool = of(words="Came into the other event by this one.")
    entry: str | None = of("entry.uid", "The entrant in the other event.")


class QualificationResponse(Response, row=Qualification):
    """The qualifiers of an event: certain ones, those tied for the last places, and the next in line.

    `lost` are entrants of the target event who no longer qualify, because a result was corrected.
    `needs_director` says that a director must decide. `open` places are reserved in the target event, `freed` ones are
    given up.
    """

    event: str = of("event.uid")
    target: str | None = of("target.uid")
    places: int = given()
    pays_entry: bool = given("Whether their fees there are prizes of this event.")
    is_complete: bool
    needs_director: bool
    open: int
    freed: int
    certain: list[QualifierResponse]
    tied: list[QualifierResponse]
    reserve: list[QualifierResponse]
    lost: list[QualifierResponse]
