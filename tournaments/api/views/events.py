"""Events with their stages and entrants."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from rest_framework.request import Request

from tournaments import access
from tournaments.api.pagination import page
from tournaments.api.schema import reads
from tournaments.api.serializers.entrants import EntrantResponse
from tournaments.api.serializers.tournaments import EventResponse, StageResponse

from .endpoint import Endpoint
from .naming import with_players


class OneEvent(Endpoint):
    """One event."""

    @reads("event", EventResponse)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show the event."""
        event = access.event_to_see(self.visitor, uid)
        return self.read(event.tournament, lambda: EventResponse(event).data)


class EventStages(Endpoint):
    """The stages of an event."""

    @reads("event_stages", StageResponse(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the stages in their order."""
        event = access.event_to_see(self.visitor, uid)
        stages = event.stages.select_related("event")
        return self.read(event.tournament, lambda: StageResponse(stages, many=True).data)


class EventEntrants(Endpoint):
    """The entrants of an event."""

    @reads("event_entrants", EntrantResponse, is_paged=True)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the entrants in the order they came in, those withdrawn too."""
        event = access.event_to_see(self.visitor, uid)
        rows = with_players(event.entrants.all())
        return self.read(
            event.tournament,
            lambda: page(request, rows, order=("pk",)).shown(
                lambda rows: EntrantResponse(rows, many=True).data
            ),
        )
