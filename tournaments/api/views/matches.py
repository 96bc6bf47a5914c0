"""Matches: their start, table, reports, records, and what a director decides about them."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from django.utils import timezone
from rest_framework.request import Request

from matches.models import Match
from tournaments import access
from tournaments.api.schema import reads
from tournaments.api.serializers.matches import (
    MatchResponse,
    ReportResponse,
)
from tournaments.api.serializers.records import RecordResponse
from tournaments.queries.records.comparisons import records_seen

from .endpoint import Endpoint
from .shown import match_shown


class OneMatch(Endpoint):
    """One match."""

    @reads("match", MatchResponse)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show where the match stands, and what the visitor may do now."""
        match = access.match_to_see(self.visitor, uid)
        tournament = access.tournament_of(match)
        return self.read(
            tournament,
            lambda: MatchResponse(match_shown(match, self.visitor)).data,
            also=_until_public(match),
        )


class MatchReports(Endpoint):
    """The reports of a match."""

    @reads("match_reports", ReportResponse(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List everything that was reported and is in sight, the oldest first."""
        match = access.match_to_see(self.visitor, uid)
        reports = match.reports.select_related("by").prefetch_related("games")
        context = {"has_words": self.visitor.may_read_words(match)}

        def shown() -> Any:
            seen = [report for report in reports if access.sees_report(self.visitor, report)]
            return ReportResponse(seen, many=True, context=context).data

        return self.read(access.tournament_of(match), shown, also=_until_public(match))


class MatchRecords(Endpoint):
    """The game records of a match."""

    @reads("match_records", RecordResponse(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the records, the oldest first."""
        match = access.match_to_see(self.visitor, uid)
        rows = match.records.select_related("uploaded_by", "analysis").defer("data")

        def shown() -> Any:
            seen = [record for record in rows if access.sees_record(self.visitor, record)]
            return RecordResponse(records_seen(match, seen), many=True).data

        return self.read(access.tournament_of(match), shown, also=_until_public(match))


def _until_public(match: Match) -> str:
    """What the log does not count: the minute, while a score may become public without anybody acting."""
    return timezone.now().strftime("%Y%m%d%H%M") if access.has_score_to_come(match) else ""
