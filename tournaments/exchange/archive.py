"""Plain old results: one match or one finishing position a line, as federations keep them from the time before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Generic, NamedTuple, TypeVar

from .cells import Cells, WrongCell
from .faults import RowFault, RowFaultCode
from .package import LARGEST_FILE, BrokenPackage
from .results import LONGEST_MATCH, MOST_POINTS
from .tables import TableRow, read_table

FILE = "results"
COLUMNS = ("winner", "loser", "length", "day", "event")
MORE_COLUMNS = ("winner_number", "loser_number", "winner_score", "loser_score")
POSITION_COLUMNS = ("position", "player", "day", "event")
MORE_POSITION_COLUMNS = ("number",)
# More entrants than any event has.
_LAST = 9999
EXAMPLES: Mapping[str, tuple[tuple[str, ...], tuple[tuple[str | int | None, ...], ...]]] = {
    "matches": (
        (
            "winner",
            "winner_number",
            "loser",
            "loser_number",
            "length",
            "winner_score",
            "loser_score",
            "day",
            "event",
        ),
        (
            ("Ada Löv", "FR-0001", "Ben O’Hara", None, 7, 7, 4, "1998-05-02", "Open de Nantes"),
            ("Ben O’Hara", None, "Cyd Roy", "FR-0002", 5, None, None, "1998-05-03", "Open de Nantes"),
        ),
    ),
    "positions": (
        ("position", "player", "number", "day", "event"),
        (
            (1, "Ada Löv", "FR-0001", "1998-05-03", "Open de Nantes"),
            (2, "Ben O’Hara", None, "1998-05-03", "Open de Nantes"),
        ),
    ),
}
"""A table of each kind that can be read: its columns, and some rows."""


class ArchivePerson(NamedTuple):
    """A person as an old table names them, with the number in the federation where it has one."""

    name: str
    number: str = ""

    @property
    def key(self) -> str:
        """What tells the person from others in the table: the number, else the name."""
        return f"#{self.number}" if self.number else self.name


@dataclass(frozen=True, slots=True)
class ArchiveMatch:
    """An old result by its line; `score` is that of winner and loser, None where only the winner is known."""

    line: int
    winner: ArchivePerson
    loser: ArchivePerson
    length: int
    day: date
    event: str
    score: tuple[int, int] | None = None

    @property
    def people(self) -> tuple[ArchivePerson, ...]:
        """Who stands in the line."""
        return self.winner, self.loser


@dataclass(frozen=True, slots=True)
class ArchivePlace:
    """An old finishing position by its line."""

    line: int
    position: int
    player: ArchivePerson
    day: date
    event: str

    @property
    def people(self) -> tuple[ArchivePerson, ...]:
        """Who stands in the line."""
        return (self.player,)


Line = TypeVar("Line", ArchiveMatch, ArchivePlace)


@dataclass(frozen=True, slots=True)
class ArchiveReading(Generic[Line]):
    """A table of old results as it was read: its lines, what refuses rows of it, and its digest."""

    lines: tuple[Line, ...]
    faults: tuple[RowFault, ...]
    digest: str


def read_archive(data: bytes, *, today: date) -> ArchiveReading[ArchiveMatch]:
    """Read a table of old results; raise BrokenPackage where it is none. Rows that cannot be are refused by their line."""
    return _read(data, COLUMNS, MORE_COLUMNS, lambda row: _match(row, today))


def read_archived_positions(data: bytes, *, today: date) -> ArchiveReading[ArchivePlace]:
    """Read a table of old finishing positions, as `read_archive` does."""
    return _read(data, POSITION_COLUMNS, MORE_POSITION_COLUMNS, lambda row: _position(row, today))


def _read(
    data: bytes, columns: Sequence[str], more: Sequence[str], read: Callable[[TableRow], Line]
) -> ArchiveReading[Line]:
    if len(data) > LARGEST_FILE:
        raise BrokenPackage("file_too_large", FILE)
    lines, faults = [], []
    for row in read_table(data, columns, optional=more, file=FILE):
        try:
            lines.append(read(row))
        except WrongCell as wrong:
            faults.append(RowFault(FILE, row.line, wrong.code))
    return ArchiveReading(tuple(lines), tuple(faults), sha256(data).hexdigest())


def _position(row: TableRow, today: date) -> ArchivePlace:
    cells = Cells(row)
    position = cells.whole("position", RowFaultCode.BAD_POSITION, most=_LAST)
    if position < 1:
        raise WrongCell(RowFaultCode.BAD_POSITION)
    player = ArchivePerson(cells.name("player"), cells.number("number"))
    return ArchivePlace(row.line, position, player, _day(cells, today), cells.name("event"))


def _day(cells: Cells, today: date) -> date:
    day = cells.day("day")
    if day > today:
        raise WrongCell(RowFaultCode.DAY_TO_COME)
    return day


def _match(row: TableRow, today: date) -> ArchiveMatch:
    cells = Cells(row)
    winner, loser = (
        ArchivePerson(cells.name(side), cells.number(f"{side}_number")) for side in ("winner", "loser")
    )
    is_same_number = winner.number and winner.number == loser.number
    if is_same_number or winner == loser:
        raise WrongCell(RowFaultCode.SAME_PLAYER)
    length = cells.whole("length", RowFaultCode.BAD_LENGTH)
    if not 1 <= length <= LONGEST_MATCH or length % 2 == 0:
        raise WrongCell(RowFaultCode.BAD_LENGTH)
    day = _day(cells, today)
    return ArchiveMatch(row.line, winner, loser, length, day, cells.name("event"), _score(cells, length))


def _score(cells: Cells, length: int) -> tuple[int, int] | None:
    won, lost = (
        cells.whole_or_none(column, RowFaultCode.BAD_SCORE) for column in ("winner_score", "loser_score")
    )
    if won is None and lost is None:
        return None
    if won is None or lost is None or not lost < length <= won <= MOST_POINTS:
        raise WrongCell(RowFaultCode.BAD_SCORE)
    return won, lost
