"""A stage of rounds as a grid: of each entrant the opponent, the result and the running points of every round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats import Shape

from .bracket import BracketView, RoundView, SideView, SlotState, SlotView
from .standings import StandingView


class CellResult(StrEnum):
    """What a round has brought an entrant."""

    WON = "won"
    LOST = "lost"
    BYE = "bye"
    OPEN = "open"
    NONE = "none"
    """Both have lost, or nothing came of the match."""


@dataclass(frozen=True, slots=True)
class GridCell:
    """A round of one entrant; `running` are the half points after it, or the lives left, None where unknown."""

    slot: SlotView
    own: SideView
    other: SideView
    result: CellResult
    running: int | None = None

    @property
    def score(self) -> tuple[int, int] | None:
        """The score of a final match, the own points first."""
        own, other = self.own.score, self.other.score
        return None if own is None or other is None else (own, other)


@dataclass(frozen=True, slots=True)
class GridRow:
    """An entrant in the order of the standings, with a cell of every round; None for a round without it."""

    line: StandingView
    cells: tuple[GridCell | None, ...]


@dataclass(frozen=True, slots=True)
class RoundGrid:
    """The rounds that are paired, and a row for each entrant; `counts_lives` says what runs in the cells."""

    rounds: tuple[RoundView, ...]
    rows: tuple[GridRow, ...]
    counts_lives: bool


def round_grid(view: BracketView) -> RoundGrid | None:
    """Return the grid of a stage of rounds; None for other shapes and before the first pairing. No query."""
    rounds = view.paired_rounds
    if view.shape is not Shape.ROUNDS or view.standings is None or not rounds:
        return None
    seats = [
        {side.entrant: slot for slot in of.slots for side in slot.sides if side.entrant} for of in rounds
    ]
    lines = view.standings.lines
    # A bye counts when its round is over, as a win does when its match is.
    are_over = [not any(slot.is_open for slot in of.slots) for of in rounds]
    plain = [
        GridRow(line, tuple(_cell(line.entrant, seat.get(line.entrant)) for seat in seats)) for line in lines
    ]
    counts_lives = view.standings.has_lives
    runs = [_lives(row) if counts_lives else _half_points(row, are_over) for row in plain]
    # A format may count otherwise, as with points for showing up: then the standings alone say what it counts.
    is_right = all(
        _ends_right(row, run, counts_lives=counts_lives) for row, run in zip(plain, runs, strict=True)
    )
    rows = [_with_run(row, run) if is_right else row for row, run in zip(plain, runs, strict=True)]
    return RoundGrid(rounds, tuple(rows), counts_lives=counts_lives)


def _cell(entrant: str, slot: SlotView | None) -> GridCell | None:
    if slot is None:
        return None
    own, other = slot.sides if slot.one.entrant == entrant else slot.sides[::-1]
    return GridCell(slot, own, other, _result(slot, own))


def _result(slot: SlotView, own: SideView) -> CellResult:
    if slot.state is SlotState.BYE:
        return CellResult.BYE
    if slot.is_open or slot.state is SlotState.PLANNED:
        return CellResult.OPEN
    if slot.winner is None:
        return CellResult.NONE
    return CellResult.WON if own.is_winner else CellResult.LOST


def _half_points(row: GridRow, are_over: Sequence[bool]) -> list[int]:
    """Return the half points after each round, a point for a match won and for a bye of a round that is over."""
    results = (CellResult.NONE if cell is None else cell.result for cell in row.cells)
    return _sums(
        2 * (result is CellResult.WON or (result is CellResult.BYE and is_over))
        for result, is_over in zip(results, are_over, strict=True)
    )


def _lives(row: GridRow) -> list[int]:
    """Return the lives left after each round, from those left now."""
    losses = _sums(
        cell is not None and cell.result in {CellResult.LOST, CellResult.NONE} for cell in row.cells
    )
    return [(row.line.lives or 0) + losses[-1] - lost for lost in losses]


def _sums(gains: Iterable[int]) -> list[int]:
    total, sums = 0, []
    for gain in gains:
        total += gain
        sums.append(total)
    return sums


def _ends_right(row: GridRow, run: Sequence[int], *, counts_lives: bool) -> bool:
    return counts_lives or run[-1] == row.line.half_points


def _with_run(row: GridRow, run: Sequence[int]) -> GridRow:
    cells = (
        cell if cell is None or cell.result is CellResult.OPEN else _running(cell, value)
        for cell, value in zip(row.cells, run, strict=True)
    )
    return GridRow(row.line, tuple(cells))


def _running(cell: GridCell, value: int) -> GridCell:
    return GridCell(cell.slot, cell.own, cell.other, cell.result, value)
