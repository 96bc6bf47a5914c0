"""The referee of one recorded game: follows it entry by entry and notes every broken rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .cube import Cube
from .forced import forced_play
from .game import Ended, Result
from .judgement import PlayFault, advance, judge
from .match import MatchScore, Side
from .play import Move, movable, played, put
from .position import BAR, OFF, Position
from .problem import MOST_PROBLEMS, Finding, Problem, quote
from .results import Stake, judged_result
from .transcript import Entry, EntryKind, GameRecord, Note
from .variant import Variant

# The highest face a record's cube may reach; beyond, only a hostile file goes on doubling.
_LAST_FACE = 1 << 15


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a game as it stood on the board, for a page that replays the game.

    `before` and `after` are seen by `side`. `moves` are one for each die wherever the play was legal.
    `is_unplayed` marks a roll with which nothing was done, because the game ended there. `cube` is the
    cube after the entry, `entry` what the record says. `problems` are those found at this entry, except about the game's result.
    """

    game: int
    turn: int | None
    line: int
    column: int
    kind: EntryKind
    side: Side
    dice: tuple[int, int] | None
    moves: tuple[Move, ...]
    text: str
    before: Position
    after: Position
    cube: Cube
    problems: tuple[Problem, ...]
    entry: Entry
    is_unplayed: bool = False

    @property
    def notation(self) -> str:
        """The play in the usual notation: `bar/21 13/7*(2)`, `#` for a dance, empty without a play (A4)."""
        if (
            self.kind is not EntryKind.ROLL
            or self.is_unplayed
            or (not self.moves and self.before != self.after)
        ):
            return ""
        return played(self.before, self.moves).notation


class TooManyProblems(Exception):
    """A game with so many problems that nothing more is to be learnt from it; at `line` it was left."""

    def __init__(self, problems: list[Problem], line: int) -> None:
        self.problems = problems
        self.line = line
        super().__init__(line)


class GameReferee:
    """Follows one game. Afterwards `winner`, `ended`, `result`, `points` and `problems` tell what it saw.

    After a problem it goes on from what really stood on the board. With `watch` it hands over a `Step`
    for each entry. Raises `TooManyProblems` when there are more than `allowance`.
    """

    def __init__(
        self,
        record: GameRecord,
        *,
        score: MatchScore,
        variant: Variant,
        is_crawford: bool,
        has_jacoby: bool | None = None,
        allowance: int = MOST_PROBLEMS,
        watch: Callable[[Step], None] | None = None,
    ) -> None:
        self.record = record
        self.score = score
        self.variant = variant
        self.is_crawford = is_crawford
        self.has_jacoby = has_jacoby
        self.problems: list[Problem] = []
        self.cube = Cube(record.start_cube)
        self.winner: Side | None = None
        self.ended: Ended | None = None
        self.result: Result | None = None
        self.points = 0
        self.stated: Entry | None = None
        self._watch = watch
        self._allowance = allowance
        self._seen = 0
        self._on_roll: Side | None = None
        # A roll without a play, until what follows tells whether that was a resignation.
        self._open_roll: Entry | None = None
        self._last_roll: Entry | None = None
        self._loss: Entry | None = None
        self._is_plain = True
        self._is_end_passed = False
        start = record.start or Position.start(variant)
        self._one, self._two = list(start.own), list(start.opp)
        self._checkers = variant.checkers

    def follow(self) -> None:
        """Follow the game from its first entry to its last."""
        calls = {
            EntryKind.ROLL: self._roll,
            EntryKind.DOUBLE: self._double,
            EntryKind.TAKE: self._take,
            EntryKind.DROP: self._drop,
            EntryKind.BEAVER: self._beaver,
            EntryKind.RESIGN: self._resign,
            EntryKind.LOSS: self._resign,
            EntryKind.WIN: self._win,
        }
        roll = self._roll
        for entry in self.record.entries:
            if entry.kind is EntryKind.ROLL:
                roll(entry)
                continue
            self._look_at_open_roll(entry.kind)
            before = self._seen_by(entry.side) if self._watch else None
            calls[entry.kind](entry)
            if before is not None:
                self._show(entry, before)
        self._finish()

    # Rolls

    def _roll(self, entry: Entry) -> None:
        side = entry.side
        if not (self._is_plain and side is self._on_roll) and not self._is_in_order(entry):
            return
        if side is Side.ONE:
            own, opp, self._on_roll = self._one, self._two, Side.TWO
        else:
            own, opp, self._on_roll = self._two, self._one, Side.ONE
        before = self._seen_by(side) if self._watch else None
        moves = entry.moves
        if entry.note or not entry.dice or not advance(own, opp, entry.dice, entry.moves):
            found = self._careful_play(entry, own, opp)
            if found is None:
                self._open_roll, self._is_plain = entry, False
                return
            moves = found
        self._last_roll = entry
        if own[OFF] == self._checkers:
            self._end(side, Ended.BORNE_OFF)
        if before is not None:
            self._show(entry, before, moves)

    def _is_in_order(self, entry: Entry) -> bool:
        """Note what is wrong with a roll at this moment; False when the game was over before."""
        self._close_open_roll()
        if self._is_after_end(entry):
            return False
        self._answer_for_silence(entry)
        if self._on_roll is None:
            if entry.dice and entry.dice[0] == entry.dice[1]:
                self._note(Finding.OPENING_ROLL_EQUAL, entry)
        elif entry.side is not self._on_roll:
            self._note(Finding.OUT_OF_TURN, entry)
        return True

    def _careful_play(self, entry: Entry, own: list[int], opp: list[int]) -> tuple[Move, ...] | None:
        """Make a play that is not plainly legal; `None` when there is none yet but could be one."""
        if entry.note is Note.ILLEGAL:
            self._note(Finding.DECLARED_ILLEGAL, entry)
            if entry.stood:
                own[:], opp[:] = entry.stood.own, entry.stood.opp
            return ()
        if entry.dice is None and not entry.moves:
            return None
        if entry.dice is None or entry.note is Note.UNREADABLE:
            # The reader has told of it already, and nothing is left to compare the moves with.
            return _put_what_fits(own, opp, entry.moves)
        if not entry.moves and not (movable(own, opp, entry.dice[0]) or movable(own, opp, entry.dice[1])):
            return ()  # B9: a dance, the most usual of the plays that come here.
        judgement = judge(Position(tuple(own), tuple(opp)), entry.dice, entry.moves)
        if judgement.fault is PlayFault.FALSE_DANCE and entry.note is not Note.CANNOT_MOVE:
            return None
        if judgement.fault and self._is_copy_of_last_play(entry):
            self._note(Finding.LAST_PLAY_REPEATED, entry)
            return None
        if judgement.fault:
            self._note(judgement.fault, entry)
        own[:], opp[:] = judgement.result.own, judgement.result.opp
        return judgement.moves

    def _look_at_open_roll(self, following: EntryKind) -> None:
        """Tell a roll that was left unplayed, because the game ended there, from a play not written."""
        if self._open_roll is None:
            return
        if following is EntryKind.DOUBLE:
            self._close_open_roll()
        elif following in {EntryKind.WIN, EntryKind.LOSS, EntryKind.RESIGN, EntryKind.DROP}:
            self._show_unplayed_roll()

    def _close_open_roll(self) -> None:
        """Settle a roll without a play, now that the game goes on after it."""
        entry, self._open_roll = self._open_roll, None
        if entry is None:
            return
        self._is_plain = True
        own, opp = (self._one, self._two) if entry.side is Side.ONE else (self._two, self._one)
        before = Position(tuple(own), tuple(opp))
        moves = forced_play(before, entry.dice) if entry.dice and entry.note is None else None
        if moves is None:
            self._note(Finding.PLAY_MISSING, entry)
        else:
            self._note(Finding.FORCED_PLAY_OMITTED, entry)
            for move in moves:
                put(own, opp, *move)
            if own[OFF] == self._checkers:
                self._end(entry.side, Ended.BORNE_OFF)
        self._show(entry, before, moves or ())

    def _show_unplayed_roll(self) -> None:
        entry, self._open_roll = self._open_roll, None
        if entry and self._watch:
            self._show(entry, self._seen_by(entry.side), is_unplayed=True)

    # The cube

    def _double(self, entry: Entry) -> None:
        if self._is_after_end(entry):
            return
        self._answer_for_silence(entry)
        side = entry.side
        fault = self._double_fault(side)
        if fault:
            self._note(fault, entry)
        value = self.cube.value * 2
        if value > _LAST_FACE:
            self._note(Finding.CUBE_OFF_SCALE, entry)
            return
        if entry.value not in (value, None):
            self._note(Finding.WRONG_CUBE_VALUE, entry, str(entry.value), str(value))
        self.cube = Cube(self.cube.value, self.cube.owner, offered_by=side)
        self._on_roll, self._is_plain = side, False

    def _double_fault(self, side: Side) -> Finding | None:
        if self._on_roll is None:
            return Finding.DOUBLE_BEFORE_OPENING_ROLL
        if side is not self._on_roll:
            return Finding.DOUBLE_OUT_OF_TURN
        if self.score.length == 1 or not self.variant.has_cube:
            return Finding.CUBE_NOT_IN_USE
        if self.is_crawford:
            return Finding.DOUBLE_IN_CRAWFORD
        if self.cube.owner is side.other:
            return Finding.CUBE_NOT_OWNED
        away = self.score.away(side)
        return Finding.DEAD_CUBE if away is not None and self.cube.value >= away else None

    def _take(self, entry: Entry) -> None:
        if self._is_after_end(entry) or not self._is_answer(entry, Finding.TAKE_WITHOUT_DOUBLE):
            return
        self.cube = self.cube.take()
        self._is_plain = True

    def _drop(self, entry: Entry) -> None:
        if self._is_after_end(entry):
            return
        if self._is_answer(entry, Finding.DROP_WITHOUT_DOUBLE) and self.cube.offered_by:
            self._end(self.cube.offered_by, Ended.DROP)
        else:
            self._end(entry.side.other, Ended.RESIGNED)

    def _beaver(self, entry: Entry) -> None:
        if self._is_after_end(entry) or not self._is_answer(entry, Finding.TAKE_WITHOUT_DOUBLE):
            return
        if self.score.length is not None:
            self._note(Finding.BEAVER_IN_MATCH, entry)
        taken = self.cube.take()
        value = min(taken.value * 2, _LAST_FACE)
        if entry.value not in (value, None):
            self._note(Finding.WRONG_CUBE_VALUE, entry, str(entry.value), str(value))
        self.cube = Cube(value, taken.owner)
        self._is_plain = True

    def _is_answer(self, entry: Entry, otherwise: Finding) -> bool:
        if self.cube.offered_by is None:
            self._note(otherwise, entry)
            return False
        if entry.side is self.cube.offered_by:
            self._note(Finding.ANSWER_OUT_OF_TURN, entry)
        return True

    def _answer_for_silence(self, entry: Entry) -> None:
        """Take for the side whose answer to a double is missing, because the game went on."""
        if self.cube.offered_by:
            self._note(Finding.MISSING_TAKE, entry)
            self._on_roll = self.cube.offered_by
            self.cube = self.cube.take()
            self._is_plain = True

    # The end

    def _resign(self, entry: Entry) -> None:
        if self.ended is None:
            self._end(entry.side.other, Ended.RESIGNED)
        elif entry.side is self.winner:
            self._is_after_end(entry)
        if entry.kind is EntryKind.LOSS and self._loss is None:
            self._loss = entry

    def _win(self, entry: Entry) -> None:
        if self.stated is not None:
            self._note(Finding.SECOND_RESULT, entry)
            return
        self.stated = entry
        if self.ended is None:
            self._end(entry.side, Ended.RESIGNED)

    def _end(self, winner: Side, ended: Ended) -> None:
        self.winner, self.ended, self._is_plain = winner, ended, False
        # D4: after a drop, and after a resignation instead of an answer, the cube is not doubled.
        self.cube = Cube(self.cube.value, self.cube.owner)

    def _is_after_end(self, entry: Entry) -> bool:
        """Note, once, that an entry follows the end of its game; True if it does."""
        if self.ended is None:
            return False
        if not self._is_end_passed:
            self._is_end_passed = True
            is_copy = self._is_copy_of_last_play(entry)
            self._note(Finding.LAST_PLAY_REPEATED if is_copy else Finding.PLAYED_AFTER_GAME_END, entry)
        return True

    def _is_copy_of_last_play(self, entry: Entry) -> bool:
        """Whether this is the last play of the game written once more, in the opponent's column.

        Old programs did so where the opponent had nothing left to play or had just resigned.
        """
        last = self._last_roll
        return (
            entry.kind is EntryKind.ROLL
            and last is not None
            and last.side is not entry.side
            and (entry.dice, entry.moves) == (last.dice, last.moves)
            and entry is self._rolls_end()
        )

    def _rolls_end(self) -> Entry | None:
        rolls = (entry for entry in reversed(self.record.entries) if entry.kind is EntryKind.ROLL)
        return next(rolls, None)

    def _finish(self) -> None:
        self._show_unplayed_roll()
        if self.winner is None or self.ended is None:
            place = self.record.entries[-1] if self.record.entries else None
            self._note(Finding.GAME_NOT_FINISHED, place)
            return
        score = self.score
        stake = Stake(self.cube.value, score.away(self.winner), score.length, self.has_jacoby)
        stated = self.stated or self._loss
        judged = judged_result(
            self.ended, self._seen_by(self.winner), stake, stated.value if stated else None
        )
        self.result, self.points = judged.result, judged.points
        if judged.finding:
            self._note(judged.finding, stated or self.record.entries[-1], expected=judged.expected)

    # Notes

    def _note(
        self, code: Finding | PlayFault, entry: Entry | None, found: str = "", expected: str = ""
    ) -> None:
        number = self.record.number
        if entry is None:
            self.problems.append(Problem(code, self.record.line, 1, number))
            return
        found = found or quote(entry.text)
        self.problems.append(
            Problem(code, entry.line, entry.column, number, entry.turn, entry.side, found, expected)
        )
        if len(self.problems) > self._allowance:
            raise TooManyProblems(self.problems, entry.line)

    def _seen_by(self, side: Side) -> Position:
        own, opp = (self._one, self._two) if side is Side.ONE else (self._two, self._one)
        return Position(tuple(own), tuple(opp))

    def _show(
        self, entry: Entry, before: Position, moves: tuple[Move, ...] = (), *, is_unplayed: bool = False
    ) -> None:
        if self._watch is None:
            return
        step = Step(
            game=self.record.number,
            turn=entry.turn,
            line=entry.line,
            column=entry.column,
            kind=entry.kind,
            side=entry.side,
            dice=entry.dice,
            moves=moves,
            text=entry.text,
            before=before,
            after=self._seen_by(entry.side),
            cube=self.cube,
            problems=tuple(self.problems[self._seen :]),
            entry=entry,
            is_unplayed=is_unplayed,
        )
        self._seen = len(self.problems)
        self._watch(step)


def _put_what_fits(own: list[int], opp: list[int], moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Move what can be moved on a board, without any dice to go by."""
    made = []
    for move in sorted(moves, reverse=True):
        src, dst = move
        is_free = dst == OFF or (OFF < dst < BAR and opp[25 - dst] < 2)
        if OFF < src <= BAR and own[src] and is_free:
            put(own, opp, src, dst)
            made.append(move)
    return tuple(made)
