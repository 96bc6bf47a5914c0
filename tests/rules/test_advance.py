"""The quick way to make a play that is plainly legal."""

from __future__ import annotations

from itertools import permutations, product

from rules import Position, judge, legal_plays
from rules.judgement import advance
from tests.rules.boards import counts, oracle_positions


def test_it_makes_every_legal_play_that_uses_all_dice_in_any_order_of_its_moves() -> None:
    count = 0
    for case in oracle_positions()[::7]:
        for play in legal_plays(case.position, case.dice):
            if len(play.moves) != (4 if case.dice[0] == case.dice[1] else 2):
                continue
            for moves in {play.moves, play.moves[::-1]}:
                own, opp = list(case.position.own), list(case.position.opp)
                if advance(own, opp, case.dice, moves):
                    assert (tuple(own), tuple(opp)) == (play.result.own, play.result.opp)
                    count += 1
                else:
                    # Only where the order of the dice has to be found out.
                    assert moves[0][1] == 0 or moves[1][1] == 0
    assert count > 5000


def test_it_makes_nothing_else_and_leaves_the_board_alone_then() -> None:
    count = 0
    for case in oracle_positions()[::11]:
        if case.dice[0] == case.dice[1]:
            continue
        for (first, second), (src, then) in product(permutations(case.dice), product(range(1, 26), repeat=2)):
            own, opp = list(case.position.own), list(case.position.opp)
            moves = ((src, src - first), (then, then - second))
            if advance(own, opp, case.dice, moves):
                assert Position(tuple(own), tuple(opp)) in case.results
            else:
                count += 1
                assert (tuple(own), tuple(opp)) == (case.position.own, case.position.opp)
    assert count > 5000


def test_b6_b7_one_checker_enters_alone_where_nothing_else_can_be_played() -> None:
    """On any board and with either die, only entries that the oracles allow are made."""
    count = 0
    for case in oracle_positions():
        if case.dice[0] == case.dice[1]:
            continue
        for die in case.dice:
            own, opp = list(case.position.own), list(case.position.opp)
            if advance(own, opp, case.dice, [(25, 25 - die)]):
                assert Position(tuple(own), tuple(opp)) in case.results
                count += 1
            else:
                assert (tuple(own), tuple(opp)) == (case.position.own, case.position.opp)
    assert count > 20


def test_b6_a_checker_does_not_enter_alone_where_another_move_is_left() -> None:
    blocks = counts(p6=2, p12=2)
    for own, is_all in [(counts(bar=1), False), (counts(bar=2), True), (counts(bar=1, p8=1), False)]:
        mine, theirs = list(own), list(blocks)
        assert advance(mine, theirs, (6, 3), [(25, 22)]) is is_all


def test_v3_nothing_is_plain_while_a_side_enters_or_may_not_hit() -> None:
    position = Position(counts(p13=2), counts(p13=1), (0, 1), (True, True))
    own, opp = position.lists()
    assert not advance(own, opp, (6, 3), [(13, 7), (13, 10)])
    assert judge(position, (6, 3), [(13, 7), (13, 10)]).is_legal
