"""Challenges in a ladder, and the next season of a league."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from rest_framework.request import Request

from tournaments import access
from tournaments.api.schema import reads
from tournaments.api.serializers.challenges import (
    ChallengeResponse,
    ReachResponse,
)
from tournaments.formats import ByChallenge
from tournaments.models import Challenge, Entrant
from tournaments.queries.entrants.challenges import ChallengeLine, within_reach
from tournaments.queries.entrants.challenges import challenges as challenges_of
from tournaments.queries.state import event_states

from .endpoint import Endpoint


class StageChallenges(Endpoint):
    """The challenges of a ladder."""

    @reads("stage_challenges", ChallengeResponse(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the challenges, the newest first, those taken back too."""
        stage = access.stage_to_see(self.visitor, uid)
        return self.read(
            stage.event.tournament, lambda: ChallengeResponse(challenges_of(stage), many=True).data
        )


class EntrantReach(Endpoint):
    """Whom an entrant may challenge."""

    @reads("entrant_reach", ReachResponse(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List for each ladder of the event whom the entrant may challenge now."""
        entrant = access.entrant_to_see(self.visitor, uid)
        return self.read(entrant.event.tournament, lambda: self._shown(entrant))

    def _shown(self, entrant: Entrant) -> list[dict[str, Any]]:
        return [
            {"stage": state.stage.uid, "within_reach": list(within_reach(state, entrant.uid))}
            for state in event_states(entrant.event)
            if isinstance(state.format, ByChallenge)
        ]


def challenge_line(challenge: Challenge) -> ChallengeLine:
    """A challenge as lists show it."""
    return next(line for line in challenges_of(challenge.stage) if line.uid == challenge.uid)
