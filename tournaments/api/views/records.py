"""Game records."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from rest_framework.request import Request

from tournaments import access
from tournaments.api.schema import reads
from tournaments.api.serializers.matches import RecordShown

from .endpoint import Endpoint


class OneRecord(Endpoint):
    """One game record."""

    @reads("record", RecordShown)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show the record and what its check found; `verdict` is empty until it has run."""
        record = access.record_to_see(self.visitor, uid)
        tournament = access.tournament_of(record)
        return self.read(tournament, lambda: RecordShown(record).data, also=str(record.checked_at))
