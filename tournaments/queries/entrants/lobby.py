"""The lobby of an event that starts when full: its entrants, its free places, and the following event."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from matches.models import rows_of_person
from tournaments.acts.tournaments import NextOpened
from tournaments.models import Draw, Entrant, Event, LogEntry


@dataclass(frozen=True, slots=True)
class LobbyEntry:
    """An entrant in a lobby, in order of entry."""

    entrant: str
    name: str
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class Lobby:
    """An event that starts when full, with its entrants, and the following event once it has started."""

    event: Event
    places: int
    entrants: tuple[LobbyEntry, ...]
    is_started: bool
    follower: Event | None = None

    @property
    def missing(self) -> int:
        """The number of entrants missing for the start."""
        return max(0, self.places - len(self.entrants))

    @property
    def has_own(self) -> bool:
        """Whether the viewer is one of the entrants."""
        return any(waiting.is_own for waiting in self.entrants)


def lobbies(events: Iterable[Event], *, player: int | None = None) -> dict[int, Lobby]:
    """Return the lobbies of those events that start when full, by primary key; four queries for any number.

    `player` is the primary key of the viewer, whose own entry is marked.
    """
    by_key = {event.pk: event for event in events if event.starts_when_full}
    return _read(by_key, player=player) if by_key else {}


def lobby_of(event: Event) -> Lobby:
    """Return the lobby of any event, even one that does not start when full."""
    return _read({event.pk: event}, player=None)[event.pk]


def _read(events_by_key: Mapping[int, Event], *, player: int | None) -> dict[int, Lobby]:
    entrants = _waiting(events_by_key, player=player)
    starts = set(
        Draw.objects.filter(stage__event__in=events_by_key, voided_at=None).values_list(
            "stage__event", flat=True
        )
    )
    followers = _followers(events_by_key)
    return {
        key: Lobby(
            event, event.capacity or 0, tuple(entrants.get(key, ())), key in starts, followers.get(key)
        )
        for key, event in events_by_key.items()
    }


def follower(event: Event) -> Event | None:
    """Return the event that this one opened when it started."""
    return _followers([event.pk]).get(event.pk)


def _waiting(events: Collection[int], *, player: int | None) -> Mapping[int, list[LobbyEntry]]:
    rows = Entrant.objects.filter(event__in=events, withdrawn_at=None, is_alternate=False)
    own: set[int] = set()
    if player is not None:
        own = set(
            rows.filter(entrant_players__player__in=rows_of_person(player)).values_list("pk", flat=True)
        )
    by_event: dict[int, list[LobbyEntry]] = {}
    for entrant in rows.select_related("side").order_by("entered_at", "pk"):
        by_event.setdefault(entrant.event_id, []).append(
            LobbyEntry(entrant.uid, entrant.name, is_own=entrant.pk in own)
        )
    return by_event


def _followers(events: Collection[int]) -> dict[int, Event]:
    openings = LogEntry.objects.filter(event__in=events, code=NextOpened.code).order_by("seq")
    uids = dict(openings.values_list("event_id", "subject"))
    by_uid = {
        event.uid: event for event in Event.objects.filter(uid__in=uids.values()).select_related("tournament")
    }
    return {key: by_uid[uid] for key, uid in uids.items()}
