"""Matches: their start, table, reports, records, and what a director decides about them."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from matches.models import LARGEST_RECORD, Match
from tournaments import access
from tournaments.actions import calling, records, results
from tournaments.api.schema import reads, writes
from tournaments.api.serializers.entrants import NothingAsked
from tournaments.api.serializers.matches import (
    ForfeitAsked,
    LengthAsked,
    MatchShown,
    PenaltyAsked,
    RecordAsked,
    ReportAsked,
    ReportedShown,
    ReportShown,
    RulingAsked,
    RulingShown,
)
from tournaments.api.serializers.records import RecordShown
from tournaments.api.serializers.tournaments import TableAsked
from tournaments.api.throttles import spend
from tournaments.models import Table, pairing_of
from tournaments.queries.records import records_seen

from .endpoint import Act, Endpoint, created
from .naming import named
from .shown import match_shown, record_shown, result_said


class MatchEndpoint(Endpoint):
    """An address about one match that answers with the match as it stands afterwards."""

    def shown(self, match: Match) -> dict[str, Any]:
        """The match as it is now, for this visitor."""
        return MatchShown(match_shown(access.match_to_see(self.visitor, match.uid), self.visitor)).data


class OneMatch(MatchEndpoint):
    """One match."""

    @reads("match", MatchShown)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show where the match stands, and what the visitor may do now."""
        match = access.match_to_see(self.visitor, uid)
        tournament = access.tournament_of(match)
        return self.read(
            tournament,
            lambda: MatchShown(match_shown(match, self.visitor)).data,
            also=_until_public(match),
        )


class MatchStart(MatchEndpoint):
    """The start of a match."""

    @writes("match_start", NothingAsked, MatchShown)
    def post(self, request: Request, uid: str) -> Response:
        """Note that the match has begun; again changes nothing."""
        match = access.match_to_start(self.visitor, uid)
        NothingAsked.of(request)
        by, origin = self.acting_in(access.tournament_of(match)), self.visitor.origin

        def effect() -> Response:
            results.start(match, by=by, origin=origin)
            return Response(self.shown(match))

        return self.once(effect)


class MatchTable(MatchEndpoint):
    """The table of a match."""

    @writes("match_table", TableAsked, MatchShown)
    def post(self, request: Request, uid: str) -> Response:
        """Call the match to a free table; it leaves the one it was at."""
        match = access.match_to_desk(self.visitor, uid)
        asked = TableAsked.of(request)
        tournament = access.tournament_of(match)
        by = self.acting_in(tournament)

        def effect() -> Response:
            table = named(Table.objects.filter(tournament=tournament), asked["table"], field="table")
            calling.assign(match, by=by, table=table, overrides=asked.get("overrides", ()))
            return Response(self.shown(match))

        return self.once(effect)


class MatchReports(Endpoint):
    """The reports of a match."""

    @reads("match_reports", ReportShown(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List everything that was reported and is in sight, the oldest first."""
        match = access.match_to_see(self.visitor, uid)
        reports = match.reports.select_related("by").prefetch_related("games")
        context = {"has_words": self.visitor.may_read_words(match)}

        def shown() -> Any:
            seen = [report for report in reports if access.sees_report(self.visitor, report)]
            return ReportShown(seen, many=True, context=context).data

        return self.read(access.tournament_of(match), shown, also=_until_public(match))

    @writes("report", ReportAsked, ReportedShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Report the result, as the visitor's own side or as a director.

        The losing side's report is final at once, as is a director's; a winner's
        waits for the opponent. The same report again is the same report.
        """
        match = access.match_to_report(self.visitor, uid)
        tournament = access.tournament_of(match)
        spend("direct" if self.visitor.side_in(match) is None else "report", self.visitor, request)
        asked = result_said(ReportAsked.of(request))
        by, origin = self.acting_in(tournament), self.visitor.origin

        def effect() -> Response:
            reported = results.report(match, by=by, origin=origin, **asked)
            return created(ReportedShown(reported).data, at=reverse("api_report", args=[reported.report.uid]))

        return self.once(effect)


class MatchRecords(Endpoint):
    """The game records of a match."""

    parser_classes = [MultiPartParser]

    @reads("match_records", RecordShown(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the records, the oldest first."""
        match = access.match_to_see(self.visitor, uid)
        rows = match.records.select_related("uploaded_by", "analysis").defer("data")

        def shown() -> Any:
            seen = [record for record in rows if access.sees_record(self.visitor, record)]
            return RecordShown(records_seen(match, seen), many=True).data

        return self.read(access.tournament_of(match), shown, also=_until_public(match))

    @writes("record_upload", RecordAsked, RecordShown, status=202, is_form=True)
    def post(self, request: Request, uid: str) -> Response:
        """Add a game record. It is stored now and checked soon: look at its address."""
        match = access.match_to_upload(self.visitor, uid)
        spend("upload", self.visitor, request)
        asked = RecordAsked(data=request.data)
        asked.is_valid(raise_exception=True)
        file = asked.validated_data["file"]
        by, origin = self.acting_in(access.tournament_of(match)), self.visitor.origin

        def effect() -> Response:
            record = records.upload(match, by=by, file_name=file.name, data=file.read(), origin=origin)
            address = reverse("api_record", args=[record.uid])
            return Response(record_shown(record), status=202, headers={"Location": address})

        # What is too large is refused, and its beginning is kept all the same: no claim may undo that.
        return effect() if file.size > LARGEST_RECORD else self.once(effect)


class MatchForfeit(MatchEndpoint):
    """A match that is not played out."""

    @writes("match_forfeit", ForfeitAsked, MatchShown)
    def post(self, request: Request, uid: str) -> Response:
        """End a match that is not played out: a player gives up the own side's, a director decides."""
        match = access.match_to_report(self.visitor, uid)
        asked = result_said(ForfeitAsked.of(request))
        by, origin = self.acting_in(access.tournament_of(match)), self.visitor.origin

        def effect() -> Response:
            results.forfeit(match, by=by, origin=origin, **asked)
            return Response(self.shown(match))

        return self.once(effect)


class MatchPenalties(MatchEndpoint):
    """Penalty points in a match."""

    @writes("match_penalise", PenaltyAsked, MatchShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Give penalty points to a side (M5)."""
        match = access.match_to_direct(self.visitor, uid)
        asked = PenaltyAsked.of(request)
        by = self.acting_in(access.tournament_of(match))

        def effect() -> Response:
            results.penalise(match, by=by, **asked)
            return Response(self.shown(match), status=201)

        return self.once(effect)


class MatchLength(MatchEndpoint):
    """The length of a match."""

    @writes("match_length", LengthAsked, MatchShown)
    def post(self, request: Request, uid: str) -> Response:
        """Change the length of the match, from a game on (M5a)."""
        match = access.match_to_direct(self.visitor, uid)
        asked = LengthAsked.of(request)
        by = self.acting_in(access.tournament_of(match))

        def effect() -> Response:
            results.change_length(match, by=by, **asked)
            return Response(self.shown(match))

        return self.once(effect)


class MatchCorrection(Endpoint):
    """The correction of a final result."""

    @writes("match_correct", RulingAsked, RulingShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Correct the final result, while nothing that depends on it has begun."""
        act = self.asked(request, uid)
        return self.once(lambda: Response(RulingShown(act.do()).data, status=201))

    def asked(self, request: Request, uid: str) -> Act:
        """The correction that is asked for."""
        match = access.match_to_direct(self.visitor, uid)
        asked = result_said(RulingAsked.of(request))
        event = pairing_of(match).stage.event
        by = self.acting_in(event.tournament)
        return Act(event, partial(results.correct, match, by=by, **asked), about=match)


def _until_public(match: Match) -> str:
    """What the log does not count: the minute, while a score may become public without anybody acting."""
    return timezone.now().strftime("%Y%m%d%H%M") if access.has_score_to_come(match) else ""
