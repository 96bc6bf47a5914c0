"""What else could have been played at a fault of a record, and on which board the game went on (P1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .forced import forced_play
from .judgement import judge
from .match import Side
from .play import Move, legal_plays, played, put
from .position import BAR, OFF, OUTSIDE, Position
from .transcript import Entry, EntryKind, Note
from .variant import Variant

# What the faults of one record may cost together: a play listed and a roll tried cost one each, some
# microseconds. An ordinary fault costs fifty, and a crafted 1-1 has two thousand plays.
_BUDGET = 6000


class Outcome(NamedTuple):
    """What came of a fault: the board that stood afterwards, and what would have been legal.

    `alternatives` is the number of legal plays, `None` when nobody counted, and `example` one of them in
    notation. `is_legal` says that one of them leads to the board that the record states.
    """

    board: Position
    alternatives: int | None = None
    example: str = ""
    is_legal: bool = False


class Alternatives:
    """Answers what else could have been played, for all the faults of one record within one budget."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._budget = _BUDGET

    def outcome(
        self,
        before: Position,
        dice: tuple[int, int] | None,
        stated: Position,
        *,
        side: Side,
        following: Sequence[Entry] = (),
        is_believed: bool = False,
    ) -> Outcome:
        """What came of a faulty roll of `side`, after which the record states a board.

        The game went on from the board after which most of the following rolls are legal: the stated
        one, or that after a legal play, the most similar first. A stated board that is believed gives
        way only to one that explains everything that follows. Boards are seen by `side`.
        """
        if dice is None or self._budget <= 0:
            return Outcome(stated)
        plays = legal_plays(before, dice, self._variant)
        self._budget -= len(plays)
        nearest = sorted(plays, key=lambda play: _distance(play.result, stated))
        boards = [stated, *(play.result for play in nearest)]
        best = self._best(boards, side, following, is_first_believed=is_believed)
        return Outcome(
            board=boards[best],
            alternatives=len(plays),
            example=nearest[max(best - 1, 0)].notation,
            is_legal=stated in boards[1:],
        )

    def _best(
        self, boards: Sequence[Position], side: Side, following: Sequence[Entry], *, is_first_believed: bool
    ) -> int:
        rolls = [entry for entry in following if entry.kind is EntryKind.ROLL]
        best, most = 0, -1
        for index, board in enumerate(boards):
            legal, is_refuted = self._legal_rolls(board, side, rolls)
            if not is_refuted:
                return index
            if legal > most and not is_first_believed:
                best, most = index, legal
        return best

    def _legal_rolls(self, board: Position, seen_by: Side, rolls: Sequence[Entry]) -> tuple[int, bool]:
        """How many rolls are legal, going on from a board, and whether the next one is not.

        It looks no further than to a roll of which nobody knows how it was played.
        """
        count = 0
        for entry in rolls:
            if entry.dice is None or entry.note not in (None, Note.CANNOT_MOVE):
                break
            self._budget -= 1
            if board.has_won or self._budget < 0:
                return count, True
            if entry.side is not seen_by:
                board, seen_by = board.swapped(), entry.side
            judgement = judge(board, entry.dice, entry.moves, self._variant)
            result = judgement.result if judgement.is_legal else self._after_blank(board, entry)
            if result is None:
                # The last roll of all may have been left lying, because somebody resigned.
                is_blank = not entry.moves and entry.note is None
                return count, not (is_blank and entry is rolls[-1])
            board, count = result, count + 1
        return count, False

    def _after_blank(self, board: Position, entry: Entry) -> Position | None:
        """The board after a roll without a play; `None` where the roll leaves a choice, or something is said."""
        if entry.moves or entry.note or entry.dice is None:
            return None
        moves = forced_play(board, entry.dice, self._variant)
        return None if moves is None else played(board, moves).result


def _distance(board: Position, other: Position) -> int:
    """How many checkers of the side to move stand elsewhere, counted twice."""
    return sum(abs(here - there) for here, there in zip(board.own, other.own, strict=True))


def what_fits(board: Position, moves: Sequence[Move]) -> tuple[tuple[Move, ...], Position]:
    """The moves that can be made on a board, without any dice to go by, and the board after them."""
    own, opp = board.lists()
    made = []
    for move in sorted(moves, reverse=True):
        src, dst = move
        is_free = dst == OFF or (OFF < dst < BAR and opp[25 - dst] < 2)
        if OFF < src <= OUTSIDE and src < len(own) and own[src] and is_free:
            put(own, opp, src, dst)
            made.append(move)
    return tuple(made), Position.from_lists(own, opp)
