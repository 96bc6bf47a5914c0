"""The cells of a row of a `.mat` text: their limits and their sides."""

from __future__ import annotations

import re
from functools import partial
from itertools import islice
from typing import NamedTuple

from ..match import Side
from ..transcript import Entry, EntryKind, Note
from ._mat_words import CELL, CELL_OF_LINE, CELL_OF_LINE_OR_MARK, CELL_OR_MARK, DANCES, KINDS

_ENDS = {EntryKind.WIN, EntryKind.LOSS, EntryKind.RESIGN}
_LOSSES = {EntryKind.LOSS, EntryKind.RESIGN}
_REPEATED_NUMBER = re.compile(r"(?<!\S)(\d{1,6}+)\)\s*+\Z")
# A left cell starts within a few places of the row number, a right one far behind it; a result on a
# line of its own has some blanks before it in either column.
_LEFT_FROM, _LEFT_UNTIL, RIGHT_FROM = 4, 6, 18
# Programs write a word two places behind the row number: where it is one, blanks were lost.
_WORD_FROM = 2
# No fewer blanks part two columns.
WIDE_GAP = "   "
# The marks of a bad play, one blank behind it; a resignation has more of both.
_JUDGEMENT = 2
_DANCES_BEGIN = frozenset(letter for word in DANCES for letter in (word[0], word[0].upper()))
# A word this close to dice belongs to the same cell.
_BESIDE = 3
# A row has at most two cells and a result; further text belongs to the last one.
_MOST_CELLS = 6
# Looked up once, because a member of an enumeration costs more than a constant.
_ONE, _TWO = Side.ONE, Side.TWO
# Of a row number with its blanks; a longer gap is none between a number and its cell.
_LONGEST_NUMBER = 40


class Cell(NamedTuple):
    """One cell: its kind, where it starts, where its body starts and where it ends, and its side.

    `dice` are the digits of a roll, empty where its side resigned before it rolled. `is_placed` is false
    where neither the column nor a roll beside it shows the side. `is_unplayed` tells that a word behind
    the dice says so.
    """

    kind: EntryKind
    dice: str
    start: int
    body: int
    end: int
    side: Side
    is_placed: bool = True
    is_unplayed: bool = False


_cell = partial(tuple.__new__, Cell)


def row_cells(line: str, start: int, turn: int | None, after: Entry | None) -> list[Cell]:
    """The cells of a row from the place `start` on.

    `after` is the previous entry; it shows whose a lone cell is if its place does not.
    """
    heads = _heads(line, start, is_numbered=turn is not None)
    last = len(heads) - 1
    cells: list[Cell] = []
    column = 0
    for index, head in enumerate(heads):
        at = head.start()
        end = heads[index + 1].start() if index < last else len(line)
        kind = KINDS[head[2].lower()] if head[2] else EntryKind.ROLL
        body = head.end() if head[1] or head[2] else at
        side, is_placed = (_TWO if column else _ONE), True
        if last == 0:
            # Behind words, as behind a name that is no player's, its place is no column.
            words = line[start:at]
            is_behind_words = not words.endswith(WIDE_GAP) and any(map(str.isalnum, words))
            side, is_placed = _lone_side(kind, 0 if is_behind_words else at - start, turn, after)
        elif kind in _ENDS and cells:
            before = cells[-1]
            if kind in _LOSSES and before.dice and _is_close(line, before.body, at):
                # The side that rolled gives up: one cell of two entries.
                cells[-1] = before._replace(is_unplayed=True)
                cells.append(Cell(kind, "", at, body, end, before.side))
                continue
            if _repeats(line, before, turn):
                # One server begins a new row inside the row.
                side, column, is_placed = _ONE, 0, index < last
            elif column > 1 or (index == last and kind in _LOSSES and line[at - 2] != " "):
                is_placed = False
        cells.append(_cell((kind, head[1] or "", at, body, end, side, is_placed, False)))
        column += 1
    return cells


def _heads(line: str, start: int, *, is_numbered: bool) -> list[re.Match[str]]:
    """The beginnings of the cells of a row."""
    has_marks = "??" in line
    if has_marks:
        cell = CELL_OR_MARK if is_numbered else CELL_OF_LINE_OR_MARK
    else:
        cell = CELL if is_numbered else CELL_OF_LINE
    heads = [head for head in islice(cell.finditer(line, start), _MOST_CELLS) if head.lastindex]
    if not has_marks:
        # Few rows have a word for a dance, and all would pay.
        for head in heads:
            if head[2] and head[2][0] in _DANCES_BEGIN:
                break
        else:
            return heads
    return [
        head
        for before, head in zip([None, *heads], heads, strict=False)
        if head[1] or before is None or not _belongs_to(before, head, line)
    ]


def _belongs_to(before: re.Match[str], head: re.Match[str], line: str) -> bool:
    """Whether a word or marks are part of the roll before them: `32: ????`, `32: Pass`, `32: 8/3 ??`."""
    is_mark = head[2] is None
    if not before[1] or not (is_mark or head[2].lower() in DANCES):
        return False
    is_judgement = is_mark and head.end() - head.start() == _JUDGEMENT and line[head.start() - 2] not in " :"
    return is_judgement or _is_close(line, before.end(), head.start())


def _is_close(line: str, end: int, start: int) -> bool:
    """Whether a word starts directly after dice."""
    return start - end <= _BESIDE and not line[end:start].strip()


def _repeats(line: str, cell: Cell, turn: int | None) -> bool:
    """Whether a cell ends with a repeated row number, with which one server begins a new row."""
    number = _REPEATED_NUMBER.search(line, max(cell.start, cell.end - _LONGEST_NUMBER), cell.end)
    return number is not None and turn is not None and int(number[1]) == turn


def _lone_side(kind: EntryKind, offset: int, turn: int | None, after: Entry | None) -> tuple[Side, bool]:
    """The side of the only cell of a row, and whether its column shows it."""
    if kind in _ENDS:
        left_from = _LEFT_FROM if turn is None else _WORD_FROM
        if offset > RIGHT_FROM:
            return Side.TWO, True
        if left_from <= offset <= _LEFT_UNTIL:
            return Side.ONE, True
        if after is None:
            return Side.ONE, False
        loser = _loser(after)
        return loser.other if kind is EntryKind.WIN else loser, False
    if offset > RIGHT_FROM or (after is None and offset > _LEFT_UNTIL):
        return Side.TWO, True
    if after is None:
        return Side.ONE, True
    return (Side.ONE if offset <= _LEFT_UNTIL else after.side.other), True


def _loser(after: Entry) -> Side:
    """The loser by the entry before a result without blanks: it dropped, resigned or had to act.

    A roll without a play counts as one left unplayed; the board alone can tell it from a dance.
    """
    if after.kind in {EntryKind.DROP, *_LOSSES}:
        return after.side
    is_play = after.kind is not EntryKind.ROLL or after.moves or after.note is Note.CANNOT_MOVE
    return after.side.other if is_play else after.side
