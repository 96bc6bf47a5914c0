"""The doubling cube: who may turn it, and what it is worth after the answer."""

from __future__ import annotations

import pytest

from rules.cube import Cube, is_cube_value
from rules.errors import IllegalAction
from rules.match import Side


def test_e1_it_starts_in_the_middle_at_1_and_either_side_may_double() -> None:
    cube = Cube()
    assert (cube.value, cube.owner) == (1, None)
    assert cube.can_double(Side.ONE)
    assert cube.can_double(Side.TWO)


def test_e2_a_take_doubles_the_stake_and_the_taker_owns_the_cube() -> None:
    cube = Cube().double(by=Side.ONE).take()
    assert (cube.value, cube.owner, cube.offered_by) == (2, Side.TWO, None)


def test_e2_only_the_owner_may_redouble() -> None:
    cube = Cube().double(by=Side.ONE).take()
    assert not cube.can_double(Side.ONE)
    with pytest.raises(IllegalAction) as refusal:
        cube.double(by=Side.ONE)
    assert refusal.value.code == "cube_not_owned"
    assert cube.double(by=Side.TWO).take() == Cube(4, Side.ONE)


def test_d4_a_drop_leaves_the_value_before_the_double() -> None:
    cube = Cube().double(by=Side.ONE).take().double(by=Side.TWO).drop()
    assert (cube.value, cube.offered_by) == (2, None)


def test_e3_there_is_no_limit_unless_the_profile_sets_one() -> None:
    cube = Cube()
    for doubler in [Side.ONE, Side.TWO] * 4:
        cube = cube.double(by=doubler).take()
    assert cube.value == 256
    cube_at_cap = Cube(cap=2).double(by=Side.ONE).take()
    assert cube_at_cap.value == 2
    with pytest.raises(IllegalAction) as refusal:
        cube_at_cap.double(by=Side.TWO)
    assert refusal.value.code == "cube_capped"


def test_e5_a_beaver_is_no_answer() -> None:
    double = Cube().double(by=Side.ONE)
    assert not double.can_double(Side.TWO)
    with pytest.raises(IllegalAction) as refusal:
        double.double(by=Side.TWO)
    assert refusal.value.code == "answer_awaited"


def test_an_answer_needs_an_offer() -> None:
    for answer in (Cube().take, Cube().drop):
        with pytest.raises(IllegalAction) as refusal:
            answer()
        assert refusal.value.code == "no_double_offered"


def test_a_cube_shows_powers_of_two() -> None:
    assert [value for value in range(-2, 70) if is_cube_value(value)] == [1, 2, 4, 8, 16, 32, 64]
    with pytest.raises(IllegalAction) as refusal:
        Cube(3)
    assert refusal.value.code == "cube_not_power_of_two"
