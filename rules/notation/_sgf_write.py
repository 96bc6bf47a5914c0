"""The writing of a recorded match as an SGF text that gnubg loads."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..errors import InvalidPosition, Unwritable
from ..judgement import judge
from ..match import Side
from ..position import Position
from ..problem import quote
from ..transcript import Entry, EntryKind, GameRecord, Note, Transcript
from ..variant import BACKGAMMON, Variant
from ._sgf_cube import CubeWatch
from ._sgf_grammar import escaped
from ._sgf_header import (
    CRAWFORD,
    CRAWFORD_GAME,
    FACES,
    JACOBY,
    NO_CUBE,
    TAGS,
    VARIANT_RULES,
    begins_again,
    shown,
)
from ._sgf_plays import LETTERS, NO_DICE, UNPLAYED, UNTOLD, called, moves_text, places_text

_HEADING = "FF[4]GM[6]CA[UTF-8]AP[videau-rules]"
_RESULTS = {EntryKind.WIN, EntryKind.RESIGN, EntryKind.LOSS}
_CALLS = {EntryKind.TAKE: "take", EntryKind.DROP: "drop"}
# How the other side may go on after a beaver or a raccoon instead of accepting it.
_ANSWERS = {EntryKind.DROP, EntryKind.RACCOON}
_PLAY_PROPERTY = re.compile(r"[BW]\[[^\[\]\\]*+\]")
_DATE = re.compile(r"(\d{4})\.(\d\d)\.(\d\d)")


def sgf_text(transcript: Transcript) -> str:
    """A match as an SGF text; raises `Unwritable` for what the notation cannot say."""
    if not transcript.games:
        raise Unwritable("no_games")
    variant = transcript.variant
    if variant is not BACKGAMMON and variant.code not in VARIANT_RULES:
        raise Unwritable("unknown_variation", found=variant.code)
    first, *others = transcript.games
    for record in others:
        if begins_again(first.number, record.number, record.score):
            raise Unwritable("second_match", game=record.number)
    games = zip(transcript.games, _crawford_marks(transcript), strict=True)
    return "".join(_GameText(transcript, record, is_crawford=mark).text() for record, mark in games)


def _crawford_marks(transcript: Transcript) -> Iterator[bool]:
    """Whether each game is the Crawford game (M2), as far as no earlier game is missing."""
    length, number, is_before = transcript.length or 0, 0, True
    for record in transcript.games:
        is_next = record.number == number + 1 and (number > 0 or record.score == (0, 0))
        is_before = is_before and is_next and record.score is not None
        is_one_away = length > 1 and record.score is not None and max(record.score) == length - 1
        yield is_before and is_one_away
        number, is_before = record.number, is_before and not is_one_away


class _GameText:
    """One game of a match as it is written."""

    def __init__(self, transcript: Transcript, record: GameRecord, *, is_crawford: bool) -> None:
        self.transcript = transcript
        self.record = record
        self.is_crawford = is_crawford
        self.played = [entry for entry in record.entries if entry.kind not in _RESULTS]
        self.dances, self.last_board = _followed(record, self.played, transcript.variant)
        if record.players != transcript.players:
            # Whose columns these are is for the check to find out, and nothing is certain here.
            self.dances = set()
        self.cube = CubeWatch(record.start_cube, record.start_owner)

    def text(self) -> str:
        """The game as a tree: its root and a line for each node."""
        nodes = [self._root(), *self._start(), *self._nodes()]
        return "(;" + "\n;".join(nodes) + ")\n"

    def _root(self) -> str:
        record, transcript = self.record, self.transcript
        info = f"MI[length:{transcript.length or 0}][game:{record.number - 1}]"
        if record.score is not None:
            info += "[ws:{}][bs:{}]".format(*record.score)
        if any(shown(name) != name for name in record.players):
            raise Unwritable("names", game=record.number, found=quote(" / ".join(record.players)))
        names = "PW[{}]PB[{}]".format(*map(escaped, record.players))
        facts = self._facts() if record is transcript.games[0] else ""
        return _HEADING + info + names + facts + self._rules() + self._automatic_cube() + self._result()

    def _facts(self) -> str:
        """The tags that have a property of their own."""
        values = {name: self.transcript.tags.get(key, "") for name, key in TAGS.items()}
        values["DT"] = _DATE.sub(r"\1-\2-\3", values["DT"])
        return "".join(f"{name}[{escaped(text)}]" for name, text in values.items() if text)

    def _rules(self) -> str:
        transcript = self.transcript
        is_match = (transcript.length or 0) > 1
        rules = {
            NO_CUBE: transcript.tags.get("CubeLimit") == "1",
            CRAWFORD: is_match and transcript.setting(CRAWFORD) is not False,
            CRAWFORD_GAME: self.is_crawford,
            JACOBY: transcript.setting(JACOBY),
            VARIANT_RULES.get(transcript.variant.code, ""): transcript.variant is not BACKGAMMON,
        }
        words = [rule for rule, is_in_use in rules.items() if is_in_use]
        return f"RU[{':'.join(words)}]" if words else ""

    def _automatic_cube(self) -> str:
        if str(self.record.start_cube) not in FACES:
            raise Unwritable("cube", game=self.record.number, found=str(self.record.start_cube))
        return "" if self.record.start_cube == 1 or self._is_set_up() else f"CV[{self.record.start_cube}]"

    def _is_set_up(self) -> bool:
        return self.record.start is not None or self.record.start_owner is not None

    def _result(self) -> str:
        """`RE` with the winner and the points, and an `R` where the game was not played to its end."""
        last = self.record.entries[-1] if self.record.entries else None
        result = last if last and last.kind in _RESULTS else None
        if len(self.played) + (result is not None) < len(self.record.entries):
            raise Unwritable("result", game=self.record.number)
        if result is None:
            return ""
        if result.kind is EntryKind.RESIGN and result.value is None:
            return f"RE[{LETTERS[result.side.other]}+R]"
        if result.kind is not EntryKind.WIN or result.value is None or result.note:
            raise Unwritable("result", game=self.record.number)
        return f"RE[{LETTERS[result.side]}+{result.value}{'R' * self._is_resigned(result.side)}]"

    def _is_resigned(self, winner: Side) -> bool:
        """Whether the game ended neither on the board nor with a drop."""
        if self.played and self.played[-1].kind is EntryKind.DROP:
            return False
        board, seen_by = self.last_board
        return not (board.has_won if seen_by is winner else board.has_lost)

    def _start(self) -> Iterator[str]:
        """The nodes that set up a game with an unusual start."""
        record = self.record
        if record.start:
            first = next((entry.side for entry in self.played), Side.ONE)
            if record.start.has_won or record.start.has_lost:
                raise Unwritable("position", game=record.number)
            yield self._board(record.start, on_roll=first)
        if self._is_set_up() and record.start_cube > 1:
            yield f"CV[{record.start_cube}]"
        if record.start_owner:
            yield f"CP[{LETTERS[record.start_owner].lower()}]"

    def _board(self, position: Position, *, on_roll: Side) -> str:
        """The node that sets a position seen by White."""
        try:
            Position.checked(*position)
        except InvalidPosition:
            raise Unwritable("position", game=self.record.number) from None
        if {sum(position.own), sum(position.opp)} != {self.transcript.variant.checkers}:
            raise Unwritable("position", game=self.record.number)
        white, black = places_text(Side.ONE, position.own), places_text(Side.TWO, position.opp)
        places = "".join(f"A{letter}{text}" for letter, text in (("W", white), ("B", black)) if text)
        return f"PL[{LETTERS[on_roll]}]AE[a:y]{places}"

    def _nodes(self) -> Iterator[str]:
        entries: list[Entry | None] = [None, *self.played, None]
        for before, entry, following in zip(entries, self.played, entries[2:], strict=False):
            if entry.kind is not EntryKind.ROLL:
                yield from self._cube_action(entry, following)
                continue
            self.cube.go_on()
            if entry.note in (Note.ILLEGAL, Note.EDITED):
                yield from self._edited(entry, before, following)
            elif entry.note is Note.NOT_PLAYED and following is None and not entry.moves:
                yield f"PL[{LETTERS[entry.side]}]DI[{_dice(entry)}]"
            else:
                yield self._play(entry)

    def _cube_action(self, entry: Entry, following: Entry | None) -> Iterator[str]:
        letter, other = LETTERS[entry.side], entry.side.other
        action: tuple[EntryKind, int | None] = (entry.kind, None)
        if entry.kind is EntryKind.TAKE:
            self.cube.take()
        elif entry.kind is EntryKind.DROP:
            self.cube.drop()
        else:
            action = self.cube.double(entry.side)
        if action != (entry.kind, entry.value):
            raise Unwritable("cube", game=self.record.number, found=str(entry.value or ""))
        yield f"{letter}[{_CALLS.get(entry.kind, 'double')}]"
        is_answered = following is not None and following.side is other and following.kind in _ANSWERS
        if entry.kind in (EntryKind.BEAVER, EntryKind.RACCOON) and not is_answered:
            self.cube.take()
            yield f"{LETTERS[other]}[take]"

    def _play(self, entry: Entry) -> str:
        """A roll and its play, if reading it again gives the same entry."""
        if entry.note is Note.UNREADABLE:
            text = entry.text
        elif entry.note is Note.NOT_PLAYED:
            text = f"{LETTERS[entry.side]}[{_dice(entry)}{UNPLAYED}]"
        elif entry.note is Note.CANNOT_MOVE or id(entry) in self.dances:
            text = f"{LETTERS[entry.side]}[{_dice(entry)}]"
        elif entry.moves:
            text = f"{LETTERS[entry.side]}[{_dice(entry)}{moves_text(entry.side, entry.moves)}]"
        else:
            text = f"{LETTERS[entry.side]}[{_dice(entry)}{UNTOLD}]"
        again = called(text) if _PLAY_PROPERTY.fullmatch(text) else None
        content = (entry.side, entry.kind, entry.dice, entry.moves, entry.note is Note.UNREADABLE)
        if again is None or (*again[:4], again.note is Note.UNREADABLE) != content:
            raise Unwritable("unreadable_play", found=quote(entry.text or text))
        return text

    def _edited(self, entry: Entry, before: Entry | None, following: Entry | None) -> Iterator[str]:
        """The known part of a play, and the board from which the game continued."""
        if entry.stood is None or (entry.note is Note.ILLEGAL and entry.moves):
            raise Unwritable("position", game=self.record.number)
        side, other = entry.side, entry.side.other
        # Between two turns of the other side a board needs no roll to stand behind.
        is_between = before is not None and following is not None and before.side is following.side is other
        if entry.note is Note.ILLEGAL:
            yield f"PL[{LETTERS[side]}]DI[{_dice(entry)}]"
        elif entry.dice or entry.moves or not is_between:
            yield self._play(entry)
        yield self._board(entry.stood if side is Side.ONE else entry.stood.swapped(), on_roll=other)


def _followed(
    record: GameRecord, plays: list[Entry], variant: Variant
) -> tuple[set[int], tuple[Position, Side]]:
    """The identities of rolls that were certainly dances, and the last board with the side that sees it.

    After a play against the rules nobody knows for certain what stood on the board.
    """
    dances: set[int] = set()
    board, seen_by, is_certain = record.start or Position.start(variant), Side.ONE, True
    is_over = False
    for entry in plays:
        is_over = is_over or board.has_won or board.has_lost or entry.kind is EntryKind.DROP
        if entry.kind is not EntryKind.ROLL:
            continue
        if entry.side is not seen_by:
            board, seen_by = board.swapped(), entry.side
        if entry.stood:
            board, is_certain = entry.stood, True
        elif entry.dice is None:
            is_certain = is_certain and entry.note is Note.NOT_PLAYED
        elif entry.note is not Note.NOT_PLAYED:
            judgement = judge(board, entry.dice, entry.moves, variant)
            board, is_certain = judgement.result, is_certain and judgement.is_legal
            if is_certain and not is_over and not entry.moves:
                dances.add(id(entry))
    return dances, (board, seen_by)


def _dice(entry: Entry) -> str:
    return "{}{}".format(*entry.dice) if entry.dice else NO_DICE
