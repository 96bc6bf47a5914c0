"""Roots and logarithms are those of a slower way, to the last of their twelve places."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tournaments.points.numbers import as_data, as_text, log2, root, rounded


@given(st.integers(1, 10**9))
def test_a_root_is_no_further_than_half_a_unit_from_its_number(number: int) -> None:
    half = Fraction(1, 2 * 10**12)
    assert (root(number) - half) ** 2 < number < (root(number) + half) ** 2
    assert (10**12) % root(number).denominator == 0


@given(st.integers(1, 10**6))
def test_a_logarithm_is_that_of_a_hundred_digits(number: int) -> None:
    with localcontext(prec=100):
        exact = Decimal(number).log10() / Decimal(2).log10()
        assert abs(Fraction(exact) - log2(number)) <= Fraction(1, 2 * 10**12)
    assert (10**12) % log2(number).denominator == 0


def test_roots_of_squares_and_logarithms_of_powers_are_exact() -> None:
    assert [root(number * number) for number in range(100)] == list(range(100))
    assert [log2(2**power) for power in range(20)] == list(range(20))
    # sqrt(2) = 1.4142135623730950..., sqrt(3) = 1.7320508075688772...
    assert [as_text(root(2)), as_text(root(3))] == ["1.414213562373", "1.732050807569"]
    # log2(3) = 1.5849625007211561...
    assert as_text(log2(3)) == "1.584962500721"


def test_a_number_is_written_exactly() -> None:
    assert [as_text(Fraction(text)) for text in ("3", "0.7", "1/3", "12.050")] == ["3", "0.7", "1/3", "12.05"]
    assert [as_data(Fraction(text)) for text in ("3", "7/10")] == [3, "0.7"]
    assert [rounded(Fraction(text), 2) for text in ("0.125", "0.375", "1/3")] == [0.12, 0.38, 0.33]


def test_a_fraction_longer_than_a_line_is_written_as_a_decimal() -> None:
    long = sum((Fraction(1, place) for place in range(1, 200)), Fraction(0))
    assert as_text(long).startswith("5.8730309481")
    assert abs(Fraction(as_text(long)) - long) <= Fraction(1, 2 * 10**24)
    assert as_text(Fraction(1, 3) + Fraction(1, 7**20)).count("/") == 1
