"""Disputes: what the sides say, and how a director rules."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from rest_framework.request import Request

from tournaments import access
from tournaments.api.schema import reads
from tournaments.api.serializers.dispute_file import DisputeResponse

from .endpoint import Endpoint


class OneDispute(Endpoint):
    """One dispute, for the players of its match and the officers."""

    @reads("dispute", DisputeResponse)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show the dispute with its reports, statements, exhibits, rulings and appeals."""
        dispute = access.dispute_to_see(self.visitor, uid)
        return self.read(access.tournament_of(dispute), lambda: DisputeResponse(dispute).data)
