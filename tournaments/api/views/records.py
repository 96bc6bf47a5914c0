"""Game records."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from rest_framework.request import Request

from tournaments import access
from tournaments.api.schema import reads
from tournaments.api.serializers.records import RecordResponse

from .endpoint import Endpoint
from .shown import record_seen


class OneRecord(Endpoint):
    """One game record."""

    @reads("record", RecordResponse)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show the record and what its check found; `verdict` is empty until it has run."""
        record = access.record_to_see(self.visitor, uid)
        tournament = access.tournament_of(record)
        also = f"{record.checked_at} {record.verdict}"
        return self.read(tournament, lambda: RecordResponse(record_seen(record)).data, also=also)
