"""One moment of a match, as position notations describe it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from .cube import Cube
from .game import Ended, Game, GameScore, Result
from .match import Side
from .position import Position


class Phase(StrEnum):
    """The phase of the game at a moment.

    >>> Match(7).state.phase is Phase.NOT_STARTED
    True
    """

    NOT_STARTED = "not_started"
    PLAYING = "playing"
    OVER = "over"
    """A side has borne off its last checker."""
    RESIGNED = "resigned"
    """A resignation was accepted."""
    DROPPED = "dropped"
    """A double was dropped."""


_CENTRED = Cube()


class HasState(Protocol):
    """Whatever stands at one moment of play: a board, a match, a step."""

    @property
    def state(self) -> State:
        """The moment."""


@dataclass(frozen=True, slots=True)
class State:
    """A position with everything around it: whose turn it is, dice, cube, score and settings.

    `position` is seen by `on_roll`, the side that rolls or has rolled, also while the other side must
    answer an offer. `dice` are rolled and not played yet, in the order told. `cube` shows the value
    before an offer that waits; once a double was dropped its offer stays to be seen. `length` is `None` in money
    play. `score` is what counted before this game, or after it once it is over, side one first.
    `is_crawford` says that this is the Crawford game (M2); `jacoby` and `beavers` are settings of
    money play (E5). `resignation` is what a side offered, or what was accepted (D5). The constructor
    trusts its caller; `fault` does not.

    >>> state = State(Position.start(), dice=(3, 1), length=7, score=(2, 0))
    >>> state.away(Side.ONE), state.fault
    (5, None)
    """

    position: Position
    on_roll: Side = Side.ONE
    dice: tuple[int, int] | None = None
    cube: Cube = _CENTRED
    length: int | None = None
    score: tuple[int, int] = (0, 0)
    is_crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    resignation: tuple[Side, Result] | None = None
    phase: Phase = Phase.PLAYING

    @classmethod
    def of(cls, source: Game | HasState) -> State:
        """The moment of a game, or of a board, a match or a step of a record, which have one.

        A game knows nothing of the match around it, so that its moment is one of money play.

        >>> match = Match(5)
        >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
        >>> State.of(match).on_roll.value, State.of(replay(match.transcript)[0]).dice
        ('two', (3, 1))
        >>> State.of(Game.start().roll_opening(3, 1)).dice
        (3, 1)
        """
        if not isinstance(source, Game):
            return source.state
        return cls(
            source.position,
            source.turn or Side.ONE,
            source.dice,
            source.cube or _CENTRED,
            jacoby=source.money.jacoby,
            beavers=source.money.beavers,
            resignation=source.resignation,
            phase=Phase.NOT_STARTED if source.turn is None else Phase.PLAYING,
        ).after(source.score)

    def after(self, score: GameScore | None) -> State:
        """The moment once the game is over: what ended it stays to be seen. `None` changes nothing.

        >>> State(Position.start()).after(GameScore(Side.ONE, Result.SINGLE, 1, Ended.DROP)).phase.value
        'dropped'
        """
        if score is None:
            return self
        if score.ended is Ended.DROP:
            return replace(self, cube=replace(self.cube, offered_by=score.winner), phase=Phase.DROPPED)
        if score.ended is Ended.RESIGNED:
            resignation = (score.winner.other, score.result)
            return replace(self, dice=None, resignation=resignation, phase=Phase.RESIGNED)
        return replace(self, phase=Phase.OVER)

    @property
    def decides(self) -> Side:
        """The side that must act: the one that answers an offer, else the one on roll.

        >>> State(Position.start()).decides.value
        'one'
        """
        if self.resignation is not None:
            return self.resignation[0].other
        return self.cube.offered_by.other if self.cube.offered_by else self.on_roll

    @property
    def is_to_play(self) -> bool:
        """Whether the game is not over yet.

        >>> State(Position.start(), dice=(3, 1)).is_to_play
        True
        """
        return self.phase in {Phase.NOT_STARTED, Phase.PLAYING}

    @property
    def cube_in_use(self) -> Cube | None:
        """The cube, `None` where there is none to double with (M2, M3, V3).

        >>> State(Position.start(), length=1).cube_in_use is None
        True
        """
        is_without = self.length == 1 or self.is_crawford or any(self.position.outside)
        return None if is_without else self.cube

    def seen_by(self, side: Side) -> Position:
        """The position from the view of a side.

        >>> State(Position.start()).seen_by(Side.TWO) == Position.start()
        True
        """
        return self.position if side is self.on_roll else self.position.swapped()

    def away(self, side: Side) -> int | None:
        """The points a side still needs, `None` in money play.

        >>> State(Position.start(), length=7, score=(2, 4)).away(Side.ONE)
        5
        """
        return None if self.length is None else self.length - self.score[side is Side.TWO]

    @property
    def fault(self) -> str | None:
        """The code of the first contradiction in it; `None` if there is none.

        >>> State(Position.start()).fault is None
        True
        """
        return (
            self._dice_fault
            or self._offer_fault
            or self._cube_fault
            or self._score_fault
            or self._setting_fault
        )

    @property
    def _dice_fault(self) -> str | None:
        if self.dice is None:
            return None
        if not all(1 <= die <= 6 for die in self.dice):
            return "not_dice"
        return "dice_before_answer" if self.cube.offered_by else None

    @property
    def _offer_fault(self) -> str | None:
        cube, phase = self.cube, self.phase
        if phase is Phase.DROPPED and cube.offered_by is None:
            return "dropped_without_double"
        if cube.offered_by and phase not in {Phase.PLAYING, Phase.DROPPED}:
            return "double_out_of_game"
        if phase is Phase.RESIGNED and self.resignation is None:
            return "resigned_without_resignation"
        if self.resignation and phase not in {Phase.PLAYING, Phase.RESIGNED}:
            return "resignation_out_of_game"
        return "two_offers" if self.resignation and cube.offered_by else None

    @property
    def _cube_fault(self) -> str | None:
        cube, keeper = self.cube, self.on_roll.other
        if cube.cap is not None and cube.value > cube.cap:
            return "cube_above_cap"
        if cube.beavered_by is not None:
            # Only who is doubled beavers, and keeps the cube also while a raccoon waits (V4).
            is_kept = cube.offered_by is not None and cube.owner is cube.beavered_by is keeper
            return None if is_kept else "beaver_out_of_turn"
        if cube.offered_by is keeper:
            return "double_out_of_turn"
        return "cube_not_owned" if cube.offered_by and cube.owner is keeper else None

    @property
    def _score_fault(self) -> str | None:
        if min(self.score) < 0:
            return "negative_score"
        if self.length is None:
            return None
        if self.length < 1:
            return "length_not_positive"
        if max(self.score) > self.length:
            return "score_past_length"
        if min(self.score) == self.length:
            return "two_winners"
        is_won = max(self.score) == self.length
        return "match_already_over" if is_won and self.is_to_play else None

    @property
    def _setting_fault(self) -> str | None:
        if self.length is not None and (self.jacoby or self.beavers):
            return "money_rule_in_match"
        if not self.is_crawford:
            return None
        if self.length is None:
            return "crawford_in_money"
        # After the game the score has moved on, and may be any.
        is_at_match_point = self.length > 1 and max(self.score) == self.length - 1
        return "crawford_before_match_point" if self.is_to_play and not is_at_match_point else None
