"""Tables as files for spreadsheet programs, without cells that run as formulas."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from decimal import Decimal

from tournaments.exchange import harmless

Cell = str | int | Decimal | None

# XML 1.0 does not allow these characters.
_NOT_IN_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_WIDEST = 40


def as_csv(
    headings: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    *,
    delimiter: str = ",",
    has_comma: bool = False,
    has_bom: bool = False,
) -> bytes:
    """Return the table as CSV (RFC 4180) in UTF-8.

    Texts that a spreadsheet would run as formulas are prefixed with an apostrophe. `has_comma` writes decimals with a
    comma; `has_bom` adds a byte order mark.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow([harmless(heading) for heading in headings])
    for row in rows:
        writer.writerow([_written(cell, has_comma=has_comma) for cell in row])
    return text.getvalue().encode("utf-8-sig" if has_bom else "utf-8")


def as_tabs(rows: Sequence[Sequence[Cell]], *, has_comma: bool = False) -> str:
    """Return the rows as tab-separated text, for pasting into a spreadsheet."""
    return "\n".join(
        "\t".join(_on_one_line(_written(cell, has_comma=has_comma)) for cell in row) for row in rows
    )


def as_xlsx(title: str, headings: Sequence[str], rows: Sequence[Sequence[Cell]]) -> bytes:
    """Return the table as an Office Open XML workbook with one sheet; text is never stored as a formula."""
    # Loading the library takes a third of a second, so it is imported only here.
    from openpyxl import Workbook
    from openpyxl.utils import get_column_letter

    book = Workbook()
    sheet = book.active
    # A sheet title has at most 31 characters and none of these.
    sheet.title = re.sub(r"[\[\]:*?/\\]", " ", _NOT_IN_XML.sub("", title))[:31].strip("' ") or "1"
    for number, row in enumerate([headings, *rows], start=1):
        for column, value in enumerate(row, start=1):
            cell = sheet.cell(number, column)
            if isinstance(value, str):
                cell.value = _NOT_IN_XML.sub("", value)
                cell.data_type = "s"
            else:
                cell.value = value
    for column, heading in enumerate(headings, start=1):
        longest = max([len(str(row[column - 1] or "")) for row in rows], default=0)
        sheet.column_dimensions[get_column_letter(column)].width = min(
            _WIDEST, max(longest, len(heading)) + 2
        )
    sheet.freeze_panes = "A2"
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _written(cell: Cell, *, has_comma: bool) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return harmless(cell)
    text = str(cell)
    return text.replace(".", ",") if has_comma else text


def _on_one_line(text: str) -> str:
    return re.sub(r"[\t\r\n]+", " ", text)
