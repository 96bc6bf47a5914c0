"""Reading of the cells of a row; the first wrong one refuses the row by its code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from .faults import RowFaultCode
from .tables import TableRow

LONGEST_TEXT = 120
_ID = re.compile(r"[A-Za-z0-9_-]{8,20}")
_NUMBER = re.compile(r"[A-Za-z0-9][A-Za-z0-9./-]{0,19}")
_COUNTRY = re.compile(r"[A-Z]{2}")
_WHOLE = re.compile(r"[0-9]{1,6}")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
# What joins the ids of a pair.
JOINT = "+"


class WrongCell(ValueError):
    """A cell that refuses its row."""

    def __init__(self, code: RowFaultCode) -> None:
        super().__init__(code)
        self.code = code


class Cells:
    """The cells of one row, read as what they must be."""

    def __init__(self, row: TableRow) -> None:
        if "" in row.cells:
            raise WrongCell(RowFaultCode.CELLS_BEYOND)
        self._cells: Mapping[str, str] = row.cells

    def text(self, column: str, *, most: int = LONGEST_TEXT) -> str:
        """Return a text without control characters."""
        text = " ".join(self._cells[column].split())
        if len(text) > most:
            raise WrongCell(RowFaultCode.TOO_LONG)
        return "".join(letter for letter in text if letter.isprintable())

    def name(self, column: str) -> str:
        """Return a text that is not empty."""
        if not (text := self.text(column)):
            raise WrongCell(RowFaultCode.NO_NAME)
        return text

    def uid(self, column: str) -> str:
        """Return the id of an object."""
        return _matching(self._cells[column], _ID, RowFaultCode.BAD_ID)

    def uids(self, column: str) -> tuple[str, ...]:
        """Return the ids of the players of a side."""
        return tuple(_matching(uid, _ID, RowFaultCode.BAD_ID) for uid in self._cells[column].split(JOINT))

    def number(self, column: str, *, is_needed: bool = False) -> str:
        """Return the number of a member."""
        if not self._cells[column] and not is_needed:
            return ""
        return _matching(self._cells[column], _NUMBER, RowFaultCode.BAD_NUMBER)

    def country(self, column: str) -> str:
        """Return a country by two letters, or nothing."""
        cell = self._cells[column].upper()
        return _matching(cell, _COUNTRY, RowFaultCode.BAD_COUNTRY) if cell else ""

    def whole(self, column: str, code: RowFaultCode, *, most: int = 999_999) -> int:
        """Return a whole number; a row without it, or with a greater one, is refused by this code."""
        number = int(_matching(self._cells[column], _WHOLE, code))
        if number > most:
            raise WrongCell(code)
        return number

    def whole_or_none(self, column: str, code: RowFaultCode, *, most: int = 999_999) -> int | None:
        """Return a whole number, or None for an empty cell."""
        return self.whole(column, code, most=most) if self._cells[column] else None

    def day(self, column: str) -> date:
        """Return a day of our time."""
        cell = _matching(self._cells[column], _DAY, RowFaultCode.BAD_DAY)
        try:
            day = date.fromisoformat(cell)
        except ValueError as error:
            raise WrongCell(RowFaultCode.BAD_DAY) from error
        if not 1900 <= day.year <= 2199:
            raise WrongCell(RowFaultCode.BAD_DAY)
        return day

    def day_or_none(self, column: str) -> date | None:
        """Return a day, or None for an empty cell."""
        return self.day(column) if self._cells[column] else None

    def flag(self, column: str) -> bool:
        """Return whether the cell says yes."""
        cell = self._cells[column]
        if cell not in _FLAGS:
            raise WrongCell(RowFaultCode.BAD_FLAG)
        return _FLAGS[cell]


_FLAGS = {"yes": True, "no": False}


def written_flag(value: bool) -> str:  # noqa: FBT001 - the one value that is written
    """Return a flag as tables hold it."""
    return "yes" if value else "no"


def _matching(cell: str, pattern: re.Pattern[str], code: RowFaultCode) -> str:
    if not pattern.fullmatch(cell):
        raise WrongCell(code)
    return cell
