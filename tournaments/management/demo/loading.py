"""Plays the demonstration through the same actions as everybody else."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

from django.db import transaction
from django.utils import timezone

import rules
from matches.models import Match, Player
from rules.match import Side
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import arrivals, known_players, registration
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling
from tournaments.actions.people import links
from tournaments.actions.records import uploads
from tournaments.models import Entrant, Event, Pairing, Registration, Stage, Tournament, Visibility

from . import cast, federation
from .cast import CastMember

_RECORD = Path(__file__).with_name("renaud-grant.mat")
# Long enough that a report which waits for its confirmation still waits when somebody looks.
_GRACE_MINUTES = 240


@dataclass(frozen=True, slots=True)
class Loaded:
    """The sign-in data of the demonstration.

    The password is new every time, because it is shown; `player_token` opens the
    pages of the player who has to answer a report.
    """

    tournament: Tournament
    email: str
    password: str
    player: Player
    player_token: str
    is_new: bool


@transaction.atomic
def load() -> Loaded:
    """Load the demonstration; if it exists, only create a new password and a new link."""
    director = Player.objects.filter(email=cast.DIRECTOR_EMAIL).first()
    is_new = director is None
    if director is None:
        director = Player.objects.create_user(cast.DIRECTOR_EMAIL, name=cast.DIRECTOR, country="FR")
    password = secrets.token_urlsafe(9)
    director.set_password(password)
    director.save(update_fields=["password"])
    tournament = Tournament.objects.filter(roles__player=director, roles__kind="owner").first()
    if tournament is None:
        tournament = _play(director)
    player = _answering(tournament)
    _, token = links.make_player_link(tournament, player, by=director)
    return Loaded(tournament, director.email or "", password, player, token, is_new)


def _play(director: Player) -> Tournament:
    """Create everything that happened before the visitor came."""
    today = timezone.localdate()
    tournament = lifecycle.create_tournament(
        by=director,
        name=cast.TOURNAMENT,
        starts_on=today,
        ends_on=today + timedelta(days=1),
        venue="Salle du Port",
        city="Brest",
    )
    # Whoever loads it runs the installation, and may publish where the director may not.
    lifecycle.change_tournament(tournament, by=None, visibility=Visibility.PUBLIC)
    players: dict[str, Player] = {}
    _finished_event(tournament, director, players)
    _running_event(tournament, director, players)
    _open_event(tournament, director, players)
    federation.create(tournament, director, players)
    return tournament


def _enter(
    event: Event, people: Iterable[CastMember], *, by: Player, players: dict[str, Player]
) -> list[Entrant]:
    """Enter people at the desk and check them in; known names are the same players."""
    entrants = []
    for person in people:
        player = players.get(person.name)
        if player is None:
            player = known_players.add_player(name=person.name, country=person.country, club=person.club)
            players[person.name] = player
        entrant = registration.enter(event, by=by, players=[player])
        entrants.append(arrivals.check_in(entrant, by=by))
    return entrants


def _to_play(stage: Stage) -> list[Match]:
    """Return the open matches of a stage, in the order of the bracket."""
    matches = Match.objects.open().filter(pairing__stage=stage, pairing__cancelled_at=None, winner="")
    around = matches.select_related("one", "two", "pairing__stage__event__tournament")
    return list(around.order_by("pairing__round", "pairing__slot"))


def _player(match: Match, side: Side) -> Player:
    return match.side(side).players.get()


def _report_loss(match: Match, *, loser: Side, points: int) -> None:
    """Report the score by the loser, which is final at once."""
    score = (points, match.length) if loser is Side.ONE else (match.length, points)
    results.report(match, by=_player(match, loser), score=score)


def _finished_event(tournament: Tournament, director: Player, players: dict[str, Player]) -> None:
    """Eight players, seeded, to 9 points and 11 in the final: played to the champion."""
    event = lifecycle.create_event(tournament, by=director, name="Masters")
    stage = lifecycle.create_stage(event, by=director, lengths=(11, 9, 7))
    entrants = _enter(event, cast.MASTERS, by=director, players=players)
    seeds = {entrant.uid: number for number, entrant in enumerate(entrants, start=1)}
    draw.draw(stage, by=director, seeds=seeds, seed="brest-masters")
    # The loser's points of one match after the other; who loses alternates.
    for number, points in enumerate((4, 2, 6, 5, 3, 8, 9)):
        match = _to_play(stage)[0]
        loser = Side.TWO if number % 3 else Side.ONE
        _report_loss(match, loser=loser, points=points)
        progress.advance(event)
    lifecycle.set_registration(event, by=director, registration=Registration.CLOSED)


def _running_event(tournament: Tournament, director: Player, players: dict[str, Player]) -> None:
    """Thirteen players in the first round: results, a dispute with a record, and matches at the tables."""
    event = lifecycle.create_event(tournament, by=director, name="Open", grace_minutes=_GRACE_MINUTES)
    stage = lifecycle.create_stage(event, by=director, lengths=(9, 7, 7, 5))
    entrants = _enter(event, cast.OPEN_FIELD, by=director, players=players)
    draw.draw(stage, by=director, seed="brest-open")
    lifecycle.set_registration(event, by=director, registration=Registration.CLOSED)
    disputed = _pair_recorded(stage, entrants, director)
    _dispute(disputed)
    others = [match for match in _to_play(stage) if match.pk != disputed.pk and match.pairing.round == 1]
    _report_loss(others[0], loser=Side.ONE, points=3)
    progress.advance(event)
    results.report(others[1], by=_player(others[1], Side.ONE), score=(5, 4))
    tables = lifecycle.add_tables(tournament, by=director, names=[str(number) for number in range(1, 9)])
    for match, table in zip(others[2:], tables, strict=False):
        calling.assign(match, by=director, table=table)
        results.start(match, by=director)


def _pair_recorded(stage: Stage, entrants: Sequence[Entrant], director: Player) -> Match:
    """Return the first-round match of the recorded pair, after a swap if necessary."""
    one, two = entrants[0], entrants[1]
    seats = {seat.entrant_id: seat.pairing for seat in stage.seats.select_related("pairing")}
    if seats[one.pk].is_bye:
        playing = next(entrant for entrant in entrants[2:] if not seats[entrant.pk].is_bye)
        draw.swap(stage, first=one, second=playing, by=director, reason="They came in one car.")
    pairing = Pairing.objects.get(stage=stage, round=1, cancelled_at=None, seats__entrant=one)
    opponent = Entrant.objects.exclude(pk=one.pk).get(seats__pairing=pairing)
    if opponent.pk != two.pk:
        draw.swap(stage, first=opponent, second=two, by=director, reason="Two players of one club met.")
    return next(
        match for match in _to_play(stage) if {match.one_id, match.two_id} == {one.side_id, two.side_id}
    )


def _dispute(match: Match) -> None:
    """Oliver reports what the record says; Camille contests the gammon of the first game."""
    data = _RECORD.read_bytes()
    oliver = next(side for side in Side if match.side(side).name == cast.RECORDED[1].name)
    camille = oliver.other
    # In the file Camille is side one.
    sides = {Side.ONE: camille, Side.TWO: oliver}
    scores = [game.score for game in rules.check(data).games if game.score is not None]
    games = [replace(score, winner=sides[score.winner]) for score in scores]
    report = results.report(match, by=_player(match, oliver), games=games).report
    dispute = results.dispute(
        report,
        by=_player(match, camille),
        reason="The first game was no gammon: I had borne off a checker before it ended.",
    )
    results.add_statement(dispute, by=_player(match, oliver), text="I recorded the match. Here is the file.")
    record = uploads.upload(match, by=_player(match, oliver), file_name=_RECORD.name, data=data)
    uploads.check(record.pk)


def _open_event(tournament: Tournament, director: Player, players: dict[str, Player]) -> None:
    """An event of the next day that takes entrants."""
    event = lifecycle.create_event(
        tournament, by=director, name="Speedgammon", capacity=32, registration=Registration.OPEN
    )
    lifecycle.create_stage(event, by=director, lengths=(5, 3))
    _enter(event, cast.EARLY_BIRDS, by=director, players=players)


def _answering(tournament: Tournament) -> Player:
    """Return the player who must answer a report; if there is none, any player."""
    waiting = Match.objects.open().filter(
        pairing__stage__event__tournament=tournament, reports__confirm_by__isnull=False, disputes=None
    )
    match = waiting.select_related("one", "two").first()
    if match is None:
        return Player.objects.filter(entries__event__tournament=tournament).order_by("pk")[0]
    report = match.reports.latest("pk")
    return _player(match, Side(report.source).other)
