"""A game from the opening roll to its result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from rules.errors import IllegalAction, IllegalPlay
from rules.game import Ended, Game, GameScore, Result, largest_result, result_of
from rules.match import MatchScore, Side
from rules.position import Position
from rules.variant import Variant

from .boards import counts

ONE, TWO = Side.ONE, Side.TWO
LAST_CHECKER = counts(off=14, p1=1)


def opening() -> Game:
    """A game in which side one has opened with 3-1 and side two is to roll."""
    return Game.start().roll_opening(3, 1).play([(8, 5), (6, 5)], by=ONE)


def before_the_last_roll(opp: tuple[int, ...], **changes: object) -> Game:
    """A game in which side two bears off its last checker with any roll."""
    position = Position(LAST_CHECKER, opp)
    return replace(replace(opening(), position=position), **changes)  # type: ignore[arg-type]


def score_against(opp: tuple[int, ...]) -> GameScore:
    """The score of a game that ends with the last checker borne off against these checkers."""
    score = before_the_last_roll(opp).roll((2, 1), by=TWO).play([(1, 0)], by=TWO).score
    assert score is not None
    return score


def test_b1_the_higher_die_starts_and_plays_both() -> None:
    assert Game.start().roll_opening(6, 2).turn is ONE
    game = Game.start().roll_opening(1, 4)
    assert (game.turn, game.dice) == (TWO, (1, 4))


def test_b1_equal_dice_are_rolled_again() -> None:
    game = Game.start()
    assert game.roll_opening(5, 5) == game


def test_b1_the_opening_dice_are_dice() -> None:
    with pytest.raises(IllegalPlay):
        Game.start().roll_opening(0, 7)


def test_b2_the_sides_take_turns_and_see_the_board_from_their_own_side() -> None:
    game = opening()
    assert (game.turn, game.dice) == (TWO, None)
    assert game.position.opp == counts(p24=2, p13=5, p8=2, p6=4, p5=2)
    assert game.position.own == Position.start().own


def test_b9_a_dance_passes_the_turn() -> None:
    position = Position(counts(bar=1, p6=14), counts(p1=2, p2=2, p3=2, p4=2, p5=2, p6=2, p7=3))
    after_dance = replace(opening(), position=position).roll((6, 6), by=TWO).play([], by=TWO)
    assert (after_dance.turn, after_dance.position) == (ONE, position.swapped())


def test_an_illegal_play_is_refused_with_its_fault() -> None:
    with pytest.raises(IllegalPlay) as refusal:
        opening().roll((6, 5), by=TWO).play([(24, 18)], by=TWO)
    assert refusal.value.code == "under_play"


def test_d1_a_loser_with_a_checker_off_loses_a_single() -> None:
    assert score_against(counts(off=1, p24=14)) == GameScore(TWO, Result.SINGLE, 1, Ended.BORNE_OFF)


def test_d2_a_loser_with_none_off_loses_a_gammon() -> None:
    score = score_against(counts(p18=15))
    assert (score.result, score.points) == (Result.GAMMON, 2)


@pytest.mark.parametrize("place", ["p19", "p24", "bar"])
def test_d3_a_checker_on_the_bar_or_in_the_winners_home_makes_it_a_backgammon(place: str) -> None:
    score = score_against(counts(p6=14, **{place: 1}))
    assert (score.result, score.points) == (Result.BACKGAMMON, 3)


def test_d3_one_checker_off_means_single_even_with_one_on_the_bar() -> None:
    assert score_against(counts(off=1, bar=1, p6=13)).result is Result.SINGLE


def test_d4_a_dropped_double_wins_the_value_before_it() -> None:
    after_drop = opening().double(by=TWO).drop(by=ONE)
    assert after_drop.score == GameScore(TWO, Result.SINGLE, 1, Ended.DROP)
    after_take = opening().double(by=TWO).take(by=ONE).roll((2, 1), by=TWO).play([(13, 11), (6, 5)], by=TWO)
    again = after_take.double(by=ONE).drop(by=TWO)
    assert again.score == GameScore(ONE, Result.SINGLE, 2, Ended.DROP)


def test_d5_a_resignation_counts_when_it_is_accepted() -> None:
    game = opening().resign(Result.GAMMON, by=ONE)
    assert game.score is None
    assert game.refuse(by=TWO) == opening()
    assert game.accept(by=TWO).score == GameScore(TWO, Result.GAMMON, 1, Ended.RESIGNED)


def test_d5_only_the_opponent_answers_a_resignation() -> None:
    game = opening().resign(Result.SINGLE, by=ONE)
    for answer in (game.accept, game.refuse):
        with pytest.raises(IllegalAction) as refusal:
            answer(by=ONE)
        assert refusal.value.code == "no_resignation_offered"
    with pytest.raises(IllegalAction):
        opening().accept(by=TWO)


def test_d5_the_position_says_how_much_could_still_be_lost() -> None:
    assert largest_result(Position.start()) is Result.BACKGAMMON
    assert largest_result(Position(counts(p3=15), counts(off=1, bar=14))) is Result.SINGLE
    assert largest_result(Position(counts(p3=15), counts(p7=15))) is Result.GAMMON
    assert largest_result(Position(counts(p3=1, off=14), counts(p24=15))) is Result.BACKGAMMON
    assert largest_result(Position(counts(p1=1, off=14), counts(p20=15))) is Result.BACKGAMMON


def test_d6_a_gammon_counts_with_the_cube_in_the_middle_or_out_of_use() -> None:
    game = before_the_last_roll(counts(p18=15), cube=None).roll((2, 1), by=TWO).play([(1, 0)], by=TWO)
    assert game.score is not None
    assert game.score.points == 2


def test_the_cube_multiplies_the_result() -> None:
    after_double = before_the_last_roll(counts(p18=15)).double(by=TWO).take(by=ONE)
    score = after_double.roll((2, 1), by=TWO).play([(1, 0)], by=TWO).score
    assert score == GameScore(TWO, Result.GAMMON, 2, Ended.BORNE_OFF)


def test_e1_the_opener_cannot_double_before_the_opening_roll() -> None:
    assert codes_of(lambda: Game.start().double(by=ONE)) == "not_your_turn"
    assert codes_of(lambda: Game.start().roll_opening(3, 1).double(by=ONE)) == "already_rolled"


def test_e1_a_double_comes_on_ones_own_turn_before_the_roll() -> None:
    assert codes_of(lambda: opening().double(by=ONE)) == "not_your_turn"
    assert codes_of(lambda: opening().roll((2, 1), by=TWO).double(by=TWO)) == "already_rolled"


def test_e4_a_closed_out_player_may_double() -> None:
    position = Position(counts(bar=1, p6=14), counts(p1=2, p2=2, p3=2, p4=2, p5=2, p6=2, p7=3))
    assert replace(opening(), position=position).double(by=TWO).cube is not None


def test_m2_there_is_no_double_in_the_crawford_game() -> None:
    crawford = MatchScore(5, 4, 0)
    game = Game.start(has_cube=crawford.has_cube).roll_opening(3, 1).play([(8, 5), (6, 5)], by=ONE)
    assert codes_of(lambda: game.double(by=TWO)) == "cube_not_in_use"


def test_a_variant_may_have_no_cube() -> None:
    assert Game.start(Variant("no_cube", counts(p24=15), has_cube=False)).cube is None
    assert Game.start(cube_cap=2).cube is not None


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (lambda: opening().roll_opening(2, 1), "already_started"),
        (lambda: Game.start().resign(Result.SINGLE, by=ONE), "not_started"),
        (lambda: opening().play([], by=TWO), "not_rolled"),
        (lambda: opening().take(by=ONE), "no_double_offered"),
        (lambda: opening().double(by=TWO).take(by=TWO), "no_double_offered"),
        (lambda: opening().double(by=TWO).roll((2, 1), by=TWO), "answer_awaited"),
        (lambda: opening().double(by=TWO).resign(Result.SINGLE, by=ONE), "answer_awaited"),
        (lambda: opening().resign(Result.SINGLE, by=ONE).roll((2, 1), by=TWO), "answer_awaited"),
        (lambda: opening().double(by=TWO).drop(by=ONE).roll((2, 1), by=TWO), "game_over"),
        (lambda: opening().double(by=TWO).drop(by=ONE).roll_opening(2, 1), "game_over"),
    ],
)
def test_actions_at_the_wrong_moment_are_refused(action: Callable[[], Game], code: str) -> None:
    assert codes_of(action) == code


def test_the_result_is_read_off_the_losers_checkers() -> None:
    assert result_of(Position(counts(off=15), counts(p6=15))) is Result.GAMMON
    assert [result.multiplier for result in Result] == [1, 2, 3]


def codes_of(action: Callable[[], Game]) -> str:
    """The code with which an action is refused."""
    with pytest.raises(IllegalAction) as refusal:
        action()
    return refusal.value.code
