"""The control of a hall: further calls, tables, players who are away, and suspended matches."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from matches.models import Player
from tournaments import access
from tournaments.api.schema import reads
from tournaments.api.serializers.desk import (
    AutomaticResponse,
    AvailabilityResponse,
    SuspensionResponse,
)
from tournaments.models import Availability, Entrant
from tournaments.queries.hall.suspended import suspensions

from .endpoint import Endpoint


class AutomaticCalls(Endpoint):
    """Whether tables are given by themselves."""

    @reads("automatic_calls", AutomaticResponse)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Say whether free tables are given to the matches that have waited longest."""
        tournament = access.tournament_to_see(self.visitor, uid)
        return self.read(tournament, lambda: AutomaticResponse(tournament).data)


class EntrantAvailability(Endpoint):
    """When the players of an entrant can be called."""

    @reads("entrant_availability", AvailabilityResponse(many=True), has_etag=False)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List what the players of the entrant have said; who can always be called is not in it."""
        entrant = access.entrant_to_withdraw(self.visitor, uid)
        rows = Availability.objects.filter(
            tournament=entrant.event.tournament, player__in=_players(entrant)
        ).select_related("player")
        return Response(AvailabilityResponse(rows.order_by("pk"), many=True).data)


class TournamentSuspensions(Endpoint):
    """The register of suspended matches."""

    @reads("tournament_suspensions", SuspensionResponse(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List every suspension, the newest first; those that are over too."""
        tournament = access.tournament_to_desk(self.visitor, uid)
        return self.read(tournament, lambda: SuspensionResponse(suspensions(tournament), many=True).data)


def _players(entrant: Entrant) -> QuerySet[Player]:
    return Player.objects.filter(entries__entrant=entrant)
