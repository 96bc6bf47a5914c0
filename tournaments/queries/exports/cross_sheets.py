"""Cross tables on paper: everybody against everybody, cut into sheets of A4 where a group is large."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.queries.draws.bracket import BracketView, Cell, CrossTable
from tournaments.queries.draws.standings import StandingView


@dataclass(frozen=True, slots=True)
class CrossSize:
    """How many opponents and how many names fit on a sheet; up to `roomy` opponents leave room for wide cells."""

    columns: int
    rows: int
    roomy: int


# Beside number, name, points and place a score to 25 needs 10.5 mm of width, and a name of 30 characters 9 mm of height.
SIZES = {
    "portrait": CrossSize(columns=10, rows=24, roomy=6),
    "landscape": CrossSize(columns=18, rows=16, roomy=10),
}


@dataclass(frozen=True, slots=True)
class CrossLine:
    """A name of a sheet with its number in the group, and what it has played; None against itself."""

    number: int
    name: str
    cells: tuple[tuple[Cell, ...] | None, ...]
    standing: StandingView | None


@dataclass(frozen=True, slots=True)
class CrossSheet:
    """A part of the cross table of a group: some of its names against some of its opponents.

    `is_last` where points and place stand, which are blank until a match of the group is final (`is_begun`).
    """

    group: int | None
    number: int
    total: int
    opponents: range
    lines: tuple[CrossLine, ...]
    is_last: bool
    is_begun: bool


def cross_sheets(bracket: BracketView, *, size: CrossSize) -> tuple[CrossSheet, ...]:
    """The cross tables of a stage group by group, each cut evenly into as few sheets as it takes; no query."""
    standings = {} if bracket.standings is None else {line.entrant: line for line in bracket.standings.lines}
    return tuple(
        sheet for table in bracket.all_cross_tables for sheet in _sheets(table, standings, size=size)
    )


def _sheets(
    table: CrossTable, standings: dict[str, StandingView], *, size: CrossSize
) -> Iterator[CrossSheet]:
    count = len(table.rows)
    across, down = _cuts(count, size.columns), _cuts(count, size.rows)
    is_begun = any(cell.slot.winner for row in table.rows for cells in row.cells for cell in cells or ())
    for row, names in enumerate(down):
        for column, opponents in enumerate(across):
            yield CrossSheet(
                group=table.group,
                number=row * len(across) + column + 1,
                total=len(across) * len(down),
                opponents=range(opponents.start + 1, opponents.stop + 1),
                lines=tuple(
                    CrossLine(
                        number=place + 1,
                        name=table.rows[place].name,
                        cells=table.rows[place].cells[opponents.start : opponents.stop],
                        standing=standings.get(table.rows[place].entrant),
                    )
                    for place in names
                ),
                is_last=column + 1 == len(across),
                is_begun=is_begun,
            )


def _cuts(count: int, most: int) -> list[range]:
    """So many places in as few parts as hold at most `most`, as equal as can be."""
    parts = -(-count // most)
    return [range(part * count // parts, (part + 1) * count // parts) for part in range(parts)]
