"""Pairs and teams: registering with partners, substitutes, line-ups and boards."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.models import Board
from tournaments.queries.entrants.teams import TeamSide
from tournaments.requests.codes import OUTCOMES, SIDES

from .matches import SideResponse
from .people import PlayerResponse


class TeamSideResponse(serializers.Serializer[Any]):
    """A team of a team match; `lineup` is null while it is not named, or secret."""

    side = serializers.CharField(source="name")
    id = serializers.CharField(source="side.uid")
    name = serializers.CharField(source="side.name")
    captain = PlayerResponse()
    members = PlayerResponse(many=True)
    is_named = serializers.BooleanField(help_text="Whether it has named its line-up.")
    lineup = serializers.SerializerMethodField()

    def get_lineup(self, team: TeamSide) -> list[dict[str, str]] | None:
        """The players in the order of the boards."""
        return None if team.lineup is None else [PlayerResponse(player).data for player in team.lineup]


class BoardResponse(serializers.Serializer[Any]):
    """One board of a team match: a match like any other."""

    number = serializers.IntegerField()
    match = serializers.CharField(source="match.uid")
    one = SideResponse(source="match.one")
    two = SideResponse(source="match.two")
    winner = serializers.ChoiceField(choices=SIDES, allow_blank=True, source="match.winner")
    outcome = serializers.ChoiceField(choices=OUTCOMES, allow_blank=True, source="match.outcome")
    score = serializers.SerializerMethodField()

    def get_score(self, board: Board) -> list[int] | None:
        """The counted score, side one first; null while it is not final."""
        report = board.match.accepted_report
        return None if report is None or not board.match.is_final else list(report.counted)


class TeamMatchResponse(serializers.Serializer[Any]):
    """A team match: both teams, and the boards once both line-ups are known."""

    match = serializers.CharField(source="match.uid")
    teams = TeamSideResponse(many=True)
    boards = BoardResponse(many=True)
    won = serializers.ListField(child=serializers.IntegerField(), help_text="Boards won so far.")
