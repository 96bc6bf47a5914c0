"""Pairs and teams: substitutes, newcomers, line-ups and boards."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from rest_framework.request import Request

from matches.models import Match
from tournaments import access
from tournaments.access import Visitor
from tournaments.api.schema import reads
from tournaments.api.serializers.teams import (
    TeamMatchResponse,
)
from tournaments.errors import NotATeamMatch
from tournaments.models import is_team_match
from tournaments.queries.entrants.teams import TeamMatchView, team_match_view

from .endpoint import Endpoint


class MatchBoards(Endpoint):
    """The boards of a team match."""

    @reads("match_boards", TeamMatchResponse)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show both teams and the boards; a line-up is secret until both are known."""
        match = access.match_to_see(self.visitor, uid)
        view = team_match_seen(self.visitor, match)
        return self.read(access.tournament_of(match), lambda: TeamMatchResponse(view).data)


def team_match_seen(visitor: Visitor, match: Match) -> TeamMatchView:
    """The team match as this visitor sees it."""
    if not is_team_match(match):
        raise NotATeamMatch
    sees_all = visitor.may_desk(access.tournament_of(match))
    return team_match_view(match, own=visitor.side_in(match), sees_all=sees_all)
