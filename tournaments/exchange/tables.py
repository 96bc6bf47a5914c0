"""Tables as CSV for other programs: written without formulas, and read strictly."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from .encodings import decoded
from .package import BrokenPackage

MOST_ROWS = 50_000
# No table here has nearly so many columns.
MOST_COLUMNS = 200
# In a table of so many columns no cell is an address of several lines.
_NARROW = 2
_ONE_COMMA = re.compile(r"[^,]*,\s[^,]*")
# Spreadsheets read texts with these beginnings as formulas; see OWASP, CSV injection. One with apostrophes before it gets
# another, so that a reader who takes one away has the text that was written.
_STARTS_A_FORMULA = re.compile(r"^'*(?:\s*[=+\-@\t\r]|[\t\r\n])")


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


class OpenQuote(ValueError):
    """A quote opens in a `line` and is not closed where its cell ends, so that the lines after it are one cell."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}")
        self.line = line


@dataclass(frozen=True, slots=True)
class TextRow:
    """The cells of a row, with the lines of its beginning and its end."""

    first_line: int
    last_line: int
    cells: list[str]


def rows_of_text(text: str, delimiter: str, *, lines_above: int = 0) -> Iterator[TextRow]:
    """Yield the rows of a table that are not empty; raise OpenQuote, or csv.Error for a cell beyond all bounds."""
    source = io.StringIO(text, newline="")
    for _line in range(lines_above):
        source.readline()
    reader = csv.reader(source, delimiter=delimiter, strict=True)
    before = lines_above
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            if "field larger" in str(error):
                raise
            raise OpenQuote(before + 1) from error
        if cells is None:
            return
        last_line = lines_above + reader.line_num
        if any(map(str.strip, cells)):
            yield TextRow(before + 1, last_line, cells)
        before = last_line


def require_closed_quotes(row: TextRow, delimiter: str, width: int) -> None:
    """Raise OpenQuote for a cell with rows of the table, because a quote was opened and closed much later.

    In a table of one column each line is a row, so that no cell has several. In others a cell of several lines has no
    sign that stands between columns. An address beside two other columns may have one comma with a blank behind it,
    unless the columns of the row are divided by such commas.
    """
    may_have_comma = delimiter == "," and width > _NARROW
    is_spaced = any(cell[:1].isspace() for cell in row.cells[1:])
    for cell in row.cells:
        if {"\n", "\r"}.isdisjoint(cell):
            continue
        is_address = may_have_comma and not is_spaced and _ONE_COMMA.fullmatch(cell) is not None
        if width == 1 or (delimiter in cell and not is_address):
            raise OpenQuote(row.first_line)


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
    written = rows_of_text(text, delimiter)
    try:
        head = next(written, None)
        heading = [title.strip() for title in head.cells] if head else []
        _check_columns(heading, columns, optional, file=file)
        rows: list[TableRow] = []
        for row in written:
            if len(rows) == MOST_ROWS:
                raise BrokenPackage("too_many_rows", file)
            rows.append(TableRow(row.last_line, dict.fromkeys(optional, "") | _cells(heading, row.cells)))
    except OpenQuote as error:
        raise BrokenPackage("open_quote", file) from error
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
