"""Every change is the true one rounded half to even, held against a twin that computes in `decimal` alone."""

from __future__ import annotations

from decimal import Decimal, getcontext, localcontext
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tournaments.ratings import FORMULAS, UNITS, PeriodPlayer, RatedPlayer
from tournaments.ratings.base import PeriodMatch
from tournaments.ratings.exact import Surd, half_even
from tournaments.ratings.formulas import glicko2
from tournaments.ratings.formulas.glicko2 import POINT, VOLATILITY

_RAMPS = {"fibs": (5, 100), "fibs-no-ramp": (1, 1), "brass-city": (2, 400)}
_ratings = st.integers(0, 5000 * UNITS)
_players = st.builds(RatedPlayer, _ratings, st.integers(0, 2000))
_lengths = st.integers(1, 35)


def _twin(code: str, winner: RatedPlayer, loser: RatedPlayer, length: int) -> tuple[int, int]:
    """The changes by a published ramp, in 60 digits from beginning to end."""
    with localcontext() as context:
        context.prec = 60
        root = Decimal(length).sqrt()
        odds = Decimal(10) ** (Decimal(winner.rating - loser.rating) / UNITS * root / 2000)
        ramp, step = _RAMPS[code]
        gain, loss = (
            4 * max(Decimal(1), ramp - Decimal(player.experience) / step) * root / (1 + odds) * UNITS
            for player in (winner, loser)
        )
        return int(gain.to_integral_value()), -int(loss.to_integral_value())


@pytest.mark.parametrize("code", sorted(_RAMPS))
@settings(max_examples=examples(3000))
@given(winner=_players, loser=_players, length=_lengths)
def test_a_change_is_the_true_one_rounded(
    code: str, winner: RatedPlayer, loser: RatedPlayer, length: int
) -> None:
    formula: Any = FORMULAS[code]
    assert formula.changes(winner, loser, length=length) == _twin(code, winner, loser, length)


@settings(max_examples=examples(3000))
@given(one=_players, two=_players, length=_lengths)
def test_without_a_ramp_the_sum_of_the_ratings_never_moves(
    one: RatedPlayer, two: RatedPlayer, length: int
) -> None:
    for code in ("fibs-no-ramp", "elo"):
        formula: Any = FORMULAS[code]
        assert sum(formula.changes(one, two, length=length)) == 0


@settings(max_examples=examples(3000))
@given(one=_players, two=_players, length=_lengths)
def test_one_of_the_two_wins(one: RatedPlayer, two: RatedPlayer, length: int) -> None:
    for code in ("fibs", "elo"):
        formula: Any = FORMULAS[code]
        chances = formula.chance(one, two, length=length) + formula.chance(two, one, length=length)
        assert chances == pytest.approx(1, abs=1e-12)


def test_a_float_too_near_to_an_edge_is_computed_in_fifty_digits() -> None:
    """The half below decides by what the digits say, and an exact half goes to the even neighbour."""
    below, above = Decimal("2.4999999999999999999999999"), Decimal("2.5000000000000000000000001")
    assert [half_even(2.5, 1e-9, lambda value=value: value) for value in (below, above)] == [2, 3]  # type: ignore[misc]
    assert [half_even(value, 1e-9, lambda value=value: Decimal(value)) for value in (2.5, 3.5)] == [2, 4]  # type: ignore[misc]


def test_fifty_digits_are_asked_for_about_twice_in_ten_thousand_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers: list[Surd] = []
    exact = Surd.decimal

    def counted(surd: Surd) -> Decimal:
        numbers.append(surd)
        return exact(surd)

    monkeypatch.setattr(Surd, "decimal", counted)
    chance, formula = Random(5), FORMULAS["fibs"]
    for _ in range(10_000):
        winner, loser = (RatedPlayer(chance.randrange(1200 * UNITS, 1900 * UNITS), 999) for _ in range(2))
        formula.changes(winner, loser, length=chance.choice((5, 7, 9, 11)))  # type: ignore[attr-defined]
    # Two numbers are read in each exact computation.
    assert 0 < len(numbers) // 2 < 20


_period_players = st.builds(
    PeriodPlayer,
    st.integers(1000 * POINT, 2200 * POINT),
    st.integers(30 * POINT, 350 * POINT),
    st.integers(VOLATILITY // 50, VOLATILITY // 8),
)


@settings(max_examples=examples(500), deadline=None)
@given(
    player=_period_players,
    matches=st.lists(st.builds(PeriodMatch, _period_players, st.booleans()), max_size=12),
    tau=st.sampled_from((Fraction(3, 10), Fraction(1, 2), Fraction(6, 5))),
)
def test_a_period_ends_where_fifty_digits_end(
    player: PeriodPlayer, matches: list[PeriodMatch], tau: Fraction
) -> None:
    formula = glicko2.FORMULA.with_parameters({"tau": str(tau.numerator / tau.denominator)})
    end = formula.exact_period_end(player, matches)
    units = (POINT, POINT, VOLATILITY)
    assert formula.after_period(player, matches) == tuple(
        int((value * unit).to_integral_value()) for value, unit in zip(end, units, strict=True)
    )
    for value, exact in zip(formula.period_end(player, matches), end, strict=True):
        assert abs(Decimal(value) - exact) < Decimal("1e-10")


def test_a_period_too_near_to_an_edge_ends_by_fifty_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    player = glicko2.FORMULA.start
    matches = [PeriodMatch(player, True)]
    by_floats = glicko2.FORMULA.after_period(player, matches)
    monkeypatch.setattr(glicko2, "_ERROR", 1.0)
    assert glicko2.FORMULA.after_period(player, matches) == by_floats
    assert getcontext().prec == 28


def test_a_volatility_far_from_its_root_is_reached_in_steps() -> None:
    """Only with a tau above 2 and a great volatility does the bracket of the root need more than one step."""
    formula = glicko2.FORMULA.with_parameters({"tau": 3})
    player = PeriodPlayer(1500 * POINT, POINT, VOLATILITY)
    opponent = PeriodPlayer(1500 * POINT, 30 * POINT, VOLATILITY)
    matches = [PeriodMatch(opponent, number % 2 == 0) for number in range(300)]
    end, exact = formula.period_end(player, matches), formula.exact_period_end(player, matches)
    assert end.volatility < 1
    assert abs(Decimal(end.volatility) - exact.volatility) < Decimal("1e-10")
