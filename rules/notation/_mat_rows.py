"""One row of a `.mat` text: its cells, whose they are and what they say."""

from __future__ import annotations

import re
from itertools import islice

from ..match import Side
from ..play import Move
from ..position import Position
from ..problem import Finding, Problem, quote
from ..transcript import Entry, EntryKind, Note
from ._moves import known_moves, written_moves
from ._positions import snowie_position

# A cell begins with dice or with one of the words below. The position behind `Illegal play` may hold
# names and so anything at all: it is matched as a whole, to be passed over, and begins no cell.
_CELL = re.compile(
    r"\b(\d\d):"
    r"|\b(Doubles|Takes|Drops|Beavers|Wins|Losses|Concedes|Resigned|Forfeits|Lost on time|Accepts|Rejects"
    r"|Passes)\b"
    r"|Illegal play \((?:[^()]|\([^()]*+\))*+\)",
    re.IGNORECASE,
)
_KINDS = {
    "doubles": EntryKind.DOUBLE,
    "takes": EntryKind.TAKE,
    "accepts": EntryKind.TAKE,
    "drops": EntryKind.DROP,
    "rejects": EntryKind.DROP,
    "passes": EntryKind.DROP,
    "beavers": EntryKind.BEAVER,
    "wins": EntryKind.WIN,
    "losses": EntryKind.LOSS,
    "concedes": EntryKind.RESIGN,
    "resigned": EntryKind.RESIGN,
    "forfeits": EntryKind.RESIGN,
    "lost on time": EntryKind.RESIGN,
}
_RESULT_WORDS = {"point", "points", "and", "the", "match"}
_ILLEGAL = "illegal play ("
# A left cell starts within a few places of the row number, a right one far behind it; a result on a
# line of its own has some blanks before it in either column.
_LEFT_FROM, _LEFT_UNTIL, _RIGHT_FROM = 4, 6, 18
_DICE = {f"{first}{second}": (first, second) for first in range(1, 7) for second in range(1, 7)}
# No roll has more than four moves. A few more show that there are too many; a million would only cost.
_MOST_MOVES = 8
# Nor has a row more than two cells and a result; what follows the last is then part of it.
_MOST_CELLS = 6
# Looked up once, because a member of an enumeration costs more than a constant.
_ROLL, _ONE, _TWO = EntryKind.ROLL, Side.ONE, Side.TWO
# No longer words than this reach the memory of `known_moves`.
_LONGEST_PLAIN_ROW = 160


def plain_row(line: str, number: int, start: int, turn: int | None) -> tuple[Entry, ...] | None:
    """The entries of a row that holds two rolls and nothing unusual; `None` for any other row.

    Nine rows of ten are like this, and reading them is most of the work of a check. What it returns is
    what `read_row` would.
    """
    parts = line[start:].split(":")
    if len(parts) != 3 or len(line) > _LONGEST_PLAIN_ROW:
        return None
    before, left, right = parts
    left_dice, right_dice = _DICE.get(before[-2:]), _DICE.get(left[-2:])
    if left_dice is None or right_dice is None or not before[:-2].isspace() or not left[-3:-2].isspace():
        return None
    left_moves, right_moves = _known(left[:-2]), _known(right)
    if left_moves is None or right_moves is None:
        return None
    first = start + len(before) - 2
    second = first + len(left) + 1
    left_text, right_text = line[first:second].rstrip(), line[second:].rstrip()
    return (
        Entry(_ROLL, _ONE, turn, number, first + 1, left_text, left_dice, left_moves),
        Entry(_ROLL, _TWO, turn, number, second + 1, right_text, right_dice, right_moves),
    )


def _known(text: str) -> tuple[Move, ...] | None:
    """The moves of a play of short words; `None` when one of them is no move or there are too many."""
    moves: list[Move] = []
    for word in text.split():
        steps = known_moves(word)
        if steps is None:
            return None
        moves += steps
    return tuple(moves) if len(moves) <= _MOST_MOVES else None


def read_row(
    line: str, number: int, start: int, turn: int | None, *, after: Entry | None, checkers: int
) -> tuple[list[Entry], list[Problem]]:
    """The entries of a row from the place `start` on, and what could not be read in it.

    `after` is the entry before, to tell whose a lone cell is when its place does not.
    """
    cells = [cell for cell in islice(_CELL.finditer(line, start), _MOST_CELLS) if cell.lastindex]
    problems: list[Problem] = []
    first = cells[0].start() if cells else len(line)
    before = line[start:first]
    if not before.isspace() and before and not _is_repeated_number(before):
        column = start + len(before) - len(before.lstrip()) + 1
        problems.append(Problem(Finding.UNREADABLE_CELL, number, column, turn=turn, found=quote(before)))
    entries = []
    for index, cell in enumerate(cells):
        end = cells[index + 1].start() if index + 1 < len(cells) else len(line)
        if len(cells) > 1:
            side = Side.TWO if index else Side.ONE
        else:
            side = _side_of_lone_cell(first - start, cell, turn, after)
        body = line[cell.end() : end]
        place = (side, turn, number, cell.start() + 1, line[cell.start() : end].rstrip())
        if digits := cell[1]:
            entry, code = _roll(_DICE.get(digits), body, place, checkers)
        else:
            entry, code = _call(_KINDS[cell[2].lower()], body, place)
        entries.append(entry)
        if code:
            found = quote(place[4])
            problems.append(Problem(code, number, place[3], turn=turn, player=side, found=found))
    return entries, problems


_Place = tuple[Side, int | None, int, int, str]


def _roll(
    dice: tuple[int, int] | None, body: str, place: _Place, checkers: int
) -> tuple[Entry, Finding | None]:
    moves: list[Move] = []
    for word in body.split():
        steps = written_moves(word)
        if steps is None:
            return _odd_roll(dice, body, place, checkers)
        moves += steps
    code = Finding.INVALID_DICE if dice is None else None
    return Entry(EntryKind.ROLL, *place, dice, tuple(moves[:_MOST_MOVES])), code


def _odd_roll(
    dice: tuple[int, int] | None, body: str, place: _Place, checkers: int
) -> tuple[Entry, Finding | None]:
    text = body.strip()
    lowered = text.lower()
    note: Note | None = None
    moves: list[Move] = []
    stood: Position | None = None
    code = Finding.INVALID_DICE if dice is None else None
    if lowered.startswith(_ILLEGAL):
        note, stood = Note.ILLEGAL, snowie_position(text[len(_ILLEGAL) :].rstrip(")"), checkers)
        code = code if stood else Finding.UNREADABLE_POSITION
    elif lowered in {"cannot move", "can't move", "#"}:
        note = Note.CANNOT_MOVE
    elif text.strip("?") == "":
        # One server writes `00: ????` where the side to roll resigned before it rolled.
        note, code = Note.NOT_PLAYED, code if "0" not in place[4][:2] else None
    else:
        for word in text.split():
            steps = written_moves(word)
            if steps is not None:
                moves += steps
            elif not _is_repeated_number(word):
                note, code = Note.UNREADABLE, Finding.UNREADABLE_PLAY
    return Entry(EntryKind.ROLL, *place, dice, tuple(moves[:_MOST_MOVES]), None, note, stood), code


def _call(kind: EntryKind, body: str, place: _Place) -> tuple[Entry, Finding | None]:
    """An entry that begins with a word: a cube action, a resignation or a result."""
    words = [word for word in body.lower().split() if not _is_repeated_number(word)]
    value: int | None = None
    note: Note | None = None
    if kind in {EntryKind.DOUBLE, EntryKind.BEAVER} and words[:1] == ["=>"]:
        del words[0]
    if words and is_number(words[0]):
        value = int(words.pop(0))
    if kind in {EntryKind.WIN, EntryKind.LOSS}:
        note = Note.MATCH if "match" in words else None
        is_clear = value is not None and _RESULT_WORDS.issuperset(words)
    elif kind is EntryKind.RESIGN:
        is_clear = not words or words in (["game"], ["match"])
    else:
        is_clear = not words
    entry = Entry(kind, *place, None, (), value, note)
    return entry, None if is_clear else Finding.UNREADABLE_CELL


def _side_of_lone_cell(offset: int, cell: re.Match[str], turn: int | None, after: Entry | None) -> Side:
    if offset > _RIGHT_FROM or (after is None and offset > _LEFT_UNTIL):
        return Side.TWO
    if after is None:
        return Side.ONE
    if turn is None and offset < _LEFT_FROM and (cell[2] or "").lower() == "wins":
        # A result without its blanks: whoever played last has won, and whoever dropped has lost.
        return after.side.other if after.kind is EntryKind.DROP else after.side
    return Side.ONE if offset <= _LEFT_UNTIL else after.side.other


def is_number(text: str) -> bool:
    """Whether a text is a natural number of a size that a record can hold.

    Six digits at most, because reading a number of a million digits takes for ever.
    """
    return text.isascii() and text.isdigit() and len(text) <= 6


def _is_repeated_number(text: str) -> bool:
    # One server repeats the number of the row in front of its second cell: `24)  Losses 2 point`.
    word = text.strip()
    return word.endswith(")") and word[:-1].isdigit()
