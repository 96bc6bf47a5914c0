"""The legal alternatives to a faulty play of a record, and the board on which the game continued (P1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .forced import forced_play
from .judgement import advance, judge
from .match import Side
from .move import Move, put
from .play import legal_plays, played
from .position import BAR, OFF, OUTSIDE, Position
from .transcript import Entry, EntryKind, Note
from .variant import Variant

# The budget for all faults of one record: each listed play and each tried roll costs one unit, some
# microseconds. An ordinary fault costs a hundred, and a crafted 1-1 has two thousand plays.
_BUDGET = 2500


class Outcome(NamedTuple):
    """The outcome of a fault: the board afterwards, and the legal alternatives.

    `alternatives` is the number of legal plays, `None` when nobody counted, and `example` one of them in
    notation. `is_legal` says that one of them leads to the board that the record states.
    """

    board: Position
    alternatives: int | None = None
    example: str = ""
    is_legal: bool = False


class Alternatives:
    """Finds the alternatives to all faults of one record within one budget."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._budget = _BUDGET

    def outcome(
        self,
        before: Position,
        dice: tuple[int, int] | None,
        stated_board: Position,
        *,
        side: Side,
        following: Sequence[Entry] = (),
        is_believed: bool = False,
    ) -> Outcome:
        """Return the outcome of a faulty roll of `side`, after which the record states a board.

        The game went on from the board after which most of the following rolls are legal: the stated
        one, or that after a legal play, the most similar first. A stated board that is believed gives
        way only to one that explains everything that follows. Boards are seen by `side`.
        """
        if dice is None or self._budget <= 0:
            return Outcome(stated_board)
        plays = legal_plays(before, dice, self._variant)
        self._budget -= len(plays)
        nearest = sorted(plays, key=lambda play: _distance(play.result, stated_board))
        boards = [stated_board, *(play.result for play in nearest)]
        best = self._best(boards, side, following, is_first_believed=is_believed)
        return Outcome(
            board=boards[best],
            alternatives=len(plays),
            example=nearest[max(best - 1, 0)].notation,
            is_legal=stated_board in boards[1:],
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
        """Return how many following rolls are legal on a board, and whether one is not.

        It looks no further than to a roll of which nobody knows how it was played.
        """
        own, opp = board.lists()
        for count, entry in enumerate(rolls):
            dice, moves = entry.dice, entry.moves
            if dice is None or entry.note not in (None, Note.CANNOT_MOVE):
                return count, False
            self._budget -= 1
            is_over = not any(own[1:])
            if entry.side is not seen_by:
                own, opp, seen_by = opp, own, entry.side
            if is_over or self._budget < 0 or _is_out_of_place(own, opp, moves):
                return count, True
            if advance(own, opp, dice, moves):
                continue
            result = self._after(Position.from_lists(own, opp), dice, entry)
            if result is None:
                # The very last roll may be unplayed, because somebody resigned.
                is_blank = not moves and entry.note is None
                return count, not (is_blank and entry is rolls[-1])
            own, opp = result.lists()
        return len(rolls), False

    def _after(self, board: Position, dice: tuple[int, int], entry: Entry) -> Position | None:
        """Return the board after a legal play, or after a forced one that is not written; `None` if it is neither."""
        judgement = judge(board, dice, entry.moves, self._variant)
        if judgement.is_legal:
            return judgement.result
        moves = None if entry.moves or entry.note else forced_play(board, dice, self._variant)
        return None if moves is None else played(board, moves).result


def _is_out_of_place(own: Sequence[int], opp: Sequence[int], moves: Sequence[Move]) -> bool:
    """Whether a play moves a missing checker or onto a held point, which excludes most alternatives quickly."""
    landed = {dst for _, dst in moves}
    for src, dst in moves:
        if not (OFF < src < len(own) and OFF <= dst < BAR):
            return True
        if (not own[src] and src not in landed) or (dst and opp[25 - dst] > 1):
            return True
    return False


def _distance(board: Position, other: Position) -> int:
    """Return the number of checkers of the side to move that stand elsewhere, counted twice."""
    return sum(abs(here - there) for here, there in zip(board.own, other.own, strict=True))


def what_fits(board: Position, moves: Sequence[Move]) -> tuple[tuple[Move, ...], Position]:
    """Return the moves that are possible on a board without known dice, and the board after them."""
    own, opp = board.lists()
    steps = []
    for move in sorted(moves, reverse=True):
        src, dst = move
        is_free = dst == OFF or (OFF < dst < BAR and opp[25 - dst] < 2)
        if OFF < src <= OUTSIDE and src < len(own) and own[src] and is_free:
            put(own, opp, src, dst)
            steps.append(move)
    return tuple(steps), Position.from_lists(own, opp)
