"""Shared places on which something depends."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from rest_framework.request import Request

from tournaments import access
from tournaments.api.schema import reads
from tournaments.api.serializers.ties import TiesResponse
from tournaments.models import Stage
from tournaments.queries.decisions import ties_of
from tournaments.queries.results.ties import open_ties

from .endpoint import Endpoint


class StageTies(Endpoint):
    """The shared places of a stage."""

    @reads("stage_ties", TiesResponse)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the shared places on which something depends, and the decisions so far."""
        stage = access.stage_to_see(self.visitor, uid)
        return self.read(stage.event.tournament, lambda: TiesResponse(ties_shown(stage)).data)


def ties_shown(stage: Stage) -> dict[str, Any]:
    """The shared places of a stage as `TiesResponse` says."""
    stage.refresh_from_db()
    return {"open": open_ties(stage), "decided": ties_of(stage)}
