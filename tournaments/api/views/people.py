"""The visitor: who they are, their matches and their notices."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.api.pagination import page
from tournaments.api.schema import reads
from tournaments.api.serializers.matches import MatchSummary
from tournaments.api.serializers.people import MeResponse, NoticeResponse
from tournaments.models import Role
from tournaments.queries.results.listed_matches import listed

from .endpoint import Endpoint


class Me(Endpoint):
    """Who the visitor is."""

    @reads("me", MeResponse, has_etag=False)
    def get(self, request: Request) -> Response:
        """Show as whom the visitor acts, and their offices."""
        player = access.own_player(self.visitor)
        held = Role.objects.filter(player=self.visitor.account).select_related("tournament").order_by("pk")
        shown = {"player": player, "is_via_link": self.visitor.is_via_link, "offices": held}
        return Response(MeResponse(shown).data)


class MyMatchList(Endpoint):
    """The visitor's matches."""

    @reads("my_matches", MatchSummary, is_paged=True, has_etag=False)
    def get(self, request: Request) -> Response:
        """List the visitor's matches that were not cancelled, the newest first."""
        matches = page(request, access.own_matches(self.visitor).only("pk", "uid"), order=("-pk",))
        return Response(matches.filled(listed, lambda rows: MatchSummary(rows, many=True).data))


class MyNotices(Endpoint):
    """The visitor's notices."""

    @reads("my_notices", NoticeResponse, is_paged=True, has_etag=False)
    def get(self, request: Request) -> Response:
        """List what the visitor was told, the newest first, in the language of the request."""
        rows = access.own_notices(self.visitor).select_related("tournament", "match")
        found = page(request, rows, order=("-pk",))
        return Response(found.shown(lambda rows: NoticeResponse(rows, many=True).data))
