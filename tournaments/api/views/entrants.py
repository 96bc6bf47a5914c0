"""Entrants: who is there, who leaves, who comes back."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.api.schema import reads
from tournaments.api.serializers.entrants import (
    EntrantResponse,
    OtherEntryResponse,
)
from tournaments.queries.hall.desk import other_entries

from .endpoint import Endpoint


class OneEntrant(Endpoint):
    """One entrant."""

    @reads("entrant", EntrantResponse)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show the entrant with its players."""
        entrant = access.entrant_to_see(self.visitor, uid)
        return self.read(entrant.event.tournament, lambda: EntrantResponse(entrant).data)


class EntrantOtherEntries(Endpoint):
    """Where else the players of an entrant are in."""

    @reads("entrant_other_entries", OtherEntryResponse(many=True), has_etag=False)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the entries of the same players in other events of the tournament that are not over."""
        entrant = access.entrant_to_withdraw(self.visitor, uid)
        return Response(OtherEntryResponse(other_entries(entrant), many=True).data)
