"""Pairs and teams: substitutes, newcomers, names, line-ups and boards."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from matches.models import Match, Player
from tournaments import access
from tournaments.actions.entrants import teams
from tournaments.actions.people import naming
from tournaments.api.naming import named, players_meant, with_players
from tournaments.api.operation import Invocation, Operation, operation
from tournaments.api.reads.results import team_match_seen
from tournaments.api.responses.entrants import EntrantResponse
from tournaments.api.responses.teams import TeamMatchResponse
from tournaments.models import Entrant
from tournaments.queries.entrants.teams import TeamMatchView
from tournaments.requests.entrants import Similar
from tournaments.requests.fields import ABSENT, NothingRequest
from tournaments.requests.sides import (
    LineupRequest,
    NamingRequest,
    NewMemberRequest,
    SubstitutionRequest,
)

# A member who was merged goes by both ids.
_BY_ID = Player.objects.all()


def _player(words: str, entrant: Entrant) -> Player:
    """Return the player with this uid, else a new player of this name; raise SimilarPlayers if the name is known."""
    values: dict[str, Any] = {"players": [words], "similar": Similar.REFUSE_SAME.value}
    (player,) = players_meant(values, of=entrant.event.tournament)
    return player


def _boards(use: Invocation[Match, Any], _outcome: object) -> TeamMatchView:
    return team_match_seen(use.visitor, use.row)


@operation(
    "POST entrants/<slug:uid>/substitution/", access.entrant_to_desk, teams.substitute, EntrantResponse
)
@transaction.atomic
def entrant_substitute(use: Invocation[Entrant, SubstitutionRequest]) -> Entrant:
    """Let a player be replaced; matches that have begun stay with who began them."""
    out = named(_BY_ID, use.body.out, field="out")
    newcomer = _player(use.body.substitute, use.row)
    reason = use.body.given().get("reason", "")
    return teams.substitute(use.row, out=out, in_=newcomer, by=use.by, reason=reason)


@operation("POST entrants/<slug:uid>/players/", access.entrant_to_desk, teams.add_player, EntrantResponse)
@transaction.atomic
def entrant_add_player(use: Invocation[Entrant, NewMemberRequest]) -> Entrant:
    """Let a player join a team that is not full."""
    player, reason = _player(use.body.player, use.row), use.body.given().get("reason", "")
    return teams.add_player(use.row, player=player, by=use.by, reason=reason)


@operation("POST entrants/<slug:uid>/naming/", access.entrant_to_desk, naming.correct, EntrantResponse)
def entrant_correct_player(use: Invocation[Entrant, NamingRequest]) -> Entrant:
    """Correct name, club and country where a desk wrote them."""
    values = use.body.given()
    own = Player.objects.filter(entries__entrant=use.row, merged_into=None)
    player = named(own, values.pop("player"), field="player")
    present = {name: getattr(player, name) for name in ("name", "club", "country")}
    naming.correct(player, use.row.event.tournament, by=use.by, **present | values)
    return with_players(Entrant.objects.all()).get(pk=use.row.pk)


@operation(
    "POST matches/<slug:uid>/lineup/",
    access.match_to_start,
    teams.name_lineup,
    TeamMatchResponse,
    show=_boards,
)
def match_lineup(use: Invocation[Match, LineupRequest]) -> object:
    """Name who plays at each board: the captain for the own team, the desk for either."""
    players = [named(_BY_ID, uid, field="players") for uid in use.body.players]
    side = None if use.body.side is ABSENT else use.body.side
    return teams.name_lineup(use.row, by=use.by, players=players, side=side, origin=use.origin)


OPERATIONS: tuple[Operation[Any, Any], ...] = (
    entrant_substitute,
    entrant_correct_player,
    entrant_add_player,
    Operation(
        "match_open_boards",
        "POST matches/<slug:uid>/boards/",
        access.match_to_desk,
        teams.open_boards,
        NothingRequest,
        TeamMatchResponse,
        "Make the boards now; a team without a line-up plays in its own order.",
        show=_boards,
    ),
    match_lineup,
)
