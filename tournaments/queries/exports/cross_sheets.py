"""Cross tables on paper; the table of a large group is split into several A4 sheets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.queries.draws.bracket import BracketView, Cell, CrossTable
from tournaments.queries.draws.standings import StandingView


@dataclass(frozen=True, slots=True)
class CrossSize:
    """The capacity of a sheet in opponents and names; up to `roomy` opponents get wide cells."""

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
    """A line of a sheet: an entrant with its number in the group and its matches; None against itself."""

    number: int
    name: str
    cells: tuple[tuple[Cell, ...] | None, ...]
    standing: StandingView | None


@dataclass(frozen=True, slots=True)
class CrossSheet:
    """A part of the cross table of a group: some of its entrants against some of the opponents.

    `is_last` marks the sheet with points and places, which are blank until a match of the group is final
    (`is_begun`).
    """

    group: int | None
    number: int
    total: int
    opponents: range
    lines: tuple[CrossLine, ...]
    is_last: bool
    is_begun: bool


def cross_sheets(bracket: BracketView, *, size: CrossSize) -> tuple[CrossSheet, ...]:
    """Return the sheets of the cross tables of a stage, group by group, split evenly; no query."""
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
    """Return `count` places as the fewest ranges of at most `most`, of nearly equal size."""
    parts = -(-count // most)
    return [range(part * count // parts, (part + 1) * count // parts) for part in range(parts)]
