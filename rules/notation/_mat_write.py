"""The writing of a recorded match as a `.mat` text, in the style of one program or another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..errors import Unwritable
from ..match import Side
from ..move import Move
from ..position import OUTSIDE, Position
from ..problem import printable, quote
from ..transcript import Entry, EntryKind, GameRecord, Note, Transcript
from ._mat_course import Course, boards, courses
from ._mat_header import score_line
from ._mat_rows import read_row
from ._mat_styles import MatStyle
from ._mat_words import variant_named, variation_name
from ._positions import set_position, set_position_text, snowie_position, snowie_text

_WORDS = {
    EntryKind.DOUBLE: "Doubles",
    EntryKind.TAKE: "Takes",
    EntryKind.DROP: "Drops",
    EntryKind.BEAVER: "Beavers",
    EntryKind.RACCOON: "Beavers",
    EntryKind.RESIGN: "Concedes",
    EntryKind.LOSS: "Losses",
    EntryKind.WIN: "Wins",
}
_CALLS_OF_A_CUBE = {EntryKind.DOUBLE, EntryKind.BEAVER, EntryKind.RACCOON}
_ENDS = {EntryKind.WIN, EntryKind.LOSS, EntryKind.RESIGN, EntryKind.DROP}
_UNPLAYED = "????"
_LEFT_WIDTH = 27
_MARGIN = 5


def mat_text(transcript: Transcript, style: MatStyle) -> str:
    """A match as a text of this style; raises `Unwritable` for what no `.mat` text can say.

    Moves are written in their order, one for each die where the transcript has them so. What a program
    can only write because it keeps the score (`and the match`, capped points) stands where the record
    obeys every rule, because anywhere else it could be one more mistake.
    """
    if not transcript.games:
        raise Unwritable("no_games")
    lines = _header(transcript, style)
    lines += [style.length_line.format(transcript.length or 0), ""]
    for record, course in zip(transcript.games, courses(transcript), strict=True):
        if record is not transcript.games[0]:
            lines += [""] * style.blank_lines
        lines += _GameText(record, course, transcript, style).lines()
    return "\n".join(lines) + "\n" * (1 + style.blank_lines)


def _header(transcript: Transcript, style: MatStyle) -> list[str]:
    tags = dict(transcript.tags)
    variation = variation_name(transcript.variant)
    if variation is None:
        raise Unwritable("unknown_variation", found=transcript.variant.code)
    variant = variant_named(tags.get("Variation", "backgammon"))
    if variant is not transcript.variant or (style.has_players and "Variation" not in tags):
        tags["Variation"] = variation
    if style.has_players:
        one, two = transcript.players
        tags = {"Player 1": one, "Player 2": two} | tags
    lines = [f'; [{_tag(key)} "{_tag(value)}"]' for key, value in tags.items()]
    return [*lines, ""] if lines else []


def _tag(text: str) -> str:
    """A key or value without the characters that would end it early."""
    return printable(text).replace('"', "'").replace("]", ")")


class _Page:
    """The rows of a game, filled cell by cell."""

    def __init__(self, style: MatStyle) -> None:
        self.style = style
        self.lines: list[str] = []
        self._rows = 0
        self._left = ""

    def cell(self, side: Side, text: str) -> None:
        """Put a cell into its column, in a new row if the current row has no room for it."""
        if side is Side.ONE:
            self.end()
            self._left = text
        else:
            self._row(text)

    def result(self, side: Side, text: str, after: Entry | None) -> None:
        """Put a result after the left cell, or into its column of a row without a number."""
        if side is Side.TWO and self._left:
            is_drop = after is not None and after.kind is EntryKind.DROP
            shared = self.style.after_drop if is_drop else self.style.after_roll
            self._row(shared.format(text), is_result=True)
            return
        self.end()
        margin = _MARGIN if side is Side.ONE else _MARGIN + _LEFT_WIDTH + 1
        self.lines.append(" " * (margin + 1) + text)

    def end(self) -> None:
        """End the row that has a left cell only."""
        if self._left:
            self._row("")

    def _row(self, right: str, *, is_result: bool = False) -> None:
        self._rows += 1
        width = self.style.right_width
        line = f"{self._rows:3d}) {self._left:<{_LEFT_WIDTH}} "
        line += right.ljust(width or 0) if right and not is_result else right
        self.lines.append(line.rstrip() if width is None else line)
        self._left = ""


@dataclass(frozen=True, slots=True)
class _GameText:
    """One game of a match in a style."""

    record: GameRecord
    course: Course
    transcript: Transcript
    style: MatStyle

    def lines(self) -> list[str]:
        """The game line by line, without the blank lines around it."""
        heading = [f" Game {self.record.number}"]
        if self.record.score is not None:
            heading.append(self._score_line(self.record.score))
        elif any(self.record.players):
            raise Unwritable("score_missing", game=self.record.number)
        return [*heading, *self._start(), *self._rows()]

    def _score_line(self, score: tuple[int, int]) -> str:
        one, two = self.record.players
        # Two blanks at least, because a name may begin or end with a colon and a number.
        text = f"{one} : {score[0]}  ".ljust(self.style.score_width)
        line = f" {text}{two} : {score[1]}"
        parsed_line = score_line(line)
        if parsed_line is None or (parsed_line.players, parsed_line.score) != (self.record.players, score):
            raise Unwritable("names", game=self.record.number, found=quote(f"{one} / {two}"))
        return line

    def _start(self) -> list[str]:
        """The position the game was set to begin from, and the cube where neither side owns it."""
        record, variant = self.record, self.transcript.variant
        lines = []
        if record.start is not None or record.start_owner is not None:
            start = record.start or Position.start(variant)
            cube = record.start_cube if record.start_owner else 1
            text = set_position_text(start, cube, record.start_owner)
            if set_position(text, variant.checkers) != (start, cube, record.start_owner):
                raise Unwritable("position", game=record.number)
            lines.append(f"; Set Pos={text}")
        if record.start_cube > 1 and record.start_owner is None:
            lines.append(f'; [Cube "{record.start_cube}"]')
        return lines

    def _rows(self) -> list[str]:
        page = _Page(self.style)
        befores = boards(self.record, self.transcript.variant) if self.style.has_stars else {}
        # All but results.
        played = [entry for entry in self.record.entries if entry.kind not in _ENDS]
        for before, entry in zip([None, *self.record.entries], self.record.entries, strict=False):
            if entry.kind is EntryKind.ROLL:
                page.cell(entry.side, self._roll(entry, befores.get(id(entry)), is_last=entry is played[-1]))
            elif entry.kind is EntryKind.WIN:
                if self.style.tells_loss and self.course.is_resigned:
                    page.cell(entry.side.other, " " + self._call(entry._replace(kind=EntryKind.LOSS)))
                page.result(entry.side, self._result(entry), before)
            else:
                page.cell(entry.side, " " + self._call(entry))
        page.end()
        return page.lines

    def _call(self, entry: Entry) -> str:
        """The cell of an entry that begins with a word."""
        text = _WORDS[entry.kind]
        if entry.value is None:
            return text
        if entry.kind in _CALLS_OF_A_CUBE:
            return f"{text} => {entry.value}"
        return f"{text} {entry.value} point{'s' * (self.style.has_plural and entry.value != 1)}"

    def _result(self, entry: Entry) -> str:
        most = self.course.most
        if self.style.caps_result and most is not None and entry.value is not None:
            entry = entry._replace(value=min(entry.value, most))
        ends_match = entry.note is Note.MATCH or (self.style.tells_match and self.course.wins_match)
        return self._call(entry) + " and the match" * ends_match

    def _roll(self, entry: Entry, before: Position | None, *, is_last: bool) -> str:
        dice = "{}{}: ".format(*(entry.dice or (0, 0)))
        if entry.note is Note.UNREADABLE:
            return self._unreadable(entry)
        if entry.note is Note.CANNOT_MOVE:
            return f"{dice}Cannot Move"
        if entry.note is Note.ILLEGAL:
            return f"{dice}Illegal play ({self._illegal(entry)})"
        if entry.note is Note.EDITED:
            raise Unwritable("position_edited", game=self.record.number)
        if entry.note is Note.NOT_PLAYED:
            # Without the marks it would be a play left out, unless the game ends here.
            return dice + (self.style.unplayed if entry.dice and is_last else _UNPLAYED)
        hits = _hits(before, entry.moves) if before else set()
        words = [
            f"{'out' if src == OUTSIDE else src}/{dst}{'*' * (index in hits)}"
            for index, (src, dst) in enumerate(entry.moves)
        ]
        return dice + " ".join(words) + " " * (0 < len(words) < 4)

    def _unreadable(self, entry: Entry) -> str:
        """The original text of an unreadable entry, if reading it again gives the same entry."""
        entries, _ = read_row(entry.text, 0, 0, 1, after=None, checkers=self.transcript.variant.checkers)
        again = [
            (entry_again.dice, entry_again.moves, entry_again.note, entry_again.text)
            for entry_again in entries
        ]
        if again != [(entry.dice, entry.moves, entry.note, entry.text)]:
            raise Unwritable("unreadable_play", found=quote(entry.text))
        return entry.text

    def _illegal(self, entry: Entry) -> str:
        """The position after a play that the record calls illegal."""
        if entry.stood is None:
            return ""
        players = self.record.players
        names = players if entry.side is Side.ONE else (players[1], players[0])
        text = snowie_text(entry.stood, names, self.transcript.length, entry.dice)
        if snowie_position(text, self.transcript.variant.checkers) != entry.stood:
            raise Unwritable("position", game=self.record.number)
        return text


def _hits(before: Position, moves: Sequence[Move]) -> set[int]:
    """Whether each move hits a blot, played in order from this position."""
    hits: set[int] = set()
    blots = {25 - point for point in range(1, 25) if before.opp[point] == 1}
    for index, (_, dst) in enumerate(moves):
        if dst in blots:
            hits.add(index)
            blots.remove(dst)
    return hits
