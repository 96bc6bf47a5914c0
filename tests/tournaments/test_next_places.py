"""The preview of a match names the places that its result really leads to."""

from __future__ import annotations

import pytest

from matches.models import Match
from tests import factories
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.events import lifecycle
from tournaments.models import Stage, pairing_of
from tournaments.queries.draws.next_places import NextPlaces, next_places
from tournaments.queries.state import event_states

pytestmark = pytest.mark.django_db


def _of_one(match: Match) -> NextPlaces:
    places = next_places(pairing_of(match), of=match.one)
    assert places is not None
    return places


def _stage(format_: str, n: int, **options: object) -> Stage:
    stage = factories.stage(format=format_, options=options or None)
    factories.entrants(stage.event, n)
    draw.draw(stage, by=None, seed="videau")
    return stage


def test_winner_of_a_semifinal_meets_who_wins_the_other() -> None:
    stage = factories.drawn_stage(4)
    one, two = factories.open_matches(stage)
    places = _of_one(one)
    assert places.win.opponents == (two.one.name, two.two.name)
    assert places.win.opponent == ""
    assert places.win.declared is not None
    assert places.win.declared.from_final == 0
    assert (places.win.stage, places.win.is_in, places.win.has_won) == (stage, True, False)


def test_loser_of_a_single_elimination_is_out() -> None:
    stage = factories.drawn_stage(4)
    loss = _of_one(factories.open_matches(stage)[0]).loss
    assert (loss.stage, loss.is_in) == (None, False)


def test_opponent_who_waits_already_is_named() -> None:
    stage = factories.drawn_stage(4)
    one, two = factories.open_matches(stage)
    results.report(two, by=factories.around(two).director, score=(7, 0))
    assert _of_one(one).win.opponent == two.one.name


def test_winner_of_the_final_has_won() -> None:
    game = factories.open_match()
    places = _of_one(game.match)
    assert places.win.has_won
    assert not places.loss.has_won
    assert not places.loss.is_in


def test_loser_goes_on_in_the_consolation() -> None:
    event = factories.event()
    main = factories.stage(event)
    feeds = [{"stage": main.order, "take": "losers"}]
    flight = lifecycle.create_stage(event, by=None, format="consolation", lengths=(5,), feeds=feeds)
    factories.entrants(event, 8)
    draw.draw(main, by=None, seed="videau")
    if not any(state.stage == flight for state in event_states(event)):
        draw.draw(flight, by=None, seed="videau")
    match = factories.open_matches(main)[0]
    places = _of_one(match)
    assert places.loss.stage == flight
    assert places.loss.opponents == ()
    results.report(match, by=factories.around(match).director, score=(0, 7))
    progress.advance(event)
    assert flight.entries.filter(entrant__side=match.one).exists()


def test_swiss_tells_the_record() -> None:
    stage = _stage("swiss", 6, rounds=3)
    places = _of_one(factories.open_matches(stage)[0])
    assert (places.win.wins, places.win.losses) == (1, 0)
    assert (places.loss.wins, places.loss.losses) == (0, 1)
    assert places.win.is_in
    assert places.loss.is_in


def test_lives_tell_how_many_are_left() -> None:
    stage = _stage("lives", 6, lives=2)
    places = _of_one(factories.open_matches(stage)[0])
    assert (places.win.lives, places.loss.lives) == (2, 1)


def test_round_robin_names_the_next_opponent() -> None:
    stage = _stage("round_robin", 4)
    places = _of_one(factories.open_matches(stage)[0])
    assert len(places.win.opponents) == 1
    assert places.win.opponents == places.loss.opponents


def test_nothing_is_decided_for_somebody_else() -> None:
    stage = factories.drawn_stage(4)
    one, two = factories.open_matches(stage)
    assert next_places(pairing_of(one), of=two.one) is None
