"""Positions without a match, as the record of games that begin from them."""

from __future__ import annotations

from ..match import Side
from ..position import Position
from ..problem import MOST_PROBLEMS, Finding, Problem, printable, quote
from ..state import State
from ..transcript import Entry, EntryKind, GameRecord, Note, Transcript

_LONGEST_NAME = 200
# Nobody collects more positions in one text.
_MOST_POSITIONS = 10_000


class LonePositions:
    """Collects the positions of a text into a `transcript`.

    Each is a game of its own that begins from it: with the roll that is to be played, if there is one, or
    the double that is to be answered.
    """

    def __init__(self) -> None:
        self._games: list[GameRecord] = []
        self._problems: list[Problem] = []
        self._first: State | None = None
        self._first_line: int | None = None

    def add(self, state: State, players: tuple[str, str], line: int) -> bool:
        """Add a position; return False, without adding it, if it belongs to another match or there are too many."""
        if self._first is None:
            self._first, self._first_line = state, line
        elif state.length != self._first.length:
            self._problems.append(Problem(Finding.SECOND_MATCH, line, 1))
            return False
        number = len(self._games) + 1
        start = state.seen_by(Side.ONE)
        if start != Position.start():
            self._problems.append(Problem(Finding.SET_POSITION, line, 1, number))
        if number > _MOST_POSITIONS or len(self._problems) > MOST_PROBLEMS:
            self._problems.append(Problem(Finding.TOO_MANY_PROBLEMS, line, 1))
            return False
        one, two = players
        self._games.append(
            GameRecord(
                number=number,
                line=line,
                players=(printable(one[:_LONGEST_NAME]).strip(), printable(two[:_LONGEST_NAME]).strip()),
                score=state.score,
                entries=tuple(_entries(state, line)),
                start=start,
                start_cube=state.cube.value,
                start_owner=state.cube.owner,
                is_crawford=state.is_crawford if (state.length or 0) > 1 else None,
            )
        )
        return True

    def refuse(self, text: str, line: int) -> bool:
        """Note an unreadable position; return False if there are too many to continue."""
        self._problems.append(Problem(Finding.UNREADABLE_POSITION, line, 1, found=quote(text)))
        if len(self._problems) <= MOST_PROBLEMS:
            return True
        self._problems.append(Problem(Finding.TOO_MANY_PROBLEMS, line, 1))
        return False

    def transcript(self, *, tells_beavers: bool) -> Transcript:
        """The record; its settings are those of the first position, as far as its notation tells them."""
        first, tags = self._first, {}
        if first and first.length is None:
            tags["Jacoby"] = "On" if first.jacoby else "Off"
            if tells_beavers:
                tags["Beaver"] = "On" if first.beavers else "Off"
        return Transcript(
            players=self._games[0].players if self._games else ("", ""),
            length=first.length if first else None,
            games=tuple(self._games),
            tags=tags,
            length_line=self._first_line,
            problems=tuple(self._problems),
        )


def _entries(state: State, line: int) -> list[Entry]:
    if state.dice:
        return [Entry(EntryKind.ROLL, state.on_roll, None, line, 1, "", state.dice, note=Note.NOT_PLAYED)]
    offered_by = state.cube.offered_by
    if offered_by:
        return [Entry(EntryKind.DOUBLE, offered_by, None, line, 1, "", value=state.cube.value * 2)]
    return []
