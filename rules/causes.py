"""The slip behind the problems of a match text: found by putting it right and checking again."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import NamedTuple

from .damage import columns_exchanged, game_begin, row_of, row_text
from .problem import Finding, Problem, Severity
from .validation import Checked, check

# A larger text is no transcription by hand, and each trial reads all of it.
_LARGEST = 1 << 18
# How many rows above a problem the slip may stand.
_REACH = 3
_UNREADABLE = 10_000
_BLANKS = dict.fromkeys(map(ord, "\u00a0\u2002\u2003\u2007\u2009\u202f\u3000"), " ")
_NOTHING = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff"), "")
_SIGNS = {ord("／"): "/", ord("\u2044"): "/", ord("："): ":", ord("）"): ")", ord("→"): "=>"}
_CELL = r"\d\d:|Doubles|Takes|Drops|Wins|Cannot"
_BAR_ROW = re.compile(
    r"^\s*\|?\s*(\d+)\s*[);.]?\s*[|;\t]+([^|;\t\n]*)[|;\t]+([^|;\t\n]*)[|;\t]?\s*$", re.MULTILINE
)
_NUMBERED = re.compile(r"^(\s*\d+)[.:](?=\s)", re.MULTILINE)


class CauseKind(StrEnum):
    """The kind of a slip.

    >>> CauseKind.ROW_MISSING.value
    'row_missing'
    """

    SPACES = "spaces"
    """Blanks of other kinds than the usual one."""
    ENTITIES = "entities"
    """Signs as web pages write them: `&gt;`."""
    SIGNS = "signs"
    """Other signs for `/`, `:` and `=>`."""
    QUOTED = "quoted"
    """The marks of a quoted mail."""
    CELLS = "cells"
    """Other signs between the cells of a row, or between its number and them."""
    COLLAPSED = "collapsed"
    """Runs of blanks that became one."""
    WRAPPED = "wrapped"
    """Lines that were broken."""
    DICE = "dice"
    """Dice written with a dash or a blank."""
    DASHES = "dashes"
    """Dashes for slashes."""
    COUNTS = "counts"
    """A blank before a count."""
    COLON = "colon"
    """A colon lost behind the dice, or another sign for it."""
    VARIATION = "variation"
    """A variant that the header does not name, or another than it names."""
    ROW_DOUBLED = "row_doubled"
    ROWS_EXCHANGED = "rows_exchanged"
    CELLS_EXCHANGED = "cells_exchanged"
    COLUMNS_EXCHANGED = "columns_exchanged"
    """The columns of the two players, in one game."""
    ROW_MISSING = "row_missing"
    """A row whose number is passed over; nobody can put that right."""


class Cause(NamedTuple):
    """The slip behind problems: its kind, its line, the text put right, and what problems are left then.

    `repaired` is `None` where the text cannot be put right.

    >>> text = b" 1 point match\\n Game 1\\n Ann : 0        Bob : 0\\n  1 | 31: 8/5 6/5 | 42: 8/4 6/4\\n"
    >>> cause = cause_of(text)
    >>> cause.kind.value, cause.repaired.splitlines()[-1]
    ('cells', '  1) 31: 8/5 6/5                 42: 8/4 6/4')
    """

    kind: CauseKind
    line: int | None
    repaired: str | None
    left: tuple[Problem, ...]


def cause_of(data: bytes, result: Checked | None = None) -> Cause | None:
    """Find the one slip that explains most problems of a match text; `None` if there is none.

    Each slip is a hypothesis: the text is put right and checked again. It is believed if that leaves no
    problem, or less than a quarter of them. `result` is what `check` said, if it was asked already.
    """
    result = result or check(data)
    weight = _weight(result)
    if not weight or len(data) > _LARGEST or result.format not in (None, "mat"):
        return None
    text = _text(data)
    best: Cause | None = None
    least = weight
    for kind, line, repaired in _hypotheses(text, result):
        if repaired == text:
            continue
        after = check(repaired.encode())
        if _weight(after) < least:
            left = tuple(item for item in after.problems if item.severity is Severity.PROBLEM)
            best, least = Cause(kind, line, repaired, left), _weight(after)
            if not least:
                break
    if best is not None and (not least or least * 4 < weight):
        return best
    return _missing_row(text, result)


def _weight(result: Checked) -> int:
    if result.transcript is None:
        return _UNREADABLE
    return sum(item.severity is Severity.PROBLEM for item in result.problems)


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _hypotheses(text: str, result: Checked) -> Iterator[tuple[CauseKind, int | None, str]]:
    for kind, repair in _REPAIRS:
        yield kind, None, repair(text)
    has_odd_number = any(item.code is Finding.NUMBER_OUT_OF_ORDER for item in result.problems)
    if (_weight(result) == 1 and not has_odd_number) or result.transcript is None:
        # One problem has its line and its sentence already; a number alone does not say which row it is.
        return
    for item in result.problems:
        if item.code is Finding.OTHER_VARIANT:
            rest = "\n".join(line for line in text.split("\n") if "[Variation " not in line)
            yield CauseKind.VARIATION, 1, f'; [Variation "{item.found}"]\n{rest}'
    first = next(item.line for item in result.problems if item.severity is Severity.PROBLEM)
    lines = text.split("\n")
    for index in range((first or 1) - 1, max((first or 1) - 2 - _REACH, -1), -1):
        yield from _row_hypotheses(lines, index)
    begin = game_begin(lines, (first or 1) - 1)
    yield CauseKind.COLUMNS_EXCHANGED, begin + 3, "\n".join(columns_exchanged(lines, begin))


def _row_hypotheses(lines: list[str], index: int) -> Iterator[tuple[CauseKind, int, str]]:
    """Yield the slips of a row: doubled, exchanged with the next one, or its cells with each other."""
    row = row_of(lines[index]) if index < len(lines) else None
    if row is None:
        return
    number, left, right = row
    before, after = lines[:index], lines[index + 1 :]
    if after and (below := row_of(after[0])):
        if below == row:
            yield CauseKind.ROW_DOUBLED, index + 2, "\n".join([*before, *after])
        if below[0] < number:
            exchanged = [*before, after[0], lines[index], *after[1:]]
            yield CauseKind.ROWS_EXCHANGED, index + 1, "\n".join(exchanged)
    yield CauseKind.CELLS_EXCHANGED, index + 1, "\n".join([*before, row_text(number, right, left), *after])


def _missing_row(text: str, result: Checked) -> Cause | None:
    """The row whose number is passed over, if the first problem follows it."""
    first = next((item.line for item in result.problems if item.severity is Severity.PROBLEM), None) or 0
    lines = text.split("\n")
    for index in range(1, min(first, len(lines))):
        row, above = row_of(lines[index]), row_of(lines[index - 1])
        if row and above and row[0] == above[0] + 2:
            return Cause(CauseKind.ROW_MISSING, index + 1, None, ())
    return None


def _in_columns(text: str) -> str:
    """The rows with their cells at the usual columns, whatever stands between them."""
    lines = []
    for line in text.split("\n"):
        row = re.fullmatch(rf"\s*(\d+)\) ?(?=\S)(.*?)(?: +(?=(?:{_CELL})))((?:{_CELL}).*)", line)
        lines.append(row_text(int(row[1]), *_aligned(row[2], row[3])) if row else line)
    return "\n".join(lines)


def _aligned(*cells: str) -> tuple[str, ...]:
    # The words of the cube stand one blank further.
    return tuple(f" {cell}" if cell[:1].isalpha() else cell for cell in cells)


def _unwrapped(text: str) -> str:
    """The lines of a row joined again: what follows a row and is none."""
    lines: list[str] = []
    for line in text.split("\n"):
        if lines and _is_rest(line) and (row_of(lines[-1]) or lines[-1].lstrip().startswith("Wins ")):
            lines[-1] += line
        else:
            lines.append(line)
    return "\n".join(lines)


def _is_rest(line: str) -> bool:
    is_begun = re.match(r"\s*(?:\d+\)|Game |Wins |;|\S.* : \d)", line)
    return bool(line.strip()) and not is_begun


_REPAIRS: tuple[tuple[CauseKind, Callable[[str], str]], ...] = (
    (CauseKind.SPACES, lambda text: text.translate(_BLANKS | _NOTHING)),
    (CauseKind.ENTITIES, lambda text: html.unescape(text).translate(_BLANKS)),
    (CauseKind.SIGNS, lambda text: text.translate(_SIGNS)),
    (CauseKind.QUOTED, lambda text: re.sub(r"(?m)^(?:> ?)+", "", text)),
    (
        CauseKind.CELLS,
        lambda text: _BAR_ROW.sub(
            lambda row: row_text(int(row[1]), *_aligned(row[2].strip(), row[3].strip())), text
        ),
    ),
    (CauseKind.CELLS, lambda text: _NUMBERED.sub(r"\1)", text)),
    (CauseKind.COLLAPSED, _in_columns),
    (CauseKind.WRAPPED, _unwrapped),
    (CauseKind.DICE, lambda text: re.sub(r"\b([1-6])[- ]([1-6]):", r"\1\2:", text)),
    (
        CauseKind.DASHES,
        lambda text: re.sub(r"(?<=[ :])(\d+|bar)-(\d+|off)(?=[*( ]|$)", r"\1/\2", text, flags=re.MULTILINE),
    ),
    (CauseKind.COUNTS, lambda text: re.sub(r"(?<=[\d*ff]) \(([234])\)", r"(\1)", text)),
    (CauseKind.COLON, lambda text: re.sub(r"(?<=[ )])([1-6][1-6])[.;,]?(?= (?:\d+|bar)/)", r"\1:", text)),
)
