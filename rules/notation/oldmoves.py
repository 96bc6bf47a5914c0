"""The log of a match that FIBS prints for its command `oldmoves`, and that GNU Backgammon imports.

Each game has a line with the score, a line that says who is X and who is O, and a row for each turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..match import Side
from ..move import Move
from ..position import BAR, OFF
from ..problem import MOST_PROBLEMS, Finding, Problem, printable, quote
from ..transcript import Entry, EntryKind, GameRecord, Note, Transcript
from ..written import is_dance, written_moves
from ._reader import Likeness, Reader

_LONGEST_NAME = 60
_SCORE = re.compile(
    r"[ \t>]*+Score is (\d{1,5}+)-(\d{1,5}+) in an? (?:(\d{1,5}+)[ -]point match|[^\n]{0,60})", re.IGNORECASE
)
_NAMES = re.compile(r"[ \t>]*+([^\n]{1,60}?) is X - ([^\n]{1,60}?) is O\b")
_HEAD = re.compile(rf"^{_SCORE.pattern}[^\n]{{0,20}}\n{_NAMES.pattern}", re.IGNORECASE | re.MULTILINE)
_GAME = re.compile(r"^[ \t]*+Game \d", re.IGNORECASE | re.MULTILINE)
_ROW = re.compile(r"[ \t>]*+([XO]):[ \t]*+")
_DICE = re.compile(r"\([ \t]*+(\d)[ \t]*+(\d)[ \t]*+\)[ \t]*+:?")
_CALLS = {
    "doubles": EntryKind.DOUBLE,
    "redoubles": EntryKind.DOUBLE,
    "beavers": EntryKind.BEAVER,
    "raccoons": EntryKind.RACCOON,
    "accepts": EntryKind.TAKE,
    "rejects": EntryKind.DROP,
    "wants to resign": EntryKind.RESIGN,
    "resigns": EntryKind.RESIGN,
    "wins": EntryKind.WIN,
}
# Behind a result may stand what it was worth, and whether it ended the match.
_CALL = re.compile(
    rf"({'|'.join(_CALLS)})\b(?:[ \t]*+(\d{{1,6}}+)[ \t]*+points?)?+(?:[ \t]*+(and the match))?+[ \t.!]*+",
    re.IGNORECASE,
)
_MOST_GAMES, _MOST_ENTRIES, _MOST_MOVES = 10_000, 20_000, 8
_SIDES = {"X": Side.ONE, "O": Side.TWO}


def _likeness(text: str) -> Likeness:
    # A log may begin far down in what a terminal kept; a match text that begins above it is one all the same.
    head = _HEAD.search(text) if " is X - " in text else None
    if head is None:
        return Likeness.NONE
    return Likeness.STRUCTURE if _GAME.search(text, 0, head.start()) else Likeness.SIGNATURE


def _read(text: str) -> Transcript:
    return _LogReader().read(text)


READER = Reader("oldmoves", _likeness, _read)


@dataclass(slots=True)
class _Draft:
    """A game under construction; `players` and `score` are X's before O's until `is_exchanged` tells otherwise."""

    number: int
    line: int
    score: tuple[int, int]
    players: tuple[str, str] = ("", "")
    is_exchanged: bool = False
    entries: list[Entry] = field(default_factory=list)

    @property
    def has_result(self) -> bool:
        return bool(self.entries) and self.entries[-1].kind is EntryKind.WIN

    def record(self) -> GameRecord:
        return GameRecord(
            number=self.number,
            line=self.line,
            players=self.players,
            score=self.score,
            entries=tuple(_count_down(self.entries)),
        )


class _LogReader:
    """Reads one log line by line; what it cannot read becomes a problem."""

    def __init__(self) -> None:
        self.drafts: list[_Draft] = []
        self.problems: list[Problem] = []
        self.length: int | None = None
        self.length_line: int | None = None
        # The first line behind the result of the game that is read, to be told if no game follows.
        self._behind: Problem | None = None

    def read(self, text: str) -> Transcript:
        """The transcript of a whole log."""
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip() and not self._line(line, number):
                break
            is_endless = bool(self.drafts) and len(self.drafts[-1].entries) > _MOST_ENTRIES
            if is_endless or len(self.problems) > MOST_PROBLEMS:
                self._note(Finding.TOO_MANY_PROBLEMS, number, "")
                break
        self._look_for_names()
        if self._behind:
            self.problems.append(self._behind)
        games = tuple(draft.record() for draft in self.drafts)
        return Transcript(
            players=games[0].players if games else ("", ""),
            length=self.length,
            games=games,
            length_line=self.length_line,
            problems=tuple(self.problems),
        )

    def _line(self, line: str, number: int) -> bool:
        """Read a line; return False if the match ends before it."""
        if score := _SCORE.match(line):
            return self._score(score, line, number)
        if not self.drafts:
            return True
        draft = self.drafts[-1]
        if draft.players == ("", "") and (names := _NAMES.match(line)):
            return self._names(draft, (names[1], names[2]), line, number)
        if row := _ROW.match(line):
            self._row(draft, row, line, number)
        elif any(letter.isalnum() for letter in line):
            self._talk(draft, line, number)
        return True

    def _talk(self, draft: _Draft, line: str, number: int) -> None:
        """What is no row: unreadable in a game, and behind a result nobody's turn."""
        if not draft.has_result:
            self._note(Finding.UNREADABLE_LINE, number, line, game=draft.number)
        elif self._behind is None:
            column = len(line) - len(line.lstrip()) + 1
            self._behind = Problem(Finding.WORDS_BEHIND_END, number, column, found=quote(line.strip()))

    def _score(self, score: re.Match[str], line: str, number: int) -> bool:
        self._look_for_names()
        length = int(score[3]) or None if score[3] else None
        points = (int(score[1]), int(score[2]))
        if not self.drafts:
            self.length, self.length_line = length, number
        elif length != self.length or points == (0, 0) or len(self.drafts) >= _MOST_GAMES:
            self._note(Finding.SECOND_MATCH, number, line)
            return False
        self.drafts.append(_Draft(len(self.drafts) + 1, number, points))
        self._behind = None
        return True

    def _names(self, draft: _Draft, names: tuple[str, str], line: str, number: int) -> bool:
        x, o = (printable(name[:_LONGEST_NAME]).strip() for name in names)
        first = self.drafts[0].players
        if draft is not self.drafts[0]:
            if {x, o} != set(first):
                self._note(Finding.SECOND_MATCH, number, line)
                self.drafts.pop()
                return False
            draft.is_exchanged = (x, o) != first
            draft.score = self._score_of_sides(draft)
        draft.players = first if draft.is_exchanged else (x, o)
        return True

    def _score_of_sides(self, draft: _Draft) -> tuple[int, int]:
        """The score of side one and side two: FIBS may exchange the two numbers where X and O have changed."""
        if not draft.is_exchanged:
            return draft.score
        before = self.drafts[-2]
        two, one = draft.score
        result = before.entries[-1] if before.has_result else None
        if result is None or result.value is None:
            return one, two
        due = list(before.score)
        due[result.side is Side.TWO] += result.value
        return (two, one) if due == [two, one] else (one, two)

    def _row(self, draft: _Draft, row: re.Match[str], line: str, number: int) -> None:
        side = _SIDES[row[1]]
        side = side.other if draft.is_exchanged else side
        body = line[row.end() :]
        place = (side, None, number, row.start(1) + 1, line[row.start(1) :].rstrip())
        entry, code = _roll(body, place) if body.startswith("(") else _call(body, place)
        if code:
            column, text = place[3], quote(place[4])
            self.problems.append(Problem(code, number, column, draft.number, player=side, found=text))
        if entry:
            draft.entries.append(entry)

    def _look_for_names(self) -> None:
        if self.drafts and self.drafts[-1].players == ("", ""):
            draft = self.drafts[-1]
            draft.players = self.drafts[0].players
            self._note(Finding.MISSING_SCORE_LINE, draft.line, "", game=draft.number)

    def _note(self, code: Finding, line: int, text: str, *, game: int | None = None) -> None:
        column = len(text) - len(text.lstrip()) + 1
        self.problems.append(Problem(code, line, column, game, found=quote(text.strip())))


_Place = tuple[Side, None, int, int, str]


def _roll(body: str, place: _Place) -> tuple[Entry | None, Finding | None]:
    """The roll and the play of a row, with what is wrong with them."""
    dice_text = _DICE.match(body)
    if dice_text is None:
        return None, Finding.UNREADABLE_CELL
    first, second = int(dice_text[1]), int(dice_text[2])
    dice = (first, second) if 1 <= first <= 6 and 1 <= second <= 6 else None
    text = body[dice_text.end() :].strip()
    code, note = None if dice else Finding.INVALID_DICE, None
    moves: list[Move] = []
    if text and is_dance(text):
        return Entry(EntryKind.ROLL, *place, dice, (), None, Note.CANNOT_MOVE), code
    for word in text.replace("-", "/").replace(",", " ").split():
        steps = written_moves(word.rstrip("."))
        if steps is None:
            note, code = Note.UNREADABLE, Finding.UNREADABLE_PLAY
        else:
            moves += steps
    return Entry(EntryKind.ROLL, *place, dice, tuple(moves[:_MOST_MOVES]), None, note), code


def _call(body: str, place: _Place) -> tuple[Entry | None, Finding | None]:
    """A word about the cube or the end of the game, with what is wrong with it."""
    call = _CALL.match(body)
    if call is None:
        return None, Finding.UNREADABLE_CELL
    kind = _CALLS[call[1].lower()]
    # How much was offered is said by the result: here it may be points or multiples of the cube.
    value = int(call[2]) if call[2] and kind is EntryKind.WIN else None
    entry = Entry(kind, *place, None, (), value, Note.MATCH if call[3] else None)
    is_clear = call.end() == len(body) or kind is EntryKind.RESIGN
    return entry, None if is_clear else Finding.UNREADABLE_CELL


def _count_down(entries: Sequence[Entry]) -> Iterator[Entry]:
    """The entries with all moves from 24 to 1: FIBS counts the points for both sides from the same end."""
    climbs = dict.fromkeys(Side, 0)
    for entry in entries:
        climbs[entry.side] += sum(_climb(move) for move in entry.moves)
    for entry in entries:
        if climbs[entry.side] > 0:
            entry = entry._replace(moves=tuple(map(_mirror, entry.moves)))
        yield entry


def _climb(move: Move) -> int:
    """Whether a move goes up, 1, or down, -1, as its numbers are written."""
    if move.src == BAR:
        return 1 if move.dst <= 6 else -1
    if move.dst == OFF:
        return 1 if move.src >= 19 else -1
    return 1 if move.dst > move.src else -1


def _mirror(move: Move) -> Move:
    src, dst = (place if place in (BAR, OFF) else BAR - place for place in (move.src, move.dst))
    return Move(src, dst)
