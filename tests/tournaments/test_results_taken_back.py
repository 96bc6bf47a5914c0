"""A result that a director entered by mistake and took back has not happened: it has begun nothing and locks nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from matches.models import Match
from matches.queries import has_begun
from tests import factories
from tests.tournaments.audits import is_clean
from tests.tournaments.results_seen import fresh
from tests.tournaments.team_matches import match_with_boards
from tests.tournaments.test_series import matches_of, play, stage_of_series
from tournaments.actions import results, undo
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling
from tournaments.actions.hall import tables as hall
from tournaments.errors.draws import MatchBegun
from tournaments.errors.results import WholeResultStands
from tournaments.models import LogEntry, Notice, Pairing, Stage, TableUse
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


def _undo_newest(match: Match) -> None:
    """The director undoes the last own act, as the board offers it, and the service does the rest."""
    director, event = factories.director_of(match), factories.around(match).stage.event
    own = LogEntry.objects.filter(tournament=event.tournament, by=director).order_by("-seq")
    codes = ("reported", "forfeited")
    newest = next(entry.seq for entry in own if entry.code in codes)
    seqs = [entry.seq for entry in own if entry.seq >= newest]
    undo.undo_act(event.tournament, seqs=seqs, by=director)
    progress.advance(event)


def _series() -> tuple[Match, Stage]:
    stage = stage_of_series(4, best_of=(1, 3))
    return factories.open_matches(stage)[0], stage


def _again(series: Match) -> tuple[bool, list[bool]]:
    """Whether a match of several is over, and which of its matches or boards are."""
    return fresh(series).is_final, [fresh(match).is_final for match in matches_of(series)]


def test_the_match_that_decided_a_series_is_played_again() -> None:
    series, stage = _series()
    first, second = series, factories.open_matches(stage)[1]
    play(second, "one", "one")
    play(first, "one", "one")
    progress.advance(stage.event)
    assert Pairing.objects.filter(stage=stage, round=2, cancelled_at=None).exists()
    _undo_newest(series)
    assert _again(series) == (False, [True, False])
    assert not Pairing.objects.filter(stage=stage, round=2, cancelled_at=None).exists()
    assert is_clean(stage.event.tournament)
    play(series, "two", "two")
    assert fresh(series).winner == "two"


@pytest.mark.parametrize("is_forfeit", [False, True])
def test_a_series_that_was_entered_as_a_whole_goes_on(is_forfeit: bool) -> None:
    series, stage = _series()
    play(series, "one")
    director = factories.director_of(series)
    if is_forfeit:
        results.forfeit(series, by=director, loser="two", reason="Gone.")
    else:
        results.report(series, by=director, score=(2, 0), reason="Not recorded.")
    first, *_others = matches_of(series)
    with pytest.raises(WholeResultStands):
        results.take_back_result(first, by=director)
    _undo_newest(series)
    assert _again(series) == (False, [True, False])
    assert is_clean(stage.event.tournament)


def test_the_board_that_decided_a_team_match_is_played_again() -> None:
    team_match, boards = match_with_boards(4)
    for board in boards:
        results.report(board, by=factories.director_of(board), score=(7, 0))
    progress.advance(factories.around(team_match).stage.event)
    assert fresh(team_match).is_final
    _undo_newest(boards[-1])
    assert _again(team_match) == (False, [True, True, False])
    assert is_clean(factories.around(team_match).stage.event.tournament)


@pytest.mark.parametrize("is_forfeit", [False, True])
def test_a_team_match_that_was_entered_as_a_whole_has_its_boards_again(is_forfeit: bool) -> None:
    team_match, boards = match_with_boards(4)
    director, event = factories.director_of(team_match), factories.around(team_match).stage.event
    [table] = lifecycle.add_tables(event.tournament, by=None, names=["1"])
    results.report(boards[0], by=director, score=(7, 0))
    calling.assign(boards[1], by=director, table=table)
    if is_forfeit:
        results.forfeit(team_match, by=director, loser="two", reason="Gone.")
    else:
        results.report(team_match, by=director, score=(3, 0), reason="Not recorded.")
    assert len(matches_of(team_match)) == 1
    _undo_newest(team_match)
    assert _again(team_match) == (False, [True, False, False])
    assert TableUse.objects.get(until=None).match == boards[1]
    assert is_clean(event.tournament)


@pytest.mark.parametrize("matches", [1, 2])
def test_a_series_whose_matches_were_all_taken_back_has_not_begun(matches: int) -> None:
    stage = stage_of_series(4, best_of=(3, 1))
    semifinals = factories.open_matches(stage)
    for semifinal in semifinals:
        results.report(semifinal, by=factories.director_of(semifinal), score=(7, 2))
    progress.advance(stage.event)
    final = following(stage)
    play(final, *["one"] * matches)
    for match in reversed(matches_of(final)[:matches]):
        results.take_back_result(match, by=factories.director_of(final))
    assert begun_matches([final.pk]) == frozenset()
    results.correct(semifinals[0], by=factories.director_of(final), reason="Sides mixed up.", score=(2, 7))
    assert {following(stage).one_id, following(stage).two_id} & {semifinals[0].two_id}
    assert is_clean(stage.event.tournament)


def test_a_team_match_whose_boards_were_taken_back_has_not_begun() -> None:
    team_match, boards = match_with_boards(4)
    director = factories.director_of(team_match)
    results.report(boards[0], by=director, score=(7, 0))
    results.take_back_result(boards[0], by=director)
    results.start(boards[1], by=director)
    results.take_back_start(Match.objects.get(pk=boards[1].pk), by=director)
    assert begun_matches([team_match.pk]) == frozenset()
    assert is_clean(factories.around(team_match).stage.event.tournament)


def test_a_match_of_a_series_goes_back_to_the_table_that_the_next_one_had() -> None:
    stage = stage_of_series(2, best_of=(3,))
    [series] = factories.open_matches(stage)
    [table] = lifecycle.add_tables(stage.event.tournament, by=None, names=["1"])
    [first] = matches_of(series)
    calling.assign(first, by=factories.director_of(series), table=table)
    enter_and_take_back(first)
    assert TableUse.objects.get(until=None).match == first


def test_a_match_goes_back_to_the_table_to_which_the_one_behind_it_was_called() -> None:
    stage = factories.stage(format="single_elimination")
    factories.entrants(stage.event, 3)
    draw.draw(stage, by=None, seed="x")
    [table] = lifecycle.add_tables(stage.event.tournament, by=None, names=["1"])
    [match], director = factories.open_matches(stage), factories.owner(stage.event.tournament)
    calling.assign(match, by=director, table=table)
    results.report(match, by=director, score=(7, 3))
    progress.advance(stage.event)
    calling.assign(following(stage), by=director, table=table)
    results.take_back_result(Match.objects.get(pk=match.pk), by=director)
    assert TableUse.objects.get(until=None).match == match


def test_a_match_that_is_over_again_by_a_walkover_takes_no_table() -> None:
    game = factories.open_match(n=4)
    [table] = lifecycle.add_tables(game.stage.event.tournament, by=None, names=["1"])
    calling.assign(game.match, by=game.director, table=table)
    results.report(game.match, by=game.director, score=(7, 3))
    registration.withdraw(game.match.two.entrants.get(), by=game.director, reason="Gone home.")
    results.take_back_result(fresh(game.match), by=game.director)
    assert fresh(game.match).is_final
    assert not TableUse.objects.filter(until=None).exists()


def test_a_series_that_is_over_again_by_a_walkover_has_no_match_to_play() -> None:
    stage = stage_of_series(4)
    series = factories.open_matches(stage)[0]
    director = factories.director_of(series)
    results.report(series, by=director, score=(2, 0), reason="Matches not recorded.")
    registration.withdraw(series.two.entrants.get(), by=director, reason="Gone home.")
    for _ in range(2):
        results.take_back_result(fresh(series), by=director)
        assert fresh(series).is_final
        assert matches_of(series) == []
    assert is_clean(stage.event.tournament)
