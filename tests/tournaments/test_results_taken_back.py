"""A result that a director entered by mistake and took back has not happened: it has begun nothing and locks nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from matches.models import Match
from matches.queries import has_begun
from tests import factories
from tests.tournaments.audits import is_clean
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling
from tournaments.actions.hall import tables as hall
from tournaments.errors.draws import MatchBegun
from tournaments.models import Notice, Pairing, Stage, TableUse
from tournaments.queries.state import begun_matches

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def enter_and_take_back(match: Match) -> None:
    """A director types a result into the wrong match, and takes it back."""
    director = factories.director_of(match)
    results.report(match, by=director, score=(7, 3))
    results.take_back_result(Match.objects.get(pk=match.pk), by=director)


def following(stage: Stage) -> Match:
    """The match of the second round that is not cancelled."""
    pairing = Pairing.objects.get(stage=stage, round=2, cancelled_at=None)
    assert pairing.match is not None
    return pairing.match


def test_the_winner_before_it_can_still_be_put_right() -> None:
    game = factories.open_match(n=3)
    results.report(game.match, by=game.two, score=(7, 3))
    progress.advance(game.stage.event)
    final = following(game.stage)
    enter_and_take_back(final)
    assert not has_begun(Match.objects.get(pk=final.pk))
    assert begun_matches([final.pk]) == frozenset()
    results.correct(game.match, by=game.director, reason="Sides mixed up.", score=(3, 7))
    sides = {following(game.stage).one_id, following(game.stage).two_id}
    assert game.match.two_id in sides
    assert game.match.one_id not in sides


def test_a_start_before_it_still_counts() -> None:
    game = factories.open_match(n=3)
    results.report(game.match, by=game.two, score=(7, 3))
    progress.advance(game.stage.event)
    results.start(following(game.stage), by=game.director)
    enter_and_take_back(following(game.stage))
    with pytest.raises(MatchBegun):
        results.correct(game.match, by=game.director, reason="Sides mixed up.", score=(3, 7))


def test_a_report_of_a_player_before_it_still_counts() -> None:
    game = factories.open_match()
    results.report(game.match, by=game.one, score=(7, 3))
    enter_and_take_back(game.match)
    assert has_begun(Match.objects.get(pk=game.match.pk))


def test_its_match_is_called_again_once_a_table_is_free(run_jobs: Callable[[], int]) -> None:
    stage = factories.drawn_stage(4)
    lifecycle.add_tables(stage.event.tournament, by=None, names=["1"])
    hall.set_automatic(stage.event.tournament, by=None, is_on=True)
    run_jobs()
    [use] = TableUse.objects.filter(until=None)
    results.report(use.match, by=factories.director_of(use.match), score=(7, 3))
    run_jobs()
    [other] = TableUse.objects.filter(until=None)
    assert other.match_id != use.match_id
    results.take_back_result(Match.objects.get(pk=use.match_id), by=factories.director_of(use.match))
    results.report(other.match, by=factories.director_of(other.match), score=(7, 3))
    run_jobs()
    [again] = TableUse.objects.filter(until=None)
    assert again.match_id == use.match_id


def test_the_length_of_its_match_can_still_be_changed() -> None:
    game = factories.open_match(7)
    enter_and_take_back(game.match)
    results.change_length(
        Match.objects.get(pk=game.match.pk), by=game.director, length=5, reason="It is late."
    )
    assert Match.objects.get(pk=game.match.pk).length == 5


def test_a_match_goes_back_to_no_table_that_it_had_left_before() -> None:
    game = factories.open_match()
    [table] = lifecycle.add_tables(game.stage.event.tournament, by=None, names=["1"])
    calling.assign(game.match, by=game.director, table=table)
    calling.free(table, by=game.director)
    enter_and_take_back(game.match)
    assert not TableUse.objects.filter(until=None).exists()
    calling.assign(game.match, by=game.director, table=table)
    enter_and_take_back(game.match)
    assert TableUse.objects.get(until=None).match == game.match


@pytest.mark.parametrize("code", ["swiss", "monrad", "random_rounds", "round_robin"])
@pytest.mark.parametrize("seed", range(4))
def test_the_round_after_it_waits_for_its_match_even_if_the_same_would_follow(code: str, seed: int) -> None:
    stage = factories.stage(format=code)
    factories.entrants(stage.event, 4)
    draw.draw(stage, by=None, seed=str(seed))
    factories.play_open_matches(stage)
    assert Pairing.objects.filter(stage=stage, round=2, cancelled_at=None).exists()
    match = Match.objects.filter(pairing__stage=stage, pairing__round=1).order_by("pk")[0]
    results.take_back_result(match, by=factories.director_of(match))
    assert [row.pk for row in factories.open_matches(stage)] == [match.pk]
    factories.play_open_matches(stage)
    assert {row.pairing.round for row in factories.open_matches(stage)} == {2}


def test_its_match_without_a_table_is_called(run_jobs: Callable[[], int]) -> None:
    game = factories.open_match()
    tournament = game.stage.event.tournament
    results.report(game.match, by=game.director, score=(7, 3))
    lifecycle.add_tables(tournament, by=game.director, names=["1"])
    hall.set_automatic(tournament, by=game.director, is_on=True)
    run_jobs()
    results.take_back_result(Match.objects.get(pk=game.match.pk), by=game.director)
    run_jobs()
    assert TableUse.objects.get(until=None).match == game.match


@pytest.mark.parametrize("code", ["swiss", "monrad", "random_rounds"])
def test_a_stage_is_not_over_and_no_round_follows_while_its_match_of_an_earlier_round_is_open(
    code: str,
) -> None:
    stage = factories.stage(format=code, options={"rounds": 3})
    factories.entrants(stage.event, 6)
    draw.draw(stage, by=None, seed="videau")
    director = factories.owner(stage.event.tournament)
    first = factories.open_matches(stage)[0]
    factories.play_open_matches(stage)
    for match in factories.open_matches(stage)[:1]:
        results.report(match, by=director, score=(7, 0))
    results.take_back_result(Match.objects.get(pk=first.pk), by=director)
    for match in factories.open_matches(stage):
        if match != first:
            results.report(match, by=director, score=(7, 0))
    progress.advance(stage.event)
    assert factories.open_matches(stage) == [first]
    for _round in range(2):
        factories.play_open_matches(stage)
    last = Pairing.objects.filter(stage=stage, cancelled_at=None, match__isnull=False).latest("round")
    assert last.round == 3
    stage.refresh_from_db()
    assert stage.completed_at is not None


@pytest.mark.parametrize("code", ["swiss", "monrad", "random_rounds"])
def test_no_champion_is_named_while_its_match_of_an_earlier_round_is_open(code: str) -> None:
    stage = factories.stage(format=code, options={"rounds": 2})
    factories.entrants(stage.event, 4)
    draw.draw(stage, by=None, seed="videau")
    director = factories.owner(stage.event.tournament)
    first = factories.open_matches(stage)[0]
    factories.play_open_matches(stage)
    second, third = factories.open_matches(stage)
    results.report(second, by=director, score=(7, 0))
    results.take_back_result(Match.objects.get(pk=first.pk), by=director)
    results.report(third, by=director, score=(7, 0))
    progress.advance(stage.event)
    stage.refresh_from_db()
    assert stage.completed_at is None
    assert not Notice.objects.filter(code="champion").exists()


@pytest.mark.parametrize(
    ("code", "options"), [("marathon", {}), ("lives", {"mode": "continuous", "lives": 3})]
)
def test_who_plays_it_again_has_no_other_match_that_followed_from_it(
    code: str, options: dict[str, object]
) -> None:
    stage = factories.stage(format=code, options=options)
    factories.entrants(stage.event, 5)
    draw.draw(stage, by=None, seed="free")
    before = [match.pk for match in factories.open_matches(stage)]
    match = factories.open_matches(stage)[0]
    results.report(match, by=factories.director_of(match), score=(7, 3))
    progress.advance(stage.event)
    after = [match.pk for match in factories.open_matches(stage)]
    assert set(after) - set(before)
    results.take_back_result(Match.objects.get(pk=match.pk), by=factories.director_of(match))
    assert [match.pk for match in factories.open_matches(stage)] == before
    assert is_clean(stage.event.tournament)
    sides = [side for match in factories.open_matches(stage) for side in (match.one_id, match.two_id)]
    assert len(sides) == len(set(sides))
