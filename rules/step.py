"""One entry of a replayed game with the board around it."""

from __future__ import annotations

from dataclasses import dataclass

from .cube import Cube
from .match import Side
from .move import Move
from .play import played
from .position import Position
from .problem import Problem
from .transcript import Entry, EntryKind


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a game with the board around it, for a page that replays the game.

    `before` and `after` are seen by `side`. `moves` are one for each die wherever the play was legal,
    and none where the board after it is known from elsewhere. `is_unplayed` marks a roll with which
    nothing was done, because the game ended there. `cube` is the cube after the entry, `entry` what the
    record says. `problems` are those found at this entry, except about the game's result.

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
