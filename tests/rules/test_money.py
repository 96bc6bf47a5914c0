"""Money play: Jacoby, beavers, raccoons and automatic doubles, and no match with any of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from rules.cube import Cube
from rules.errors import IllegalAction
from rules.game import Ended, Game, GameScore, Money, Result
from rules.match import MatchScore, Side
from rules.position import Position
from rules.variant import DUTCH

from .boards import counts

ONE, TWO = Side.ONE, Side.TWO
ALL = Money(jacoby=True, beavers=True, automatic_doubles=1, raccoons=True)


def opening(money: Money) -> Game:
    """A game for money in which side one has opened with 3-1 and side two is to roll."""
    return Game.start(money=money).roll_opening(3, 1).play([(8, 5), (6, 5)], by=ONE)


def opening_with_double(money: Money = ALL) -> Game:
    """The same, and side two has doubled."""
    return opening(money).double(by=TWO)


def gammon_score(game: Game) -> GameScore:
    """The score when side two bears off its last checker before side one has borne off any."""
    last = replace(game, position=Position(counts(off=14, p1=1), counts(p6=15)))
    score = last.roll((2, 1), by=TWO).play([(1, 0)], by=TWO).score
    assert score is not None
    return score


def code_of(action: Callable[[], object]) -> str:
    """The code with which an action is refused."""
    with pytest.raises(IllegalAction) as refusal:
        action()
    return refusal.value.code


@pytest.mark.parametrize(
    "money", [Money(jacoby=True), Money(beavers=True), Money(automatic_doubles=1), Money(raccoons=True)]
)
def test_e5_no_match_is_played_by_the_rules_of_money_play(money: Money) -> None:
    assert code_of(lambda: Game.start(match=MatchScore(7), money=money)) == "money_play_in_match"
    assert Game.start(match=MatchScore(None), money=money).money == money


def test_e5_a_match_without_them_is_played_as_ever() -> None:
    assert Game.start(match=MatchScore(7)) == Game.start()
    assert Game.start(match=MatchScore(7), money=Money()).cube == Cube()


def test_e5_without_the_settings_nobody_beavers_and_equal_dice_turn_nothing() -> None:
    double = opening_with_double(Money())
    assert code_of(lambda: double.beaver(by=ONE)) == "beavers_not_in_use"
    assert code_of(lambda: double.raccoon(by=ONE)) == "raccoons_not_in_use"
    assert Game.start().roll_opening(4, 4).cube == Cube()


def test_v4_by_jacobys_rule_a_gammon_needs_a_double_that_was_taken() -> None:
    assert gammon_score(opening(ALL)) == GameScore(TWO, Result.SINGLE, 1, Ended.BORNE_OFF)
    assert gammon_score(opening(Money())).result is Result.GAMMON
    take = opening_with_double().take(by=ONE)
    assert gammon_score(take) == GameScore(TWO, Result.GAMMON, 2, Ended.BORNE_OFF)
    # What the dice turned is no double of the players.
    automatic = opening(ALL)
    automatic = replace(automatic, cube=Cube(2))
    assert gammon_score(automatic) == GameScore(TWO, Result.SINGLE, 2, Ended.BORNE_OFF)


def test_v4_jacobys_rule_counts_for_resignations_too() -> None:
    resignation = opening(ALL).resign(Result.GAMMON, by=ONE).accept(by=TWO)
    assert resignation.score == GameScore(TWO, Result.SINGLE, 1, Ended.RESIGNED)


def test_v4_without_a_cube_there_is_nothing_jacobys_rule_could_ask_for() -> None:
    game = replace(opening(ALL), cube=None)
    assert gammon_score(game).result is Result.GAMMON
    assert Game.start(DUTCH, money=ALL).cube is None


def test_v4_who_is_doubled_may_beaver_and_keeps_the_cube() -> None:
    beaver = opening_with_double().beaver(by=ONE)
    assert beaver.cube == Cube(2, ONE, offered_by=ONE, beavered_by=ONE)
    assert code_of(lambda: beaver.roll((2, 1), by=TWO)) == "answer_awaited"
    take = beaver.take(by=TWO)
    assert take.cube == Cube(4, ONE)
    assert take.roll((2, 1), by=TWO).dice == (2, 1)
    assert code_of(lambda: take.double(by=TWO)) == "cube_not_owned"


def test_v4_a_dropped_beaver_wins_the_doubled_cube() -> None:
    assert opening_with_double().beaver(by=ONE).drop(by=TWO).score == GameScore(
        ONE, Result.SINGLE, 2, Ended.DROP
    )


def test_v4_a_raccoon_turns_the_cube_again_and_leaves_it_where_it_is() -> None:
    raccoon = opening_with_double().beaver(by=ONE).raccoon(by=TWO)
    assert raccoon.cube == Cube(4, ONE, offered_by=TWO, beavered_by=ONE)
    assert raccoon.take(by=ONE).cube == Cube(8, ONE)
    assert raccoon.drop(by=ONE).score == GameScore(TWO, Result.SINGLE, 4, Ended.DROP)
    assert code_of(lambda: raccoon.beaver(by=ONE)) == "already_beavered"
    assert code_of(lambda: raccoon.raccoon(by=ONE)) == "no_beaver"


def test_v4_an_answer_comes_from_the_other_side_and_to_what_it_answers() -> None:
    assert code_of(lambda: opening(ALL).beaver(by=ONE)) == "no_double_offered"
    assert code_of(lambda: opening_with_double().beaver(by=TWO)) == "no_double_offered"
    assert code_of(lambda: opening_with_double().raccoon(by=ONE)) == "no_beaver"
    assert code_of(lambda: opening_with_double().beaver(by=ONE).raccoon(by=ONE)) == "no_double_offered"
    assert code_of(lambda: opening_with_double().beaver(by=ONE).beaver(by=TWO)) == "already_beavered"
    assert code_of(Cube().beaver) == "no_double_offered"


def test_v4_equal_opening_dice_turn_the_cube_as_often_as_agreed() -> None:
    game = Game.start(money=Money(automatic_doubles=2))
    values = []
    for face in (3, 5, 5):
        game = game.roll_opening(face, face)
        assert game.cube is not None
        values.append(game.cube.value)
    assert values == [2, 4, 4]
    assert game.cube == Cube(4)
    game_after = game.roll_opening(3, 1)
    assert (game_after.turn, game_after.cube) == (ONE, Cube(4))


def test_e3_the_cap_holds_for_everything_that_turns_the_cube() -> None:
    capped = Game.start(money=ALL, cube_cap=2).roll_opening(2, 2)
    assert capped.cube == Cube(2, cap=2)
    assert Game.start(money=ALL, cube_cap=1).roll_opening(2, 2).cube == Cube(1, cap=1)
    double = Cube(cap=2).double(by=ONE)
    assert code_of(double.beaver) == "cube_capped"
    beaver = Cube(cap=4).double(by=ONE).beaver()
    assert code_of(beaver.raccoon) == "cube_capped"
    assert beaver.take() == Cube(4, TWO, cap=4)
