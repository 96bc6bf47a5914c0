"""Rounds proven optimal block by block equal those of brute force and of one matching over all pairs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import groupby
from random import Random

import pytest

from tests.effort import is_long
from tests.matching.test_solver import brute_force, in_order
from tournaments.formats.swiss.board import fold_partners
from tournaments.matching.blocks import blocks_of
from tournaments.matching.ideal import around, exchanges, ideal_pairs, least_cost, reach_for
from tournaments.matching.rules import Rule, by_difference, by_key, by_lot, by_partner
from tournaments.matching.solver import PairingProblem


def test_a_pair_has_to_cross_behind_an_odd_number_of_players_alone() -> None:
    assert blocks_of([9, 9, 5, 5, 5, 4], bye=None) == ((range(2), range(2, 6)), 1)
    # The bye sits among those with 5 points, so that a pair crosses behind none of them.
    assert blocks_of([9, 9, 5, 5, 5, 4, 4], bye=2) == ((range(2), range(2, 5), range(5, 7)), 0)
    assert blocks_of([9, 7, 7, 7], bye=None) == ((range(4),), 4)


def test_ideal_opponents_have_each_other() -> None:
    assert ideal_pairs((2, 3, 0, 1, 5, 4), range(4)) == ([0, 1], [2, 3])
    assert ideal_pairs((2, 3, 0, 1, 5, 4), range(4, 6)) == ([4], [5])
    # Somebody has nobody, looks at who looks away, or at somebody elsewhere.
    assert ideal_pairs((1, 0, 2), range(3)) is None
    assert ideal_pairs((1, 0, 1, 1), range(4)) is None
    assert ideal_pairs((1, 2, 1, 4, 3), range(2)) is None
    assert ideal_pairs((2, 1, 0), (0, 1)) is None


def test_pairs_far_from_each_other_cost_four_each() -> None:
    partners = (*range(10, 20), *range(10))
    assert least_cost(partners, []) == 0
    assert least_cost(partners, [(4, 14)]) == 4
    # Neighbours can take each other's opponents, and that is all it costs.
    assert least_cost(partners, [(4, 14), (5, 15)]) == 4
    assert least_cost(partners, [(4, 14), (5, 15), (6, 16), (9, 19)]) == 12
    assert reach_for(4) == 4


def test_what_is_changed_around_two_pairs_is_one_part_where_it_meets() -> None:
    assert around(20, [1, 5, 15]) == [range(8), range(13, 18)]
    assert list(exchanges(range(3, 5))) == [(3, 3), (3, 4), (4, 3), (4, 4)]


def field_after_rounds(chance: Random, count: int, *, has_lot: bool = False) -> PairingProblem:
    """Make the problem of a later Swiss round: many ideal pairs are barred or share a club."""
    scores = sorted((chance.randint(0, 3) for _ in range(count)), reverse=True)
    partners = fold_partners([list(group) for _, group in groupby(range(count), key=scores.__getitem__)])
    ideal = [(one, two) for one, two in enumerate(partners) if one < two]
    pairs = [(one, two) for two in range(count) for one in range(max(0, two - count // 2), two)]
    share = chance.choice((0.0, 0.1, 0.3))
    barred = {pair for pair in ideal if chance.random() < share}
    barred |= set(chance.sample(pairs, k=int(len(pairs) * share / 3)))
    clubs = [chance.choice(("", "", f"club {player // 2}", "Lyon")) for player in range(count)]
    rules: list[Rule] = [by_difference("score", scores)]
    if chance.random() < 0.7:
        rules.append(by_key("club", clubs))
    if count % 2:
        byes = [int(chance.random() < 0.3) for _ in range(count)]
        lowest = min(scores)
        rules[:0] = [Rule("second_bye", 1, byes=byes)]
        if chance.random() < 0.8:
            rules.insert(1, Rule("bye_points", 3, byes=[score - lowest for score in scores]))
        rules.append(Rule("bye_place", count, byes=range(count - 1, -1, -1)))
    rules.append(by_partner("fold", partners))
    if has_lot:
        rules.append(by_lot("lot", [str(player) for player in range(count)], seed="s", round_number=1))
    no_bye = frozenset(player for player in range(count) if chance.random() < 0.1)
    return PairingProblem(count, tuple(rules), frozenset(barred), no_bye, partners)


@pytest.mark.parametrize("count", range(2, 11))
@pytest.mark.parametrize("has_lot", [False, True])
def test_no_round_of_all_rounds_is_better_than_a_proven_one(count: int, has_lot: bool) -> None:
    chance = Random(count)
    counts = Counter[bool]()
    for _ in range((400 if count < 9 else 100) // (1 if is_long() else 10)):
        field = field_after_rounds(chance, count, has_lot=has_lot)
        matching, best = field._by_blocks(), brute_force(field)
        counts[matching is not None] += 1
        if matching is not None:
            assert in_order(matching) == best
        again = field.solve()
        assert (None if again is None else in_order(again)) == best
    # Both are worth something only where both happen.
    assert counts[True] > 1


@pytest.mark.parametrize("count", [66, 67, 90, 91, 128, 129, 180])
def test_the_proven_round_is_the_one_of_all_pairs(count: int) -> None:
    chance = Random(count)
    rounds_proven = 0
    for _ in range(40 if is_long() else 8):
        field = field_after_rounds(chance, count)
        matching = field._by_blocks()
        if matching is None:
            continue
        rounds_proven += 1
        complete = field._match(range(count), field.barred, reach=count)
        assert complete is not None
        assert in_order(matching) == in_order(field._matching(complete))
    assert rounds_proven > 3


def test_a_large_block_far_from_the_ideal_is_paired_by_windows() -> None:
    count = 1100
    partners = (*range(550, 1100), *range(550))
    rules = (by_difference("score", [0] * count), by_partner("fold", partners))
    # Nobody may meet anybody near the ideal opponent.
    barred = frozenset(
        (one, one + 550 + off) for one in range(550) for off in range(-9, 10) if one + off < 550
    )
    field = PairingProblem(
        count, rules, frozenset(pair for pair in barred if pair[0] < pair[1]), partners=partners
    )
    matching = field._by_blocks()
    assert matching is not None
    assert len(matching.pairs) == 550
    assert field.barred.isdisjoint(matching.pairs)
    # One in which somebody may meet nobody has no round.
    alone = replace(field, barred=frozenset((0, other) for other in range(1, count)))
    assert alone._by_blocks() is None
