"""Events that start when full, and those that qualify for others."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.actions import lobby, qualifying
from tournaments.api.schema import reads, writes
from tournaments.api.serializers.entrants import EntrantShown
from tournaments.api.serializers.lobby import (
    FreedAsked,
    LobbyShown,
    QualificationShown,
    QualifiedAsked,
    StartAsked,
    TargetAsked,
)
from tournaments.models import Entrant, Event
from tournaments.queries.lobby import lobby_of
from tournaments.queries.places import places_kept
from tournaments.queries.qualifying import qualification

from .endpoint import Endpoint
from .naming import named, with_players


class EventLobby(Endpoint):
    """Who is in an event that starts when full."""

    @reads("event_lobby", LobbyShown)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show who is in, how many are missing, and the event that came next."""
        event = access.event_to_see(self.visitor, uid)
        return self.read(event.tournament, lambda: LobbyShown(_lobby(event)).data)

    @writes("event_start", StartAsked, LobbyShown)
    def post(self, request: Request, uid: str) -> Response:
        """Let the event start when full, or not; it starts at once where it is full."""
        event = access.event_to_direct(self.visitor, uid)
        asked = StartAsked.of(request)

        def effect() -> Response:
            changed = lobby.set_start(event, by=self.acting_in(event.tournament), **asked)
            return Response(LobbyShown(_lobby(changed)).data)

        return self.once(effect)


class EventQualifying(Endpoint):
    """Who comes from an event into another one."""

    @reads("event_qualifying", QualificationShown)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show which event this one qualifies for, and who qualifies."""
        event = access.event_to_see(self.visitor, uid)
        return self.read(event.tournament, lambda: QualificationShown(_qualification(event)).data)

    @writes("event_qualifies_for", TargetAsked, QualificationShown)
    def post(self, request: Request, uid: str) -> Response:
        """Say which event of the tournament this one qualifies for, and how many places."""
        event = access.event_to_direct(self.visitor, uid)
        asked = TargetAsked.of(request)
        others = Event.objects.filter(tournament=event.tournament_id)
        target = None if asked["target"] is None else named(others, asked["target"], field="target")

        def effect() -> Response:
            changed = qualifying.set_target(
                event, by=self.acting_in(event.tournament), target=target, places=asked.get("places", 1)
            )
            return Response(QualificationShown(_qualification(changed)).data)

        return self.once(effect)


class EventQualified(Endpoint):
    """Entering by hand who qualifies."""

    @writes("event_enter_qualified", QualifiedAsked, EntrantShown(many=True))
    def post(self, request: Request, uid: str) -> Response:
        """Enter entrants of a complete qualifier in the other event, and list them as they are there."""
        event = access.event_to_direct(self.visitor, uid)
        asked = QualifiedAsked.of(request)
        own = Entrant.objects.filter(event=event)
        chosen = [named(own, entrant, field="entrants") for entrant in asked.get("entrants", ())]

        def effect() -> Response:
            made = qualifying.enter_qualified(event, by=self.acting_in(event.tournament), entrants=chosen)
            rows = with_players(Entrant.objects.filter(pk__in=[entrant.pk for entrant in made]))
            return Response(EntrantShown(rows.order_by("pk"), many=True).data)

        return self.once(effect)


class EventFreedPlaces(Endpoint):
    """Giving up places that are kept for qualifiers."""

    @writes("event_free_places", FreedAsked, QualificationShown)
    def post(self, request: Request, uid: str) -> Response:
        """Say how many of its places the event gives up in the other one; 0 keeps them all again."""
        event = access.event_to_direct(self.visitor, uid)
        asked = FreedAsked.of(request)

        def effect() -> Response:
            changed = qualifying.free_places(event, by=self.acting_in(event.tournament), **asked)
            return Response(QualificationShown(_qualification(changed)).data)

        return self.once(effect)


def _lobby(event: Event) -> dict[str, Any]:
    """A lobby as `LobbyShown` says."""
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


def _qualification(event: Event) -> dict[str, Any]:
    """Who qualifies, as `QualificationShown` says."""
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
