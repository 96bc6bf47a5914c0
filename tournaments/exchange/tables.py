"""Tables as CSV for other programs: written without formulas, and read strictly."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from .encodings import decoded
from .package import BrokenPackage

MOST_ROWS = 50_000
# No table here has nearly so many columns.
MOST_COLUMNS = 200
# Spreadsheets read texts with these beginnings as formulas; see OWASP, CSV injection.
_STARTS_A_FORMULA = re.compile(r"^\s*[=+\-@\t\r]|^[\t\r\n]")


@dataclass(frozen=True, slots=True)
class TableRow:
    """The cells of a row by column; `line` counts from 1 and includes the heading."""

    line: int
    cells: Mapping[str, str]


def harmless(text: str) -> str:
    """Return the text, prefixed with an apostrophe if a spreadsheet would run it as a formula."""
    return f"'{text}" if _STARTS_A_FORMULA.match(text) else text


def delimiter_of(text: str) -> str:
    """Return the delimiter of the columns: the most frequent candidate in the heading line."""
    heading = text.lstrip().split("\n", 1)[0]
    return max(";,\t", key=heading.count)


def write_table(columns: Sequence[str], rows: Iterable[Sequence[str | int | None]]) -> bytes:
    """Return a table as CSV (RFC 4180) in UTF-8; no cell runs as a formula."""
    target = io.StringIO(newline="")
    writer = csv.writer(target, lineterminator="\r\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow(["" if cell is None else harmless(str(cell)) for cell in row])
    return target.getvalue().encode()


def read_table(
    data: bytes, columns: Collection[str], *, file: str, optional: Collection[str] = ()
) -> list[TableRow]:
    """Return the rows of a table with these columns, each once and in any order; raise BrokenPackage otherwise.

    The apostrophe before what looks like a formula is taken off again; every cell is text, and that of an absent
    optional column is empty.
    """
    # PostgreSQL cannot store NUL.
    text = decoded(data).replace("\x00", "")
    delimiter = delimiter_of(text)
    # Millions of empty lines, or of lines in quotes, take seconds to read; a line may end with both characters.
    if text.count("\n") + text.count("\r") > 2 * (MOST_ROWS + 1):
        raise BrokenPackage("too_many_rows", file)
    # A line of a million columns is refused before it is split.
    if any(line.count(delimiter) > MOST_COLUMNS for line in text.splitlines()):
        raise BrokenPackage("too_many_columns", file)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        heading = [title.strip() for title in next(reader, [])]
        _check_columns(heading, columns, optional, file=file)
        rows: list[TableRow] = []
        for cells in reader:
            if not any(map(str.strip, cells)):
                continue
            if len(rows) == MOST_ROWS:
                raise BrokenPackage("too_many_rows", file)
            rows.append(TableRow(reader.line_num, dict.fromkeys(optional, "") | _cells(heading, cells)))
    except csv.Error as error:
        raise BrokenPackage("no_table", file) from error
    return rows


def _check_columns(
    heading: Sequence[str], columns: Collection[str], optional: Collection[str], *, file: str
) -> None:
    """Raise BrokenPackage for a missing, unknown or repeated column."""
    missing = [title for title in columns if title not in heading]
    unknown = [title for title in dict.fromkeys(heading) if title not in {*columns, *optional}]
    if missing or unknown or len(set(heading)) < len(heading):
        raise BrokenPackage("wrong_columns", file, missing=missing, unknown=unknown)


def _cells(heading: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    """Return the cells by column; missing ones are empty, and those beyond the heading stand under an empty name."""
    row = dict.fromkeys(heading, "")
    row.update(zip(heading, map(as_written, cells), strict=False))
    beyond = "".join(cells[len(heading) :]).strip()
    return row | ({"": beyond} if beyond else {})


def as_written(cell: str) -> str:
    """Return the text of a cell without the apostrophe before what looks like a formula."""
    text = cell.strip()
    is_guarded = text.startswith("'") and harmless(text[1:]) == text
    return text[1:] if is_guarded else text
