"""Strict reading of plain data: each wrong value is refused with a code and its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import TypeVar

T = TypeVar("T")
# The largest number, the longest list and the longest text.
MOST = 10**6
LONGEST_LIST = 10**4
LONGEST_TEXT = 500
_NUMBER = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,12})?|-?[0-9]{1,12}/0*[1-9][0-9]{0,11}")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class InvalidData(ValueError):
    """A value that cannot be, with a stable code; `path` leads to it, as `wins.points` or `entrants[2].places[0].from`."""

    def __init__(self, code: str, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}" if path else reason)
        self.code = code
        self.path = path


def number(value: object, path: str, *, least: int = 0, most: int = MOST) -> Fraction:
    """Return an exact number of a JSON number or of a text such as "0.7" or "1/3"."""
    if type(value) is int:
        exact = Fraction(value)
    elif type(value) in (float, Decimal, str) and _NUMBER.fullmatch(str(value)):
        exact = Fraction(str(value))
    else:
        raise InvalidData("not_a_number", path, 'must be a number, or a text such as "0.7" or "1/3"')
    if exact < least:
        raise InvalidData("number_too_small", path, f"must be at least {least}")
    if exact > most:
        raise InvalidData("number_too_large", path, f"must be at most {most}")
    return exact


def whole(value: object, path: str, *, least: int = 0, most: int = MOST) -> int:
    """Return a whole number."""
    if type(value) is not int:
        raise InvalidData("not_whole", path, "must be a whole number")
    if value < least:
        raise InvalidData("number_too_small", path, f"must be at least {least}")
    if value > most:
        raise InvalidData("number_too_large", path, f"must be at most {most}")
    return value


def text(value: object, path: str) -> str:
    """Return a text that is not empty."""
    if not isinstance(value, str):
        raise InvalidData("not_a_text", path, "must be a text")
    if not value.strip():
        raise InvalidData("text_empty", path, "must not be empty")
    if len(value) > LONGEST_TEXT:
        raise InvalidData("text_too_long", path, f"must have at most {LONGEST_TEXT} characters")
    return value


def boolean(value: object, path: str) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise InvalidData("not_a_boolean", path, "must be true or false")
    return value


def day(value: object, path: str) -> date:
    """Return a day written as 2026-03-01."""
    try:
        if isinstance(value, str) and _DAY.fullmatch(value):
            return date.fromisoformat(value)
    except ValueError:
        pass
    raise InvalidData("not_a_day", path, "must be a day such as 2026-03-01")


def moment(value: object, path: str) -> datetime:
    """Return a moment written as 2026-03-01T14:30:00+01:00; without an offset it has no time zone."""
    try:
        if isinstance(value, str) and len(value) <= LONGEST_TEXT and "T" in value:
            return datetime.fromisoformat(value)
    except ValueError:
        pass
    raise InvalidData("not_a_moment", path, "must be a moment such as 2026-03-01T14:30:00+01:00")


def choice(value: object, path: str, choices: Collection[str]) -> str:
    """Return one of the choices."""
    if not isinstance(value, str) or value not in choices:
        raise InvalidData("unknown_choice", path, f"must be one of {', '.join(choices)}")
    return value


def items(
    value: object, path: str, read: Callable[[object, str], T], *, least: int = 0, most: int = LONGEST_LIST
) -> tuple[T, ...]:
    """Return the items of a list, each read."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise InvalidData("not_a_list", path, "must be a list")
    if len(value) < least:
        raise InvalidData("list_too_short", path, f"must have at least {least} of them")
    if len(value) > most:
        raise InvalidData("list_too_long", path, f"must have at most {most} of them")
    return tuple(read(item, f"{path}[{index}]") for index, item in enumerate(value))


def mapping(value: object, path: str, read: Callable[[object, str], T]) -> dict[str, T]:
    """Return an object of any names, each value read."""
    if not isinstance(value, Mapping):
        raise InvalidData("not_an_object", path, "must be an object")
    return {text(name, f"{path} name"): read(item, f"{path}.{name}") for name, item in value.items()}


class Fields:
    """The fields of an object, of which no other may be there."""

    def __init__(self, value: object, path: str, names: Collection[str]) -> None:
        if not isinstance(value, Mapping):
            raise InvalidData("not_an_object", path, "must be an object")
        self._values: Mapping[str, object] = value
        self._path = path
        for name in value:
            if name not in names:
                raise InvalidData(
                    "unknown_key", self.path(str(name)), f"is unknown; the keys are {', '.join(names)}"
                )

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def path(self, name: str) -> str:
        """Return the path of a field."""
        return f"{self._path}.{name}" if self._path else name

    def read(self, name: str, read: Callable[[object, str], T]) -> T:
        """Return a field that must be there."""
        if name not in self._values:
            raise InvalidData("missing_key", self.path(name), "is missing")
        return read(self._values[name], self.path(name))

    def get(self, name: str, read: Callable[[object, str], T], default: T) -> T:
        """Return a field, or its default."""
        return self.read(name, read) if name in self._values else default
