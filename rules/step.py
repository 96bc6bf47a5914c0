"""One entry of a replayed game with the board around it."""

from __future__ import annotations

from dataclasses import dataclass

from .cube import Cube
from .match import MatchScore, Side
from .move import Move
from .play import played
from .position import Position
from .problem import Problem
from .state import State
from .transcript import Entry, EntryKind, Transcript

_BEFORE_THE_ROLL = frozenset({EntryKind.ROLL, EntryKind.DOUBLE})


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a game with the board around it, for a page that replays the game.

    `before` and `after` are seen by `side`. `moves` are one for each die wherever the play was legal,
    and none where the board after it is known from elsewhere. `is_unplayed` marks a roll with which
    nothing was done, because the game ended there. `cube` is the cube after the entry, `entry` what the
    record says, and `state` the moment in which it was made, with cube and score. `problems` are those
    found at this entry, except about the game's result.

    >>> match = Match(1)
    >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
    >>> step = replay(match.transcript)[0]
    >>> step.side.value, step.notation, step.after.pips
    ('one', '8/5 6/5', 163)
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
    state: State
    is_unplayed: bool = False

    @property
    def notation(self) -> str:
        """The play in the usual notation: `bar/21 13/7*(2)`, `#` for a dance, empty without a play (A4).

        >>> match = Match(1)
        >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
        >>> replay(match.transcript)[0].notation
        '8/5 6/5'
        """
        if (
            self.kind is not EntryKind.ROLL
            or self.is_unplayed
            or (not self.moves and self.before != self.after)
        ):
            return ""
        return played(self.before, self.moves).notation


class StepStates:
    """The moments of the steps of one game, in their order."""

    def __init__(self, transcript: Transcript, score: MatchScore, cube: Cube, *, is_crawford: bool) -> None:
        self._score = score
        self._cube = cube
        self._is_crawford = is_crawford
        self._jacoby, self._beavers = (
            score.length is None and transcript.setting(tag) is True for tag in ("Jacoby", "Beaver")
        )
        self._on_roll: Side | None = None

    def next(self, entry: Entry, side: Side, before: Position, cube: Cube) -> State:
        """The moment in which a side made an entry; `cube` is the one after it."""
        if self._on_roll is None or entry.kind in _BEFORE_THE_ROLL:
            self._on_roll = side
        state = State(
            position=before if side is self._on_roll else before.swapped(),
            on_roll=self._on_roll,
            dice=entry.dice,
            cube=self._cube,
            length=self._score.length,
            score=self._score.counted,
            is_crawford=self._is_crawford,
            jacoby=self._jacoby,
            beavers=self._beavers,
        )
        self._cube = cube
        return state
