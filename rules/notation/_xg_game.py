"""One game of a `.xg` file: converts its records to entries, and compares its boards with its plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..judgement import judge
from ..match import Side
from ..move import Move
from ..position import BAR, OFF, Position
from ..problem import Finding, Problem
from ..transcript import Entry, EntryKind, GameRecord, Note, StatedEnd
from ..variant import Variant
from ._xg_records import CubeRecord, GameEnd, GameHeader, MoveRecord

_SIDES = {1: Side.ONE, -1: Side.TWO}
# What a result or a score can come to, and the cube as a power of two; beyond, only damage goes.
_MOST_POINTS, _LARGEST_POWER = 999_999, 15
# How a game ended: somebody resigned; both settled for an agreed number of points.
_RESIGNED, _SETTLED = 100, 1000
_DECLARED_INVALID = 2
# The moves of a play, and the board after them seen by its side.
_Told = tuple[tuple[Move, ...], Position]


@dataclass(frozen=True, slots=True)
class _Doubt:
    """A play that does not lead to the stored board; the next roll decides which board is right.

    Both boards are seen by the side of the entry at `index`.
    """

    index: int
    by_moves: Position
    position: Position
    is_declared: bool


class GameReader:
    """Converts the records of one game in order; problems go to the given list.

    `line` is the number of the record in the file, `number` that of the game where its header has none.
    """

    def __init__(
        self,
        header: GameHeader,
        *,
        line: int,
        number: int,
        length: int | None,
        variant: Variant,
        problems: list[Problem],
    ) -> None:
        self._number = header.number if 0 < header.number <= _MOST_POINTS else number
        self._first_line = self._line = line
        self._length = length
        # Whatever a program writes into a match to one point, it has no Crawford game (M3).
        self._is_crawford = header.is_crawford if length is not None and length > 1 else None
        self._stated_end: StatedEnd | None = None
        self._variant = variant
        self._problems = problems
        self._entries: list[Entry] = []
        self._doubt: _Doubt | None = None
        self._auto_doubles = header.auto_doubles if 0 <= header.auto_doubles <= _LARGEST_POWER else 0
        self._first_cube: int | None = None
        self._start: Position | None = None
        # Seen by side one, as the game stands.
        self._board = Position.start(variant)
        self._score = header.score if all(0 <= points <= _MOST_POINTS for points in header.score) else None
        if self._score is None:
            self._note(Finding.MISSING_SCORE_LINE, found=_pair(header.score))
        if any(header.start):
            self._begin_from(self._position(header.start), header.start)

    def finished(self, players: tuple[str, str]) -> GameRecord:
        """Return the recorded game."""
        self._settle(None)
        # The first cube of a game that begins from a set position is where that put it.
        cube = (self._first_cube or 0) if self._start else 0
        return GameRecord(
            number=self._number,
            line=self._first_line,
            players=players,
            score=self._score,
            entries=tuple(self._entries),
            start=self._start,
            start_cube=1 << min(abs(cube) + self._auto_doubles, _LARGEST_POWER),
            start_owner=(Side.ONE if cube > 0 else Side.TWO) if cube else None,
            is_crawford=self._is_crawford,
            stated_end=self._stated_end,
        )

    # The cube

    def read_cube(self, record: CubeRecord, line: int) -> None:
        """Read a cube decision."""
        self._line = line
        side = _SIDES.get(record.side)
        if side is None or not -2 <= record.double <= 1 or not -1 <= record.take <= 2:
            self._note(Finding.UNREADABLE_CELL, found=_listed(record))
            return
        self._see_cube(record.cube)
        if record.double != 1:
            return
        power = abs(record.cube) + 1 + self._auto_doubles
        if power > _LARGEST_POWER:
            self._note(Finding.CUBE_OFF_SCALE, side, str(record.cube))
            return
        value = 1 << power
        self._add(EntryKind.DOUBLE, side, value)
        if record.take == 0:
            self._add(EntryKind.DROP, side.other)
        elif record.take == 1:
            self._add(EntryKind.TAKE, side.other)
        elif record.take == 2:
            self._add(EntryKind.BEAVER, side.other, value * 2)
            self._answer_beaver(record, side, value * 4)

    def _answer_beaver(self, record: CubeRecord, side: Side, value: int) -> None:
        # An accepted beaver or raccoon needs no word: the game goes on.
        if record.beaver == 0:
            self._add(EntryKind.DROP, side)
        elif record.beaver == 2:
            self._add(EntryKind.RACCOON, side, value)
            if record.raccoon == 0:
                self._add(EntryKind.DROP, side.other)

    def _see_cube(self, cube: int) -> None:
        if self._first_cube is None:
            self._first_cube = cube

    # Rolls

    def read_move(self, record: MoveRecord, line: int) -> None:
        """Read a roll and its play."""
        self._line = line
        side = _SIDES.get(record.side)
        if side is None:
            self._note(Finding.UNREADABLE_CELL, found=str(record.side))
            return
        self._see_cube(record.cube)
        if self._doubt:
            self._settle(self._position(record.before))
        dice = record.dice if all(1 <= die <= 6 for die in record.dice) else None
        if dice is None:
            self._note(Finding.INVALID_DICE, side, _pair(record.dice))
        if not record.is_played and not any(record.after):
            self._add_roll(side, dice, (), Note.NOT_PLAYED)
            return
        after = self._position(record.after)
        if after is None and any(record.after):
            self._note(Finding.UNREADABLE_POSITION, side, _listed(record.after))
        moves = _moves(record.steps)
        if moves is None:
            self._note(Finding.UNREADABLE_PLAY, side, _listed(record.steps))
        if dice is None or moves is None:
            self._take_on_trust(side, dice, moves, after)
        else:
            self._play(record, side, dice, moves, after)

    def _play(
        self,
        record: MoveRecord,
        side: Side,
        dice: tuple[int, int],
        moves: tuple[Move, ...],
        after: Position | None,
    ) -> None:
        """Add a play; the stored board after it resolves ambiguities and shows whether it is complete."""
        board = _turned(self._board, side)
        moves_text = _told(board, dice, moves, after) or self._told_elsewhere(
            record, side, dice, moves, after
        )
        if moves_text is None:
            moves_text = (moves, judge(board, dice, moves).result)
            if after is not None:
                is_declared = record.validity == _DECLARED_INVALID
                self._doubt = _Doubt(len(self._entries), moves_text[1], after, is_declared)
        self._board = _turned(moves_text[1], side)
        self._add_roll(side, dice, moves_text[0], None if moves else Note.CANNOT_MOVE)

    def _told_elsewhere(
        self,
        record: MoveRecord,
        side: Side,
        dice: tuple[int, int],
        moves: tuple[Move, ...],
        after: Position | None,
    ) -> _Told | None:
        """The play from the stored board before it, to which the game has jumped; `None` if there is none."""
        before = self._position(record.before)
        if before is None or before == self._board:
            return None
        moves_text = _told(_turned(before, side), dice, moves, after)
        if moves_text is not None:
            self._go_on_from(before)
        return moves_text

    def _take_on_trust(
        self,
        side: Side,
        dice: tuple[int, int] | None,
        moves: tuple[Move, ...] | None,
        after: Position | None,
    ) -> None:
        """Add a roll with unreadable parts; only the stored board after it shows the play."""
        note = Note.UNREADABLE if moves is None else None
        if after is not None:
            self._board, note = _turned(after, side), Note.EDITED
        self._add_roll(side, dice, moves or (), note, after)

    def _settle(self, before: Position | None) -> None:
        """Decide, by the board before the next roll, from which of two boards the game continued."""
        doubt, self._doubt = self._doubt, None
        if doubt is None:
            return
        entry = self._entries[doubt.index]
        if before == _turned(doubt.by_moves, entry.side):
            return
        self._board = _turned(doubt.position, entry.side)
        if doubt.is_declared:
            entry = entry._replace(moves=(), note=Note.ILLEGAL, stood=doubt.position)
        else:
            self._differ(entry)
            entry = entry._replace(note=Note.EDITED, stood=doubt.position)
        self._entries[doubt.index] = entry

    def _go_on_from(self, position: Position) -> None:
        """Set the board, seen by side one, to a position that the plays so far do not lead to."""
        rolls = (index for index, entry in enumerate(self._entries) if entry.kind is EntryKind.ROLL)
        last = max(rolls, default=None)
        if last is None:
            self._begin_from(position)
            return
        entry = self._entries[last]
        self._entries[last] = entry._replace(note=Note.EDITED, stood=_turned(position, entry.side))
        self._differ(entry)

    def _begin_from(self, position: Position | None, counts: Sequence[int] = ()) -> None:
        if position is None:
            self._note(Finding.UNREADABLE_POSITION, found=_listed(counts))
        elif position != Position.start(self._variant):
            self._start = self._board = position
            self._note(Finding.SET_POSITION)

    # The end

    def read_end(self, record: GameEnd, line: int) -> None:
        """Read the result; an unfinished game has one without a winner."""
        self._line = line
        self._settle(None)
        side = _SIDES.get(record.winner)
        if side is None:
            return
        points: int | None = record.points
        if not 0 < record.points <= _MOST_POINTS:
            self._note(Finding.UNREADABLE_CELL, side, str(record.points))
            points = None
        elif self._score is not None:
            points = self._scored(record, side, self._score)
        if record.ending % _SETTLED >= _RESIGNED:
            self._add(EntryKind.RESIGN, side.other)
        elif record.ending % _SETTLED:
            self._stated_end = StatedEnd.PLAYED_OUT
        self._add(EntryKind.WIN, side, points)

    def _scored(self, record: GameEnd, side: Side, before: tuple[int, int]) -> int:
        """The points won; automatic doubles may be in the score but not in the points."""
        winner = 0 if side is Side.ONE else 1
        with_doubles = record.points << self._auto_doubles
        points = with_doubles if record.score[winner] - before[winner] == with_doubles else record.points
        computed_score = list(before)
        computed_score[winner] += points
        capped = list(computed_score)
        if self._length is not None:
            capped[winner] = min(computed_score[winner], self._length)
        if list(record.score) not in (computed_score, capped):
            self._note(Finding.WRONG_SCORE, found=_pair(record.score), expected=_pair(computed_score))
        return points

    def end_match(self) -> None:
        """Note at the result that it ended the match."""
        if self._entries and self._entries[-1].kind is EntryKind.WIN:
            self._entries[-1] = self._entries[-1]._replace(note=Note.MATCH)

    # Notes

    def _add(self, kind: EntryKind, side: Side, value: int | None = None) -> None:
        self._entries.append(Entry(kind, side, None, self._line, 1, "", value=value))

    def _add_roll(
        self,
        side: Side,
        dice: tuple[int, int] | None,
        moves: tuple[Move, ...],
        note: Note | None,
        stood: Position | None = None,
    ) -> None:
        self._entries.append(
            Entry(EntryKind.ROLL, side, None, self._line, 1, "", dice, moves, note=note, stood=stood)
        )

    def _differ(self, entry: Entry) -> None:
        """Note a play that does not lead to the board from which the game continued."""
        problem = Problem(Finding.POSITION_DIFFERS, entry.line, 1, self._number, player=entry.side)
        self._problems.append(problem._replace(found=entry.said))

    def _note(self, code: Finding, side: Side | None = None, found: str = "", expected: str = "") -> None:
        self._problems.append(
            Problem(code, self._line, 1, self._number, player=side, found=found, expected=expected)
        )

    def _position(self, counts: Sequence[int]) -> Position | None:
        """The position of 26 counts with the opponent's as negative numbers; `None` if it is impossible."""
        own = [count if count > 0 else 0 for count in counts]
        opp = [-count if count < 0 else 0 for count in reversed(counts)]
        if own[OFF] or opp[OFF] or not (any(own) or any(opp)):
            return None
        own[OFF], opp[OFF] = self._variant.checkers - sum(own), self._variant.checkers - sum(opp)
        return None if min(own[OFF], opp[OFF]) < 0 else Position(tuple(own), tuple(opp))


def _turned(position: Position, side: Side) -> Position:
    """A position converted between the view of side one and that of `side`."""
    return position if side is Side.ONE else position.swapped()


def _moves(steps: Sequence[int]) -> tuple[Move, ...] | None:
    """The moves of up to four pairs of places counted from 0; `None` if a place is invalid."""
    moves = []
    for src, dst in zip(steps[::2], steps[1::2], strict=True):
        if src == -1:
            break
        if not (0 <= src < BAR and dst < BAR - 1):
            return None
        moves.append(Move(src + 1, max(dst + 1, OFF)))
    return tuple(moves)


def _told(
    board: Position, dice: tuple[int, int], moves: tuple[Move, ...], after: Position | None
) -> _Told | None:
    """The moves completed so that they lead to the position after them, and that position; `None` if impossible.

    Where that position is not kept, legal moves are good enough.
    """
    for reading in _readings(dice, moves):
        judgement = judge(board, dice, reading)
        if judgement.is_legal if after is None else judgement.result == after:
            return reading, judgement.result
    return None


def _readings(dice: tuple[int, int], moves: tuple[Move, ...]) -> Iterator[tuple[Move, ...]]:
    """Yield the readings of moves: as written, and one move by both dice with either stop, if it may hit."""
    yield moves
    if len(moves) == 1 and dice[0] != dice[1]:
        src, dst = moves[0]
        for die in dice:
            if src - die > dst:
                yield (Move(src, src - die), Move(src - die, dst))


def _pair(score: Sequence[int]) -> str:
    return "-".join(map(str, score))


def _listed(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))
