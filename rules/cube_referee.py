"""The referee of the cube of one recorded game: follows it call by call and notes every broken rule."""

from __future__ import annotations

from .cube import Cube
from .entry_faults import double_fault
from .game_notes import GameNotes
from .match import MatchScore, Side
from .problem import Finding
from .transcript import Entry, EntryKind, GameRecord, Transcript

# The highest face a record's cube may reach; beyond, only a hostile file goes on doubling.
_LAST_FACE = 1 << 15


class CubeReferee:
    """Follows the cube of one game: `cube` is the cube as it stands.

    After a problem it goes on from what the call meant. `transcript` is the match with its settings.
    """

    def __init__(
        self, record: GameRecord, transcript: Transcript, score: MatchScore, notes: GameNotes
    ) -> None:
        self.cube = Cube(record.start_cube, record.start_owner)
        self._transcript = transcript
        self._score = score
        self._notes = notes
        self._last_double: Entry | None = None
        # After a beaver or a raccoon: the side that may answer it, and the cube before it, which a drop pays.
        self._answerer: Side | None = None
        self._cube_before = self.cube

    def note_automatic_double(self) -> None:
        """Note what speaks against the automatic double with which the game began."""
        self._demand_money_rule("AutoDouble", Finding.AUTOMATIC_DOUBLE_IN_MATCH, None)

    def double(
        self, entry: Entry, *, on_roll: Side | None, has_begun: bool, is_crawford: bool
    ) -> Finding | None:
        """Offer the cube; return the rule against it, if it stands all the same."""
        self.go_on()
        fault, expected = double_fault(
            entry.side,
            self.cube,
            self._score,
            self._transcript.variant,
            on_roll=on_roll,
            has_begun=has_begun,
            is_crawford=is_crawford,
        )
        if fault:
            self._notes.note(fault, entry, expected=expected)
        if self.cube.value * 2 > _LAST_FACE:
            self._notes.note(Finding.CUBE_OFF_SCALE, entry)
            return None
        self._compare_value(entry, self.cube.value * 2)
        self.cube = Cube(self.cube.value, self.cube.owner, offered_by=entry.side)
        self._last_double = entry
        return fault

    def take(self, entry: Entry) -> None:
        """Take a double, or the beaver that answers it."""
        if entry.side is self._answerer:
            self._answerer = None
        elif self._is_answer(entry, Finding.TAKE_WITHOUT_DOUBLE):
            self.cube = self.cube.take()

    def drop(self, entry: Entry) -> Side | None:
        """Drop a double or a beaver; return the winner, or `None` where nobody has doubled."""
        if entry.side is self._answerer:
            self.cube = self._cube_before
            return entry.side.other
        return self.cube.offered_by if self._is_answer(entry, Finding.DROP_WITHOUT_DOUBLE) else None

    def beaver(self, entry: Entry) -> None:
        """Turn the cube once more as an answer to a double."""
        if self._is_answer(entry, Finding.TAKE_WITHOUT_DOUBLE):
            self._demand_money_rule("Beaver", Finding.BEAVER_IN_MATCH, entry)
            self._turn_once_more(entry, self.cube.take())

    def raccoon(self, entry: Entry) -> None:
        """Turn the cube once more as an answer to a beaver."""
        if entry.side is not self._answerer or entry.side is self.cube.owner:
            self._notes.note(Finding.RACCOON_WITHOUT_BEAVER, entry)
            return
        self._demand_money_rule("Beaver", Finding.BEAVER_IN_MATCH, entry)
        self._turn_once_more(entry, self.cube)

    def go_on(self) -> None:
        """Assume a take for a double without an answer, because the game continues."""
        self._answerer = None
        if self.cube.offered_by and self._last_double:
            answer = self._last_double._replace(side=self.cube.offered_by.other)
            self._notes.note(Finding.MISSING_TAKE, answer, expected=EntryKind.TAKE)
            self.cube = self.cube.take()

    def withdraw(self) -> None:
        """Take back an offer that the end of the game has left without an answer."""
        self.cube = Cube(self.cube.value, self.cube.owner)

    def _turn_once_more(self, entry: Entry, cube: Cube) -> None:
        """Double the cube again for a beaver or a raccoon; its owner keeps it."""
        value = min(cube.value * 2, _LAST_FACE)
        self._compare_value(entry, value)
        self.cube, self._cube_before = Cube(value, cube.owner), cube
        self._answerer = entry.side.other

    def _compare_value(self, entry: Entry, value: int) -> None:
        if entry.value not in (value, None):
            self._notes.note(Finding.WRONG_CUBE_VALUE, entry, str(entry.value), str(value))
        limit = self._transcript.cube_limit
        if limit is not None and value > limit:
            self._notes.note(Finding.RULE_NOT_IN_USE, entry, expected=f'CubeLimit "{limit}"')

    def _demand_money_rule(self, tag: str, in_match: Finding, entry: Entry | None) -> None:
        """Note the use of a rule of unlimited play in a match, or where the record rules it out (E5, V4)."""
        if self._score.length is not None:
            self._notes.note(in_match, entry)
        elif self._transcript.setting(tag) is False:
            self._notes.note(Finding.RULE_NOT_IN_USE, entry, expected=f'{tag} "Off"')
        elif self._transcript.setting(tag) is None:
            self._notes.note(Finding.UNDECLARED_RULE, entry, expected=f'{tag} "On"')

    def _is_answer(self, entry: Entry, otherwise: Finding) -> bool:
        if self.cube.offered_by is None:
            self._notes.note(otherwise, entry)
            return False
        if entry.side is self.cube.offered_by:
            self._notes.note(Finding.ANSWER_OUT_OF_TURN, entry, expected=entry.side.other)
        return True
