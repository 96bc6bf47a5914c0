"""Events that start when full, and those that qualify for others."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from rest_framework.request import Request

from tournaments import access
from tournaments.api.schema import reads
from tournaments.api.serializers.lobby import (
    LobbyResponse,
    QualificationResponse,
)
from tournaments.models import Event
from tournaments.queries.entrants.lobby import lobby_of
from tournaments.queries.entrants.places import places_kept
from tournaments.queries.entrants.qualifying import qualification

from .endpoint import Endpoint


class EventLobby(Endpoint):
    """Who is in an event that starts when full."""

    @reads("event_lobby", LobbyResponse)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show who is in, how many are missing, and the event that came next."""
        event = access.event_to_see(self.visitor, uid)
        return self.read(event.tournament, lambda: LobbyResponse(lobby_shown(event)).data)


class EventQualifying(Endpoint):
    """Who comes from an event into another one."""

    @reads("event_qualifying", QualificationResponse)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show which event this one qualifies for, and who qualifies."""
        event = access.event_to_see(self.visitor, uid)
        return self.read(event.tournament, lambda: QualificationResponse(qualification_shown(event)).data)


def lobby_shown(event: Event) -> dict[str, Any]:
    """A lobby as `LobbyResponse` says."""
    found = lobby_of(event)
    return {
        "event": event.uid,
        "starts_when_full": event.starts_when_full,
        "opens_next": event.opens_next,
        "places": event.capacity,
        "kept": places_kept(event),
        "missing": None if event.capacity is None else found.missing,
        "is_started": found.is_started,
        "entrants": found.entrants,
        "next": found.follower.uid if found.follower is not None else None,
    }


def qualification_shown(event: Event) -> dict[str, Any]:
    """Who qualifies, as `QualificationResponse` says."""
    found = qualification(event)
    nothing = {"target": None, "is_complete": False, "needs_director": False, "open": 0, "freed": 0}
    said = (
        nothing | dict.fromkeys(("certain", "tied", "reserve", "lost"), ())
        if found is None
        else {
            "target": found.target.uid,
            "is_complete": found.is_complete,
            "needs_director": found.needs_director,
            "open": found.open,
            "freed": found.freed,
            "certain": found.certain,
            "tied": found.tied,
            "reserve": found.reserve,
            "lost": found.lost,
        }
    )
    return {"event": event.uid, "places": event.qualifying_places, **said}
