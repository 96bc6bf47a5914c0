"""Workbooks are read as the tables in their first sheet, and hostile ones are refused."""

from __future__ import annotations

import io
import zipfile
from contextlib import suppress
from datetime import date, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from tests.effort import examples
from tournaments.exchange import EXAMPLES, BrokenPackage, as_table, read_archive, read_archived_positions
from tournaments.queries.exports.spreadsheets import as_xlsx

TODAY = date(2026, 3, 9)


def workbook(*rows: list[Any], heading: list[Any] | None = None) -> bytes:
    """A workbook as a spreadsheet saves it, with a second sheet."""
    book = Workbook()
    sheet = book.active
    sheet.append(heading or ["winner", "loser", "length", "day", "event"])
    for row in rows:
        sheet.append(row)
    book.create_sheet("More").append(["nothing", "of", "this"])
    return _saved(book)


def _saved(book: Workbook) -> bytes:
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def changed(data: bytes, **parts: bytes | None) -> bytes:
    """The workbook with other content of these parts, or without them."""
    names = {
        "sheet": "xl/worksheets/sheet1.xml",
        "strings": "xl/sharedStrings.xml",
        "book": "xl/workbook.xml",
    }
    content = {names[name]: part for name, part in parts.items()}
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for name in {*old.namelist(), *content}:
            part = content.get(name) if name in content else old.read(name)
            if part is not None:
                new.writestr(name, part)
    return file.getvalue()


def test_days_numbers_and_texts_are_read_as_the_spreadsheet_shows_them() -> None:
    rows: tuple[list[Any], ...] = (
        ["Ada Löv", "Ben", 7, date(1998, 5, 2), "Open"],
        ["=1+1", " Ben\n", 5.0, datetime.fromisoformat("1998-05-03T20:15"), "Open\tde Nantes"],
        [],
        ["Cyd", "Ben", "9", "1999-05-01", "Coupe “d’été”, 2"],
    )
    book = load_workbook(io.BytesIO(workbook(*rows)))
    # A text that begins like a formula, as a spreadsheet keeps it.
    book.worksheets[0]["A3"].data_type = "s"
    reading = read_archive(as_table(_saved(book)), today=TODAY)
    assert reading.faults == ()
    assert [
        (line.line, line.winner.name, line.loser.name, line.length, line.day.isoformat(), line.event)
        for line in reading.lines
    ] == [
        (2, "Ada Löv", "Ben", 7, "1998-05-02", "Open"),
        (3, "=1+1", "Ben", 5, "1998-05-03", "Open de Nantes"),
        (5, "Cyd", "Ben", 9, "1999-05-01", "Coupe “d’été”, 2"),
    ]


def test_days_are_counted_from_1904_where_the_workbook_says_so() -> None:
    book = Workbook()
    book.epoch = CALENDAR_MAC_1904
    book.active.append(["winner", "loser", "length", "day", "event"])
    book.active.append(["Ada", "Ben", 7, date(1998, 5, 2), "Open"])
    [line] = read_archive(as_table(_saved(book)), today=TODAY).lines
    assert line.day == date(1998, 5, 2)


def test_a_formula_is_never_run_and_one_without_a_value_refuses_its_row() -> None:
    data = workbook(["=HYPERLINK(1)", "Ben", 7, "1998-05-02", "Open"], ["Ada", "Ben", 7, "1998-05-02", "=A1"])
    reading = read_archive(as_table(data), today=TODAY)
    assert [(fault.line, fault.code.value) for fault in reading.faults] == [(2, "no_name"), (3, "no_name")]


def test_what_is_no_workbook_is_read_as_it_is() -> None:
    for data in (b"", b"winner,loser\n", b"PKs,are,no,zip\n", b"\xff\xfe"):
        assert as_table(data) == data


@pytest.mark.parametrize("kind", EXAMPLES)
def test_the_examples_that_pages_offer_can_be_read(kind: str) -> None:
    read: Any = {"matches": read_archive, "positions": read_archived_positions}[kind]
    reading = read(as_table(as_xlsx("example", *EXAMPLES[kind])), today=TODAY)
    assert (len(reading.lines), reading.faults) == (2, ())


_BOOK = workbook(["Ada", "Ben", 7, "1998-05-02", "Open"])
_SHEET = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>%s</sheetData></worksheet>'
_BOMB = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>' + _SHEET % b"&b;"
_HOSTILE = {
    "spaces without end": (changed(_BOOK, sheet=b" " * 100_000_000), "file_too_large"),
    "elements without end": (changed(_BOOK, sheet=_SHEET % (b"<x/>" * 2_000_000)), "file_too_large"),
    "entities of entities": (changed(_BOOK, sheet=_BOMB), "no_workbook"),
    "a million columns": (
        changed(_BOOK, sheet=_SHEET % b"<row>%s</row>" % (b"<c/>" * 1_000_000)),
        "too_many_columns",
    ),
    "the last column": (
        changed(_BOOK, sheet=_SHEET % b'<row><c r="XFD1"><v>1</v></c></row>'),
        "too_many_columns",
    ),
    "the last row": (
        changed(_BOOK, sheet=_SHEET % b'<row r="1048576"><c r="A1048576"><v>1</v></c></row>'),
        "too_many_rows",
    ),
    "a long text a hundred thousand times": (
        changed(
            _BOOK,
            strings=b"<sst><si><t>%s</t></si></sst>" % (b"a" * 1_000_000),
            sheet=_SHEET % (b'<row><c t="s"><v>0</v></c></row>' * 100_000),
        ),
        "file_too_large",
    ),
    "a text that is not there": (
        changed(_BOOK, strings=b"<sst/>", sheet=_SHEET % b'<row><c t="s"><v>7</v></c></row>'),
        "no_workbook",
    ),
    "no sheet": (changed(_BOOK, sheet=None), "no_workbook"),
    "no frame": (changed(_BOOK, book=None), "no_workbook"),
    "half of it": (_BOOK[: len(_BOOK) // 2], "no_workbook"),
    "a zip file of something else": (changed(_BOOK, book=None, sheet=None, strings=None), "no_workbook"),
    "more bytes than any table": (b"PK\x03\x04" + b"\0" * (8 * 1024 * 1024), "file_too_large"),
    "a workbook of an older program": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 512, "no_workbook"),
}


@pytest.mark.parametrize("name", _HOSTILE)
def test_a_hostile_workbook_is_refused(name: str) -> None:
    data, code = _HOSTILE[name]
    with pytest.raises(BrokenPackage) as refusal:
        as_table(data, file="results")
    assert (refusal.value.code, refusal.value.file) == (code, "results")


@settings(max_examples=examples(300))
@given(at=st.integers(0, len(_BOOK) - 1), bits=st.integers(1, 255), sheet=st.binary(max_size=60))
def test_no_bytes_at_all_break_the_reader(at: int, bits: int, sheet: bytes) -> None:
    flipped = _BOOK[:at] + bytes([_BOOK[at] ^ bits]) + _BOOK[at + 1 :]
    for data in (flipped, changed(_BOOK, sheet=_SHEET % sheet), b"PK\x03\x04" + sheet):
        with suppress(BrokenPackage):
            assert isinstance(as_table(data), bytes)
