"""The referee of one recorded game: follows it entry by entry and notes every broken rule."""

from __future__ import annotations

from collections.abc import Callable
from operator import length_hint

from .alternatives import Alternatives, Outcome, what_fits
from .cube import Cube
from .cube_referee import CubeReferee
from .entry_faults import is_copy_of_last_play
from .evidence import Aftermath, ResultEvidence, Trace, Weighed
from .forced import forced_play
from .game import Ended, Result
from .game_notes import GameNotes
from .judgement import PlayFault, PlayVerdict, advance, judge
from .match import MatchScore, Side
from .move import Move, movable
from .play import played
from .position import OFF, Position
from .problem import MOST_PROBLEMS, Finding
from .results import Stake, judged_result
from .step import Step, StepStates
from .transcript import Entry, EntryKind, GameRecord, Note, StatedEnd, Transcript

# Looked up once, because a member of an enumeration costs more than a constant.
_ROLL, _ONE, _TWO = EntryKind.ROLL, Side.ONE, Side.TWO
# How many entries after a fault are looked at to find out what stood on the board: most of a game.
_HORIZON = 100


class GameReferee:
    """Follows one game. Afterwards `winner`, `ended`, `result`, `points` and `problems` hold its outcome.

    After a problem it goes on from what stood on the board. `transcript` is the match with its settings. `watch` gets a `Step` for each entry. Over `allowance` problems raise `TooManyProblems`.
    """

    def __init__(
        self,
        record: GameRecord,
        *,
        transcript: Transcript,
        score: MatchScore,
        is_crawford: bool,
        alternatives: Alternatives,
        aftermath: Callable[[], Aftermath],
        allowance: int = MOST_PROBLEMS,
        watch: Callable[[Step], None] | None = None,
    ) -> None:
        self.record = record
        self.score = score
        self.variant = variant = transcript.variant
        self.is_crawford = is_crawford
        self._notes = GameNotes(record, allowance)
        self.problems = self._notes.problems
        self._cube = CubeReferee(record, transcript, score, self._notes)
        self.winner: Side | None = None
        self.ended: Ended | None = None
        self.result: Result | None = None
        self.points = 0
        self.stated: Entry | None = None
        self.weighed: Weighed | None = None
        self._evidence = ResultEvidence(score, aftermath)
        self._transcript = transcript
        self._alternatives = alternatives
        self._watch = watch
        self._states = StepStates(transcript, score, self.cube, is_crawford=is_crawford)
        self._entries = iter(record.entries)
        self._on_roll: Side | None = None
        # After a double out of turn nobody knows whose turn it was.
        self._is_turn_open = False
        # A roll without a play, until what follows tells whether that was a resignation.
        self._open_roll: Entry | None = None
        self._last_roll: Entry | None = None
        # Who has offered to resign and waits for an answer, and the cube as it was.
        self._resigner: Side | None = None
        self._cube_offered = self.cube
        self._loss: Entry | None = None
        # How much was resigned, in multiples of the cube, where the resignation says it itself.
        self._size: int | None = None
        self._end_turn: Side | None = None
        self._is_plain = True
        self._is_end_passed = False
        self._is_set_up = record.start is not None and record.start != Position.start(variant)
        start = record.start or Position.start(variant)
        self._one, self._two = start.lists()
        self._checkers = variant.checkers

    def follow(self) -> None:
        """Follow the game from its first entry to its last."""
        calls = {
            EntryKind.DOUBLE: self._double,
            EntryKind.TAKE: self._take,
            EntryKind.DROP: self._drop,
            EntryKind.BEAVER: self._beaver,
            EntryKind.RACCOON: self._raccoon,
            EntryKind.RESIGN: self._resign,
            EntryKind.LOSS: self._resign,
            EntryKind.WIN: self._win,
        }
        if self.record.start_cube > 1 and not self._is_set_up:
            self._cube.note_automatic_double()
        roll = self._roll
        for entry in self._entries:
            if entry[0] is _ROLL:
                roll(entry)
                continue
            self._look_at_open_roll(entry.kind)
            sided = entry if entry.is_placed else self._with_side(entry)
            before = self._seen_by(sided.side) if self._watch else None
            calls[sided.kind](sided)
            if before is not None:
                self._show(entry, before, side=sided.side)
        self._finish()

    # Rolls

    def _roll(self, entry: Entry) -> None:
        _, side, _, _, _, _, dice, moves, _, note, _, _ = entry
        if not (self._is_plain and side is self._on_roll) and not self._is_in_order(entry):
            return
        if side is _ONE:
            own, opp, self._on_roll = self._one, self._two, _TWO
        else:
            own, opp, self._on_roll = self._two, self._one, _ONE
        before = self._seen_by(side) if self._watch else None
        if note or not dice or not advance(own, opp, dice, moves):
            play = self._careful_play(entry, own, opp)
            if play is None:
                self._open_roll, self._is_plain = entry, False
                return
            moves = play
        self._last_roll = entry
        if own[OFF] == self._checkers:
            self._end(side, Ended.BORNE_OFF)
        if before is not None:
            self._show(entry, before, moves)

    def _is_in_order(self, entry: Entry) -> bool:
        """Note the problems of a roll at this moment; return False if the game was over before."""
        self._close_open_roll()
        if self._is_after_end(entry):
            return False
        self._cube.go_on()
        if self._on_roll is None:
            # A position set by hand has been opened before, and an opener who rerolls has opened already.
            may_be_equal = self._is_set_up or self.variant.opener_rerolls
            if entry.dice and entry.dice[0] == entry.dice[1] and not may_be_equal:
                self._notes.note(Finding.OPENING_ROLL_EQUAL, entry)
        elif entry.side is not self._on_roll and not self._is_turn_open:
            self._notes.note(Finding.OUT_OF_TURN, entry, expected=self._on_roll)
        self._is_plain, self._is_turn_open = True, False
        return True

    def _careful_play(self, entry: Entry, own: list[int], opp: list[int]) -> tuple[Move, ...] | None:
        """Make a play that is not plainly legal; `None` if the next entries must decide."""
        dice, note = entry.dice, entry.note
        if note is Note.ILLEGAL:
            return self._declared_illegal(entry)
        if note is Note.EDITED:
            return self._edited(entry)
        if dice is None and not entry.moves:
            return None
        if dice is None or note is Note.UNREADABLE:
            return self._partial_play(entry)
        if not entry.moves and not (movable(own, opp, dice[0]) or movable(own, opp, dice[1])):
            return ()  # B9: a dance, the most usual of the plays that come here.
        before = self._seen_by(entry.side)
        judgement = judge(before, dice, entry.moves, self.variant)
        if judgement.fault is PlayFault.FALSE_DANCE and note is not Note.CANNOT_MOVE:
            return None
        if judgement.fault is None:
            self._stand(entry.side, judgement.result)
            return judgement.moves
        if is_copy_of_last_play(entry, self._last_roll, self.record):
            self._notes.note(Finding.LAST_PLAY_REPEATED, entry)
            return None
        is_made = self._settle(judgement.fault, entry, before, judgement.result, judgement.verdict)
        return judgement.moves if is_made else ()

    def _declared_illegal(self, entry: Entry) -> tuple[Move, ...]:
        """Continue from the position that the record states after a play it calls illegal."""
        before = self._seen_by(entry.side)
        if entry.stood is None:
            self._settle(Finding.DECLARED_ILLEGAL, entry, before, before, None)
            return ()
        outcome = self._alternatives.outcome(before, entry.dice, entry.stood, side=entry.side)
        verdict = PlayVerdict.LEGAL if outcome.is_legal else PlayVerdict.ILLEGAL
        self._notes.note_play(Finding.DECLARED_ILLEGAL, entry, verdict, outcome)
        self._stand(entry.side, entry.stood)
        return ()

    def _edited(self, entry: Entry) -> tuple[Move, ...]:
        """Judge the known part of a play, and continue from the position that the record states after it."""
        before = self._seen_by(entry.side)
        moves: tuple[Move, ...] = ()
        if entry.dice and entry.moves:
            judgement = judge(before, entry.dice, entry.moves, self.variant)
            moves = judgement.moves
            if judgement.fault:
                outcome = self._alternatives.outcome(before, entry.dice, judgement.result, side=entry.side)
                self._notes.note_play(judgement.fault, entry, judgement.verdict, outcome)
        self._stand(entry.side, entry.stood or before)
        return moves

    def _partial_play(self, entry: Entry) -> tuple[Move, ...]:
        """Make the possible moves of a play with unknown dice or moves."""
        before = self._seen_by(entry.side)
        position, result = what_fits(before, entry.moves)
        if entry.note is Note.UNREADABLE:
            return position if self._settle(Finding.UNREADABLE_PLAY, entry, before, result, None) else ()
        # The reader has told of the dice, and nothing is left to compare the moves with.
        self._stand(entry.side, result)
        return position

    def _settle(
        self,
        code: Finding | PlayFault,
        entry: Entry,
        before: Position,
        result: Position,
        verdict: PlayVerdict | None,
    ) -> bool:
        """Note a faulty play and continue from the board after it; return whether that is `result`."""
        # To count the entries in the loop would cost every play what only a faulty one needs.
        first = len(self.record.entries) - length_hint(self._entries)
        if entry is not self.record.entries[first - 1]:
            first -= 1  # An open roll is settled when the entry after it comes.
        outcome = self._alternatives.outcome(
            before,
            entry.dice,
            result,
            side=entry.side,
            following=self.record.entries[first : first + _HORIZON],
            is_believed=verdict is PlayVerdict.ILLEGAL,
        )
        self._notes.note_play(code, entry, verdict, outcome)
        self._stand(entry.side, outcome.board)
        return outcome.board == result

    def _look_at_open_roll(self, following: EntryKind) -> None:
        """Distinguish a roll left unplayed at the end of the game from a missing play."""
        if self._open_roll is None:
            if self._last_roll and self._last_roll.note is Note.NOT_PLAYED:
                self._evidence.add(Trace.OPEN_ROLL, self._last_roll.side.other)
            return
        if following is EntryKind.DOUBLE:
            self._close_open_roll()
        elif following in {EntryKind.WIN, EntryKind.LOSS, EntryKind.RESIGN, EntryKind.DROP}:
            if not self._is_dance(self._open_roll):
                self._evidence.add(Trace.OPEN_ROLL, self._open_roll.side.other)
            self._show_unplayed_roll()

    def _is_dance(self, entry: Entry) -> bool:
        """Whether the roll could not be played: then it lies there whoever resigned."""
        return (
            entry.dice is not None and forced_play(self._seen_by(entry.side), entry.dice, self.variant) == ()
        )

    def _close_open_roll(self) -> None:
        """Settle a roll without a play, now that the game continues."""
        entry, self._open_roll = self._open_roll, None
        if entry is None:
            return
        self._is_plain = True
        before = self._seen_by(entry.side)
        moves = None
        if entry.dice and entry.note is None:
            moves = forced_play(before, entry.dice, self.variant)
        if moves is None:
            self._settle(Finding.PLAY_MISSING, entry, before, before, None)
        else:
            play = played(before, moves)
            outcome = Outcome(play.result, 1, play.notation)
            self._notes.note_play(Finding.FORCED_PLAY_OMITTED, entry, PlayVerdict.LEGAL, outcome)
            self._stand(entry.side, play.result)
        if self._seen_by(entry.side).has_won:
            self._end(entry.side, Ended.BORNE_OFF)
        self._show(entry, before, moves or ())

    def _show_unplayed_roll(self) -> None:
        entry, self._open_roll = self._open_roll, None
        if entry and self._watch:
            self._show(entry, self._seen_by(entry.side), is_unplayed=True)

    # The cube

    @property
    def cube(self) -> Cube:
        """The cube as it stands."""
        return self._cube.cube

    def _double(self, entry: Entry) -> None:
        if self._is_after_end(entry):
            return
        fault = self._cube.double(
            entry,
            on_roll=self._on_roll,
            has_begun=self._on_roll is not None or self._is_set_up,
            is_crawford=self.is_crawford,
        )
        self._is_plain, self._is_turn_open = False, fault is Finding.DOUBLE_OUT_OF_TURN

    def _take(self, entry: Entry) -> None:
        if not (self._answers_resignation(entry) or self._is_after_end(entry)):
            self._cube.take(entry)

    def _drop(self, entry: Entry) -> None:
        if self._answers_resignation(entry):
            self._evidence.discard(Trace.LOSS, entry.side)
            self.winner = self.ended = self._end_turn = self._size = None
            self._cube.cube = self._cube_offered
            return
        if self._is_after_end(entry):
            return
        if winner := self._cube.drop(entry):
            self._end(winner, Ended.DROP)
        else:
            self._evidence.add(Trace.LOSS, entry.side.other)
            self._end(entry.side.other, Ended.RESIGNED)

    def _beaver(self, entry: Entry) -> None:
        if not self._is_after_end(entry):
            self._cube.beaver(entry)
            self._is_plain = False

    def _raccoon(self, entry: Entry) -> None:
        if not self._is_after_end(entry):
            self._cube.raccoon(entry)
            self._is_plain = False

    # The end

    def _resign(self, entry: Entry) -> None:
        if entry.is_placed:
            self._evidence.add(Trace.LOSS, entry.side.other)
        if self.ended is None:
            self._resigner = entry.side if entry.kind is EntryKind.RESIGN else None
            self._cube_offered = self.cube
            self._end(entry.side.other, Ended.RESIGNED)
        elif self.ended is not Ended.RESIGNED and entry.side is self.winner:
            self._is_after_end(entry)
        if entry.kind is EntryKind.LOSS and self._loss is None:
            self._loss = entry
        if entry.kind is EntryKind.RESIGN and entry.value:
            self._size = entry.value

    def _answers_resignation(self, entry: Entry) -> bool:
        """Whether an entry accepts or rejects the resignation before it, as a few programs write it."""
        is_answer = self._resigner is entry.side.other and self.ended is Ended.RESIGNED and not self.stated
        self._resigner = None
        return is_answer

    def _win(self, entry: Entry) -> None:
        if self.stated is not None:
            self._notes.note(Finding.SECOND_RESULT, entry)
            return
        self.stated = entry
        if self.ended is None:
            self._end(entry.side, Ended.RESIGNED)

    def _with_side(self, entry: Entry) -> Entry:
        """A result or resignation with its side, if its own column shows none."""
        if self.winner and self.ended is not Ended.RESIGNED:
            return entry._replace(side=self.winner if entry.kind is EntryKind.WIN else self.winner.other)
        return self._evidence.placed(entry, self._turn())

    def _turn(self) -> Side | None:
        """The side that has to act."""
        return self.cube.offered_by.other if self.cube.offered_by else self._on_roll

    def _weigh(self) -> Side | None:
        """The winner of a resigned game by all evidence, `None` if there is none; contradictions become problems."""
        self.weighed = weighed = self._evidence.weighed(self.stated, self._end_turn)
        if weighed is None:
            return None
        if weighed.finding:
            at = (self.stated or self._loss or self.record.entries[-1])._replace(side=weighed.winner)
            self._notes.note(
                weighed.finding, at, " ".join(weighed.contradictions), " ".join(weighed.reliance)
            )
        return weighed.winner

    def _end(self, winner: Side, ending: Ended) -> None:
        self._end_turn = self._turn()
        self.winner, self.ended, self._is_plain = winner, ending, False
        # D4: after a drop, and after a resignation instead of an answer, the cube is not doubled.
        self._cube.withdraw()

    def _is_after_end(self, entry: Entry) -> bool:
        """Note, once, that an entry follows the end of its game; return True if it does."""
        if self.ended is None:
            return False
        if not self._is_end_passed:
            self._is_end_passed = True
            is_copy = is_copy_of_last_play(entry, self._last_roll, self.record)
            self._notes.note(Finding.LAST_PLAY_REPEATED if is_copy else Finding.PLAYED_AFTER_GAME_END, entry)
        return True

    def _finish(self) -> None:
        self._show_unplayed_roll()
        points: int | None = None
        if self.winner is None or self.ended is None:
            proof = self._evidence.proved()
            if proof is None:
                self._notes.note_absence(Finding.GAME_NOT_FINISHED)
                return
            self.winner, points = proof
            self.ended = Ended.RESIGNED
            self._notes.note_absence(Finding.MISSING_RESULT, self.winner, str(points))
        if self.ended is Ended.RESIGNED:
            self.winner = self._weigh()
            if self.winner is None:
                # A result in no column, and not one roll before it.
                self.ended = self.stated = None
                self._notes.note_absence(Finding.MISSING_RESULT)
                return
        is_doubled = self.cube.value > (1 if self._is_set_up else self.record.start_cube)
        # Without a cube there is no double that Jacoby's rule could ask for (V4).
        jacoby = (
            self._transcript.setting("Jacoby")
            if self.score.length is None and self.variant.has_cube
            else False
        )
        stake = Stake(self.cube.value, self.score.away(self.winner), self.score.length, jacoby, is_doubled)
        result_entry = self.stated or self._loss
        size = self._size and self.cube.value * self._size
        stated = result_entry.value if result_entry else points
        claim = size if stated is None else stated
        board = self._seen_by(self.winner)
        judged = judged_result(self.ended, board, stake, claim, self.variant)
        self.result, self.points = judged.result, judged.points
        # A resignation may say how much it is worth, and the result another number.
        due = judged_result(self.ended, board, stake, size, self.variant).points if size else judged.points
        if judged.finding is None and due != judged.points and result_entry:
            self._notes.note(Finding.WRONG_RESULT, result_entry, expected=str(due))
        elif judged.finding and result_entry:
            self._notes.note(judged.finding, result_entry, expected=judged.expected)
        elif judged.finding:
            self._notes.note_absence(judged.finding, self.winner, judged.expected)
        self._compare_end()

    def _compare_end(self) -> None:
        """Compare the end with what the format says of it: a game that was played out has its last plays."""
        if self.ended is not Ended.RESIGNED or self.record.stated_end is None:
            return
        if self.record.stated_end is StatedEnd.UNMARKED:
            self._notes.note_absence(Finding.END_IN_DOUBT)
            return
        self._notes.note_absence(Finding.END_MISSING)
        self.ended = Ended.BORNE_OFF

    # The board

    def _seen_by(self, side: Side) -> Position:
        own, opp = (self._one, self._two) if side is Side.ONE else (self._two, self._one)
        return Position.from_lists(own, opp)

    def _stand(self, side: Side, board: Position) -> None:
        own, opp = (self._one, self._two) if side is Side.ONE else (self._two, self._one)
        own[:], opp[:] = board.lists()

    def _show(
        self,
        entry: Entry,
        before: Position,
        moves: tuple[Move, ...] = (),
        *,
        is_unplayed: bool = False,
        side: Side | None = None,
    ) -> None:
        if self._watch is None:
            return
        side = side or entry.side
        self._watch(
            Step(
                game=self.record.number,
                turn=entry.turn,
                line=entry.line,
                column=entry.column,
                kind=entry.kind,
                side=side,
                dice=entry.dice,
                moves=moves,
                text=entry.text,
                before=before,
                after=self._seen_by(side),
                cube=self.cube,
                problems=self._notes.untold(),
                entry=entry,
                state=self._states.next(entry, side, before, self.cube),
                is_unplayed=is_unplayed,
            )
        )
