"""Challenges in a ladder, and the next season of a league."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.actions import challenges, seasons
from tournaments.api.schema import reads, writes
from tournaments.api.serializers.challenges import (
    ChallengeAsked,
    ChallengeShown,
    NextSeasonAsked,
    ReachShown,
)
from tournaments.api.serializers.entrants import NothingAsked
from tournaments.api.serializers.tournaments import EventShown
from tournaments.formats import ByChallenge
from tournaments.models import Challenge, Entrant
from tournaments.queries.challenges import ChallengeLine, within_reach
from tournaments.queries.challenges import challenges as challenges_of
from tournaments.queries.state import event_states

from .endpoint import Endpoint, created
from .naming import named


class StageChallenges(Endpoint):
    """The challenges of a ladder."""

    @reads("stage_challenges", ChallengeShown(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the challenges, the newest first, those taken back too."""
        stage = access.stage_to_see(self.visitor, uid)
        return self.read(stage.event.tournament, lambda: ChallengeShown(challenges_of(stage), many=True).data)

    @writes("stage_challenge", ChallengeAsked, ChallengeShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Challenge another entrant: for one's own, or as a director for any."""
        stage = access.stage_to_challenge(self.visitor, uid)
        asked = ChallengeAsked.of(request)
        rows = stage.event.entrants.select_related("side")
        named(rows, asked["challenger"], field="challenger")
        challenger = access.entrant_to_challenge(self.visitor, asked["challenger"])
        challenged = named(rows, asked["challenged"], field="challenged")
        by, origin = self.acting_in(stage.event.tournament), self.visitor.origin

        def effect() -> Response:
            made = challenges.challenge(
                stage, challenger=challenger, challenged=challenged, by=by, origin=origin
            )
            return created(ChallengeShown(_line(made)).data, at=reverse("api_challenges", args=[stage.uid]))

        return self.once(effect)


class ChallengeTakenBack(Endpoint):
    """Taking a challenge back."""

    @writes("challenge_take_back", NothingAsked, ChallengeShown)
    def post(self, request: Request, uid: str) -> Response:
        """Take a challenge back before its match has begun; again changes nothing."""
        found = access.challenge_to_take_back(self.visitor, uid)
        NothingAsked.of(request)
        by, origin = self.acting_in(found.stage.event.tournament), self.visitor.origin

        def effect() -> Response:
            return Response(ChallengeShown(_line(challenges.take_back(found, by=by, origin=origin))).data)

        return self.once(effect)


class EntrantReach(Endpoint):
    """Whom an entrant may challenge."""

    @reads("entrant_reach", ReachShown(many=True))
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


class StageNextSeason(Endpoint):
    """The season after a complete one."""

    @writes("stage_next_season", NextSeasonAsked, EventShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Make the event of the next season of a league, with everybody in the new divisions."""
        stage = access.stage_to_direct(self.visitor, uid)
        asked = NextSeasonAsked.of(request)
        by = self.acting_in(stage.event.tournament)

        def effect() -> Response:
            made = seasons.next_season(stage, by=by, **asked)
            return created(EventShown(made).data, at=reverse("api_event", args=[made.uid]))

        return self.once(effect)


def _line(challenge: Challenge) -> ChallengeLine:
    return next(line for line in challenges_of(challenge.stage) if line.uid == challenge.uid)
