"""A round that waits because a rule would have to be broken."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.actions.draws import obstacles
from tournaments.actions.events.problem_words import problem_words
from tournaments.api.schema import reads
from tournaments.api.serializers.reentry import ObstacleResponse
from tournaments.models import Stage
from tournaments.queries.state import stage_state

from .endpoint import Endpoint


class StageObstacles(Endpoint):
    """Why the next round of a stage waits for the director."""

    @reads("stage_obstacles", ObstacleResponse(many=True), has_etag=False)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List what stands in the way, each with the choices; nothing where no round waits."""
        stage = access.stage_to_direct(self.visitor, uid)
        return Response(_obstacles(stage))


def _obstacles(stage: Stage) -> list[dict[str, object]]:
    state = stage_state(stage)
    problems = () if state is None else state.format.obstacles(state.state)
    return [
        {
            "code": problem.code,
            "values": problem.data,
            "detail": problem_words([problem]),
            "choices": list(obstacles.choices_of([problem])),
        }
        for problem in problems
    ]
