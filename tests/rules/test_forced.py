"""The play of a roll that leaves no choice."""

from __future__ import annotations

import pytest

from rules import Position, legal_plays
from rules.forced import forced_play
from rules.play import played
from tests.rules.boards import counts, oracle_positions


def test_a_choice_is_no_forced_play() -> None:
    assert forced_play(Position.start(), (3, 1)) is None


def test_a_dance_is_forced_and_has_no_moves() -> None:
    position = Position(counts(bar=1, p6=14), counts(p1=2, p2=2, p3=2, p4=2, p5=2, p6=5))
    assert forced_play(position, (3, 1)) == ()
    assert forced_play(position, (2, 2)) == ()


def test_b7_the_higher_die_is_forced_where_only_one_can_be_played() -> None:
    position = Position(counts(p24=1, off=14), counts(p12=2, p13=2, p6=11))
    assert forced_play(position, (6, 5)) == ((24, 18),)
    lower = Position(counts(p24=1, off=14), counts(p7=2, p12=2, p8=11))
    assert forced_play(lower, (5, 6)) == ((24, 19),)


def test_it_is_the_only_legal_play_wherever_there_is_just_one() -> None:
    kinds = set()
    for case in oracle_positions():
        moves = forced_play(case.position, case.dice)
        is_single = len(case.results) == 1
        kinds.add(is_single)
        assert (moves is not None) == is_single
        if moves is not None:
            (play,) = legal_plays(case.position, case.dice)
            assert played(case.position, moves).result == play.result
    assert kinds == {True, False}


@pytest.mark.parametrize("dice", [(1, 1), (2, 1)])
def test_a_spread_board_is_given_up_at_the_second_play(dice: tuple[int, int]) -> None:
    position = Position((0, *[1] * 15, *[0] * 10), (*[0] * 25, 15))
    assert forced_play(position, dice) is None
