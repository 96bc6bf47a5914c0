"""The reader of `.mat` match texts, in all dialects of programs and people.

The text is a header of `; [Key "value"]` lines, `7 point match`, and games: `Game 1`, a score line with
both names, rows of two cells, and `Wins 2 points`. Nothing depends on fixed columns.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import partial

from ..cube import is_cube_value
from ..match import Side
from ..position import Position
from ..problem import MOST_PROBLEMS, Finding, Problem, printable, quote
from ..transcript import Entry, EntryKind, GameRecord, Transcript
from ..variant import BACKGAMMON
from ._mat_habits import unquoted, usual_games, usual_rows
from ._mat_header import LONGEST_NAME, ScoreLine, score_line
from ._mat_names import result_of_player
from ._mat_numbers import rows_out_of_order
from ._mat_rows import is_number, plain_call_row, plain_row, read_row
from ._mat_styles import STYLES
from ._mat_words import variant_named
from ._mat_write import mat_text
from ._positions import set_position
from ._reader import Likeness, Reader, Writer

# Digits are counted, so that nobody can make us read a number of a million digits.
_LENGTH = re.compile(r"(\d{1,6}+)[ -](?:points?+ match|punkte?[ -]?match)", re.IGNORECASE)
# As people type it in English, French and German.
_TYPED_LENGTH = re.compile(r"match (?:to|of|en|à|a|auf|über) (\d{1,6}+) (?:point|punkt)", re.IGNORECASE)
_LENGTH_LINE = re.compile(
    rf"^[ \t>]*+(?:{_LENGTH.pattern}|{_TYPED_LENGTH.pattern})", re.IGNORECASE | re.MULTILINE
)
# "Partie 3 de la finale" is a title.
_GAME = re.compile(r"(?:game|(?:partie|spiel)(?=\s+\d{1,6}\s*$))\s++(\d{1,6}+)\b", re.IGNORECASE)
_GAME_LINE = re.compile(
    r"^[ \t>]*+(?:game|partie|spiel)[ \t]++\d{1,6}+[ \t]*+$", re.IGNORECASE | re.MULTILINE
)
# What follows the line of a game: both names with the score, or the first row.
_GAME_HEAD = re.compile(r"\s*+(?:\d{1,6}+\)|[^\n]{0,400}:\s*+\d{1,6}+\s)")
# A line that frames a record on a page or in a mail: signs alone, as a fence, or one tag of HTML.
_FRAME = re.compile(r"\s*+(?:[^\w\n]*+|</?\w{1,20}+[^<>]{0,200}>\s*+)")
_MARKS = re.compile(r"(?<!\S)\?{2,4}(?!\S)")
# A few writers number their rows with a dot.
_DOTTED_ROW = re.compile(r"\s*+(\d{1,4}+)\.(?=\s)")
_TAG = re.compile(r'\[([^\]":,]*+)"([^"]*+)"')
_TITLE = re.compile(r"\[matchtitle ([^\]]++)\]", re.IGNORECASE)
_CUBE_TAG = re.compile(r'\[Cube "(\d{1,4}+)"', re.IGNORECASE)
_SET_POSITION = "set pos="
_MOST_TAGS = 100
# No session has so many games, and no game so many entries: who goes on wants to keep a reader busy.
_MOST_GAMES, _MOST_ENTRIES = 10_000, 20_000
_SHORT_CELL = 24
# A lone cell behind so many blanks is in no column.
_BETWEEN_COLUMNS = " " * 9
# With more, a text may be the work of two writers, each with habits.
_FEW_PROBLEMS = 2


def _likeness(text: str) -> Likeness:
    game = _GAME_LINE.search(text)
    if game and _GAME_HEAD.match(text, game.end()):
        return Likeness.STRUCTURE
    return Likeness.TRACE if game or _LENGTH_LINE.search(text) else Likeness.NONE


def _read(text: str) -> Transcript:
    text, sign = unquoted(text)
    transcript = _read_usual(text)
    if not sign:
        return transcript
    remark = Problem(Finding.PAGE_TEXT, found=sign)
    return replace(transcript, problems=(*transcript.problems, remark))


def _read_usual(text: str) -> Transcript:
    transcript = _MatReader().read(usual_rows(text))
    has_lost_rows = any(len(record.entries) < 2 for record in transcript.games)
    is_doubtful = has_lost_rows or len(transcript.problems) > _FEW_PROBLEMS
    if is_doubtful and (other := usual_games(text)) != text:
        again = _MatReader().read(other)
        if len(again.problems) < len(transcript.problems) or _plays(again) > _plays(transcript):
            return again
    return transcript


def _plays(transcript: Transcript) -> int:
    return sum(len(record.entries) for record in transcript.games)


READER = Reader("mat", _likeness, _read)
WRITERS = tuple(Writer(style.format, "mat", partial(mat_text, style=style)) for style in STYLES)


@dataclass(slots=True)
class _Draft:
    """A game under construction."""

    number: int
    line: int
    players: tuple[str, str] | None = None
    score: tuple[int, int] | None = None
    score_line: int | None = None
    start: Position | None = None
    start_cube: int = 1
    start_owner: Side | None = None
    entries: list[Entry] = field(default_factory=list)

    @property
    def due_turns(self) -> tuple[int, ...]:
        """The numbers that the next row may have."""
        last = (self.entries[-1].turn or 0) if self.entries else 0
        return last, last + 1

    def has_named_result(self, line: str) -> bool:
        """Whether a line is the result of a player whose name begins it, whatever that looks like."""
        return self.players is not None and result_of_player(line, 0, self.players) is not None

    def finished(self) -> GameRecord:
        return GameRecord(
            number=self.number,
            line=self.line,
            players=self.players or ("", ""),
            score=self.score,
            entries=_with_opener(self.entries),
            start=self.start,
            start_cube=self.start_cube,
            start_owner=self.start_owner,
            score_line=self.score_line,
        )


class _MatReader:
    """Reads one text line by line; unreadable lines become problems."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.variant = BACKGAMMON
        self.length: int | None = None
        self.length_line: int | None = None
        self.drafts: list[_Draft] = []
        self.problems: list[Problem] = []
        self.is_length_typed = False
        self.is_endless = False

    def read(self, text: str) -> Transcript:
        """The transcript of a whole text."""
        entries: list[Entry] | None = None
        for number, line in enumerate(text.split("\n"), 1):
            if not line:
                continue
            plain = None
            if entries is not None:
                plain = (plain_row(line, number) if ":" in line else None) or plain_call_row(line, number)
            if plain and entries is not None:
                entries += plain
                if len(entries) > _MOST_ENTRIES:
                    self._note(Finding.TOO_MANY_PROBLEMS, number, "")
                    break
            elif self._line(line, number):
                entries = self.drafts[-1].entries if self.drafts else None
            else:
                break
        if self.length_line is None:
            self.problems.append(Problem(Finding.MISSING_LENGTH, line=1, column=1))
        self._look_for_score_line(self.drafts[-1] if self.drafts else None)
        self._look_behind_the_end()
        games = tuple(draft.finished() for draft in self.drafts)
        self.problems += rows_out_of_order(games)
        return Transcript(
            players=games[0].players if games else ("", ""),
            length=self.length or None,
            games=games,
            variant=self.variant,
            tags=self.tags,
            length_line=self.length_line,
            problems=tuple(self.problems),
        )

    def _line(self, line: str, number: int) -> bool:
        """Read any line; return False if reading ends before the text does."""
        text = line.strip()
        if not text:
            return True
        draft = self.drafts[-1] if self.drafts else None
        if draft and draft.players is None and self._score_line(draft, line, number):
            # Whatever a name looks like, a line with two scores is no other line.
            return True
        if draft and self._numbered_or_named(draft, line, number):
            pass
        elif text[0] in ";#":
            self._comment(draft, text, number)
        elif game := _GAME.match(text):
            self._look_for_score_line(draft)
            self.drafts.append(_Draft(int(game[1]), number))
            self.is_endless = len(self.drafts) > _MOST_GAMES
        elif text[0].isdigit() and (length := _LENGTH.match(text)):
            if (self.length_line is not None and not self.is_length_typed) or draft:
                self._note(Finding.SECOND_MATCH, number, line)
                return False
            self.length, self.length_line, self.is_length_typed = int(length[1]), number, False
        elif not draft and self.length_line is None and (length := _TYPED_LENGTH.match(text)):
            # The line of a program may follow, below what is a title then.
            self.length, self.length_line, self.is_length_typed = int(length[1]), number, True
        elif draft:
            self._line_of_game(draft, line, number)
        # Anything else stands before the first game: a title somebody typed.
        if self.is_endless or len(self.problems) > MOST_PROBLEMS:
            self._note(Finding.TOO_MANY_PROBLEMS, number, "")
            return False
        return True

    def _numbered_or_named(self, draft: _Draft, line: str, number: int) -> bool:
        """Read a row with a number, or a result behind a player's name; return False if the line is neither."""
        row, mark, _ = line.partition(")")
        # Not every blank that is stripped is one to a number.
        turn = int(row.strip()) if mark and is_number(row.strip()) else None
        # Whatever a name looks like, it is no row; but a number that is due is no name.
        if (turn is None or turn not in draft.due_turns) and draft.has_named_result(line):
            self._row(draft, line, number, 0, None)
        elif turn is not None:
            self._row(draft, line, number, len(row) + 1, turn)
        elif dotted := _DOTTED_ROW.match(line):
            self._row(draft, line, number, dotted.end(1) + 1, int(dotted[1]))
        else:
            return False
        return True

    def _line_of_game(self, draft: _Draft, line: str, number: int) -> None:
        is_frame = _FRAME.fullmatch(line) is not None
        # Marks alone are a resignation; other signs need no closer look.
        if is_frame and not ("??" in line and _MARKS.search(line)):
            return
        if not self._row(draft, line, number, 0, None) and not is_frame:
            self._note(Finding.UNREADABLE_LINE, number, line, game=draft.number)

    def _row(self, draft: _Draft, line: str, number: int, start: int, turn: int | None) -> bool:
        """Read a row of any kind; return False if it has no readable entry."""
        if "\t" in line:
            if line[start : start + 1] == "\t" != line[start + 1 : start + 2]:
                # One tab stands before a left cell, or instead of the blanks before a right one.
                line = line[:start] + _BETWEEN_COLUMNS + line[start + 1 :]
            start, line = len(line[:start].expandtabs()), line.expandtabs()
        after = draft.entries[-1] if draft.entries else None
        entries, problems = read_row(
            line,
            number,
            start,
            turn,
            after=after,
            checkers=self.variant.checkers,
            players=draft.players,
        )
        if turn is None and not entries:
            return False
        draft.entries += entries
        self.is_endless = len(draft.entries) > _MOST_ENTRIES
        self.problems += [problem._replace(game=draft.number) for problem in problems]
        return True

    def _score_line(self, draft: _Draft, line: str, number: int) -> bool:
        scores = score_line(line)
        if scores is None:
            return False
        draft.players, draft.score, draft.score_line = scores.players, scores.score, number
        self._keep_ratings(scores)
        return True

    def _keep_ratings(self, scores: ScoreLine) -> None:
        """Store the ratings after the names as tags, unless the header has its own."""
        if len(self.drafts) == 1 and "Player 1" not in self.tags:
            for key, rating in zip(("Player 1 Elo", "Player 2 Elo"), scores.ratings, strict=True):
                if rating:
                    self.tags.setdefault(key, rating)

    def _look_behind_the_end(self) -> None:
        """Remark, once, what stands behind the last result: a signature, or a word about the match."""
        entries = self.drafts[-1].entries if self.drafts else []
        if not entries or entries[-1].kind is not EntryKind.WIN:
            return
        behind = [
            problem
            for problem in self.problems
            if problem.code is Finding.UNREADABLE_LINE and (problem.line or 0) > entries[-1].line
        ]
        if behind:
            self.problems = [problem for problem in self.problems if problem not in behind]
            self.problems.append(behind[0]._replace(code=Finding.WORDS_BEHIND_END, game=None))

    def _look_for_score_line(self, draft: _Draft | None) -> None:
        if draft and draft.players is None:
            self._note(Finding.MISSING_SCORE_LINE, draft.line, "", game=draft.number)

    def _comment(self, draft: _Draft | None, line: str, number: int) -> None:
        text = line.lstrip(";# \t")
        if draft:
            self._comment_in_game(draft, text, number)
            return
        if title := _TITLE.match(text):
            self.tags.setdefault("Event", printable(title[1][:LONGEST_NAME]).strip())
            return
        tag = _TAG.match(text)
        if not tag or len(self.tags) >= _MOST_TAGS:
            return
        key, value = quote(tag[1]), printable(tag[2][:LONGEST_NAME]).strip()
        self.tags.setdefault(key, value)
        if key.lower() == "variation":
            variant = variant_named(value)
            if variant is None:
                self._note(Finding.UNKNOWN_VARIATION, number, line, found=quote(value))
            self.variant = variant or BACKGAMMON

    def _comment_in_game(self, draft: _Draft, text: str, number: int) -> None:
        """Read the start of a game from a comment; ignore all other comments."""
        if text.lower().startswith(_SET_POSITION):
            self._set_position(draft, text, number)
        elif (cube := _CUBE_TAG.match(text)) and is_cube_value(int(cube[1])):
            draft.start_cube = int(cube[1])

    def _set_position(self, draft: _Draft, text: str, number: int) -> None:
        position = set_position(text[len(_SET_POSITION) :], self.variant.checkers)
        if position:
            draft.start, draft.start_cube, draft.start_owner = position
        code = Finding.SET_POSITION if position else Finding.UNREADABLE_POSITION
        self._note(code, number, text, game=draft.number)

    def _note(self, code: Finding, line: int, text: str, *, game: int | None = None, found: str = "") -> None:
        column = len(text) - len(text.lstrip()) + 1
        self.problems.append(Problem(code, line=line, column=column, game=game, found=found or quote(text)))


def _with_opener(entries: list[Entry]) -> tuple[Entry, ...]:
    """The entries with a lone first cell in the right column where the second row proves it.

    Where blanks were lost, a game begun by the right column looks as if the left began; but then the
    left column goes on, and nobody plays twice.
    """
    if len(entries) > 2:
        first, second, third = entries[:3]
        is_lone = first.kind is EntryKind.ROLL and first.line < second.line == third.line
        goes_on = second.kind in {EntryKind.ROLL, EntryKind.DOUBLE} and first.side is second.side
        # A short left cell is padded to its column, unless blanks were lost.
        gap = third.column - second.column - len(second.text)
        if is_lone and goes_on and gap < 2 and len(second.text) < _SHORT_CELL:
            return (first._replace(side=first.side.other), *entries[1:])
    return tuple(entries)
