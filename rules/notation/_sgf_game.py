"""One game of an SGF text while its nodes are being read."""

from __future__ import annotations

from ..match import Side
from ..position import Position
from ..problem import Finding, Problem, quote
from ..transcript import Entry, EntryKind, GameRecord, Note
from ._sgf_cube import CubeWatch
from ._sgf_header import FACES, Header, Property
from ._sgf_plays import DICE, NO_DICE, SIDES, Board, called

# Looked up once, because a member of an enumeration costs more than a constant.
_ROLL = EntryKind.ROLL


class SgfGame:
    """Collects the entries of one game; unreadable parts become problems of the reader."""

    def __init__(
        self, header: Header, players: tuple[str, str], number: int, line: int, problems: list[Problem]
    ) -> None:
        self._header = header
        self._players = players
        self._number = number
        self._line = line
        self._problems = problems
        self._entries: list[Entry] = []
        # The side said to be on roll, and how many entries there were then.
        self._turn: tuple[Side, int] | None = None
        self._cube = CubeWatch(header.cube)
        # The last entry is a play and nothing is being set: whatever comes is as usual.
        self._is_plain = False
        # The last entry is a roll set by hand, which a play of the same side may replace.
        self._is_roll_set = False
        # A board being set by hand, and the property with which that began.
        self._board: tuple[Board, Property] | None = None
        self._start: Position | None = None
        self._start_cube: int = header.cube
        self._start_owner: Side | None = None
        for problem in header.problems:
            self._note(problem)

    def call(self, text: str, line: int, column: int) -> None:
        """Read a play or a cube action such as `W[31hefe]` or `B[take]`."""
        side, kind, dice, moves, note, fault = called(text)
        if not self._is_plain or fault or kind is not _ROLL:
            if self._board:
                self._set_board(*self._board, following=side)
            if fault:
                self._note(Problem(fault, line, column, player=side, found=quote(text)))
            if kind is not _ROLL:
                self._cube_action(kind, side, text, line, column)
                return
            self._cube.go_on()
            if self._is_roll_set and self._entries[-1].side is side:
                # A program that was stopped between roll and play writes the roll twice.
                note = None if note is Note.CANNOT_MOVE else note
                self._entries.pop()
            self._is_plain, self._is_roll_set = True, False
        self._entries.append(Entry(_ROLL, side, None, line, column, text, dice, moves, None, note))

    def tell(self, setup: Property) -> None:
        """Read a property that sets the side on roll, dice, the board or the cube by hand."""
        value = setup.first.strip()
        self._is_plain = False
        if setup.name == "PL":
            side = SIDES.get(value[:1].upper())
            self._turn = (side, len(self._entries)) if side else None
        elif setup.name == "DI":
            self._set_dice(setup, value)
        elif setup.name == "CV":
            self._set_cube(setup, FACES.get(value), self._cube.owner)
        elif setup.name == "CP":
            is_place = value in ("c", "w", "b")
            self._set_cube(setup, self._cube.value if is_place else None, SIDES.get(value.upper()))
        else:
            self._edit_board(setup)

    def finished(self) -> GameRecord:
        """Return the game after all its nodes are read."""
        if self._board:
            self._set_board(*self._board, following=None)
        if self._is_roll_set:
            self._entries[-1] = self._entries[-1]._replace(note=Note.NOT_PLAYED)
        if self._header.result:
            self._entries.append(self._header.result)
        return GameRecord(
            number=self._number,
            line=self._line,
            players=self._players,
            score=self._header.score,
            entries=tuple(self._entries),
            start=self._start,
            start_cube=self._start_cube,
            start_owner=self._start_owner,
            is_crawford=self._header.is_crawford,
            score_line=None if self._header.info_line == self._line else self._header.info_line,
            stated_end=self._header.stated_end,
        )

    def _cube_action(self, kind: EntryKind, side: Side, text: str, line: int, column: int) -> None:
        value = None
        self._is_plain = self._is_roll_set = False
        if kind is EntryKind.DOUBLE:
            kind, value = self._cube.double(side)
        elif kind is EntryKind.DROP:
            self._cube.drop()
        else:
            is_acceptance = self._cube.is_acceptance(side)
            self._cube.take()
            if is_acceptance:
                return
        self._entries.append(Entry(kind, side, None, line, column, text, value=value))

    def _set_dice(self, setup: Property, value: str) -> None:
        """Add a roll without a play; the following entries explain it."""
        side = self._on_roll()
        if self._board:
            self._set_board(*self._board, following=side)
        dice = DICE.get(value)
        if dice is None and value != NO_DICE:
            self._note(setup.problem(Finding.INVALID_DICE)._replace(player=side))
        self._cube.go_on()
        self._is_roll_set = True
        self._entries.append(Entry(_ROLL, side, None, *_place(setup), dice))

    def _set_cube(self, setup: Property, value: int | None, owner: Side | None) -> None:
        """Set the cube before the game begins; later only its current place may be repeated."""
        if value is not None and not self._entries:
            self._cube = CubeWatch(value, owner)
            self._start_cube, self._start_owner = value, owner
        elif (value, owner) != (self._cube.value, self._cube.owner):
            self._note(setup.problem(Finding.UNREADABLE_CELL))

    def _edit_board(self, setup: Property) -> None:
        if self._board is None:
            position = None if self._entries else self._start or Position.start(self._header.variant)
            self._board = Board(position), setup
        board, _ = self._board
        if setup.name == "AE":
            board.empty(setup.values)
        else:
            board.add(SIDES[setup.name[1]], setup.values)

    def _set_board(self, board: Board, setup: Property, *, following: Side | None) -> None:
        """Continue from a board set by hand; `following` is the side to act next, if known."""
        self._board = None
        position = board.position(self._header.variant.checkers)
        if position and self._entries:
            self._set_board_after(self._last_mover(following), position, setup)
        elif position and not (position.has_won or position.has_lost):
            self._start = position
            self._note(setup.problem(Finding.SET_POSITION))
        else:
            self._note(setup.problem(Finding.UNREADABLE_POSITION))

    def _last_mover(self, following: Side | None) -> Side:
        """The side whose turn ended with a board set by hand.

        That is seldom told: with a board gnubg always writes `PL[W]`.
        """
        last = self._entries[-1]
        is_next = last.side.other in (following, self._turn_said()) or following is None
        if self._is_roll_set or (last.kind is _ROLL and is_next):
            return last.side
        return (following or last.side).other

    def _set_board_after(self, mover: Side, position: Position, setup: Property) -> None:
        """Take a board set during the game as the board after a turn, whatever was written of that turn.

        Dice without a play and then a board are an illegal play, as gnubg writes what Snowie calls so.
        """
        stood = position if mover is Side.ONE else position.swapped()
        last = self._entries[-1]
        if last.kind is _ROLL and last.side is mover:
            note = Note.ILLEGAL if self._is_roll_set else Note.EDITED
            self._entries[-1] = last = last._replace(note=note, stood=stood)
        else:
            last = Entry(_ROLL, mover, None, *_place(setup), note=Note.EDITED, stood=stood)
            self._entries.append(last)
        self._is_roll_set = False
        if last.note is Note.EDITED:
            place = (last.line, last.column)
            self._note(Problem(Finding.POSITION_DIFFERS, *place, player=mover, found=quote(last.text)))

    def _on_roll(self) -> Side:
        """The side on roll: as stated in the text, else as implied by the last entry."""
        if turn := self._turn_said():
            return turn
        if not self._entries:
            return Side.ONE
        last = self._entries[-1]
        return last.side if last.kind in (EntryKind.DOUBLE, EntryKind.RACCOON) else last.side.other

    def _turn_said(self) -> Side | None:
        """The side stated to be on roll since the last entry."""
        return self._turn[0] if self._turn and self._turn[1] == len(self._entries) else None

    def _note(self, problem: Problem) -> None:
        self._problems.append(problem._replace(game=self._number))


def _place(prop: Property) -> tuple[int, int, str]:
    return prop.line, prop.column, prop.said
