"""The quick way to make a play that is plainly legal."""

from __future__ import annotations

from itertools import permutations, product

from rules import Position, legal_plays
from rules.judgement import advance
from tests.rules.boards import oracle_positions


def test_it_makes_every_legal_play_that_uses_all_dice_in_any_order_of_its_moves() -> None:
    made = 0
    for case in oracle_positions()[::7]:
        for play in legal_plays(case.position, case.dice):
            if len(play.moves) != (4 if case.dice[0] == case.dice[1] else 2):
                continue
            for moves in {play.moves, play.moves[::-1]}:
                own, opp = list(case.position.own), list(case.position.opp)
                if advance(own, opp, case.dice, moves):
                    assert (tuple(own), tuple(opp)) == (play.result.own, play.result.opp)
                    made += 1
                else:
                    # Only where the order of the dice has to be found out.
                    assert moves[0][1] == 0 or moves[1][1] == 0
    assert made > 5000


def test_it_makes_nothing_else_and_leaves_the_board_alone_then() -> None:
    refused = 0
    for case in oracle_positions()[::11]:
        if case.dice[0] == case.dice[1]:
            continue
        for (first, second), (src, then) in product(permutations(case.dice), product(range(1, 26), repeat=2)):
            own, opp = list(case.position.own), list(case.position.opp)
            moves = ((src, src - first), (then, then - second))
            if advance(own, opp, case.dice, moves):
                assert Position(tuple(own), tuple(opp)) in case.results
            else:
                refused += 1
                assert (tuple(own), tuple(opp)) == (case.position.own, case.position.opp)
    assert refused > 5000
