"""The play check: the same verdicts as the list of legal plays, and what is wrong with the others."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import given

from rules.errors import IllegalPlay
from rules.judgement import Judgement, PlayFault, PlayVerdict, advance, judge
from rules.move import Move, movable
from rules.play import legal_plays
from rules.position import Position
from tests.effort import is_long

from . import boards, brute_force
from .boards import counts, oracle_positions

Pairs = list[tuple[int, int]]


def verdict(
    own: tuple[int, ...], opp: tuple[int, ...], dice: tuple[int, int], moves: Pairs
) -> tuple[PlayVerdict, PlayFault | None]:
    """The verdict and the fault of a play."""
    judgement = judge(Position.checked(own, opp), dice, moves)
    return judgement.verdict, judgement.fault


def disagreements(position: Position, dice: tuple[int, int]) -> list[Judgement]:
    """The judgements of all lines that differ from the legal plays."""
    board = (position.own, position.opp)
    legal = brute_force.results(board, dice)
    wrong = []
    for line_of in brute_force.lines(board, dice).values():
        for result, line in line_of.items():
            judgement = judge(position, dice, line)
            # C5: the last checker off ends the game, so such a line is never too short.
            should_be = result in legal or not any(result[0][1:])
            if judgement.is_legal != should_be or judgement.result != Position(*result):
                wrong.append(judgement)
    return wrong


def test_every_line_of_the_oracle_positions_is_judged_as_three_programs_do() -> None:
    for case in oracle_positions()[:: 1 if is_long() else 10]:
        legal = set(case.results)
        assert disagreements(case.position, case.dice) == [], case.number
        for play in legal_plays(case.position, case.dice):
            assert judge(case.position, case.dice, play.moves).result in legal


def test_every_under_play_of_the_oracle_positions_is_illegal() -> None:
    count = 0
    for case in oracle_positions():
        board = (case.position.own, case.position.opp)
        lines = {
            result: line
            for line_of in brute_force.lines(board, case.dice).values()
            for result, line in line_of.items()
        }
        for short in case.illegal_short:
            judgement = judge(case.position, case.dice, lines[short.own, short.opp])
            count += 1
            if short.has_won:
                assert (judgement.verdict, "win_one_die" in case.tags) == (PlayVerdict.LEGAL, True)
            else:
                assert judgement.verdict is PlayVerdict.ILLEGAL
                assert judgement.fault in {
                    PlayFault.UNDER_PLAY,
                    PlayFault.FALSE_DANCE,
                    PlayFault.HIGHER_DIE,
                }
            assert judgement.result == short
    assert count == 1460


@given(position=boards.positions(), dice=boards.dice)
def test_every_line_of_any_position_is_judged_as_brute_force_does(
    position: Position, dice: tuple[int, int]
) -> None:
    assert disagreements(position, dice) == []


@given(position=boards.positions(), dice=boards.dice)
def test_the_order_of_the_pairs_does_not_matter(position: Position, dice: tuple[int, int]) -> None:
    for play in legal_plays(position, dice)[:20]:
        judgement = judge(position, dice[::-1], play.moves[::-1])
        assert (judgement.verdict, judgement.result) == (PlayVerdict.LEGAL, play.result)


def test_a_check_never_lists_the_legal_plays() -> None:
    spread = Position((0, *[1] * 15, *[0] * 10), counts(off=14, p1=1))
    with patch("rules.judgement.movable", wraps=movable) as calls:
        assert judge(spread, (1, 1), [(15, 14)]).fault is PlayFault.UNDER_PLAY
        assert judge(spread, (2, 1), []).fault is PlayFault.FALSE_DANCE
        assert judge(spread, (2, 1), [(15, 14), (14, 12)]).is_legal
    assert calls.call_count <= 4


def test_b2_moving_backwards_is_illegal() -> None:
    assert verdict(counts(p6=2), counts(p1=1), (3, 1), [(6, 9), (6, 5)]) == (
        PlayVerdict.ILLEGAL,
        PlayFault.WRONG_DIRECTION,
    )


def test_b3_landing_on_a_held_point_is_impossible_and_the_rest_is_made() -> None:
    position = Position(counts(p13=1, p8=1), counts(p16=2, p1=1))
    judgement = judge(position, (4, 3), [(13, 9), (8, 5)])
    assert (judgement.verdict, judgement.fault) == (PlayVerdict.IMPOSSIBLE, PlayFault.BLOCKED)
    assert judgement.result == Position(counts(p13=1, p5=1), position.opp)
    assert judgement.moves == (Move(8, 5),)


def test_b3_a_checker_that_only_passed_a_held_point_stands_illegally() -> None:
    own = counts(p7=2, p6=2)
    for moves in ([(24, 13)], [(24, 18), (18, 13)]):
        judgement = judge(Position(counts(p24=1), own), (6, 5), moves)
        assert (judgement.verdict, judgement.fault) == (PlayVerdict.ILLEGAL, PlayFault.BLOCKED)
        assert judgement.result == Position(counts(p13=1), own)


def test_b4_each_die_is_used_once_and_for_its_own_distance() -> None:
    own, opp = counts(p13=3, p8=1), counts(p1=1)
    assert verdict(own, opp, (4, 3), [(13, 10), (13, 10)])[1] is PlayFault.WRONG_DIE
    assert verdict(own, opp, (4, 3), [(13, 8)])[1] is PlayFault.WRONG_DISTANCE
    assert verdict(own, opp, (4, 3), [(13, 6), (8, 5)])[1] is PlayFault.TOO_MANY_MOVES
    assert verdict(own, opp, (4, 3), [(13, 9), (13, 10), (8, 5)])[1] is PlayFault.TOO_MANY_MOVES
    assert verdict(own, opp, (2, 2), [(13, 10)])[1] is PlayFault.WRONG_DISTANCE
    assert verdict(own, opp, (2, 2), [(13, 3)])[1] is PlayFault.WRONG_DISTANCE
    assert verdict(own, opp, (2, 2), [(13, 7), (13, 9)])[1] is PlayFault.TOO_MANY_MOVES
    assert verdict(counts(p6=2), opp, (2, 1), [(6, 0)])[1] is PlayFault.WRONG_DISTANCE


def test_b6_b8_an_under_play_is_illegal_and_stands() -> None:
    own, opp = counts(p13=3, p8=1), counts(p1=1)
    assert verdict(own, opp, (4, 3), [(13, 9)]) == (PlayVerdict.ILLEGAL, PlayFault.UNDER_PLAY)
    assert verdict(own, opp, (2, 2), [(13, 11), (13, 11)])[1] is PlayFault.UNDER_PLAY
    # 24/19 leaves no 6, yet 24/18 14/9 would have used both dice.
    closing = counts(p17=2, p12=2, p22=2)
    assert verdict(counts(p24=1, p14=1), closing, (6, 5), [(24, 19)])[1] is PlayFault.UNDER_PLAY


def test_b7_the_lower_die_instead_of_the_higher_is_illegal() -> None:
    own, opp = counts(p24=1), counts(p12=2)
    assert verdict(own, opp, (6, 5), [(24, 19)]) == (PlayVerdict.ILLEGAL, PlayFault.HIGHER_DIE)
    assert verdict(own, opp, (6, 5), [(24, 18)]) == (PlayVerdict.LEGAL, None)
    assert verdict(own, counts(p12=2, p7=2), (6, 5), [(24, 19)]) == (PlayVerdict.LEGAL, None)


def test_b9_a_dance_is_legal_only_when_nothing_can_be_played() -> None:
    own = counts(p1=2, p2=2, p3=2, p4=2, p5=2, p6=2)
    assert verdict(counts(bar=1), own, (6, 5), []) == (PlayVerdict.LEGAL, None)
    assert verdict(counts(bar=1), own, (5, 5), []) == (PlayVerdict.LEGAL, None)
    assert verdict(counts(p6=1), counts(p1=1), (6, 5), [])[1] is PlayFault.FALSE_DANCE
    assert verdict(counts(p6=1), counts(p1=1), (5, 5), [])[1] is PlayFault.FALSE_DANCE


def test_b10_moving_with_a_checker_on_the_bar_is_illegal() -> None:
    assert verdict(counts(bar=2, p6=1), counts(p1=1), (3, 1), [(25, 22), (6, 5)]) == (
        PlayVerdict.ILLEGAL,
        PlayFault.BAR_IGNORED,
    )


def test_c1_bearing_off_with_a_checker_outside_is_illegal() -> None:
    own = counts(p13=1, p6=2)
    assert verdict(own, counts(p1=1), (6, 5), [(6, 0), (6, 1)]) == (
        PlayVerdict.ILLEGAL,
        PlayFault.BEAR_OFF_TOO_EARLY,
    )


def test_c3_bearing_off_below_a_checker_that_must_move_is_illegal() -> None:
    own = counts(p6=1, p3=1, p1=1)
    assert verdict(own, counts(p1=1), (5, 1), [(3, 0), (1, 0)]) == (
        PlayVerdict.ILLEGAL,
        PlayFault.HIGHER_CHECKER_LEFT,
    )


def test_c5_the_last_checker_off_ends_the_game_whatever_die_is_left() -> None:
    judgement = judge(Position(counts(off=14, p6=1), counts(p20=1)), (6, 1), [(6, 0)])
    assert judgement.verdict is PlayVerdict.LEGAL
    assert judgement.result == Position(counts(off=15), counts(p20=1))
    assert judge(Position(counts(off=14, p1=1), counts(p20=1)), (1, 1), [(1, 0)]).is_legal


def test_a4_one_pair_may_stand_for_the_moves_of_one_checker() -> None:
    position = Position(counts(p24=2), counts(p5=1))
    plain = judge(position, (6, 4), [(24, 14)])
    assert plain.moves == (Move(24, 18), Move(18, 14))
    assert plain.result.opp == position.opp  # Over the empty 18, past the blot on 20.
    hitting = judge(Position(counts(p24=2), counts(p5=1, p7=2)), (6, 4), [(24, 14)])
    assert (hitting.moves, hitting.result.opp[25]) == ((Move(24, 20), Move(20, 14)), 1)
    double = judge(position, (2, 2), [(24, 18), (24, 22)])
    assert double.moves == (Move(24, 22), Move(24, 22), Move(22, 20), Move(20, 18))
    assert judge(Position(counts(p6=1, p5=1, p1=1), counts(p1=1)), (3, 3), [(6, 0), (5, 0)]).is_legal


def test_a4_bearing_off_may_be_one_die_or_one_checker_using_both() -> None:
    own = counts(p4=1, p1=1)
    assert judge(Position(own, counts(p1=1)), (5, 4), [(4, 0), (1, 0)]).is_legal
    # One checker goes off with 4-1 by way of 3; the 4 alone would leave a 1 to play.
    through = judge(Position(counts(p4=1, p2=1), counts(p1=1)), (4, 1), [(4, 0)])
    assert through.moves == (Move(4, 3), Move(3, 0))


def test_what_one_die_explains_is_no_hit_on_the_way() -> None:
    # With a blot on 3, 4/off of 4-1 leaves the 1 unplayed; 4/3*/off would have been written so.
    judgement = judge(Position(counts(p4=2), counts(p22=1)), (4, 1), [(4, 0)])
    assert judgement.fault is PlayFault.UNDER_PLAY


@pytest.mark.parametrize("pair", [(26, 20), (6, -1), (0, 0), (6, 25)])
def test_a_place_that_is_not_on_the_board_is_impossible(pair: tuple[int, int]) -> None:
    position = Position(counts(p6=2), counts(p1=1))
    judgement = judge(position, (6, 1), [pair, (6, 5)])
    assert (judgement.verdict, judgement.fault) == (PlayVerdict.IMPOSSIBLE, PlayFault.NO_SUCH_POINT)
    assert judgement.result.own == counts(p6=1, p5=1)


def test_a_move_from_an_empty_point_is_impossible() -> None:
    position = Position(counts(p6=2), counts(p1=1))
    judgement = judge(position, (6, 1), [(13, 7), (12, 11)])
    assert (judgement.verdict, judgement.fault) == (PlayVerdict.IMPOSSIBLE, PlayFault.NO_CHECKER)
    assert judgement.result == position


def test_dice_are_checked_before_the_play() -> None:
    with pytest.raises(IllegalPlay):
        judge(Position.start(), (7, 7), [(24, 17), (24, 17), (13, 6), (13, 6)])


@given(position=boards.positions(), dice=boards.dice)
def test_the_quick_way_plays_what_uses_all_dice_and_little_else(
    position: Position, dice: tuple[int, int]
) -> None:
    for play in legal_plays(position, dice)[:20]:
        own, opp = list(position.own), list(position.opp)
        is_whole = len(play.moves) == (4 if dice[0] == dice[1] else 2)
        is_made = advance(own, opp, dice, play.moves)
        assert is_made or not is_whole
        assert is_whole or not is_made or (len(play.moves), play.moves[0].src) == (1, 25)
        position_after = play.result if is_made else position
        assert (tuple(own), tuple(opp)) == (position_after.own, position_after.opp)
