"""The control of a hall: further calls, tables, players who are away, and suspended matches."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from matches.models import Player
from tournaments import access
from tournaments.actions import hall, lateness, suspending
from tournaments.api.schema import reads, writes
from tournaments.api.serializers.desk import (
    AutomaticAsked,
    AutomaticShown,
    AvailabilityAsked,
    AvailabilityShown,
    CallAsked,
    SuspensionAsked,
    SuspensionShown,
    TablePurposeAsked,
    TablePurposeShown,
)
from tournaments.api.serializers.entrants import NothingAsked
from tournaments.api.serializers.matches import MatchShown
from tournaments.models import Availability, Entrant, Event
from tournaments.queries.suspended import suspensions

from .endpoint import Endpoint
from .matches import MatchEndpoint
from .naming import named


class MatchCalls(MatchEndpoint):
    """Further calls of a match that waits at its table."""

    @writes("match_call", CallAsked, MatchShown)
    def post(self, request: Request, uid: str) -> Response:
        """Call the match again, or note that a side is missing or has come."""
        found = access.match_to_desk(self.visitor, uid)
        asked = CallAsked.of(request)
        by = self.acting_in(access.tournament_of(found))

        def effect() -> Response:
            match asked["kind"]:
                case "second":
                    lateness.call_again(found, by=by)
                case "absent":
                    lateness.note_absent(found, side=asked["side"], by=by)
                case "there":
                    lateness.note_there(found, side=asked["side"], by=by)
            return Response(self.shown(found))

        return self.once(effect)


class AutomaticCalls(Endpoint):
    """Whether tables are given by themselves."""

    @reads("automatic_calls", AutomaticShown)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Say whether free tables are given to the matches that have waited longest."""
        tournament = access.tournament_to_see(self.visitor, uid)
        return self.read(tournament, lambda: AutomaticShown(tournament).data)

    @writes("set_automatic_calls", AutomaticAsked, AutomaticShown)
    def post(self, request: Request, uid: str) -> Response:
        """Let free tables be given by themselves, or stop that."""
        tournament = access.tournament_to_direct(self.visitor, uid)
        asked = AutomaticAsked.of(request)
        by = self.acting_in(tournament)
        return self.once(
            lambda: Response(AutomaticShown(hall.set_automatic(tournament, by=by, **asked)).data)
        )


class TablePurpose(Endpoint):
    """What a table is for."""

    @writes("table_change", TablePurposeAsked, TablePurposeShown)
    def post(self, request: Request, uid: str) -> Response:
        """Put a table out of order, reserve it, or make it the streaming one; what is absent stays."""
        table = access.table_to_desk(self.visitor, uid)
        asked = TablePurposeAsked.of(request)
        by = self.acting_in(table.tournament)

        def effect() -> Response:
            reserved = table.reserved_for
            if "reserved_for" in asked:
                events = Event.objects.filter(tournament=table.tournament)
                wanted = asked["reserved_for"]
                reserved = None if wanted is None else named(events, wanted, field="reserved_for")
            changed = hall.change_table(
                table,
                by=by,
                is_out_of_order=asked.get("is_out_of_order", table.is_out_of_order),
                is_streaming=asked.get("is_streaming", table.is_streaming),
                reserved_for=reserved,
            )
            return Response(TablePurposeShown(changed).data)

        return self.once(effect)


class EntrantAvailability(Endpoint):
    """When the players of an entrant can be called."""

    @reads("entrant_availability", AvailabilityShown(many=True), has_etag=False)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List what the players of the entrant have said; who can always be called is not in it."""
        entrant = access.entrant_to_withdraw(self.visitor, uid)
        rows = Availability.objects.filter(
            tournament=entrant.event.tournament, player__in=_players(entrant)
        ).select_related("player")
        return Response(AvailabilityShown(rows.order_by("pk"), many=True).data)

    @writes("entrant_set_availability", AvailabilityAsked, AvailabilityShown)
    def post(self, request: Request, uid: str) -> Response:
        """Say when a player can be called: the own times, or at the desk those of anybody."""
        entrant = access.entrant_to_withdraw(self.visitor, uid)
        asked = AvailabilityAsked.of(request)
        tournament = entrant.event.tournament
        by, origin = self.acting_in(tournament), self.visitor.origin

        def effect() -> Response:
            player = _meant(entrant, asked.pop("player", None), by=by)
            row = hall.set_availability(tournament, player, by=by, origin=origin, **asked)
            return Response(AvailabilityShown(row).data)

        return self.once(effect)


class MatchSuspension(Endpoint):
    """A match that is broken off."""

    @writes("match_suspend", SuspensionAsked, SuspensionShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Break the match off with all that is needed to set it up again, and free its table."""
        match = access.match_to_direct(self.visitor, uid)
        asked = SuspensionAsked.of(request)
        by = self.acting_in(access.tournament_of(match))

        def effect() -> Response:
            one, two = asked.pop("score")
            clocks = tuple(asked.pop("clocks", (None, None)))
            row = suspending.suspend(match, by=by, score=(one, two), clocks=(clocks[0], clocks[1]), **asked)
            return Response(SuspensionShown(row).data, status=201)

        return self.once(effect)


class MatchResumption(Endpoint):
    """A match that goes on."""

    @writes("match_resume", NothingAsked, SuspensionShown)
    def post(self, request: Request, uid: str) -> Response:
        """Let the match go on: it waits for a table again. Answers what was noted."""
        match = access.match_to_direct(self.visitor, uid)
        NothingAsked.of(request)
        by = self.acting_in(access.tournament_of(match))
        return self.once(lambda: Response(SuspensionShown(suspending.resume(match, by=by)).data))


class TournamentSuspensions(Endpoint):
    """The register of suspended matches."""

    @reads("tournament_suspensions", SuspensionShown(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List every suspension, the newest first; those that are over too."""
        tournament = access.tournament_to_desk(self.visitor, uid)
        return self.read(tournament, lambda: SuspensionShown(suspensions(tournament), many=True).data)


def _meant(entrant: Entrant, uid: str | None, *, by: Player | None) -> Player:
    """The player who is named, else oneself, else the only one there is."""
    players = _players(entrant).order_by("pk")
    own = None if by is None else players.filter(pk=by.pk).first()
    if uid is None and own is not None:
        return own
    if uid is None and len(players) == 1:
        return players[0]
    return named(players, uid or "", field="player")


def _players(entrant: Entrant) -> QuerySet[Player]:
    return Player.objects.filter(entries__entrant=entrant)
