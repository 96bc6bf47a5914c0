"""The reader of `.xg`, the binary match files of eXtreme Gammon.

Every record of the file counts as a line, in the order in which the file keeps them.
"""

from __future__ import annotations

from math import isfinite

from ..problem import MOST_PROBLEMS, Finding, Problem, printable
from ..transcript import Transcript
from ..variant import BACKGAMMON, HYPERGAMMON_3, NACKGAMMON, Variant
from ._reader import BinaryReader
from ._xg_archive import MAGIC, GameRecords
from ._xg_game import GameReader
from ._xg_records import (
    MATCH_MARK,
    MatchHeader,
    RecordType,
    cube_record,
    final_score,
    game_end,
    game_header,
    match_header,
    move_record,
    type_of,
)

_UNLIMITED = 99_999
_VARIANTS: dict[int, Variant] = {0: BACKGAMMON, 1: NACKGAMMON, 2: HYPERGAMMON_3}
_LONGEST_TEXT = 200
_HIGHEST_CUBE_LIMIT = 15


def _recognises(data: bytes) -> bool:
    return data.startswith(MAGIC)


def _read(data: bytes) -> Transcript:
    return _XgReader().read(data)


READER = BinaryReader("xg", _recognises, _read)


class _XgReader:
    """Reads one file record by record; unreadable records become problems."""

    def __init__(self) -> None:
        self.players = ("", "")
        self.length: int | None = None
        self.length_line: int | None = None
        self.variant = BACKGAMMON
        self.tags: dict[str, str] = {}
        self.games: list[GameReader] = []
        self.problems: list[Problem] = []
        self._is_game_open = False

    def read(self, data: bytes) -> Transcript:
        """The transcript of a whole file."""
        records = GameRecords(data)
        for line, record in enumerate(records, 1):
            if not self._record(record, line):
                break
        if records.is_damaged:
            self.problems.append(Problem(Finding.DAMAGED_FILE))
        if self.length_line is None and self.games:
            self._note(Finding.MISSING_LENGTH, 1)
        games = tuple(game.finished(self.players) for game in self.games)
        return Transcript(
            players=self.players,
            length=self.length,
            games=games,
            variant=self.variant,
            tags=self.tags,
            length_line=self.length_line,
            problems=tuple(self.problems),
        )

    def _record(self, record: bytes, line: int) -> bool:
        """Read one record; return False if reading ends before the file does."""
        kind = type_of(record)
        if kind == RecordType.MATCH and (self.length_line or self.games):
            self._note(Finding.SECOND_MATCH, line)
            return False
        if kind == RecordType.MATCH:
            self._match(match_header(record), line)
        elif kind == RecordType.GAME:
            self._game(record, line)
        elif kind == RecordType.MATCH_END:
            self._match_end(*final_score(record))
        elif kind not in {RecordType.COMMENT, RecordType.MISSING}:
            self._record_of_game(kind, record, line)
        if len(self.problems) > MOST_PROBLEMS:
            self._note(Finding.TOO_MANY_PROBLEMS, line)
            return False
        return True

    def _record_of_game(self, kind: int, record: bytes, line: int) -> None:
        if not self._is_game_open or kind > RecordType.GAME_END:
            self._note(Finding.UNREADABLE_LINE, line, str(kind))
        elif kind == RecordType.MOVE:
            self.games[-1].read_move(move_record(record), line)
        elif kind == RecordType.CUBE:
            self.games[-1].read_cube(cube_record(record), line)
        else:
            self.games[-1].read_end(game_end(record), line)
            self._is_game_open = False

    def _game(self, record: bytes, line: int) -> None:
        self._is_game_open = True
        self.games.append(
            GameReader(
                game_header(record),
                line=line,
                number=len(self.games) + 1,
                length=self.length,
                variant=self.variant,
                problems=self.problems,
            )
        )

    def _match_end(self, one: int, two: int) -> None:
        if self.games and self.length is not None and max(one, two) >= self.length:
            self.games[-1].end_match()

    def _match(self, header: MatchHeader, line: int) -> None:
        if header.mark != MATCH_MARK:
            self._note(Finding.UNREADABLE_LINE, line, f"{header.mark:#x}")
        self.length_line = line
        if 0 < header.length < _UNLIMITED:
            self.length = header.length
        elif header.length != _UNLIMITED:
            self._note(Finding.MISSING_LENGTH, line, str(header.length))
        one, two = header.players
        self.players = (_text(one), _text(two))
        self.variant = _VARIANTS.get(header.variation, BACKGAMMON)
        if header.variation not in _VARIANTS:
            self._note(Finding.UNKNOWN_VARIATION, line, str(header.variation))
        tags = {key: _text(value) for key, value in _tags(header).items()}
        self.tags = {key: value for key, value in tags.items() if value}

    def _note(self, code: Finding, line: int, found: str = "") -> None:
        self.problems.append(Problem(code, line, 1, found=found))


def _tags(header: MatchHeader) -> dict[str, str]:
    """The tags of the header, with the names and values of `.mat` texts."""
    one, two = header.players
    tags = {
        "Site": header.location,
        "Match ID": str(header.match_id or ""),
        "Event": header.event,
        "Round": header.round,
        "Player 1": one,
        "Player 2": two,
    }
    for key, elo, experience in zip(
        ("Player 1 Elo", "Player 2 Elo"), header.elo, header.experience, strict=True
    ):
        tags[key] = f"{elo:.2f}/{experience}" if isfinite(elo) else ""
    if header.date:
        tags["EventDate"] = f"{header.date:%Y.%m.%d}"
        tags["EventTime"] = f"{header.date:%H.%M}"
    if header.variation in _VARIANTS:
        tags["Variation"] = _VARIANTS[header.variation].variation
    switches = {
        "Crawford": header.crawford,
        "Jacoby": header.jacoby,
        "Beaver": header.beaver,
        "AutoDouble": header.auto_double,
    }
    tags |= {key: "On" if value else "Off" for key, value in switches.items()}
    if 0 <= header.cube_limit <= _HIGHEST_CUBE_LIMIT:
        tags["CubeLimit"] = str(1 << header.cube_limit)
    tags["Transcriber"] = header.transcriber
    return tags


def _text(text: str) -> str:
    return printable(text[:_LONGEST_TEXT]).strip()
