"""A recorded match as plain data: its content before any judgement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from .match import Side
from .move import Move
from .play import notation
from .position import Position
from .problem import Problem
from .variant import BACKGAMMON, Variant


class EntryKind(StrEnum):
    """The kind of an entry of a record.

    >>> [kind.value for kind in EntryKind][:4]
    ['roll', 'double', 'take', 'drop']
    """

    ROLL = "roll"
    """Dice, and usually the play made with them."""
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    """The doubled side turns the cube once more and keeps it (V4)."""
    RACCOON = "raccoon"
    """The side that doubled answers a beaver by turning the cube again; the other side keeps it (V4)."""
    RESIGN = "resign"
    """The entry's side gives up; its `value` is 1, 2 or 3 times the cube, or the result says how much."""
    LOSS = "loss"
    """The entry's side loses `value` points."""
    WIN = "win"
    """The result of the game: the entry's side wins `value` points."""


class Note(StrEnum):
    """A remark of an entry besides its dice, moves and value.

    >>> Note.NOT_PLAYED.value
    'not_played'
    """

    CANNOT_MOVE = "cannot_move"
    """The record says in words that no move was possible."""
    NOT_PLAYED = "not_played"
    """The record says that the roll was not played: somebody resigned."""
    ILLEGAL = "illegal"
    """The record says that the play was illegal; `Entry.stood` is the position after it."""
    EDITED = "edited"
    """The record goes on from the position `Entry.stood`, to which the play does not lead."""
    UNREADABLE = "unreadable"
    """Not every move could be read; a problem of the transcript says so."""
    MATCH = "match"
    """The result also ended the match."""


class Entry(NamedTuple):
    """One entry of a record, with its place.

    `turn` is the number the record gives to the row, `line` and `column` count from 1, `text` is what
    is written. `moves` are as written: not sorted, not completed, one of them may stand for several
    dice. `is_placed` is false of a result or a resignation whose side the record does not show: `side`
    is then what the order of turns suggests. A tuple and no dataclass, because a check makes hundreds
    for every match.

    >>> Entry(EntryKind.ROLL, Side.ONE, 1, 5, 6, "", (3, 1), (Move(8, 5), Move(6, 5))).said
    '31: 8/5 6/5'
    """

    kind: EntryKind
    side: Side
    turn: int | None
    line: int
    column: int
    text: str
    dice: tuple[int, int] | None = None
    moves: tuple[Move, ...] = ()
    value: int | None = None
    note: Note | None = None
    stood: Position | None = None
    is_placed: bool = True

    @property
    def said(self) -> str:
        """The text of the entry, in the notation of plays if the record is no text.

        >>> Entry(EntryKind.TAKE, Side.ONE, 1, 5, 6, "Takes").said
        'Takes'
        """
        if self.text or self.dice is None:
            return self.text or self.kind
        first, second = self.dice
        return f"{first}{second}: {notation(self.moves, [False] * len(self.moves))}"


class StatedEnd(StrEnum):
    """What a format says of the end of a game besides its winner; text says nothing.

    >>> StatedEnd.PLAYED_OUT.value
    'played_out'
    """

    PLAYED_OUT = "played_out"
    """It was played to its end, or a double was dropped."""
    UNMARKED = "unmarked"
    """It is not marked as resigned, by a program of which nobody knows whether it marks resignations."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game as recorded: its score line and its entries in order.

    `players` and `score` are those of the score line, left column first; `score` is `None` where the
    line is missing. `start` is a position the game was set to begin from, seen by side one; `None` for
    the start of the variant. `start_cube` is the value of the cube then, more than 1 also after
    automatic doubles (V4), and `start_owner` the side that owns it, `None` in the middle.
    `is_crawford` is whether the record marks the game as the Crawford game (M2), `None` where it marks
    none. `score_line` is where names and score stand, if not at the head of the game. `stated_end` is what
    SGF and .xg say of how it ended.

    >>> GameRecord(1, 0, ("Ann", "Bob"), (0, 0), ()).start_cube
    1
    """

    number: int
    line: int
    players: tuple[str, str]
    score: tuple[int, int] | None
    entries: tuple[Entry, ...]
    start: Position | None = None
    start_cube: int = 1
    start_owner: Side | None = None
    is_crawford: bool | None = None
    score_line: int | None = None
    # Two records of one match are equal, whatever their formats can say.
    stated_end: StatedEnd | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Transcript:
    """A recorded match: its players, its length, and the entries of each game.

    `players` are the names of the first score line, left column first, because the header may name
    them in another order. `length` is `None` for unlimited play. `problems` are what the reader could
    not read; `rules.problems` adds what breaks a rule.

    >>> transcript = Match(7, ("Ann", "Bob")).transcript
    >>> transcript.players, transcript.length, transcript.games
    (('Ann', 'Bob'), 7, ())
    """

    players: tuple[str, str]
    length: int | None
    games: tuple[GameRecord, ...]
    variant: Variant = BACKGAMMON
    tags: Mapping[str, str] = field(default_factory=dict)
    length_line: int | None = None
    problems: tuple[Problem, ...] = ()

    def setting(self, key: str) -> bool | None:
        """The value of a tag such as `Jacoby`, `On` or `Off`; `None` if it is neither.

        >>> Transcript(("Ann", "Bob"), None, (), tags={"Jacoby": "On"}).setting("Jacoby")
        True
        """
        return {"on": True, "off": False}.get(self.tags.get(key, "").lower())

    @property
    def cube_limit(self) -> int | None:
        """The highest value of the cube that the record declares; `None` where it declares none, as by 0 and 1.

        >>> Transcript(("Ann", "Bob"), 5, (), tags={"CubeLimit": "64"}).cube_limit
        64
        """
        limit = self.tags.get("CubeLimit", "")
        is_number = limit.isascii() and limit.isdigit() and len(limit) <= 6
        return int(limit) if is_number and int(limit) > 1 else None
