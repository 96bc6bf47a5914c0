"""Shared places on which something depends."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.actions import ties
from tournaments.api.schema import reads, writes
from tournaments.api.serializers.ties import TieAsked, TiesShown, TieTakenBackAsked
from tournaments.formats import How
from tournaments.models import Stage
from tournaments.queries.decisions import ties_of
from tournaments.queries.ties import open_ties

from .endpoint import Endpoint


class StageTies(Endpoint):
    """The shared places of a stage."""

    @reads("stage_ties", TiesShown)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the shared places on which something depends, and the decisions so far."""
        stage = access.stage_to_see(self.visitor, uid)
        return self.read(stage.event.tournament, lambda: _shown(stage))

    @writes("stage_decide_tie", TieAsked, TiesShown)
    def post(self, request: Request, uid: str) -> Response:
        """Decide a shared place by lot, by a playoff or by hand."""
        stage = access.stage_to_direct(self.visitor, uid)
        asked = TieAsked.of(request)
        asked["how"] = How(asked["how"])
        by = self.acting_in(stage.event.tournament)

        def effect() -> Response:
            ties.decide(stage, by=by, **asked)
            return Response(_shown(stage))

        return self.once(effect)


class StageTieTakenBack(Endpoint):
    """Taking a decision on a shared place back."""

    @writes("stage_take_back_tie", TieTakenBackAsked, TiesShown)
    def post(self, request: Request, uid: str) -> Response:
        """Take the newest decision on these entrants back, until a stage was drawn with it."""
        stage = access.stage_to_direct(self.visitor, uid)
        asked = TieTakenBackAsked.of(request)
        by = self.acting_in(stage.event.tournament)

        def effect() -> Response:
            ties.take_back(stage, by=by, **asked)
            return Response(_shown(stage))

        return self.once(effect)


def _shown(stage: Stage) -> dict[str, Any]:
    stage.refresh_from_db()
    return TiesShown({"open": open_ties(stage), "decided": ties_of(stage)}).data
