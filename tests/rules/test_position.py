"""Positions: the start, both points of view, counts and what no board can show."""

from __future__ import annotations

import pytest
from hypothesis import given

from rules.errors import InvalidPosition
from rules.position import Position
from rules.variant import (
    BACKGAMMON,
    HYPERGAMMON_1,
    HYPERGAMMON_2,
    HYPERGAMMON_3,
    NACKGAMMON,
    VARIANTS,
    Variant,
)

from .boards import counts, positions


def test_a1_a_point_is_25_minus_its_number_for_the_opponent() -> None:
    # Checkers on number 6 of the one and 18 of the other stand on neighbouring points, 6 and 7.
    position = Position(counts(p6=1), counts(p18=1))
    assert not position.has_contact
    assert Position(counts(p7=1), counts(p19=1)).has_contact
    assert position.swapped() == Position(counts(p18=1), counts(p6=1))


def test_a2_fifteen_checkers_a_side_stand_on_24_13_8_and_6() -> None:
    start = Position.start()
    assert start.own == start.opp == counts(p24=2, p13=5, p8=3, p6=5)
    assert (start.pips, start.opp_pips) == (167, 167)


def test_a3_any_number_of_checkers_may_stand_on_a_point_or_the_bar() -> None:
    position = Position.checked(counts(p6=15), counts(bar=15))
    assert (position.pips, position.opp_pips) == (90, 375)


def test_v1_nackgammon_starts_with_four_checkers_back() -> None:
    assert Position.start(NACKGAMMON).own == counts(p24=2, p23=2, p13=4, p8=3, p6=4)


@pytest.mark.parametrize(
    ("variant", "start"),
    [
        (HYPERGAMMON_3, counts(p24=1, p23=1, p22=1)),
        (HYPERGAMMON_2, counts(p24=1, p23=1)),
        (HYPERGAMMON_1, counts(p24=1)),
    ],
)
def test_v2_hypergammon_starts_with_one_checker_on_each_of_the_rearmost_points(
    variant: Variant, start: tuple[int, ...]
) -> None:
    assert Position.start(variant) == Position(start, start)


def test_variants_are_found_by_their_code_and_know_their_checkers() -> None:
    assert {code: variant.checkers for code, variant in VARIANTS.items()} == {
        "backgammon": 15,
        "nackgammon": 15,
        "hypergammon_1": 1,
        "hypergammon_2": 2,
        "hypergammon_3": 3,
        "dutch": 15,
    }
    assert all(VARIANTS[code].code == code for code in VARIANTS)
    assert BACKGAMMON.has_cube


@given(positions())
def test_seeing_a_board_from_the_other_side_twice_changes_nothing(position: Position) -> None:
    other_side = position.swapped()
    assert other_side.swapped() == position
    assert (other_side.pips, other_side.opp_pips) == (position.opp_pips, position.pips)
    assert other_side.has_contact == position.has_contact


def test_contact_lasts_until_the_sides_have_passed_each_other() -> None:
    assert Position(counts(p13=1), counts(p13=1)).has_contact
    assert not Position(counts(p12=1), counts(p13=1)).has_contact
    assert Position(counts(bar=1), counts(p1=1)).has_contact


def test_the_last_checker_off_wins() -> None:
    position = Position(counts(off=15), counts(p1=15))
    assert (position.has_won, position.has_lost) == (True, False)
    assert (position.swapped().has_won, position.swapped().has_lost) == (False, True)


def test_a_prime_is_points_in_a_row_with_two_checkers_each() -> None:
    assert Position.start().longest_prime == 1
    assert Position(counts(p24=1), counts(p1=1)).longest_prime == 0
    six = counts(p4=2, p5=2, p6=3, p7=2, p8=2, p9=2, p3=1)
    assert Position(six, counts(p1=1)).longest_prime == 6
    # Neither what is borne off nor what is on the bar is a point.
    assert Position(counts(off=5, p1=2, p24=2, bar=5), counts(p1=1)).longest_prime == 1
    # The later of two primes counts as much as the first.
    assert Position(counts(p1=2, p2=2, p4=2, p5=2, p6=2), counts(bar=1)).longest_prime == 3


def test_a_closed_board_is_six_points_at_home() -> None:
    own = counts(p1=2, p2=2, p3=2, p4=2, p5=2, p6=2)
    assert Position(own, counts(bar=1)).has_closed_board
    assert not Position(counts(bar=1), own).has_closed_board
    assert not Position(counts(p1=1, p2=2, p3=2, p4=2, p5=2, p6=2), counts(bar=1)).has_closed_board
    assert not Position(counts(p2=2, p3=2, p4=2, p5=2, p6=2, p7=2), counts(bar=1)).has_closed_board


@given(positions())
def test_lists_of_an_ordinary_board_hold_its_counts(position: Position) -> None:
    own, opp = position.lists()
    assert (tuple(own), tuple(opp)) == (position.own, position.opp)
    assert Position.from_lists(own, opp) == position


def test_v3_lists_of_an_entering_side_say_who_is_outside_and_who_may_hit() -> None:
    position = Position(counts(p6=1), counts(p13=2), (0, 3), (True, False))
    own, opp = position.lists()
    assert (own[:26], own[26:]) == (list(position.own), [0, 1])
    assert (opp[:26], opp[26:]) == (list(position.opp), [3, 0])
    assert Position.from_lists(own, opp) == position


@pytest.mark.parametrize(
    ("outside", "may_hit", "code"),
    [
        ((1,), (True, True), "not_two_sides"),
        ((0, 0), (True,), "not_two_sides"),
        ((-1, 0), (True, True), "count_not_natural"),
        ((15, 0), (True, True), "wrong_number_of_checkers"),
        ((0, 0), (False, True), "at_home_and_may_not_hit"),
    ],
)
def test_v3_what_no_variant_can_show_is_refused(
    outside: tuple[int, ...], may_hit: tuple[bool, ...], code: str
) -> None:
    with pytest.raises(InvalidPosition) as refusal:
        Position.checked(counts(p6=1), counts(p6=1), outside, may_hit)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("own", "opp", "code"),
    [
        ((1,) * 25, counts(p1=1), "not_26_counts"),
        (counts(p1=1), counts(p1=-1, p2=2), "count_not_natural"),
        (counts(p1=1), (True, *counts(p1=1)[1:]), "count_not_natural"),
        (counts(), counts(p1=1), "wrong_number_of_checkers"),
        (counts(p1=1), counts(p1=16), "wrong_number_of_checkers"),
        (counts(p6=1), counts(p19=1), "point_held_by_both"),
        (counts(off=15), counts(off=15), "both_borne_off"),
    ],
)
def test_counts_that_no_board_can_show_are_refused(
    own: tuple[int, ...], opp: tuple[int, ...], code: str
) -> None:
    with pytest.raises(InvalidPosition) as refusal:
        Position.checked(own, opp)
    assert refusal.value.code == code
    assert code in str(refusal.value)
