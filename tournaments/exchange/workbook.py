"""The first sheet of a workbook (Office Open XML) as CSV; nothing of it is run, or unpacked beyond the limits."""

from __future__ import annotations

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from xml.parsers import expat

from .package import LARGEST_FILE, BrokenPackage, read_entry
from .tables import MOST_COLUMNS

_BEGINS = b"PK\x03\x04"
# What older programs write, and is no table here.
_OLD_BINARY = b"\xd0\xcf\x11\xe0"
_LARGEST_PART = 24 * 1024 * 1024
_MOST_ROWS = 100_000
# A cell is two of them, so that this is more than a table of as many rows as are read has.
_MOST_ELEMENTS = 1_000_000
_RELATIONS = "xl/_rels/workbook.xml.rels"
_WORKBOOK, _STRINGS, _STYLES = "xl/workbook.xml", "xl/sharedStrings.xml", "xl/styles.xml"
_LETTERS = re.compile(r"[A-Z]{1,3}")
# The formats of days that every program knows without declaring them.
_DAY_FORMATS = frozenset({*range(14, 18), 22, *range(27, 37), *range(50, 59)})
# What stands in quotes, brackets or after a backslash in a number format is no part of a day.
_LITERAL = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.')
_FIRST_DAY, _FIRST_DAY_OF_1904 = date(1899, 12, 30), date(1904, 1, 1)
_LARGEST_WHOLE = 1e15

_Attributes = Mapping[str, str]


def as_table(data: bytes, *, file: str = "") -> bytes:
    """Return the first sheet of a workbook as CSV with the same lines, and anything else as it is.

    A cell with a formula has the value that was last computed. Raise BrokenPackage for a workbook that cannot be read.
    """
    if data.startswith(_OLD_BINARY):
        raise BrokenPackage("no_workbook", file)
    if not data.startswith(_BEGINS):
        return data
    if len(data) > LARGEST_FILE:
        raise BrokenPackage("file_too_large", file)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            rows = _Workbook(archive).rows()
    except (
        zipfile.BadZipFile,
        zlib.error,
        expat.ExpatError,
        EOFError,
        NotImplementedError,
        RuntimeError,
        OSError,
        LookupError,
        ValueError,
    ) as error:
        code = error.code if isinstance(error, BrokenPackage) else "no_workbook"
        raise BrokenPackage(code, file) from error
    return _written(rows)


def _written(rows: Mapping[int, Mapping[int, str]]) -> bytes:
    """Return the rows as CSV, each in the line of its number."""
    target = io.StringIO(newline="")
    writer = csv.writer(target, lineterminator="\n")
    for number in range(1, max(rows, default=0) + 1):
        cells = rows.get(number, {})
        writer.writerow([cells.get(at, "") for at in range(max(cells, default=-1) + 1)])
    return target.getvalue().encode()


class _Workbook:
    """A workbook in a zip file."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._names = set(archive.namelist())

    def rows(self) -> dict[int, dict[int, str]]:
        """Return the cells with a value of the first sheet, by the numbers of row and column."""
        frame, relations = _SheetNames(), _Relations()
        self._listen(_WORKBOOK, frame.start)
        self._listen(_RELATIONS, relations.start)
        strings, styles = _Strings(), _Styles()
        if _STRINGS in self._names:
            self._listen(_STRINGS, strings.start, strings.end, strings.text)
        if _STYLES in self._names:
            self._listen(_STYLES, styles.start)
        sheet = _SheetCells(strings.texts, styles.days(), frame.first_day)
        target = relations.targets[frame.sheet]
        part = target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
        self._listen(part, sheet.start, sheet.end, sheet.text)
        return sheet.rows

    def _listen(
        self,
        part: str,
        start: Callable[[str, _Attributes], None],
        end: Callable[[str], None] | None = None,
        text: Callable[[str], None] | None = None,
    ) -> None:
        """Tell these functions of the elements of a part by their local names."""
        count = 0

        def begin(name: str, attributes: _Attributes) -> None:
            nonlocal count
            count += 1
            if count > _MOST_ELEMENTS:
                raise BrokenPackage("file_too_large", part)
            start(name.rpartition(":")[2], attributes)

        def refuse(*_of_type: object) -> None:
            raise BrokenPackage("no_workbook", part)

        parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        # Entities that grow without end are declared in a document type, which no spreadsheet writes.
        parser.StartDoctypeDeclHandler = refuse
        parser.StartElementHandler = begin
        if end is not None and text is not None:
            parser.EndElementHandler = lambda name: end(name.rpartition(":")[2])
            parser.CharacterDataHandler = text
        parser.Parse(read_entry(self._archive, self._archive.getinfo(part), most=_LARGEST_PART), True)  # noqa: FBT003


class _SheetNames:
    """The part that names the sheets, and the day from which days are counted."""

    def __init__(self) -> None:
        self.sheet = ""
        self.first_day = _FIRST_DAY

    def start(self, name: str, attributes: _Attributes) -> None:
        if name == "workbookPr" and attributes.get("date1904") in {"1", "true"}:
            self.first_day = _FIRST_DAY_OF_1904
        elif name == "sheet" and not self.sheet:
            self.sheet = next((value for key, value in attributes.items() if key.endswith(":id")), "")


class _Relations:
    """The files of the sheets by their ids."""

    def __init__(self) -> None:
        self.targets: dict[str, str] = {}

    def start(self, name: str, attributes: _Attributes) -> None:
        if name == "Relationship":
            self.targets[attributes["Id"]] = attributes["Target"]


class _Styles:
    """Which styles of cells show a number as a day."""

    def __init__(self) -> None:
        self._codes: dict[int, str] = {}
        self._formats: list[int] = []
        self._is_within = False

    def start(self, name: str, attributes: _Attributes) -> None:
        if name == "numFmt":
            self._codes[int(attributes["numFmtId"])] = attributes["formatCode"]
        elif name in {"cellXfs", "cellStyleXfs"}:
            self._is_within = name == "cellXfs"
        elif name == "xf" and self._is_within:
            self._formats.append(int(attributes.get("numFmtId", "0")))

    def days(self) -> frozenset[int]:
        """Return the numbers of these styles."""
        return frozenset(at for at, number in enumerate(self._formats) if self._is_day(number))

    def _is_day(self, number: int) -> bool:
        code = _LITERAL.sub("", self._codes.get(number, "")).lower()
        return number in _DAY_FORMATS or ("d" in code and "m" in code) or "yy" in code


class _Strings:
    """The texts that cells share."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._parts: list[str] = []
        self._is_text = self._is_spoken = False

    def start(self, name: str, _attributes: _Attributes) -> None:
        if name == "si":
            self._parts = []
        elif name == "rPh":
            # How a text is pronounced is no part of it.
            self._is_spoken = True
        self._is_text = name == "t" and not self._is_spoken

    def text(self, text: str) -> None:
        if self._is_text:
            self._parts.append(text)

    def end(self, name: str) -> None:
        self._is_text = False
        if name == "rPh":
            self._is_spoken = False
        elif name == "si":
            self.texts.append("".join(self._parts))


class _SheetCells:
    """The cells of a sheet as text: days as 2026-03-07, whole numbers without a point."""

    def __init__(self, strings: list[str], days: frozenset[int], first_day: date) -> None:
        self.rows: dict[int, dict[int, str]] = {}
        self._strings, self._days, self._first_day = strings, days, first_day
        self._row = 0
        self._column = -1
        self._kind = ""
        self._is_day = self._is_value = False
        self._parts: list[str] = []
        self._size = 0

    def start(self, name: str, attributes: _Attributes) -> None:
        if name == "c":
            self._begin_cell(attributes)
        elif name == "row":
            self._row, self._column = int(attributes.get("r", self._row + 1)), -1
        self._is_value = name in {"v", "t"}

    def text(self, text: str) -> None:
        if self._is_value:
            self._parts.append(text)

    def end(self, name: str) -> None:
        self._is_value = False
        if name == "c" and self._parts and (cell := " ".join(self._cell("".join(self._parts)).split())):
            if not 0 < self._row <= _MOST_ROWS + 1:
                raise BrokenPackage("too_many_rows")
            self._size += len(cell)
            if self._size > LARGEST_FILE:
                raise BrokenPackage("file_too_large")
            self.rows.setdefault(self._row, {})[self._column] = cell

    def _begin_cell(self, attributes: _Attributes) -> None:
        letters = _LETTERS.match(attributes.get("r", ""))
        self._column = _column(letters[0]) if letters else self._column + 1
        if self._column >= MOST_COLUMNS:
            raise BrokenPackage("too_many_columns")
        self._kind = attributes.get("t", "n")
        self._is_day = int(attributes.get("s", "0")) in self._days
        self._parts = []

    def _cell(self, text: str) -> str:
        if self._kind == "s":
            return self._strings[int(text)]
        if self._kind == "d":
            return text[:10]
        if self._kind == "n":
            return self._number(float(text))
        # A cell in which a formula failed has no value.
        return "" if self._kind == "e" else text

    def _number(self, number: float) -> str:
        if self._is_day and 0 < number < 2**21:
            return (self._first_day + timedelta(days=int(number))).isoformat()
        return str(int(number)) if number.is_integer() and abs(number) < _LARGEST_WHOLE else repr(number)


def _column(letters: str) -> int:
    """Return the column of its letters, from 0."""
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("A") + 1
    return column - 1
