"""Records as sheets of cells for tests that damage them: read, changed and written without the package's help.

Only gnubg's plain way of writing is read: one move for each die, 25 the bar, 0 off. A sheet plays
its cells to know the board, the cube and the score before each.
"""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import dataclass, field

from rules import EntryKind, Note, Position, Side, Transcript

Pairs = tuple[tuple[int, int], ...]
Board = tuple[tuple[int, ...], tuple[int, ...]]
# V1, V2 and A2 by the value of the tag: checkers by point.
STARTS = {
    "": {24: 2, 13: 5, 8: 3, 6: 5},
    "NackGammon": {24: 2, 23: 2, 13: 4, 8: 3, 6: 4},
    "HyperGammon (1)": {24: 1},
    "HyperGammon (2)": {24: 1, 23: 1},
    "HyperGammon (3)": {24: 1, 23: 1, 22: 1},
}
_TOKEN = re.compile(r"\b\d\d:|\b(?:Doubles|Takes|Drops|Wins)\b")
_LEFT, _RIGHT = 27, 34


@dataclass(slots=True, eq=False)
class Cell:
    """What one side did, as it is written; a result has the side that won."""

    side: Side
    text: str

    @property
    def is_roll(self) -> bool:
        """Whether it begins with dice."""
        return self.text[:2].isdigit()

    @property
    def dice(self) -> tuple[int, int]:
        """The dice of a roll."""
        return int(self.text[0]), int(self.text[1])

    @property
    def pairs(self) -> Pairs:
        """The moves of a roll as pairs; none for a dance."""
        words = [word.replace("*", "").split("/") for word in self.text[3:].split()]
        return tuple((int(src), int(dst)) for src, dst in words)

    @property
    def value(self) -> int:
        """The number in a double or a result."""
        match = re.search(r"\d+", self.text)
        assert match is not None
        return int(match[0])


@dataclass(slots=True, eq=False)
class GameSheet:
    """One game: its score line, its cells, and its result on a line of its own."""

    number: int
    names: tuple[str, str]
    score: tuple[int, int]
    cells: list[Cell]
    result: Cell | None = None
    more_results: list[Cell] = field(default_factory=list)
    start: Position | None = None
    has_score_line: bool = True


@dataclass(frozen=True, slots=True)
class Place:
    """Where a cell stands in the text."""

    line: int
    column: int
    turn: int | None


@dataclass(slots=True)
class Sheet:
    """A whole record."""

    header: list[str]
    length: int
    games: list[GameSheet]
    has_length: bool = True

    def copy(self) -> Sheet:
        """A sheet that can be changed without changing this one."""
        return deepcopy(self)

    @property
    def start(self) -> Board:
        """The start of the variant that the header names."""
        match = re.search(r'Variation "([^"]*)"', "\n".join(self.header))
        points = STARTS[match[1] if match else ""]
        side = tuple(points.get(point, 0) for point in range(26))
        return side, side


@dataclass(slots=True)
class SheetText:
    """A sheet as text, the place of each cell and the line of each game's head."""

    text: str
    places: dict[Cell, Place]
    heads: dict[GameSheet, int]


def text_of(sheet: Sheet) -> SheetText:
    """Write a sheet in gnubg's columns."""
    lines = [*sheet.header, ""] if sheet.header else []
    if sheet.has_length:
        lines += [f" {sheet.length} point match", ""]
    places: dict[Cell, Place] = {}
    heads: dict[GameSheet, int] = {}
    for game in sheet.games:
        lines.append(f" Game {game.number}")
        heads[game] = len(lines)
        if game.has_score_line:
            one = f"{game.names[0]} : {game.score[0]}"
            lines.append(f" {one:<30} {game.names[1]} : {game.score[1]}")
        if game.start:
            lines.append(_set_position(game.start))
        _write_rows(game.cells, lines, places)
        for result in [*([game.result] if game.result else []), *game.more_results]:
            column = 6 if result.side is Side.ONE else _RIGHT
            lines.append(" " * column + result.text)
            places[result] = Place(len(lines), column + 1, None)
        lines.append("")
    return SheetText("\n".join(lines) + "\n", places, heads)


def _write_rows(cells: list[Cell], lines: list[str], places: dict[Cell, Place]) -> None:
    turn, is_right_free = 0, False
    for cell in cells:
        text = cell.text if cell.is_roll else f" {cell.text}"
        if cell.side is Side.ONE or not is_right_free:
            turn += 1
            lines.append(f"{turn:3d}) ")
        if cell.side is Side.TWO:
            lines[-1] = f"{lines[-1]:<{5 + _LEFT}} "
        column = len(lines[-1]) + (not cell.is_roll) + 1
        lines[-1] += text
        places[cell] = Place(len(lines), column, turn)
        is_right_free = cell.side is Side.ONE


def _set_position(position: Position) -> str:
    letters = ["-"] * 26
    for place in range(1, 26):
        if position.own[place]:
            letters[place] = "?ABCDEFGHIJKLMNO"[position.own[place]]
        if position.opp[place]:
            letters[25 - place] = "?abcdefghijklmno"[position.opp[place]]
    return f"; Set Pos={''.join(letters)}/1"


def read(text: str) -> Sheet:
    """Read what gnubg wrote."""
    header, length, games = [], 0, []
    for line in text.splitlines():
        if line.startswith(";"):
            header.append(line)
        elif match := re.match(r" (\d+) point match", line):
            length = int(match[1])
        elif match := re.match(r" Game (\d+)", line):
            games.append(GameSheet(int(match[1]), ("", ""), (0, 0), []))
        elif match := re.match(r" (\S+) : (\d+) +(\S+) : (\d+)$", line):
            games[-1].names = match[1], match[3]
            games[-1].score = int(match[2]), int(match[4])
        elif line.strip():
            _read_row(line, games[-1])
    return Sheet(header, length, games)


def _read_row(line: str, game: GameSheet) -> None:
    tokens = list(_TOKEN.finditer(line))
    for index, token in enumerate(tokens):
        end = tokens[index + 1].start() if index + 1 < len(tokens) else len(line)
        side = Side.TWO if index or token.start() > 20 else Side.ONE
        cell = Cell(side, line[token.start() : end].strip())
        if cell.text.startswith("Wins"):
            game.result = cell
        else:
            game.cells.append(cell)


def sheet_of(transcript: Transcript, *, header: str = "") -> Sheet:
    """The sheet of a match that was played for a test."""
    games = []
    for record in transcript.games:
        *entries, end = record.entries
        cells = [Cell(entry.side, _text(entry.kind, entry)) for entry in entries]
        assert record.score is not None
        result = Cell(end.side, f"Wins {end.value} points")
        games.append(GameSheet(record.number, record.players, record.score, cells, result))
    return Sheet([header] if header else [], transcript.length or 0, games)


def _text(kind: EntryKind, entry: object) -> str:
    value, dice, moves, note = (getattr(entry, name) for name in ("value", "dice", "moves", "note"))
    if kind is EntryKind.ROLL:
        pairs = " ".join(f"{src}/{dst}" for src, dst in moves)
        return f"{dice[0]}{dice[1]}: {'' if note is Note.NOT_PLAYED else pairs}".rstrip()
    return f"Doubles => {value}" if kind is EntryKind.DOUBLE else f"{kind.title()}s"


@dataclass(frozen=True, slots=True)
class State:
    """How a game stands before a cell: the board seen by the cell's side, the cube, who rolls next."""

    board: Board
    cube: int
    owner: Side | None
    offered_by: Side | None


def states(sheet: Sheet, game: GameSheet) -> dict[Cell, State]:
    """The state before each cell of a game, and before its result."""
    own, opp = (game.start.own, game.start.opp) if game.start else sheet.start
    boards = {Side.ONE: list(own), Side.TWO: list(opp)}
    cube: int = 1
    owner: Side | None = None
    offered_by: Side | None = None
    state_of: dict[Cell, State] = {}
    for cell in [*game.cells, *([game.result] if game.result else [])]:
        mine, theirs = boards[cell.side], boards[cell.side.other]
        state_of[cell] = State((tuple(mine), tuple(theirs)), cube, owner, offered_by)
        if cell.is_roll:
            move(mine, theirs, cell.pairs)
        elif cell.text.startswith("Doubles"):
            offered_by = cell.side
        elif cell.text == "Takes":
            cube, owner, offered_by = 2 * cube, cell.side, None
    return state_of


def move(own: list[int], opp: list[int], pairs: Pairs) -> None:
    """Move checkers without asking whether they may, and send to the bar what they hit."""
    for src, dst in pairs:
        own[src] -= 1
        own[dst] += 1
        if dst and opp[25 - dst]:
            opp[25 - dst] -= 1
            opp[25] += 1


def board_after(board: Board, pairs: Pairs) -> Board:
    """The board after these moves."""
    own, opp = list(board[0]), list(board[1])
    move(own, opp, pairs)
    return tuple(own), tuple(opp)


def stands(board: Board, pairs: Pairs) -> bool:
    """Whether these moves can be made one after the other, from the back, onto points not held against them."""
    own, opp = list(board[0]), list(board[1])
    for src, dst in sorted(pairs, reverse=True):
        if not own[src] or (dst and opp[25 - dst] > 1):
            return False
        move(own, opp, ((src, dst),))
    return True
