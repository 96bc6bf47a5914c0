"""Pairs and teams: substitutes, newcomers, line-ups and boards."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from matches.models import Match, Player
from tournaments import access
from tournaments.actions import naming, teams
from tournaments.actions.side_errors import NotATeamMatch
from tournaments.api.schema import reads, writes
from tournaments.api.serializers.entrants import EntrantShown, NothingAsked, Similar
from tournaments.api.serializers.teams import (
    LineupAsked,
    NamingAsked,
    NewMemberAsked,
    SubstitutionAsked,
    TeamMatchShown,
)
from tournaments.models import Entrant, is_team_match
from tournaments.queries.teams import TeamMatchView, team_match_view

from .endpoint import Endpoint
from .naming import named, players_meant, with_players

_BY_ID = Player.objects.filter(merged_into=None)


class EntrantSubstitution(Endpoint):
    """A substitute in a pair or team."""

    @writes("entrant_substitute", SubstitutionAsked, EntrantShown)
    def post(self, request: Request, uid: str) -> Response:
        """Let a player be replaced; matches that have begun stay with who began them."""
        entrant = access.entrant_to_desk(self.visitor, uid)
        asked = SubstitutionAsked.of(request)
        by = self.acting_in(entrant.event.tournament)

        def effect() -> Response:
            with transaction.atomic():
                made = teams.substitute(
                    entrant,
                    out=named(_BY_ID, asked["out"], field="out"),
                    in_=_player(asked["substitute"]),
                    by=by,
                    reason=asked.get("reason", ""),
                )
            return Response(EntrantShown(made).data)

        return self.once(effect)


class EntrantNaming(Endpoint):
    """What is written of a player."""

    @writes("entrant_correct_player", NamingAsked, EntrantShown)
    def post(self, request: Request, uid: str) -> Response:
        """Correct name, club and country where a desk wrote them."""
        entrant = access.entrant_to_desk(self.visitor, uid)
        asked = NamingAsked.of(request)
        by = self.acting_in(entrant.event.tournament)

        def effect() -> Response:
            players = _BY_ID.filter(entries__entrant=entrant)
            player = named(players, asked.pop("player"), field="player")
            written = {name: getattr(player, name) for name in ("name", "club", "country")}
            naming.correct(player, entrant.event.tournament, by=by, **{**written, **asked})
            return Response(EntrantShown(with_players(Entrant.objects.all()).get(pk=entrant.pk)).data)

        return self.once(effect)


class EntrantPlayers(Endpoint):
    """The players of a team."""

    @writes("entrant_add_player", NewMemberAsked, EntrantShown)
    def post(self, request: Request, uid: str) -> Response:
        """Let a player join a team that is not full."""
        entrant = access.entrant_to_desk(self.visitor, uid)
        asked = NewMemberAsked.of(request)
        by = self.acting_in(entrant.event.tournament)

        def effect() -> Response:
            with transaction.atomic():
                player = _player(asked["player"])
                made = teams.add_player(entrant, player=player, by=by, reason=asked.get("reason", ""))
            return Response(EntrantShown(made).data)

        return self.once(effect)


class _TeamMatchEndpoint(Endpoint):
    """What addresses of team matches have in common."""

    def seen(self, match: Match) -> TeamMatchView:
        """The team match as this visitor sees it."""
        if not is_team_match(match):
            raise NotATeamMatch
        sees_all = self.visitor.may_desk(access.tournament_of(match))
        return team_match_view(match, own=self.visitor.side_in(match), sees_all=sees_all)


class MatchBoards(_TeamMatchEndpoint):
    """The boards of a team match."""

    @reads("match_boards", TeamMatchShown)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show both teams and the boards; a line-up is secret until both are known."""
        match = access.match_to_see(self.visitor, uid)
        view = self.seen(match)
        return self.read(access.tournament_of(match), lambda: TeamMatchShown(view).data)

    @writes("match_open_boards", NothingAsked, TeamMatchShown)
    def post(self, request: Request, uid: str) -> Response:
        """Make the boards now; a team without a line-up plays in its own order."""
        match = access.match_to_desk(self.visitor, uid)
        NothingAsked.of(request)
        by = self.acting_in(access.tournament_of(match))

        def effect() -> Response:
            teams.open_boards(match, by=by)
            return Response(TeamMatchShown(self.seen(match)).data)

        return self.once(effect)


class MatchLineup(_TeamMatchEndpoint):
    """The line-up of a team."""

    @writes("match_lineup", LineupAsked, TeamMatchShown)
    def post(self, request: Request, uid: str) -> Response:
        """Name who plays at each board: the captain for the own team, the desk for either."""
        match = access.match_to_start(self.visitor, uid)
        asked = LineupAsked.of(request)
        by, origin = self.acting_in(access.tournament_of(match)), self.visitor.origin

        def effect() -> Response:
            players = [named(_BY_ID, player, field="players") for player in asked["players"]]
            teams.name_lineup(match, by=by, players=players, side=asked.get("side"), origin=origin)
            return Response(TeamMatchShown(self.seen(match)).data)

        return self.once(effect)


def _player(words: str) -> Player:
    """The player with this id, else somebody new of this name; SimilarPlayers where the name is known."""
    asked: dict[str, Any] = {"players": [words], "similar": Similar.REFUSE_SAME.value}
    (player,) = players_meant(asked)
    return player
