"""Stages: their draw, pairings, bracket and standings, and what a director moves by hand."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from django.utils.translation import get_language
from rest_framework.request import Request

from tournaments import access
from tournaments.api.pagination import page
from tournaments.api.schema import reads
from tournaments.api.serializers.stages import (
    BracketResponse,
    CommitmentResponse,
    DrawResponse,
    PairingReasonsResponse,
    PairingResponse,
    StandingsResponse,
)
from tournaments.api.serializers.tournaments import (
    StageResponse,
)
from tournaments.errors import NotDrawn
from tournaments.models import Commitment, Draw, Pairing, Stage
from tournaments.queries.draws.bracket import bracket
from tournaments.queries.draws.explanation import explanation
from tournaments.queries.draws.standings import standings

from .drawn import bracket_shown, pairing_shown, with_seats
from .endpoint import Endpoint


class OneStage(Endpoint):
    """One stage."""

    @reads("stage", StageResponse)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show the stage."""
        stage = access.stage_to_see(self.visitor, uid)
        return self.read(stage.event.tournament, lambda: StageResponse(stage).data)


class StageDraw(Endpoint):
    """The draws of a stage."""

    @reads("stage_draws", DrawResponse(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the draws, the voided ones too, the oldest first."""
        stage = access.stage_to_see(self.visitor, uid)
        rows = Draw.objects.filter(stage=stage).select_related("stage", "commitment")
        return self.read(stage.event.tournament, lambda: DrawResponse(rows, many=True).data)


class OneDraw(Endpoint):
    """One draw."""

    @reads("draw", DrawResponse)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show what the draw saw and what it gave."""
        draw = access.draw_to_see(self.visitor, uid)
        return self.read(draw.stage.event.tournament, lambda: DrawResponse(draw).data)


class StagePairings(Endpoint):
    """The pairings of a stage."""

    @reads("stage_pairings", PairingResponse, is_paged=True)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the pairings made so far, by round and slot, with the byes."""
        stage = access.stage_to_see(self.visitor, uid)
        rows = with_seats(stage.pairings.filter(cancelled_at=None))
        return self.read(
            stage.event.tournament,
            lambda: page(request, rows, order=("round", "slot", "pk")).shown(
                lambda pairings: [pairing_shown(pairing) for pairing in pairings]
            ),
        )


class StageBracket(Endpoint):
    """The bracket of a stage."""

    @reads("stage_bracket", BracketResponse)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show every planned slot with what is known of it."""
        stage = access.stage_to_see(self.visitor, uid)
        return self.read(stage.event.tournament, lambda: self._shown(stage))

    def _shown(self, stage: Stage) -> dict[str, Any]:
        view = bracket(stage)
        if view is None:
            raise NotDrawn
        return bracket_shown(view)


class StageStandings(Endpoint):
    """The standings of a stage."""

    @reads("stage_standings", StandingsResponse)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the entrants by place; the tied ones share it."""
        stage = access.stage_to_see(self.visitor, uid)
        return self.read(stage.event.tournament, lambda: self._shown(stage))

    def _shown(self, stage: Stage) -> dict[str, Any]:
        view = standings(stage)
        if view is None:
            raise NotDrawn
        return StandingsResponse(view).data


class StageCommitment(Endpoint):
    """The announcements of a stage's draw."""

    @reads("stage_commitments", CommitmentResponse(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the announcements, those taken back too, the oldest first."""
        stage = access.stage_to_see(self.visitor, uid)
        rows = Commitment.objects.filter(stage=stage).select_related("stage")
        return self.read(stage.event.tournament, lambda: CommitmentResponse(rows, many=True).data)


class PairingReasons(Endpoint):
    """Why a pairing is what it is."""

    @reads("pairing_reasons", PairingReasonsResponse)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the reasons as codes with their values, and in the language of the request."""
        pairing = access.pairing_to_see(self.visitor, uid)
        tournament = pairing.stage.event.tournament
        return self.read(tournament, lambda: self._shown(pairing), also=get_language() or "")

    def _shown(self, pairing: Pairing) -> dict[str, Any]:
        answer = explanation(pairing)
        reasons = [
            {"code": reason.code, "data": reason.data, "text": text}
            for reason, text in zip(answer.reasons, answer.sentences, strict=True)
        ]
        return {"pairing": pairing.uid, "reasons": reasons}
