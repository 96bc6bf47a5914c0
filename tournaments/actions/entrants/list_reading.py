"""Reading of a list of players: its encoding, its heading, its columns and its rows as they are written."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from matches.models import name_words
from tournaments.errors.entrants import ListQuoteOpen, ListTooLarge, ListUnreadable
from tournaments.exchange import (
    BrokenPackage,
    OpenQuote,
    TextRow,
    as_table,
    as_written,
    decoded,
    encoding_of,
    require_closed_quotes,
    rows_of_text,
)
from tournaments.models import number_key
from tournaments.queries.people.identity import PersonWords
from tournaments.queries.people.names import folded_emails

from .list_countries import country_code
from .list_headings import ListField, fields_of, has_names, is_title_of_names
from .list_names import given_first, without_marks

MOST_ROWS = 2000
LARGEST_LIST = 1024 * 1024
# A heading of a million columns is not read to its end.
MOST_COLUMNS = 200
# The heading is looked for in so many rows, below titles.
_ROWS_ABOVE = 20
# A row with fewer cells above the titles of columns is a title of the list.
_CELLS_OF_PLAYERS = 2
_DELIMITERS = ";,\t|"
_SEPARATOR_LINE = "sep="
# What a spreadsheet writes into a cell whose formula failed, as #N/A, #NV or #REF!.
_FAILED_FORMULA = re.compile(r"#[A-Z]+(?:/[A-Z0])?[!?]?")
# What tells namesakes apart where nothing else does.
_NUMBER_LABEL = re.compile(r" \(#\d+\)$")


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """One row of the file; `line` counts from 1 and includes the heading."""

    line: int
    name: str
    club: str = ""
    country: str = ""
    email: str = ""
    beyond: str = ""
    """What stands in cells for which the heading has no column."""
    number: str = ""
    """The number in a federation."""
    unknown_country: str = ""
    """What stands in the column of the country and is none."""
    entrant: str = ""
    """The id of the entrant in the file that was downloaded."""
    status: str = ""
    first_day: str = ""
    """The days of a membership as they are written, in a list of members."""
    last_day: str = ""
    rating: str = ""
    """The rating and the experience as they are written, in a list of members."""
    experience: str = ""
    is_heading: bool = False
    """Whether the row has the titles of columns once more."""
    is_above: bool = False
    """Whether the row stands above the titles, and has several cells as those below."""

    @property
    def words(self) -> PersonWords:
        """What the row says of the person."""
        numbers = frozenset({number_key(self.number)} - {""})
        return PersonWords(self.name, self.club, self.country, folded_emails(self.email), numbers)


@dataclass(frozen=True, slots=True)
class ListOptions:
    """How a list is read, where somebody says so; else it is recognized.

    `columns` are the fields of columns by their position from 1, of which an empty one is not used. `heading_line` is
    the line of the heading, 0 for a list without one.
    """

    encoding: str = ""
    columns: Mapping[int, str] = field(default_factory=dict)
    heading_line: int | None = None
    of_members: bool = False
    """Whether it is a list of members, with the days of their memberships and their ratings."""


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column by its position from 1, with its title and what it holds; `example` is its first cell below."""

    position: int
    title: str
    field: ListField | None
    example: str = ""


@dataclass(frozen=True, slots=True)
class ListReading:
    """What a list says, before anybody is looked for."""

    rows: tuple[ListedPlayer, ...]
    columns: tuple[ListColumn, ...]
    encoding: str
    heading_line: int

    @property
    def unused(self) -> tuple[str, ...]:
        """The columns with cells that are not used, by their titles."""
        return self.titles_of(None)

    def titles_of(self, *fields: ListField | None) -> tuple[str, ...]:
        """Return the titles of the columns with cells that hold one of these, in their order."""
        return tuple(
            column.title or f"({column.position})"
            for column in self.columns
            if column.field in fields and column.example
        )

    @property
    def has_names(self) -> bool:
        """Whether a column has the names."""
        return has_names({column.field: column.position for column in self.columns if column.field})


def read_line(line: str) -> ListedPlayer:
    """Parse a walk-in typed as `name, club, country`; only the name is required.

    A country of two letters at the end is the country, even without a club.
    """
    name, *rest = [" ".join(part.split()) for part in line.split(",")][:3]
    is_last = bool(rest) and len(rest[-1]) == 2 and rest[-1].isascii() and rest[-1].isalpha()
    country = rest.pop().upper() if is_last else ""
    if len(rest) > 1 and (code := country_code(rest[-1])):
        country = code
    return ListedPlayer(line=1, name=name, club=rest[0] if rest else "", country=country)


def text_of_list(data: bytes, *, encoding: str = "", zone: str = "") -> str:
    """Return the text of a file with a list, which may be a workbook; raise ListUnreadable for one that cannot be read."""
    return decoded(_table(data), encoding=encoding, zone=zone)


def encoding_of_list(data: bytes, *, zone: str = "") -> str:
    """Return the encoding that a list seems to have; that of a workbook is UTF-8."""
    return encoding_of(_table(data), zone=zone)


def _table(data: bytes) -> bytes:
    """Return a list as text; raise ListUnreadable for a workbook that cannot be read."""
    try:
        return as_table(data)
    except BrokenPackage as broken:
        raise ListUnreadable from broken


def read_list(data: bytes, options: ListOptions | None = None, *, zone: str = "") -> ListReading:
    """Return the rows and columns of a list; raise ListTooLarge, ListQuoteOpen or ListUnreadable.

    A list without a column of names is returned as well, so that somebody can say which it is.
    """
    options = options or ListOptions()
    if len(data) > LARGEST_LIST:
        raise _too_large()
    table = _table(data)
    encoding = options.encoding or encoding_of(table, zone=zone)
    # PostgreSQL cannot store NUL.
    text = decoded(table, encoding=encoding).replace("\x00", "")
    delimiter, lines_above = _delimiter(text, options)
    written = list(_records(text, delimiter, lines_above=lines_above))
    records = [(row.last_line, row.cells) for row in written]
    heading_at = _heading_at(records, options)
    heading = records[heading_at][1][:MOST_COLUMNS] if heading_at is not None else []
    below = records[heading_at + 1 :] if heading_at is not None else records
    if len(below) > MOST_ROWS:
        raise _too_large()
    width = len(heading) if heading_at is not None else max((len(cells) for _line, cells in below), default=0)
    if table is data:
        try:
            for row in written:
                require_closed_quotes(row, delimiter, width)
        except OpenQuote as error:
            raise ListQuoteOpen(line=error.line) from error
    fields = _fields_below(heading, below, options)
    rows = tuple(
        _listed(
            cells,
            fields=fields,
            width=width,
            line=line,
            is_heading=_is_heading_again(cells, heading, fields, options),
        )
        for line, cells in below
    )
    # A file that was downloaded here has the names as they are.
    if ListField.ENTRANT not in fields:
        names = without_marks([row.name for row in rows])
        rows = tuple(replace(row, name=given_first(name)) for row, name in zip(rows, names, strict=True))
    above = records[:heading_at] if options.heading_line is None else []
    rows = (*_above(above, fields, width, options), *rows)
    columns = tuple(_columns(heading, min(width, MOST_COLUMNS), fields, below))
    return ListReading(rows, columns, encoding, records[heading_at][0] if heading_at is not None else 0)


def _too_large() -> ListTooLarge:
    return ListTooLarge(rows=MOST_ROWS, kib=LARGEST_LIST // 1024)


def _delimiter(text: str, options: ListOptions) -> tuple[str, int]:
    """Return the sign between the columns, and how many lines above the table name it.

    It is that of which the most headings are known, else the most frequent one in the first line.
    """
    lines = text.lstrip("\ufeff").splitlines()[:_ROWS_ABOVE]
    first = lines[0].strip().strip('"') if lines else ""
    if first.lower().startswith(_SEPARATOR_LINE) and len(first) <= len(_SEPARATOR_LINE) + 1:
        return first[len(_SEPARATOR_LINE) :] or "\t", 1
    start = next((line for line in lines if line.strip()), "")
    by_count = sorted(_DELIMITERS, key=start.count, reverse=True)
    return max(by_count, key=lambda sign: _most_known(lines, sign, options)), 0


def _most_known(lines: Sequence[str], delimiter: str, options: ListOptions) -> int:
    """Return how many headings a line has that are known, if its columns are divided so."""
    rows = csv.reader(lines, delimiter=delimiter)
    try:
        return max((_known(row, options) for row in rows), default=0)
    except csv.Error:
        return 0


def _known(row: Sequence[str], options: ListOptions) -> int:
    fields = fields_of(row[:MOST_COLUMNS], of_members=options.of_members)
    return len(fields) if has_names(fields) else 0


def _records(text: str, delimiter: str, *, lines_above: int) -> Iterator[TextRow]:
    """Yield the rows that are not empty; raise ListQuoteOpen for a quote that is not closed."""
    try:
        for count, row in enumerate(rows_of_text(text, delimiter, lines_above=lines_above), start=1):
            if count > MOST_ROWS + _ROWS_ABOVE:
                raise _too_large()
            yield row
    except OpenQuote as error:
        raise ListQuoteOpen(line=error.line) from error
    except csv.Error as error:
        raise ListUnreadable from error


def _heading_at(records: Sequence[tuple[int, list[str]]], options: ListOptions) -> int | None:
    """Return which record is the heading; None for a list that has none.

    That is the row, of the first ones, in which the most headings are known, else the first row.
    """
    line = options.heading_line
    if line is not None:
        return next((at for at, (other, _cells) in enumerate(records) if other == line), None)
    known = [_known(cells, options) for _line, cells in records[:_ROWS_ABOVE]]
    if not known:
        return None
    return known.index(max(known))


def _fields(heading: Sequence[str], options: ListOptions) -> dict[ListField, int]:
    """Return the column of each field: those that are known by their headings, then those chosen by hand."""
    fields, chosen = fields_of(heading, of_members=options.of_members), options.columns
    fields = {one: at for one, at in fields.items() if at + 1 not in chosen}
    names = {ListField.NAME, ListField.FAMILY, ListField.GIVEN}
    by_hand = {ListField(name): position - 1 for position, name in chosen.items() if name}
    if names & by_hand.keys():
        fields = {one: at for one, at in fields.items() if one not in names or one not in by_hand}
        if ListField.NAME in by_hand:
            fields = {one: at for one, at in fields.items() if one not in names}
    return fields | by_hand


def _fields_below(
    heading: Sequence[str], below: Sequence[tuple[int, list[str]]], options: ListOptions
) -> dict[ListField, int]:
    """Return the column of each field; of several columns with numbers the first that does not count the rows."""
    fields = _fields(heading, options)
    at = fields.get(ListField.NUMBER)
    if at is None or options.of_members or options.columns.get(at + 1) or not _is_count(below, at):
        return fields
    return _fields_below([*heading[:at], "", *heading[at + 1 :]], below, options)


def _is_count(records: Sequence[tuple[int, list[str]]], at: int) -> bool:
    """Whether a column only counts the rows, and so has no numbers of a federation."""
    cells = [row[at].strip() for _line, row in records if at < len(row)]
    return cells == [str(number) for number in range(1, len(cells) + 1)]


def _above(
    records: Sequence[tuple[int, list[str]]],
    fields: Mapping[ListField, int],
    width: int,
    options: ListOptions,
) -> Iterator[ListedPlayer]:
    """Yield the rows above the heading that are neither a title of the list nor titles of columns."""
    for line, cells in records:
        is_title = sum(bool(cell.strip()) for cell in cells) < _CELLS_OF_PLAYERS
        if not is_title and not fields_of(cells[:MOST_COLUMNS], of_members=options.of_members):
            yield _listed(cells, fields=fields, width=width, line=line, is_above=True)


def _is_heading_again(
    cells: Sequence[str], heading: Sequence[str], fields: Mapping[ListField, int], options: ListOptions
) -> bool:
    """Whether a row below the heading is one as well, as on each page of a list or above its next part."""
    at = fields.get(ListField.NAME, fields.get(ListField.FAMILY, 0))
    if at >= len(cells) or not is_title_of_names(cells[at]):
        return False
    own = fields_of(cells[:MOST_COLUMNS], of_members=options.of_members)
    return own == fields_of(heading, of_members=options.of_members) or len(own) > 1


def _columns(
    heading: Sequence[str],
    width: int,
    fields: Mapping[ListField, int],
    below: Sequence[tuple[int, list[str]]],
) -> Iterator[ListColumn]:
    by_index = {at: one for one, at in fields.items()}
    for at in range(width):
        title = " ".join(heading[at].split()) if at < len(heading) else ""
        cells = (" ".join(row[at].split()) for _line, row in below if at < len(row))
        yield ListColumn(at + 1, title, by_index.get(at), next(filter(None, cells), ""))


def _listed(
    cells: Sequence[str],
    *,
    fields: Mapping[ListField, int],
    width: int,
    line: int,
    is_heading: bool = False,
    is_above: bool = False,
) -> ListedPlayer:
    def cell(name: ListField) -> str:
        at = fields.get(name)
        text = " ".join(as_written(cells[at]).split()) if at is not None and at < len(cells) else ""
        return "" if _FAILED_FORMULA.fullmatch(text) else text

    name = cell(ListField.NAME) or _whole_name(cell(ListField.GIVEN), cell(ListField.FAMILY))
    beyond = ", ".join(words for extra in cells[width:] if (words := " ".join(extra.split())))
    written = cell(ListField.COUNTRY)
    country = country_code(written)
    listed = ListedPlayer(
        line,
        name,
        cell(ListField.CLUB),
        country or "",
        cell(ListField.EMAIL),
        beyond,
        cell(ListField.NUMBER),
        "" if country else written,
        cell(ListField.ENTRANT),
        cell(ListField.STATUS),
        cell(ListField.FIRST_DAY),
        cell(ListField.LAST_DAY),
        cell(ListField.RATING),
        cell(ListField.EXPERIENCE),
        is_heading,
        is_above,
    )
    return _without_label(listed) if listed.entrant else listed


def _whole_name(first: str, family: str) -> str:
    """Return the name of two columns, of which the first may have the whole name already."""
    words, last = name_words(first), name_words(family)
    is_whole = len(words) > len(last) and words[len(words) - len(last) :] == last
    return first if is_whole else f"{first} {family}".strip()


def _without_label(listed: ListedPlayer) -> ListedPlayer:
    """Return a row of a downloaded file without what tells namesakes apart."""
    words = (listed.club, listed.country, f"{listed.club}, {listed.country}")
    label = next((f" ({one})" for one in words if one and listed.name.endswith(f" ({one})")), "")
    return replace(listed, name=_NUMBER_LABEL.sub("", listed.name.removesuffix(label)))
