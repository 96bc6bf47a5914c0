"""Tournaments with their events, tables and disputes."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from matches.models import Dispute, Match
from tournaments import access
from tournaments.api.pagination import page
from tournaments.api.schema import reads
from tournaments.api.serializers.matches import DisputeSummary, MatchSummary
from tournaments.api.serializers.tournaments import (
    EventResponse,
    TableResponse,
    TournamentResponse,
)
from tournaments.models import Stage, Table, TableUse, Tournament, played_for
from tournaments.queries.draws.winners import winners_by_event
from tournaments.queries.results.listed_matches import listed

from .endpoint import Endpoint


class Tournaments(Endpoint):
    """The tournaments that the visitor may know of."""

    @reads("tournaments", TournamentResponse, is_paged=True, has_etag=False)
    def get(self, request: Request) -> Response:
        """List the public tournaments, and the visitor's own, the newest first."""
        rows = access.tournaments_to_list(self.visitor)
        found = page(request, rows, order=("-starts_on", "-pk"))
        return Response(found.shown(lambda rows: TournamentResponse(rows, many=True).data))


class OneTournament(Endpoint):
    """One tournament."""

    @reads("tournament", TournamentResponse)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show the tournament."""
        tournament = access.tournament_to_see(self.visitor, uid)
        return self.read(tournament, lambda: TournamentResponse(tournament).data)


class TournamentEvents(Endpoint):
    """The events of a tournament."""

    @reads("tournament_events", EventResponse(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the events in their order."""
        tournament = access.tournament_to_see(self.visitor, uid)
        events = tournament.events.select_related("tournament")

        def shown() -> Any:
            stages = Stage.objects.filter(event__tournament=tournament).order_by("order")
            return EventResponse(events, many=True, context={"winners": winners_by_event(stages)}).data

        return self.read(tournament, shown)


class TournamentTables(Endpoint):
    """The tables of a tournament."""

    @reads("tournament_tables", TableResponse(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the tables with the matches at them."""
        tournament = access.tournament_to_see(self.visitor, uid)
        return self.read(tournament, lambda: TableResponse(tables_of(tournament), many=True).data)


class TournamentMatches(Endpoint):
    """The matches of a tournament."""

    @reads("tournament_matches", MatchSummary, is_paged=True)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the matches that were not cancelled, in the order they were made."""
        tournament = access.tournament_to_see(self.visitor, uid)
        rows = Match.objects.filter(played_for(stage__event__tournament=tournament), cancelled_at=None)

        def shown() -> Any:
            return page(request, rows.only("pk", "uid"), order=("pk",)).filled(
                listed, lambda rows: MatchSummary(rows, many=True).data
            )

        return self.read(tournament, shown)


class TournamentDisputes(Endpoint):
    """The disputes of a tournament, for its officers."""

    @reads("tournament_disputes", DisputeSummary, is_paged=True)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the disputes, the newest first."""
        tournament = access.tournament_to_desk(self.visitor, uid)
        matches = Match.objects.filter(played_for(stage__event__tournament=tournament))
        rows = Dispute.objects.filter(match__in=matches)
        rows = rows.select_related("match__one", "match__two", "report")
        return self.read(
            tournament,
            lambda: page(request, rows, order=("-pk",)).shown(
                lambda rows: DisputeSummary(rows, many=True).data
            ),
        )


def tables_of(tournament: Tournament) -> QuerySet[Table]:
    """The tables of a tournament with the matches at them; two queries."""
    in_use = TableUse.objects.filter(until=None).select_related("match")
    tables = Table.objects.filter(tournament=tournament)
    return tables.prefetch_related(Prefetch("uses", queryset=in_use, to_attr="uses_now"))
