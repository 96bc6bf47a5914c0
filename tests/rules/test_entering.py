"""Checkers that enter from outside, and sides that may not hit at first (V3)."""

from __future__ import annotations

import pytest
from hypothesis import given

from rules.forced import forced_play
from rules.judgement import Judgement, PlayFault, PlayVerdict, judge
from rules.move import Move, movable
from rules.play import legal_plays, played
from rules.position import Position
from rules.variant import BACKGAMMON, DUTCH, Variant

from . import boards, brute_force_entering
from .boards import counts

NOBODY = counts()
WAITS = DUTCH._replace(code="dutch_waits", move_on_entering_roll=False)
"""The other reading: a checker does not move on in the roll with which it entered."""


def board(
    own: tuple[int, ...] = NOBODY,
    opp: tuple[int, ...] = NOBODY,
    *,
    outside: tuple[int, int] = (1, 1),
    may_hit: bool = False,
) -> Position:
    """A position of Dutch backgammon; who has a checker at home may hit, with `may_hit` I do in any case."""
    return Position.checked(own, opp, outside, (may_hit or any(own[:7]), any(opp[:7])))


def plays(position: Position, dice: tuple[int, int], variant: Variant = DUTCH) -> list[str]:
    """The legal plays in words."""
    return [play.notation for play in legal_plays(position, dice, variant)]


def fault(
    position: Position, dice: tuple[int, int], moves: list[tuple[int, int]], variant: Variant = DUTCH
) -> tuple[PlayVerdict, PlayFault | None]:
    """The verdict on a play and what is wrong with it."""
    judgement = judge(position, dice, moves, variant)
    return judgement.verdict, judgement.fault


def test_v3_all_checkers_start_outside_and_count_25_pips_each() -> None:
    start = Position.start(DUTCH)
    assert start == Position(NOBODY, NOBODY, (15, 15), (False, False))
    assert (DUTCH.checkers, start.pips, start.opp_pips) == (15, 375, 375)
    assert start.has_contact
    assert not start.has_won
    assert not start.has_lost


def test_v3_a_checker_enters_on_an_open_point_of_the_opponents_home_board() -> None:
    assert plays(board(outside=(2, 1)), (6, 4)) == ["out/19 out/21", "out/15"]
    assert plays(board(NOBODY, counts(p4=2, p1=1), outside=(2, 0)), (6, 4)) == ["out/15"]
    assert plays(board(NOBODY, counts(p4=2, p6=2)), (6, 4)) == ["#"]
    play = legal_plays(board(outside=(2, 1)), (6, 4))[0]
    assert play.result == board(counts(p21=1, p19=1), outside=(0, 1))
    assert (play.moves, play.pips) == ((Move(26, 19), Move(26, 21)), 10)


def test_v3_a_roll_may_move_checkers_enter_more_or_both() -> None:
    position = board(counts(p20=1), outside=(14, 15))
    assert plays(position, (3, 2)) == [
        "out/23 20/17",
        "out/22 out/23",
        "out/20",
        "out/22 20/18",
        "20/15",
    ]


def test_v3_the_second_die_may_move_the_checker_that_entered_with_the_first() -> None:
    assert plays(board(outside=(1, 1)), (6, 5)) == ["out/14"]
    assert plays(board(outside=(1, 1)), (3, 3)) == ["out/13"]


def test_v3_by_the_other_reading_it_waits_for_the_next_roll() -> None:
    assert plays(board(outside=(2, 1)), (6, 5), WAITS) == ["out/19 out/20"]
    # One die only, and then the higher (B7).
    assert plays(board(outside=(1, 1)), (6, 5), WAITS) == ["out/19"]
    # Another checker on the point where one has entered may leave it.
    assert plays(board(counts(p19=1)), (6, 5), WAITS) == ["out/20 19/13", "out/14", "19/8"]
    assert plays(board(counts(p21=1)), (4, 4), WAITS) == ["out/9", "21/5"]


def test_v3_no_blot_is_hit_and_each_blocks_until_a_checker_is_home() -> None:
    blot = counts(p4=1, p15=1)
    assert plays(board(counts(p13=1), blot, outside=(1, 1)), (4, 3)) == ["out/18", "out/22 13/9", "13/6"]
    free = board(counts(p13=1), blot, outside=(1, 1), may_hit=True)
    assert plays(free, (4, 3)) == [
        "out/18",
        "out/22 13/9",
        "out/21*/18",
        "out/21* 13/10*",
        "13/10*/6",
        "13/6",
    ]


def test_v3_whoever_comes_home_first_may_hit_with_the_other_die() -> None:
    position = board(counts(p24=1, p8=1), counts(p5=1), outside=(0, 1))
    # 8/4 comes home; only then 24/20 may hit.
    home_first = next(play for play in legal_plays(position, (4, 4), DUTCH) if any(play.hits))
    assert (home_first.notation, home_first.moves[0]) == ("8/4 24/20*/12", Move(8, 4))
    assert home_first.result.may_hit == (True, True)
    judgement = judge(position, (4, 4), [(24, 12), (8, 4)], DUTCH)
    assert (judgement.is_legal, judgement.moves, judgement.result) == (
        True,
        home_first.moves,
        home_first.result,
    )


def test_v3_the_checker_that_comes_home_may_not_hit_on_its_arrival() -> None:
    position = board(counts(p8=1), counts(p21=1, p22=1), outside=(0, 1))
    assert plays(position, (4, 3)) == ["8/1"]
    assert plays(board(counts(p8=1), counts(p21=1), outside=(0, 1)), (4, 2)) == ["8/2"]


def test_v3_the_right_to_hit_stays_when_the_checker_is_hit() -> None:
    one = board(counts(p24=1, p4=1), counts(p22=1, p3=1), outside=(0, 0), may_hit=True)
    after_hit = played(one.swapped(), [Move(22, 21)]).result.swapped()
    assert after_hit == board(counts(p24=1, bar=1), counts(p21=1, p3=1), outside=(0, 0), may_hit=True)
    assert "bar/22* 24/23" in plays(after_hit, (3, 1))
    assert judge(after_hit, (3, 1), [(25, 22), (24, 23)], DUTCH).is_legal
    never_home = after_hit._replace(may_hit=(False, True))
    assert fault(never_home, (3, 1), [(25, 22), (24, 23)])[1] is PlayFault.HIT_TOO_EARLY


def test_v3_the_bar_comes_first() -> None:
    position = board(counts(bar=1, p6=1), outside=(3, 1), may_hit=True)
    assert plays(position, (6, 5))[0] == "bar/19 out/20"
    assert all(play.startswith("bar/") for play in plays(position, (6, 5)))
    assert plays(board(counts(bar=2), outside=(3, 1)), (6, 5)) == ["bar/19 bar/20"]
    assert fault(position, (6, 5), [(26, 19), (26, 20)]) == (PlayVerdict.ILLEGAL, PlayFault.BAR_IGNORED)
    # Written in whatever order, the bar is played first.
    assert judge(position, (6, 5), [(26, 19), (25, 20)], DUTCH).moves == (Move(25, 20), Move(26, 19))


def test_v3_nobody_bears_off_before_all_have_entered() -> None:
    waiting = board(counts(p6=2), outside=(1, 1), may_hit=True)
    assert plays(waiting, (6, 1)) == ["out/18", "out/19 6/5"]
    assert fault(waiting, (6, 1), [(6, 0), (6, 5)]) == (PlayVerdict.ILLEGAL, PlayFault.BEAR_OFF_TOO_EARLY)
    complete = board(counts(p6=2), outside=(0, 1), may_hit=True)
    assert plays(complete, (6, 1)) == ["6/off 6/5"]


def test_v3_faults_have_names_and_the_board_stands_as_it_was_played() -> None:
    position = board(counts(p20=1), counts(p9=1, p4=2), outside=(1, 1))
    early = judge(position, (4, 3), [(20, 16), (26, 22)], DUTCH)
    assert (early.verdict, early.fault) == (PlayVerdict.ILLEGAL, PlayFault.HIT_TOO_EARLY)
    assert early.result == board(counts(p16=1, p22=1), counts(p4=2, bar=1), outside=(0, 1))
    assert fault(position, (4, 3), [(26, 21), (20, 17)]) == (PlayVerdict.IMPOSSIBLE, PlayFault.BLOCKED)
    assert fault(position, (3, 2), [(26, 22), (26, 23)]) == (PlayVerdict.IMPOSSIBLE, PlayFault.NO_CHECKER)
    assert fault(position, (3, 2), [(26, 22)]) == (PlayVerdict.ILLEGAL, PlayFault.UNDER_PLAY)
    assert fault(position, (3, 2), []) == (PlayVerdict.ILLEGAL, PlayFault.FALSE_DANCE)
    assert fault(position, (3, 2), [(26, 21), (20, 18)]) == (PlayVerdict.IMPOSSIBLE, PlayFault.BLOCKED)
    assert fault(position, (3, 2), [(26, 20), (20, 18)])[1] is PlayFault.TOO_MANY_MOVES
    assert fault(position, (3, 2), [(26, 19), (20, 18)])[1] is PlayFault.WRONG_DISTANCE
    assert fault(position, (3, 2), [(27, 24), (20, 18)]) == (PlayVerdict.IMPOSSIBLE, PlayFault.NO_SUCH_POINT)


def test_v3_moving_on_too_early_has_a_name() -> None:
    position = board(outside=(2, 1))
    moved_on = judge(position, (6, 5), [(26, 14)], WAITS)
    assert (moved_on.verdict, moved_on.fault) == (PlayVerdict.ILLEGAL, PlayFault.MOVED_ON_TOO_EARLY)
    assert moved_on.result == board(counts(p14=1))
    assert judge(position, (6, 5), [(26, 14)], DUTCH).is_legal
    # With one checker left to enter and nothing else on the board, one die is all there is.
    assert judge(board(outside=(1, 1)), (6, 5), [(26, 19)], WAITS).is_legal
    assert fault(board(outside=(1, 1)), (6, 5), [(26, 20)], WAITS)[1] is PlayFault.HIGHER_DIE
    assert judge(board(outside=(1, 1)), (4, 4), [(26, 21)], WAITS).is_legal


def test_outside_is_no_place_in_a_variant_without_it() -> None:
    position = Position.start()
    assert fault(position, (6, 5), [(26, 20), (24, 18)], BACKGAMMON)[1] is PlayFault.NO_SUCH_POINT
    # In Dutch backgammon it stays one after the last checker has entered.
    assert fault(position, (6, 5), [(26, 20), (24, 18)], DUTCH)[1] is PlayFault.NO_CHECKER


def test_a_position_says_itself_that_checkers_are_outside() -> None:
    position = board(counts(p20=1), outside=(14, 15))
    assert legal_plays(position, (3, 2)) == legal_plays(position, (3, 2), DUTCH)
    assert judge(position, (3, 2), [(26, 22), (26, 23)]).is_legal


def test_who_has_entered_and_may_hit_plays_like_everybody() -> None:
    usual = Position(counts(p13=2, p8=1), counts(p15=1))
    mine = usual._replace(outside=(0, 4), may_hit=(True, False))
    for dice in ((3, 2), (2, 2)):
        assert [play.moves for play in legal_plays(mine, dice)] == [
            play.moves for play in legal_plays(usual, dice)
        ]
    assert legal_plays(mine, (3, 2))[0].result.swapped().outside == (4, 0)
    assert judge(mine, (3, 2), [(13, 10), (8, 6)]).result.may_hit == (True, False)


def test_a_checker_outside_stands_behind_the_bar_in_the_list_of_movable_ones() -> None:
    own, opp = board(counts(p20=1), outside=(1, 1)).lists()
    assert movable(own, opp, 3) == [26, 20]
    assert movable(own, opp, 3, 25) == [20]
    assert movable(own, opp, 3, entries=[20]) == [26]


def disagreements(position: Position, dice: tuple[int, int], variant: Variant) -> list[Judgement]:
    """The judgements of all lines that differ from brute force."""
    new_may_move = variant.move_on_entering_roll
    legal = brute_force_entering.results(position, dice, new_may_move=new_may_move)
    wrong = []
    for line_of in brute_force_entering.lines(position, dice, new_may_move=new_may_move).values():
        for result, line in line_of.items():
            judgement = judge(position, dice, line[::-1], variant)
            if judgement.is_legal != (result in legal or result.has_won) or judgement.result != result:
                wrong.append(judgement)
    return wrong


@pytest.mark.parametrize("variant", [DUTCH, WAITS], ids=lambda variant: variant.code)
@given(position=boards.entering_positions(), dice=boards.dice)
def test_v3_the_legal_plays_and_verdicts_are_those_of_brute_force(
    variant: Variant, position: Position, dice: tuple[int, int]
) -> None:
    new_may_move = variant.move_on_entering_roll
    legal = brute_force_entering.results(position, dice, new_may_move=new_may_move)
    plays = legal_plays(position, dice, variant)
    assert {play.result for play in plays} == legal
    assert len(plays) == len(legal)
    assert disagreements(position, dice, variant) == []
    only_play = forced_play(position, dice, variant)
    assert (only_play is not None) == (len(legal) == 1)
    assert only_play is None or played(position, only_play).result in legal
    for play in plays:
        assert judge(position, dice, play.moves, variant).result == play.result
        assert played(position, play.moves).result == play.result
        assert [play.moves for play in plays] == sorted((play.moves for play in plays), reverse=True)
        assert sum(play.result.own) + play.result.outside[0] == sum(position.own) + position.outside[0]


@given(position=boards.entering_positions())
def test_seeing_a_board_from_the_other_side_twice_changes_nothing(position: Position) -> None:
    other_side = position.swapped()
    assert other_side.swapped() == position
    assert (other_side.pips, other_side.opp_pips) == (position.opp_pips, position.pips)
    assert (other_side.has_won, other_side.has_contact) == (position.has_lost, position.has_contact)
    assert Position.from_lists(*position.lists()) == position
