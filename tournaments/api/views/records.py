"""Game records."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.actions import records
from tournaments.api.schema import reads, writes
from tournaments.api.serializers.entrants import NothingAsked
from tournaments.api.serializers.records import RecordShown

from .endpoint import Endpoint
from .shown import record_shown


class OneRecord(Endpoint):
    """One game record."""

    @reads("record", RecordShown)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show the record and what its check found; `verdict` is empty until it has run."""
        record = access.record_to_see(self.visitor, uid)
        tournament = access.tournament_of(record)
        also = f"{record.checked_at} {record.verdict}"
        return self.read(tournament, lambda: record_shown(record), also=also)


class RecordCheck(Endpoint):
    """The check of a game record."""

    @writes("record_check", NothingAsked, RecordShown, status=202)
    def post(self, request: Request, uid: str) -> Response:
        """Have a record checked again whose `verdict` is `failed`; any other stays as it is."""
        record = access.record_to_check(self.visitor, uid)
        NothingAsked.of(request)
        by, origin = self.acting_in(access.tournament_of(record)), self.visitor.origin

        def effect() -> Response:
            records.check_again(record, by=by, origin=origin)
            return Response(record_shown(access.record_to_see(self.visitor, uid)), status=202)

        return self.once(effect)
