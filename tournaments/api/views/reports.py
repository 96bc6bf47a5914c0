"""Reports and the opponent's answer to them."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.actions import results
from tournaments.api.schema import reads, writes
from tournaments.api.serializers.dispute_file import DisputeShown
from tournaments.api.serializers.entrants import NothingAsked
from tournaments.api.serializers.matches import DisputeAsked, ReportShown

from .endpoint import Endpoint, created
from .shown import result_said


class OneReport(Endpoint):
    """One report."""

    @reads("report_shown", ReportShown)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show what was reported."""
        report = access.report_to_see(self.visitor, uid)
        context = {"has_words": self.visitor.may_read_words(report.match)}
        return self.read(access.tournament_of(report), lambda: ReportShown(report, context=context).data)


class ReportConfirmation(Endpoint):
    """Agreeing with a report."""

    @writes("report_confirm", NothingAsked, ReportShown)
    def post(self, request: Request, uid: str) -> Response:
        """Agree with the opponent's report, which makes it final; again changes nothing."""
        report = access.report_to_confirm(self.visitor, uid)
        NothingAsked.of(request)
        by, origin = self.acting_in(access.tournament_of(report)), self.visitor.origin
        return self.once(lambda: Response(ReportShown(results.confirm(report, by=by, origin=origin)).data))


class ReportDispute(Endpoint):
    """Contesting a report."""

    @writes("report_dispute", DisputeAsked, DisputeShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Contest the opponent's report, so that a director decides; with the own result where there is one."""
        report = access.report_to_dispute(self.visitor, uid)
        asked = result_said(DisputeAsked.of(request))
        by, origin = self.acting_in(access.tournament_of(report)), self.visitor.origin

        def effect() -> Response:
            made = results.dispute(report, by=by, origin=origin, **asked)
            return created(DisputeShown(made).data, at=reverse("api_dispute", args=[made.uid]))

        return self.once(effect)
