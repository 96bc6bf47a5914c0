"""What a match decides for one side is what happens when it is played."""

from __future__ import annotations

import pytest

from matches.models import Match
from tests import factories
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.events import lifecycle
from tournaments.models import Stage, pairing_of
from tournaments.queries.next_places import NextPlaces, next_places
from tournaments.queries.state import event_states

pytestmark = pytest.mark.django_db


def _of_one(match: Match) -> NextPlaces:
    found = next_places(pairing_of(match), of=match.one)
    assert found is not None
    return found


def _drawn(format_: str, n: int, **options: object) -> Stage:
    stage = factories.stage(format=format_, options=options or None)
    factories.entrants(stage.event, n)
    draw.draw(stage, by=None, seed="videau")
    return stage


def test_winner_of_a_semifinal_meets_who_wins_the_other() -> None:
    stage = factories.drawn_stage(4)
    one, two = factories.open_matches(stage)
    found = _of_one(one)
    assert found.win.opponents == (two.one.name, two.two.name)
    assert found.win.opponent == ""
    assert found.win.declared is not None
    assert found.win.declared.from_final == 0
    assert (found.win.stage, found.win.is_in, found.win.has_won) == (stage, True, False)


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
    found = _of_one(game.match)
    assert found.win.has_won
    assert not found.loss.has_won
    assert not found.loss.is_in


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
    found = _of_one(match)
    assert found.loss.stage == flight
    assert found.loss.opponents == ()
    results.report(match, by=factories.around(match).director, score=(0, 7))
    progress.advance(event)
    assert flight.entries.filter(entrant__side=match.one).exists()


def test_swiss_tells_the_record() -> None:
    stage = _drawn("swiss", 6, rounds=3)
    found = _of_one(factories.open_matches(stage)[0])
    assert (found.win.wins, found.win.losses) == (1, 0)
    assert (found.loss.wins, found.loss.losses) == (0, 1)
    assert found.win.is_in
    assert found.loss.is_in


def test_lives_tell_how_many_are_left() -> None:
    stage = _drawn("lives", 6, lives=2)
    found = _of_one(factories.open_matches(stage)[0])
    assert (found.win.lives, found.loss.lives) == (2, 1)


def test_round_robin_names_the_next_opponent() -> None:
    stage = _drawn("round_robin", 4)
    found = _of_one(factories.open_matches(stage)[0])
    assert len(found.win.opponents) == 1
    assert found.win.opponents == found.loss.opponents


def test_nothing_is_decided_for_somebody_else() -> None:
    stage = factories.drawn_stage(4)
    one, two = factories.open_matches(stage)
    assert next_places(pairing_of(one), of=two.one) is None
