"""Legal plays: each clause on a board of its own, then three other programs and a brute-force twin."""

from __future__ import annotations

from typing import cast

import pytest
from hypothesis import given

from rules.errors import IllegalPlay
from rules.move import Move, landing, movable, put
from rules.play import legal_plays, notation, played
from rules.position import Position
from rules.variant import VARIANTS

from . import boards, brute_force, brute_force_entering
from .boards import counts, oracle_positions


def plays(own: tuple[int, ...], opp: tuple[int, ...], dice: tuple[int, int]) -> list[str]:
    """The legal plays in words."""
    return [play.notation for play in legal_plays(Position.checked(own, opp), dice)]


def test_b2_checkers_move_from_24_towards_1() -> None:
    assert plays(counts(p24=1), counts(p20=1), (6, 4)) == ["24/14"]


def test_b3_a_checker_lands_on_empty_points_and_blots_but_never_on_two() -> None:
    # The opponent holds my 6 point and has blots on my 12 and 10.
    opp = counts(p13=1, p15=1, p19=2)
    assert plays(counts(p13=1, p8=1), opp, (3, 1)) == [
        "13/12*/9",
        "13/12* 8/5",
        "13/10*/9",
        "13/10* 8/7",
        "8/4",
    ]
    assert plays(counts(p13=1, p8=1), opp, (5, 2)) == ["13/11 8/3", "8/1"]
    # Own checkers are no hindrance.
    assert plays(counts(p8=2, p4=3), counts(p1=1), (4, 4)) == ["8/off(2)"]


def test_b3_a_hit_checker_goes_to_the_bar() -> None:
    play = legal_plays(Position(counts(p13=1), counts(off=13, p13=1, p15=1)), (2, 1))[0]
    assert (play.notation, play.hits) == ("13/12*/10*", (True, True))
    assert play.result == Position(counts(p10=1), counts(off=13, bar=2))


def test_b4_one_checker_plays_both_dice_only_over_an_open_point() -> None:
    assert plays(counts(p24=1), counts(p7=2, p6=2), (6, 5)) == ["#"]
    (play,) = legal_plays(Position(counts(p24=1), counts(p7=2)), (6, 5))
    assert play.moves == (Move(24, 19), Move(19, 13))


def test_b5_doubles_are_four_moves() -> None:
    assert plays(counts(p24=1, p23=1), counts(p20=1), (1, 1)) == ["24/21 23/22", "24/20", "23/19"]


def test_b6_both_dice_are_played_when_one_first_move_keeps_the_second_possible() -> None:
    # After 24/19 no 6 is left, and 14/8, 9/3 and 18/13 are closed.
    assert plays(counts(p24=1, p14=1), counts(p17=2, p12=2, p22=2), (6, 5)) == ["24/18 14/9"]


def test_b7_the_higher_die_is_played_when_either_is_possible_but_not_both() -> None:
    assert plays(counts(p24=1), counts(p12=2), (5, 6)) == ["24/18"]


def test_b7_the_lower_die_is_played_when_only_it_is_possible() -> None:
    assert plays(counts(p24=1), counts(p12=2, p7=2), (6, 5)) == ["24/19"]


def test_b8_of_doubles_as_many_as_possible_are_played() -> None:
    assert plays(counts(p20=1), counts(p17=2), (4, 4)) == ["20/12"]


def test_b9_without_a_legal_move_the_turn_passes() -> None:
    position = Position(counts(bar=1, p6=5), counts(p1=2, p2=2, p3=2, p4=2, p5=2, p6=2))
    (dance,) = legal_plays(position, (6, 6))
    assert (dance.moves, dance.hits, dance.result, dance.notation) == ((), (), position, "#")


def test_b10_the_bar_comes_first_and_a_die_n_enters_on_the_opponents_n_point() -> None:
    assert plays(counts(bar=2, p6=1), counts(p6=2), (6, 3)) == ["bar/22"]
    assert plays(counts(bar=1, p13=1), counts(p6=2), (6, 3)) == ["bar/16", "bar/22 13/7"]
    assert plays(counts(bar=2, p6=1), counts(p9=2), (6, 3)) == ["bar/19 bar/22"]


def test_c1_bearing_off_waits_until_all_checkers_are_home() -> None:
    assert plays(counts(p8=1, p6=1), counts(p1=1), (6, 5)) == ["8/3 6/off", "8/2 6/1"]


def test_c2_a_die_bears_off_from_its_own_point() -> None:
    assert "5/off 4/off" in plays(counts(p6=1, p5=1, p4=1), counts(p1=1), (5, 4))


def test_c3_without_a_checker_on_its_point_a_die_moves_a_higher_one_or_bears_off_the_highest() -> None:
    assert plays(counts(p6=1, p2=2), counts(p1=1), (4, 3)) == ["6/off"]
    assert plays(counts(p4=2, p2=1), counts(p1=1), (6, 3)) == ["4/off 4/1"]
    assert plays(counts(p2=3), counts(p1=1), (6, 3)) == ["2/off(2)"]


def test_c4_bearing_off_is_not_compulsory() -> None:
    assert plays(counts(p5=1, p4=1), counts(p1=1), (4, 1)) == ["5/1 4/3", "5/off"]


def test_c5_the_full_play_that_wins_stands_for_the_win_with_one_die() -> None:
    # 6/off with the 6 would win too; `judge` lets it stand.
    assert plays(counts(off=14, p6=1), counts(p20=1, off=14), (6, 1)) == ["6/5*/off"]


def test_a4_notation_joins_one_checkers_moves_and_counts_equal_ones() -> None:
    moves = [Move(25, 21), Move(21, 17), Move(8, 4), Move(8, 4)]
    assert notation(moves, [False, False, True, False]) == "bar/17 8/4*(2)"
    assert notation([Move(25, 21), Move(21, 17)], [True, False]) == "bar/21*/17"
    assert notation([Move(5, 0), Move(5, 0)], [False, False]) == "5/off(2)"
    assert notation([], []) == "#"


@pytest.mark.parametrize("dice", [(0, 1), (7, 1), (1,), (True, 2), (1, 2, 3)])
def test_dice_have_six_faces_and_there_are_two(dice: tuple[int, ...]) -> None:
    with pytest.raises(IllegalPlay) as refusal:
        legal_plays(Position.start(), cast("tuple[int, int]", dice))
    assert refusal.value.code == "not_dice"


def test_the_legal_plays_are_those_on_which_three_programs_agreed() -> None:
    differing = [
        case.number
        for case in oracle_positions()
        if {play.result for play in legal_plays(case.position, case.dice)} != set(case.results)
    ]
    assert len(oracle_positions()) == 2638
    assert differing == []


@given(position=boards.positions(), dice=boards.dice)
def test_the_legal_plays_are_those_of_brute_force(position: Position, dice: tuple[int, int]) -> None:
    plays = legal_plays(position, dice)
    ends = [(play.result.own, play.result.opp) for play in plays]
    assert set(ends) == brute_force.results((position.own, position.opp), dice)
    assert len(set(ends)) == len(ends)


@given(position=boards.positions(), dice=boards.dice)
def test_plays_are_in_canonical_order_and_keep_every_checker(
    position: Position, dice: tuple[int, int]
) -> None:
    plays = legal_plays(position, dice)
    assert [play.moves for play in plays] == sorted((play.moves for play in plays), reverse=True)
    assert legal_plays(position, dice[::-1]) == plays
    for play in plays:
        assert [move.src for move in play.moves] == sorted((move.src for move in play.moves), reverse=True)
        assert sum(play.result.own) == sum(position.own)
        assert sum(play.result.opp) == sum(position.opp)
        assert sum(play.hits) == play.result.opp[25] - position.opp[25]


@pytest.mark.parametrize("code", VARIANTS)
def test_every_variant_can_open_with_every_roll(code: str) -> None:
    start = Position.start(VARIANTS[code])
    for high in range(2, 7):
        for low in range(1, high):
            ends = {play.result for play in legal_plays(start, (high, low))}
            assert ends == brute_force_entering.results(start, (high, low), new_may_move=True)


def test_a_play_knows_what_it_hits_its_pips_and_whether_it_is_forced() -> None:
    position = Position(counts(bar=1, p13=2), counts(p6=2, p16=1))
    all_plays = legal_plays(position, (6, 4))
    assert [(play.notation, play.hits, play.pips, play.is_forced) for play in all_plays] == [
        ("bar/15", (False, False), 10, False),
        ("bar/21 13/7", (False, False), 10, False),
    ]
    (only,) = legal_plays(Position(counts(bar=1, p2=2), counts(p6=2)), (6, 4))
    assert (only.notation, only.pips, only.is_forced) == ("bar/15", 10, True)
    (dance,) = legal_plays(Position(counts(bar=1), counts(p6=2)), (6, 6))
    assert (dance.pips, dance.is_forced) == (0, True)
    # Bearing off wastes pips: the 6 takes 2 off the count.
    (short,) = legal_plays(Position(counts(p2=2), counts(p1=1)), (6, 5))
    assert short.pips == 4
    # What was made by hand has not been compared with other plays.
    assert not played(position, dance.moves).is_forced


@given(position=boards.positions(), dice=boards.dice)
def test_the_pips_of_a_play_are_those_the_count_falls_by(position: Position, dice: tuple[int, int]) -> None:
    plays = legal_plays(position, dice)
    assert {play.is_forced for play in plays} == {len(plays) == 1}
    for play in plays:
        assert play.pips == position.pips - play.result.pips


def test_a_move_on_two_lists_moves_one_checker_and_tells_a_hit() -> None:
    own, opp = list(counts(p13=1)), list(counts(p15=1))
    assert [put(own, opp, src, dst) for src, dst in [(13, 10), (10, 4), (4, 0)]] == [True, False, False]
    assert (own, opp) == (list(counts(off=1)), list(counts(bar=1)))


def test_a_checker_lands_as_far_away_as_the_die_says_and_no_farther_than_off() -> None:
    assert [landing(24, 6), landing(25, 6), landing(26, 6), landing(3, 6)] == [18, 19, 19, 0]


def test_movable_lists_no_place_behind_its_start() -> None:
    own, opp = counts(p13=1, p6=1), counts(p1=1)
    assert movable(own, opp, 5) == [13, 6]
    assert movable(own, opp, 5, 12) == [6]
    assert movable(counts(bar=1, p6=1), opp, 5, 24) == []
    assert movable(counts(p6=1, p2=1), opp, 2, 5) == [2]
    assert movable(counts(p3=1), opp, 4, 2) == []
