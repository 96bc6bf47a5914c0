"""A board to play on and to take back from, with its history."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .diagram import svg
from .dice import Dice
from .errors import IllegalAction
from .game import Result, result_of
from .match import Side
from .move import HasMoves, in_order, moves_of
from .notation import position_id
from .play import Play, PlayStyle, legal_play, legal_plays
from .position import Position
from .state import Phase, State
from .text_board import text_board
from .variant import BACKGAMMON, Variant
from .written import written_turn


class Turn(NamedTuple):
    """One turn on a board: who played what with which dice, on the position before, seen by that side.

    >>> board = Board()
    >>> board.push("31: 8/5 6/5").notation
    '8/5 6/5'
    >>> str(board.history[0])
    'one 31: 8/5 6/5'
    """

    side: Side
    dice: tuple[int, int]
    play: Play
    before: Position

    def __str__(self) -> str:
        return f"{self.side} {self.dice[0]}{self.dice[1]}: {self.play.notation}"


class Board:
    """A position, whose turn it is and the dice, changed by `push` and taken back by `pop`.

    It knows neither cube nor score; `Match` has both. `position` is seen by `turn`, the side that rolls
    and plays next. Printed it is a drawing with side one, `X`, below; notebooks show it as SVG.

    >>> board = Board()
    >>> board
    Board('4HPwATDgc/ABMA', turn=one)
    >>> for text in ["31: 8/5 6/5", "64: 24/14", "52: 13/8 13/11"]:
    ...     play = board.push(text)
    >>> board.pop().play.notation, len(board.history), board.turn.value
    ('13/8 13/11*', 2, 'one')
    """

    def __init__(
        self,
        position: Position | None = None,
        *,
        turn: Side = Side.ONE,
        variant: Variant = BACKGAMMON,
        dice: tuple[int, int] | None = None,
    ) -> None:
        self.variant = variant
        self.position = position or Position.start(variant)
        self.turn = turn
        self.dice = dice
        self._history: list[Turn] = []

    @property
    def history(self) -> tuple[Turn, ...]:
        """The turns pushed so far, the first one first.

        >>> board = Board()
        >>> play = board.push("31: 8/5 6/5")
        >>> [str(turn) for turn in board.history]
        ['one 31: 8/5 6/5']
        """
        return tuple(self._history)

    @property
    def winner(self) -> Side | None:
        """The side that has borne off its last checker.

        >>> Board().winner is None
        True
        """
        if self.position.has_lost:
            return self.turn.other
        return self.turn if self.position.has_won else None

    @property
    def result(self) -> Result | None:
        """The result of a game that somebody has won (D1 to D3).

        >>> Board().result is None
        True
        """
        winner = self.winner
        return result_of(self.seen_by(winner), self.variant) if winner else None

    @property
    def is_over(self) -> bool:
        """Whether a side has borne off its last checker.

        >>> Board().is_over
        False
        """
        return self.winner is not None

    @property
    def state(self) -> State:
        """The moment without cube and score, for the notations of positions.

        >>> Board().state.position == Position.start()
        True
        """
        phase = Phase.OVER if self.is_over else Phase.PLAYING
        return State(self.position, self.turn, self.dice, phase=phase)

    def seen_by(self, side: Side) -> Position:
        """Return the position from the view of a side.

        >>> Board().seen_by(Side.TWO).pips
        167
        """
        return self.position if side is self.turn else self.position.swapped()

    def roll(self, dice: tuple[int, int] | Dice) -> tuple[int, int]:
        """Set the dice of the turn to a roll, or to the next roll of `Dice`.

        >>> board = Board()
        >>> board.roll((3, 1))
        (3, 1)
        """
        thrown = dice.roll() if isinstance(dice, Dice) else dice
        in_order(thrown)
        self._refuse_when_over()
        self.dice = thrown
        return thrown

    def legal_plays(self, dice: tuple[int, int] | None = None) -> tuple[Play, ...]:
        """Return every legal play of the dice, of those rolled if none are named.

        >>> len(Board().legal_plays((3, 1)))
        16
        """
        return legal_plays(self.position, self._thrown(dice), self.variant)

    def parse(self, text: str, dice: tuple[int, int] | None = None) -> Play:
        """Parse the text of a legal play; its own dice come first, then those named, then those rolled.

        >>> Board().parse("31: 8/5 6/5").pips
        4
        """
        return Play.parse(text, self.position, self._dice_of(text, dice), self.variant)

    def text(self, play: Play, style: PlayStyle = PlayStyle.USUAL) -> str:
        """Return the text of a play on this position.

        >>> board = Board()
        >>> board.text(board.parse("31: 8/5 6/5"), PlayStyle.STEPS)
        '8/5 6/5'
        """
        return play.text(self.position, style)

    def push(
        self, play: HasMoves | str | Sequence[tuple[int, int]], dice: tuple[int, int] | None = None
    ) -> Play:
        """Make a legal play and pass the turn: a play, its text or its (from, to) pairs.

        Raises `IllegalPlay` with the faulty move and the nearest legal plays; the board is then as before.

        >>> Board().push("31: 8/5 6/5").notation
        '8/5 6/5'
        """
        self._refuse_when_over()
        if isinstance(play, str):
            dice = self._dice_of(play, dice)
            legal = Play.parse(play, self.position, dice, self.variant)
        else:
            dice = self._thrown(dice)
            legal = legal_play(self.position, dice, moves_of(play), self.variant)
        self._history.append(Turn(self.turn, dice, legal, self.position))
        self.position, self.turn, self.dice = legal.result.swapped(), self.turn.other, None
        return legal

    def pop(self) -> Turn:
        """Take the last turn back and return it; its dice lie on the board again.

        >>> board = Board()
        >>> play = board.push("31: 8/5 6/5")
        >>> board.pop().dice
        (3, 1)
        """
        if not self._history:
            raise IllegalAction("nothing_to_take_back")
        last = self._history.pop()
        self.position, self.turn, self.dice = last.before, last.side, last.dice
        return last

    def peek(self) -> Turn:
        """Return the last turn and leave it.

        >>> board = Board()
        >>> play = board.push("31: 8/5 6/5")
        >>> board.peek().side.value
        'one'
        """
        if not self._history:
            raise IllegalAction("nothing_to_take_back")
        return self._history[-1]

    def copy(self) -> Board:
        """Return a board of its own with the same history.

        >>> board = Board()
        >>> board.copy() == board
        True
        """
        other = Board(self.position, turn=self.turn, variant=self.variant, dice=self.dice)
        other._history = self._history.copy()
        return other

    def svg(self, *, play: Play | None = None, bottom: Side = Side.ONE, title: str = "") -> str:
        """Draw the board as SVG, with arrows for a play of the side on turn.

        >>> Board().svg()[:4]
        '<svg'
        """
        return svg(
            self.seen_by(bottom),
            title=title or repr(self),
            bottom=bottom,
            turn=self.turn,
            dice=self.dice,
            play=play.moves if play else (),
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._key() == other._key()

    __hash__ = None  # type: ignore[assignment]  # a board changes

    def __str__(self) -> str:
        return text_board(self.seen_by(Side.ONE), turn=self.turn, dice=self.dice)

    def __repr__(self) -> str:
        words = [repr(self._id()), f"turn={self.turn}"]
        if self.dice:
            words.append(f"dice={self.dice[0]}{self.dice[1]}")
        if self.variant is not BACKGAMMON:
            words.append(f"variant={self.variant.code}")
        return f"Board({', '.join(words)})"

    def _repr_svg_(self) -> str:
        return self.svg()

    def _id(self) -> str:
        # No notation tells of checkers that have not entered (V3).
        is_plain = not any(self.position.outside) and all(self.position.may_hit)
        return position_id.encode(self.position) if is_plain else "no Position ID"

    def _key(self) -> tuple[object, ...]:
        return self.position, self.turn, self.dice, self.variant, self._history

    def _dice_of(self, text: str, dice: tuple[int, int] | None) -> tuple[int, int]:
        written, _ = written_turn(text)
        return written if written and dice is None and self.dice is None else self._thrown(dice)

    def _thrown(self, dice: tuple[int, int] | None) -> tuple[int, int]:
        thrown = dice or self.dice
        if thrown is None:
            raise IllegalAction("not_rolled")
        return thrown

    def _refuse_when_over(self) -> None:
        if self.is_over:
            raise IllegalAction("game_over")
