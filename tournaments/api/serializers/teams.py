"""Pairs and teams: registering with partners, substitutes, line-ups and boards."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.fields import Asked, Choice, Text
from tournaments.models import Board
from tournaments.queries.teams import TeamSide

from .codes import OUTCOMES, SIDES
from .matches import SideShown
from .people import PlayerShown


class RegistrationAsked(Asked):
    """Who plays with the player that registers; nobody in singles."""

    partners = serializers.ListField(
        child=Text(max_length=120),
        required=False,
        max_length=20,
        help_text="The names or ids of the other players of the pair or team; they are told.",
    )
    name = Text(max_length=120, required=False, allow_blank=True, help_text="The name of a team.")


class SubstitutionAsked(Asked):
    """Who plays for whom from now on."""

    out = Text(max_length=20, help_text="The id of the player who stands down.")
    substitute = Text(max_length=120, help_text="The id of the substitute, or the name of a new player.")
    reason = Text(max_length=500, required=False, allow_blank=True, help_text="Needed after the draw.")


class NamingAsked(Asked):
    """What is written of a player; what is left out stays as it is."""

    player = Text(max_length=20, help_text="The id of the player.")
    name = Text(max_length=120, required=False)
    club = Text(max_length=80, required=False, allow_blank=True)
    country = Text(max_length=2, required=False, allow_blank=True, help_text="Two letters, as in FR.")


class NewMemberAsked(Asked):
    """A player who joins a team."""

    player = Text(max_length=120, help_text="The id of the player, or the name of a new one.")
    reason = Text(max_length=500, required=False, allow_blank=True, help_text="Needed after the draw.")


class LineupAsked(Asked):
    """Who plays at each board of a team match."""

    players = serializers.ListField(
        child=Text(max_length=20), min_length=1, max_length=19, help_text="Their ids, the first board first."
    )
    side = Choice(choices=SIDES, required=False, help_text="Whose line-up; a captain names the own team's.")


class TeamSideShown(serializers.Serializer[Any]):
    """A team of a team match; `lineup` is null while it is not named, or secret."""

    side = serializers.CharField(source="name")
    id = serializers.CharField(source="side.uid")
    name = serializers.CharField(source="side.name")
    captain = PlayerShown()
    members = PlayerShown(many=True)
    is_named = serializers.BooleanField(help_text="Whether it has named its line-up.")
    lineup = serializers.SerializerMethodField()

    def get_lineup(self, team: TeamSide) -> list[dict[str, str]] | None:
        """The players in the order of the boards."""
        return None if team.lineup is None else [PlayerShown(player).data for player in team.lineup]


class BoardShown(serializers.Serializer[Any]):
    """One board of a team match: a match like any other."""

    number = serializers.IntegerField()
    match = serializers.CharField(source="match.uid")
    one = SideShown(source="match.one")
    two = SideShown(source="match.two")
    winner = serializers.ChoiceField(choices=SIDES, allow_blank=True, source="match.winner")
    outcome = serializers.ChoiceField(choices=OUTCOMES, allow_blank=True, source="match.outcome")
    score = serializers.SerializerMethodField()

    def get_score(self, board: Board) -> list[int] | None:
        """The counted score, side one first; null while it is not final."""
        report = board.match.accepted_report
        return None if report is None or not board.match.is_final else list(report.counted)


class TeamMatchShown(serializers.Serializer[Any]):
    """A team match: both teams, and the boards once both line-ups are known."""

    match = serializers.CharField(source="match.uid")
    teams = TeamSideShown(many=True)
    boards = BoardShown(many=True)
    won = serializers.ListField(child=serializers.IntegerField(), help_text="Boards won so far.")
