"""Tournaments with their events, tables and disputes."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http.response import HttpResponseBase
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from matches.models import Dispute, Match
from tournaments import access
from tournaments.actions import calling, copying, lifecycle, plans
from tournaments.api.pagination import page
from tournaments.api.schema import reads, writes
from tournaments.api.serializers.entrants import NothingAsked
from tournaments.api.serializers.matches import DisputeListed, MatchListed
from tournaments.api.serializers.tournaments import (
    CopyAsked,
    EventAsked,
    EventShown,
    TablesAsked,
    TableShown,
    TournamentAsked,
    TournamentShown,
)
from tournaments.models import Stage, Table, TableUse, Tournament, played_for
from tournaments.queries.listed_matches import listed
from tournaments.queries.winners import winners_by_event

from .endpoint import Endpoint, created


class Tournaments(Endpoint):
    """The tournaments that the visitor may know of."""

    @reads("tournaments", TournamentShown, is_paged=True, has_etag=False)
    def get(self, request: Request) -> Response:
        """List the public tournaments, and the visitor's own, the newest first."""
        rows = access.tournaments_to_list(self.visitor)
        found = page(request, rows, order=("-starts_on", "-pk"))
        return Response(found.shown(lambda rows: TournamentShown(rows, many=True).data))

    @writes("tournament_create", TournamentAsked, TournamentShown, status=201)
    def post(self, request: Request) -> Response:
        """Open a tournament; whoever asks owns it."""
        by = access.own_account(self.visitor)
        asked = TournamentAsked.of(request)

        def effect() -> Response:
            made = lifecycle.create_tournament(by=by, **asked)
            return created(TournamentShown(made).data, at=reverse("api_tournament", args=[made.uid]))

        return self.once(effect)


class OneTournament(Endpoint):
    """One tournament."""

    @reads("tournament", TournamentShown)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show the tournament."""
        tournament = access.tournament_to_see(self.visitor, uid)
        return self.read(tournament, lambda: TournamentShown(tournament).data)

    @writes("tournament_change", TournamentAsked(partial=True), TournamentShown, has_key=False)
    def patch(self, request: Request, uid: str) -> Response:
        """Change what the body names and leave the rest."""
        tournament = access.tournament_to_direct(self.visitor, uid)
        asked = TournamentAsked.of(request, partial=True)
        lifecycle.change_tournament(tournament, by=self.acting_in(tournament), **asked)
        return Response(TournamentShown(tournament).data)


class TournamentCopies(Endpoint):
    """Copying a tournament."""

    @writes("tournament_copy", CopyAsked, TournamentShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Make a draft like it on other days: all that was set up, without players, results and money."""
        tournament = access.tournament_to_direct(self.visitor, uid)
        asked = CopyAsked.of(request)

        def effect() -> Response:
            made = copying.copy_tournament(tournament, by=self.acting_in(tournament), **asked)
            return created(TournamentShown(made).data, at=reverse("api_tournament", args=[made.uid]))

        return self.once(effect)


class TournamentEvents(Endpoint):
    """The events of a tournament."""

    @reads("tournament_events", EventShown(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the events in their order."""
        tournament = access.tournament_to_see(self.visitor, uid)
        events = tournament.events.select_related("tournament")

        def shown() -> Any:
            stages = Stage.objects.filter(event__tournament=tournament).order_by("order")
            return EventShown(events, many=True, context={"winners": winners_by_event(stages)}).data

        return self.read(tournament, shown)

    @writes("event_create", EventAsked, EventShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Add an event, with all stages of a plan where there is one."""
        tournament = access.tournament_to_direct(self.visitor, uid)
        asked = EventAsked.of(request)

        def effect() -> Response:
            by = self.acting_in(tournament)
            plan, entrants = asked.pop("plan", None), asked.pop("entrants", None)
            if plan is None:
                made = lifecycle.create_event(tournament, by=by, **asked)
            else:
                made = plans.create_from_plan(
                    tournament, by=by, plan=plans.plan_from(plan), entrants=entrants, **asked
                )
            return created(EventShown(made).data, at=reverse("api_event", args=[made.uid]))

        return self.once(effect)


class TournamentTables(Endpoint):
    """The tables of a tournament."""

    @reads("tournament_tables", TableShown(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the tables with the matches at them."""
        tournament = access.tournament_to_see(self.visitor, uid)
        return self.read(tournament, lambda: TableShown(_tables(tournament), many=True).data)

    @writes("tables_add", TablesAsked, TableShown(many=True), status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Add tables by name, where there are none of that name, and list them all."""
        tournament = access.tournament_to_desk(self.visitor, uid)
        asked = TablesAsked.of(request)

        def effect() -> Response:
            lifecycle.add_tables(tournament, by=self.acting_in(tournament), **asked)
            return Response(TableShown(_tables(tournament), many=True).data, status=201)

        return self.once(effect)


class TableFreed(Endpoint):
    """Freeing a table."""

    @writes("table_free", NothingAsked, TableShown)
    def post(self, request: Request, uid: str) -> Response:
        """Free the table, whatever is on at it; a free one stays free."""
        table = access.table_to_desk(self.visitor, uid)
        NothingAsked.of(request)

        def effect() -> Response:
            calling.free(table, by=self.acting_in(table.tournament))
            return Response(TableShown(_tables(table.tournament).get(pk=table.pk)).data)

        return self.once(effect)


class TournamentMatches(Endpoint):
    """The matches of a tournament."""

    @reads("tournament_matches", MatchListed, is_paged=True)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the matches that were not cancelled, in the order they were made."""
        tournament = access.tournament_to_see(self.visitor, uid)
        rows = Match.objects.filter(played_for(stage__event__tournament=tournament), cancelled_at=None)

        def shown() -> Any:
            return page(request, rows.only("pk", "uid"), order=("pk",)).filled(
                listed, lambda rows: MatchListed(rows, many=True).data
            )

        return self.read(tournament, shown)


class TournamentDisputes(Endpoint):
    """The disputes of a tournament, for its officers."""

    @reads("tournament_disputes", DisputeListed, is_paged=True)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the disputes, the newest first."""
        tournament = access.tournament_to_desk(self.visitor, uid)
        matches = Match.objects.filter(played_for(stage__event__tournament=tournament))
        rows = Dispute.objects.filter(match__in=matches)
        rows = rows.select_related("match__one", "match__two", "report")
        return self.read(
            tournament,
            lambda: page(request, rows, order=("-pk",)).shown(
                lambda rows: DisputeListed(rows, many=True).data
            ),
        )


def _tables(tournament: Tournament) -> QuerySet[Table]:
    """The tables of a tournament with the matches at them; two queries."""
    in_use = TableUse.objects.filter(until=None).select_related("match")
    tables = Table.objects.filter(tournament=tournament)
    return tables.prefetch_related(Prefetch("uses", queryset=in_use, to_attr="uses_now"))
