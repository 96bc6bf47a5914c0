"""Refused rows of files, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tournaments.errors import RowsRefused
from tournaments.exchange import ROW_WORDS, RowFault, RowFaultCode
from tournaments.models.wording import in_words

_MOST_REFUSED = 200


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """A refused row of a table by its file and its line, with the reason in words."""

    file: str
    line: int
    why: str


def refused_lines(faults: Iterable[RowFault]) -> list[RefusedLine]:
    """Return the first refused rows in words."""
    return [
        RefusedLine(fault.file, fault.line, in_words(ROW_WORDS[fault.code]))
        for fault in list(faults)[:_MOST_REFUSED]
    ]


def lines_of_refusal(refusal: RowsRefused) -> list[RefusedLine]:
    """Return the rows that a refusal names, in words."""
    rows: Any = refusal.data["rows"]
    return refused_lines(RowFault(row["file"], row["line"], RowFaultCode(row["code"])) for row in rows)
