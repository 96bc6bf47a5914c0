"""Match equities, take points and wasted pips are what their sources and exact arithmetic say."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from rules import (
    ROCKWELL_KAZAROSS,
    InvalidPosition,
    MatchScore,
    Position,
    RulesError,
    Side,
    effective_pips,
    expected_rolls,
    janowski,
    legal_plays,
    money_gammon_value,
    money_take_point,
    turner,
    wastage,
)
from rules.equity import MONEY_TAKE_POINT, WOOLSEY_CRAWFORD
from rules.perft import ROLLS
from tests.rules.boards import counts

TABLE = ROCKWELL_KAZAROSS


def at(one: int, two: int, length: int = 11, *, crawford_done: bool = False) -> MatchScore:
    """A score by the points that both sides need."""
    return MatchScore(length, length - one, length - two, crawford_done)


# The other half of the printed table: rows of the side behind, which the data do not hold.
@pytest.mark.parametrize(
    ("away", "opp_away", "percent"),
    [
        (2, 1, 32.31),
        (5, 2, 25.66),
        (6, 5, 43.34),
        (11, 1, 3.36),
        (8, 4, 25.38),
        (10, 7, 34.37),
        (9, 3, 15.98),
    ],
)
def test_the_table_is_the_printed_one(away: int, opp_away: int, percent: float) -> None:
    assert TABLE.chance(at(away, opp_away), Side.ONE) == pytest.approx(percent / 100)


def test_the_table_is_a_table_of_chances() -> None:
    for one in range(1, 12):
        for two in range(1, 12):
            score = at(one, two)
            chance = TABLE.chance(score, Side.ONE)
            assert chance + TABLE.chance(score, Side.TWO) == pytest.approx(1)
            if two < 11:
                assert TABLE.chance(at(one, two + 1), Side.ONE) > chance
            after = TABLE.chance(at(one, two, crawford_done=True), Side.ONE)
            # After the Crawford game the cube helps who is behind; two sources may differ by a little.
            assert one != 1 or two == 1 or after <= chance + 0.002


def test_a_match_that_is_over_is_won() -> None:
    score = MatchScore(3).after(Side.TWO, 4)
    assert (TABLE.chance(score, Side.ONE), TABLE.chance(score, Side.TWO)) == (0.0, 1.0)


def test_what_the_table_does_not_hold_is_refused() -> None:
    with pytest.raises(RulesError, match=r"score_off_table \(most=11\)"):
        TABLE.chance(MatchScore(13), Side.ONE)
    with pytest.raises(RulesError, match="no_length"):
        TABLE.chance(MatchScore(None), Side.ONE)
    with pytest.raises(RulesError, match="points_not_positive"):
        janowski(0, 3)


def test_formulas_are_near_the_tables_they_were_made_for() -> None:
    for one in range(2, 12):
        for two in range(one, 12):
            assert janowski(one, two) == pytest.approx(TABLE.rows[one - 2 + 1][two - one], abs=0.016)
            assert janowski(two, one) == pytest.approx(1 - janowski(one, two))
    assert turner(2, 5) == pytest.approx(0.734)
    assert [round(1 - chance, 2) for chance in TABLE.rows[0][1:4]] == [0.32, 0.25, 0.19]
    assert len(WOOLSEY_CRAWFORD) == 14


def test_take_points_follow_from_the_table() -> None:
    # At 2-away 2-away whoever takes plays for the match: the drop leaves the Crawford game at 2-away.
    assert TABLE.take_point(MatchScore(2), Side.TWO) == pytest.approx(1 - 0.6769)
    # Behind after the Crawford game with an even number of points a drop costs nothing, nor does a take.
    score = at(1, 2, crawford_done=True)
    drop = TABLE.after(score, Side.TWO, 1, Side.ONE)
    assert TABLE.take_point(score, Side.ONE) == pytest.approx(drop)
    assert TABLE.take_point(at(11, 11), Side.TWO) == pytest.approx(MONEY_TAKE_POINT, abs=0.02)


def test_gammons_are_worth_what_the_score_says() -> None:
    assert TABLE.gammon_value(at(1, 5), Side.ONE) == 0
    assert TABLE.gammon_value(at(2, 1), Side.ONE) > 0.9
    assert TABLE.gammon_value(at(11, 11), Side.ONE) == pytest.approx(
        money_gammon_value(is_doubled=False, jacoby=False), abs=0.05
    )
    assert money_gammon_value(is_doubled=False, jacoby=True) == 0
    assert money_gammon_value(is_doubled=True, jacoby=True) == 0.5


def test_lost_gammons_raise_the_take_point_of_money_play() -> None:
    assert money_take_point() == MONEY_TAKE_POINT
    assert money_take_point(lost_gammons=0.2) > money_take_point(lost_gammons=0.2, won_gammons=0.2) > 0.25
    # Exactly at the take point taking is worth what dropping is.
    point = money_take_point(won_gammons=0.1, lost_gammons=0.3)
    assert 2 * (point * 1.1 - (1 - point) * 1.3) == pytest.approx(-1)


@cache
def slow_rolls(position: Position) -> Fraction:
    """The expected rolls by the list of legal plays and fractions."""
    if position.has_won:
        return Fraction(0)
    total = Fraction(0)
    for roll in ROLLS:
        best = min(slow_rolls(play.result) for play in legal_plays(position, roll))
        total += best * (1 if roll[0] == roll[1] else 2)
    return 1 + total / 36


def test_expected_rolls_are_those_of_the_legal_plays() -> None:
    other = counts(p1=1, off=14)
    for points in ({"p6": 1}, {"p5": 1, "p6": 1}, {"p1": 3}, {"p2": 2, "p4": 1}, {"p1": 1, "p3": 1, "p6": 1}):
        position = Position(counts(**points, off=15 - sum(points.values())), other)
        assert expected_rolls(position) == pytest.approx(float(slow_rolls(position)))
        assert wastage(position) == pytest.approx(effective_pips(position) - position.pips)
    # One roll takes 8 1/6 pips, and one checker on the ace point needs one.
    assert effective_pips(Position(other, other)) == pytest.approx(8 + 1 / 6)
    assert expected_rolls(Position(counts(off=15), other)) == 0


def test_expected_rolls_need_a_board_that_bears_off() -> None:
    for position in (Position.start(), Position(counts(p3=2, off=13), counts(p24=1, off=14))):
        with pytest.raises(InvalidPosition, match="not_bearing_off"):
            expected_rolls(position)
