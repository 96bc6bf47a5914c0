"""What a desk reads beside the competition: officers, links, announcements and the log."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.actions import undo
from tournaments.api.pagination import entries_page
from tournaments.api.schema import reads
from tournaments.api.serializers.links import (
    AnnouncementResponse,
    LogLineResponse,
    OfficerResponse,
    PrivateLinkResponse,
)
from tournaments.models import AccessLink, LogEntry, Purpose, Role, Tournament
from tournaments.queries.hall.screen import announcements

from .endpoint import Endpoint


class TournamentOfficers(Endpoint):
    """Who holds an office in a tournament."""

    @reads("tournament_officers", OfficerResponse(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the officers, for its owner and directors."""
        tournament = access.tournament_to_direct(self.visitor, uid)
        rows = Role.objects.filter(tournament=tournament).select_related("player").order_by("-kind", "pk")
        return self.read(tournament, lambda: OfficerResponse(rows, many=True).data)


class TournamentAnnouncements(Endpoint):
    """What the hall is told."""

    @reads("tournament_announcements", AnnouncementResponse(many=True), has_etag=False)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List what is announced now, the newest first."""
        tournament = access.tournament_to_see(self.visitor, uid)
        rows = announcements(tournament, now=timezone.now())
        return Response(AnnouncementResponse(rows, many=True).data)


class TournamentLog(Endpoint):
    """The log of a tournament."""

    @reads("tournament_log", LogLineResponse, is_paged=True)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List what was done, the newest first, and what of it you may try to undo."""
        tournament = access.tournament_to_desk(self.visitor, uid)
        return self.read(tournament, lambda: self._shown(tournament))

    def _shown(self, tournament: Tournament) -> dict[str, Any]:
        rows = LogEntry.objects.filter(tournament=tournament).select_related("by", "event")
        entries = entries_page(self.request, rows)
        by, is_director = access.own_account(self.visitor), self.visitor.may_direct(tournament)
        undoable = undo.undoable(entries.rows, by=by, is_director=is_director)
        return entries.shown(
            lambda rows: LogLineResponse(rows, many=True, context={"undoable": undoable}).data
        )


class EventRegistrationLinks(Endpoint):
    """The links with which people register for an event."""

    @reads("event_registration_links", PrivateLinkResponse(many=True), has_etag=False)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the links that are valid, the newest first."""
        event = access.event_to_direct(self.visitor, uid)
        return Response(PrivateLinkResponse(_valid(AccessLink.objects.filter(event=event)), many=True).data)


class EntrantLinks(Endpoint):
    """The private links of an entrant's players."""

    @reads("entrant_links", PrivateLinkResponse(many=True), has_etag=False)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the links of its players that are valid in the tournament, the newest first."""
        entrant = access.entrant_to_desk(self.visitor, uid)
        rows = AccessLink.objects.filter(
            tournament=entrant.event.tournament,
            player__entries__entrant=entrant,
            purpose=Purpose.PLAYER,
        )
        return Response(PrivateLinkResponse(_valid(rows), many=True).data)


def _valid(links: QuerySet[AccessLink]) -> QuerySet[AccessLink]:
    valid = links.filter(revoked_at=None, expires_at__gt=timezone.now())
    return valid.select_related("player", "event", "made_by").order_by("-pk")
