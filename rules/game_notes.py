"""The problems of one recorded game with their places, up to a limit."""

from __future__ import annotations

from .alternatives import Outcome
from .judgement import PlayFault, PlayVerdict
from .match import Side
from .problem import Finding, Problem, TooManyProblems, quote
from .transcript import Entry, GameRecord


class GameNotes:
    """Collects the `problems` of a game; raises `TooManyProblems` if there are more than `allowance`."""

    def __init__(self, record: GameRecord, allowance: int) -> None:
        self.problems: list[Problem] = []
        self._record = record
        self._allowance = allowance
        self._told = 0

    def note(
        self, code: Finding | PlayFault, entry: Entry | None, found: str = "", expected: str = ""
    ) -> None:
        """Add a problem at an entry, or at the head of the game; `found` defaults to the entry's text."""
        record = self._record
        if entry is None:
            self._add(Problem(code, record.line, 1, record.number, found=found, expected=expected))
        else:
            place = (entry.line, entry.column, record.number, entry.turn, entry.side)
            self._add(Problem(code, *place, found or quote(entry.said), expected))

    def note_play(
        self, code: Finding | PlayFault, entry: Entry, verdict: PlayVerdict | None, outcome: Outcome
    ) -> None:
        """Add a problem of a play, with its verdict and the legal alternatives."""
        place = (entry.line, entry.column, self._record.number, entry.turn, entry.side)
        text = quote(entry.said)
        self._add(Problem(code, *place, text, outcome.example, verdict, outcome.alternatives))

    def note_absence(self, code: Finding, player: Side | None = None, expected: str = "") -> None:
        """Add a problem about something missing in the record, at the last entry."""
        record = self._record
        if not record.entries:
            self.note(code, None, expected=expected)
            return
        last = record.entries[-1]
        self._add(Problem(code, last.line, last.column, record.number, last.turn, player, expected=expected))

    def untold(self) -> tuple[Problem, ...]:
        """Return the problems added since the last call."""
        new = tuple(self.problems[self._told :])
        self._told = len(self.problems)
        return new

    def _add(self, problem: Problem) -> None:
        self.problems.append(problem)
        if len(self.problems) > self._allowance:
            record = self._record
            raise TooManyProblems(self.problems, problem.line or record.line, record.number)
