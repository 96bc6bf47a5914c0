"""One moment of a match: who acts, from where it is seen, and what contradicts itself."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from rules.cube import Cube
from rules.game import Result
from rules.match import Side
from rules.position import Position
from rules.state import Phase, State
from rules.variant import DUTCH

from .boards import counts
from .states import states

ONE, TWO = Side.ONE, Side.TWO
START = State(Position.start())
MATCH = State(Position.start(), length=7)


@given(states())
def test_a_moment_that_can_be_has_no_fault(state: State) -> None:
    assert state.fault is None


@pytest.mark.parametrize(
    ("state", "fault"),
    [
        (replace(START, dice=(7, 1)), "not_dice"),
        (replace(START, dice=(6, 0)), "not_dice"),
        (replace(START, dice=(6, 1), cube=Cube(offered_by=ONE)), "dice_before_answer"),
        (replace(START, phase=Phase.DROPPED), "dropped_without_double"),
        (replace(START, phase=Phase.OVER, cube=Cube(offered_by=ONE)), "double_out_of_game"),
        (replace(START, phase=Phase.RESIGNED), "resigned_without_resignation"),
        (replace(START, phase=Phase.OVER, resignation=(ONE, Result.SINGLE)), "resignation_out_of_game"),
        (replace(START, cube=Cube(offered_by=ONE), resignation=(TWO, Result.SINGLE)), "two_offers"),
        (replace(START, cube=Cube(8, cap=4)), "cube_above_cap"),
        (replace(START, cube=Cube(offered_by=TWO)), "double_out_of_turn"),
        (replace(START, cube=Cube(2, TWO, offered_by=ONE)), "cube_not_owned"),
        (replace(START, cube=Cube(2, TWO, beavered_by=TWO)), "beaver_out_of_turn"),
        (replace(START, cube=Cube(2, ONE, offered_by=TWO, beavered_by=TWO)), "beaver_out_of_turn"),
        (replace(START, cube=Cube(2, ONE, offered_by=ONE, beavered_by=ONE)), "beaver_out_of_turn"),
        (replace(START, score=(3, -1)), "negative_score"),
        (replace(START, length=0), "length_not_positive"),
        (replace(MATCH, score=(8, 0)), "score_past_length"),
        (replace(MATCH, score=(7, 7), phase=Phase.OVER), "two_winners"),
        (replace(MATCH, score=(7, 3)), "match_already_over"),
        (replace(MATCH, score=(7, 3), phase=Phase.NOT_STARTED), "match_already_over"),
        (replace(MATCH, jacoby=True), "money_rule_in_match"),
        (replace(MATCH, beavers=True), "money_rule_in_match"),
        (replace(START, is_crawford=True), "crawford_in_money"),
        (replace(MATCH, score=(5, 0), is_crawford=True), "crawford_before_match_point"),
        (replace(MATCH, length=1, is_crawford=True), "crawford_before_match_point"),
    ],
)
def test_a_moment_that_contradicts_itself_says_how(state: State, fault: str) -> None:
    assert state.fault == fault


def test_m2_the_crawford_game_may_be_over_with_any_score() -> None:
    crawford = replace(MATCH, score=(6, 0), is_crawford=True)
    assert crawford.fault is None
    assert replace(crawford, score=(7, 0), phase=Phase.OVER).fault is None
    assert replace(crawford, score=(6, 2), phase=Phase.OVER).fault is None


def test_who_is_offered_something_decides_and_else_who_is_on_roll() -> None:
    assert replace(START, on_roll=TWO).decides is TWO
    assert replace(START, cube=Cube(offered_by=ONE)).decides is TWO
    assert replace(START, resignation=(TWO, Result.GAMMON)).decides is ONE


def test_v4_a_beaver_and_a_raccoon_wait_for_the_other_side() -> None:
    double = replace(START, cube=Cube().double(by=ONE))
    beaver = replace(double, cube=double.cube.beaver())
    raccoon = replace(beaver, cube=beaver.cube.raccoon())
    assert [state.fault for state in (double, beaver, raccoon)] == [None] * 3
    assert [state.decides for state in (double, beaver, raccoon)] == [TWO, ONE, TWO]


def test_each_side_sees_the_board_from_its_own_view() -> None:
    position = Position(counts(p24=15), counts(p6=15))
    state = State(position, TWO, length=7, score=(5, 3))
    assert state.seen_by(TWO) == position
    assert state.seen_by(ONE) == position.swapped()
    assert (state.away(ONE), state.away(TWO), START.away(ONE)) == (2, 4, None)


def test_m2_m3_v3_the_cube_is_not_always_in_use() -> None:
    assert START.cube_in_use == Cube()
    assert replace(MATCH, cube=Cube(2, ONE)).cube_in_use == Cube(2, ONE)
    assert replace(MATCH, length=1).cube_in_use is None
    assert replace(MATCH, score=(6, 0), is_crawford=True).cube_in_use is None
    assert State(Position.start(DUTCH), length=7).cube_in_use is None
