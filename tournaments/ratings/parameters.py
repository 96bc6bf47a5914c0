"""Parameters of a formula as data: numbers, and tables of a number for each match length."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any, TypeVar

P = TypeVar("P")
# The largest number that a parameter may be, and the longest match that is rated.
MOST = 10**6
LONGEST = 1000


class InvalidParameters(ValueError):
    """An unknown parameter of a formula, or an invalid value."""


def read(values: P, data: Mapping[str, object]) -> P:
    """Return parameters with those of `data` in place of their own; InvalidParameters names the first wrong one."""
    defaults = {field.name: getattr(values, field.name) for field in fields(values)}  # type: ignore[arg-type]
    if unknown_names := sorted(data.keys() - defaults.keys()):
        raise InvalidParameters(
            f"unknown parameter {unknown_names[0]}; the parameters are {', '.join(defaults)}"
        )
    changes = {
        name: _table(name, value) if isinstance(defaults[name], Mapping) else _number(name, value)
        for name, value in data.items()
    }
    return type(values)(**{**defaults, **changes})


def as_data(values: Any) -> dict[str, object]:
    """Return parameters as JSON has them."""
    return {field.name: _plain(getattr(values, field.name)) for field in fields(values)}


def _plain(value: Fraction | Mapping[int, Fraction]) -> object:
    if isinstance(value, Mapping):
        return {str(length): _plain(number) for length, number in value.items()}
    return value.numerator if value.denominator == 1 else float(value)


def _number(name: str, value: object) -> Fraction:
    is_number = isinstance(value, (int, float, Decimal, str)) and not isinstance(value, bool)
    try:
        number = Fraction(Decimal(str(value))) if is_number else None
    except (InvalidOperation, ValueError, OverflowError):
        number = None
    if number is None or not 0 < number <= MOST:
        raise InvalidParameters(f"{name} must be a number above 0, at most {MOST}")
    return number


def _table(name: str, value: object) -> Mapping[int, Fraction]:
    is_table = isinstance(value, Mapping) and bool(value)
    if not is_table or not all(isinstance(key, str) and key.isascii() and key.isdigit() for key in value):  # type: ignore[attr-defined]
        raise InvalidParameters(f"{name} must be an object of match lengths and numbers")
    table = {int(key): _number(f"{name}.{key}", number) for key, number in value.items()}  # type: ignore[attr-defined]
    if not all(0 < length <= LONGEST for length in table):
        raise InvalidParameters(f"a match length of {name} must be from 1 to {LONGEST}")
    return dict(sorted(table.items()))
