"""Reports and the opponent's answer to them."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from rest_framework.request import Request

from tournaments import access
from tournaments.api.schema import reads
from tournaments.api.serializers.matches import ReportResponse

from .endpoint import Endpoint


class OneReport(Endpoint):
    """One report."""

    @reads("report_shown", ReportResponse)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show what was reported."""
        report = access.report_to_see(self.visitor, uid)
        context = {"has_words": self.visitor.may_read_words(report.match)}
        return self.read(access.tournament_of(report), lambda: ReportResponse(report, context=context).data)
