"""Variants are values: those of the rules, and a new one."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import IllegalAction, IllegalPlay
from rules.game import Ended, Game, GameScore, Result, largest_result, result_of
from rules.judgement import judge
from rules.match import MatchScore, Side
from rules.play import legal_plays
from rules.position import Position
from rules.variant import DUTCH, VARIANTS, Variant

from . import brute_force_entering
from .boards import counts

ONE, TWO = Side.ONE, Side.TWO

LATECOMERS = Variant(
    "latecomers",
    counts(p13=2, p8=1),
    "Latecomers",
    has_backgammon=False,
    outside=2,
    hits_after_home=True,
    move_on_entering_roll=False,
    opener_rerolls=True,
)
"""Made up: five checkers, two of them outside, and a cube."""


def last_checker(variant: Variant, opp: tuple[int, ...], *, waiting: int = 0) -> GameScore:
    """The score when side one bears off its last checker against these."""
    game = Game.start(variant).roll_opening(3, 1)
    board = Position(counts(off=14, p1=1), opp, (0, waiting), (True, True))
    game = replace(game, position=board, dice=(2, 1)).play([(1, 0)], by=ONE)
    assert game.score is not None
    return game.score


def test_v3_the_winner_of_the_opening_roll_rolls_both_dice_again() -> None:
    opening = Game.start(DUTCH).roll_opening(4, 2)
    assert (opening.turn, opening.dice) == (ONE, None)
    assert Game.start(DUTCH).roll_opening(2, 4).turn is TWO
    assert Game.start(DUTCH).roll_opening(4, 4) == Game.start(DUTCH)


def test_v3_the_roll_of_the_opener_may_be_a_double() -> None:
    game = Game.start(DUTCH).roll_opening(4, 2).roll((6, 6), by=ONE)
    game_after = game.play([(26, 19)] * 4, by=ONE)
    assert game_after.turn is TWO
    assert game_after.position == Position(counts(), counts(p19=4), (15, 11), (False, False))


def test_v3_there_is_no_cube() -> None:
    game = Game.start(DUTCH).roll_opening(4, 2)
    assert game.cube is None
    with pytest.raises(IllegalAction) as refusal:
        game.double(by=ONE)
    assert refusal.value.code == "cube_not_in_use"


def test_v3_a_game_is_a_single_or_a_gammon_and_never_more() -> None:
    assert last_checker(DUTCH, counts(p6=15)).result is Result.GAMMON
    for behind in (counts(bar=15), counts(p24=15)):
        assert last_checker(DUTCH, behind).points == 2
    assert last_checker(DUTCH, counts(p6=1), waiting=14).points == 2
    assert last_checker(DUTCH, counts(off=1, bar=14)).result is Result.SINGLE
    assert largest_result(Position.start(DUTCH), DUTCH) is Result.GAMMON
    assert largest_result(Position(counts(p6=15), counts(off=1, p6=14)), DUTCH) is Result.SINGLE
    # Where backgammons count, whoever has not even entered is as far behind as on the bar.
    waiting = Position(counts(off=15), counts(), (0, 15))
    assert (result_of(waiting), result_of(waiting, DUTCH)) == (Result.BACKGAMMON, Result.GAMMON)
    ahead = Position(counts(p1=15), counts(p1=14), (0, 1))
    assert largest_result(ahead) is Result.BACKGAMMON


def test_v3_nobody_resigns_a_backgammon() -> None:
    game = Game.start(DUTCH).roll_opening(4, 2)
    with pytest.raises(IllegalAction) as refusal:
        game.resign(Result.BACKGAMMON, by=TWO)
    assert refusal.value.code == "no_backgammon"
    score = game.resign(Result.GAMMON, by=TWO).accept(by=ONE).score
    assert score == GameScore(ONE, Result.GAMMON, 1, Ended.RESIGNED)


def test_v3_a_play_against_the_rules_of_the_variant_is_refused() -> None:
    game = Game.start(DUTCH._replace(move_on_entering_roll=False)).roll_opening(4, 2).roll((6, 5), by=ONE)
    with pytest.raises(IllegalPlay) as refusal:
        game.play([(26, 14)], by=ONE)
    assert refusal.value.code == "moved_on_too_early"


def test_a_new_variant_is_a_new_value_and_nothing_else() -> None:
    start = Position.start(LATECOMERS)
    assert (LATECOMERS.checkers, start.outside, start.may_hit) == (5, (2, 2), (False, False))
    game = Game.start(LATECOMERS, match=MatchScore(5)).roll_opening(6, 1).roll((5, 4), by=ONE)
    assert game.cube is not None
    plays = [play.notation for play in legal_plays(start, (5, 4), LATECOMERS)]
    assert plays == [
        "out/21 13/8",
        "out/21 8/3",
        "out/20 out/21",
        "out/20 13/9",
        "out/20 8/4",
        "13/9 8/3",
        "13/8 13/9",
        "13/4",
    ]
    after = game.play([(26, 20), (26, 21)], by=ONE)
    assert after.position == Position(start.own, counts(p21=1, p20=1, p13=2, p8=1), (2, 0), (False, False))
    assert result_of(Position(counts(off=5), counts(bar=5)), LATECOMERS) is Result.GAMMON


def test_a_side_with_a_checker_at_home_from_the_start_may_hit_from_the_start() -> None:
    careful = Variant("careful", counts(p24=1, p6=1), hits_after_home=True)
    assert Position.start(careful).may_hit == (True, True)


@pytest.mark.parametrize("variant", [*VARIANTS.values(), LATECOMERS], ids=lambda variant: variant.code)
@given(chance=st.randoms(use_true_random=False))
def test_the_first_turns_of_every_variant_are_those_of_brute_force(variant: Variant, chance: Random) -> None:
    position = Position.start(variant)
    for _ in range(8):
        dice = (chance.randint(1, 6), chance.randint(1, 6))
        plays = legal_plays(position, dice, variant)
        legal = brute_force_entering.results(position, dice, new_may_move=variant.move_on_entering_roll)
        assert {play.result for play in plays} == legal
        play = chance.choice(plays)
        judgement = judge(position, dice, play.moves, variant)
        assert (judgement.is_legal, judgement.result) == (True, play.result)
        if play.result.has_won:
            return
        position = play.result.swapped()
