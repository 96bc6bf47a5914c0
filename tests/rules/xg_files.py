"""Files of eXtreme Gammon for tests, written from the published layout and by none of the reader's code.

The records are declared in Pascal, as the publisher does, and aligned by a compiler's rules
(extremegammon.com/XGformat.aspx).
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rules import Entry, EntryKind, GameRecord, MatchScore, Move, Note, Position, Side, Transcript
from rules.position import BAR, OFF

RECORD_SIZE = 2560
UNLIMITED = 99_999
MATCH, GAME, CUBE, MOVE, GAME_END, MATCH_END, COMMENT = range(7)
NO_DECISION, UNASKED = -2, -1

# Size, alignment and how to pack one value.
_TYPES: Mapping[str, tuple[int, int, str]] = {
    "pointer": (4, 4, "I"),
    "dword": (4, 4, "I"),
    "integer": (4, 4, "i"),
    "boolean": (1, 1, "?"),
    "byte": (1, 1, "B"),
    "shortint": (1, 1, "b"),
    "single": (4, 4, "f"),
    "double": (8, 8, "d"),
    "widetext": (258, 2, "258s"),
    "bestmove": (2184, 4, "2184s"),
    "doubleaction": (132, 4, "132s"),
}
_COMMON = "previous, next: pointer; entrytype: byte;"
_DECLARATIONS = {
    MATCH: """
        splayer1, splayer2: string[40]; matchlength, variation: integer;
        crawford, jacoby, beaver, autodouble: boolean; elo1, elo2: double; exp1, exp2: integer; date: double;
        sevent: string[128]; gameid, complevel1, complevel2: integer;
        countforelo, addtoprofile1, addtoprofile2: boolean; slocation: string[128]; gamemode: integer;
        imported: boolean; sround: string[128]; invert, version, magic, moneyinitg: integer;
        moneyinitscore: integer*2; entered, counted, unratedimp: boolean;
        commentheadermatch, commentfootermatch: integer; ismoneymatch: boolean; winmoney, losemoney: single;
        currency: integer; feemoney, tablestake: single; siteid, cubelimit, autodoublemax: integer;
        transcribed: boolean; event, player1, player2, location, round: widetext; timesetting: integer*8;
        tottimes: integer*4; transcriber: widetext""",
    GAME: """
        score1, score2: integer; crawfordapply: boolean; posinit: shortint*26; gamenumber: integer;
        inprogress: boolean; commentheadergame, commentfootergame, numberofautodouble: integer""",
    CUBE: """
        actif, double, take, beaverr, raccoonr, cubeb: integer; position: shortint*26; doubled: doubleaction;
        errcube: double; dicerolled: string[2]; errtake: double""",
    MOVE: """
        positioni, positionend: shortint*26; actifp: integer; moves: integer*8; dice: integer*2; cubea: integer;
        errorm: double; nmoveeval: integer; datamoves: bestmove; played: boolean; errmove, errluck: double;
        compchoice: integer; initeq: double; rolloutindexm: integer*32; analyzem, analyzel, invalidm: integer;
        positiontutor: shortint*26; tutor: shortint; errtutormove: double; flagged: boolean;
        commentmove: integer; editedmove: boolean; timedelaymove, timedelaymovedone: dword;
        numberofautodoublemove: integer; filler: integer*4""",
    GAME_END: """
        score1g, score2g: integer; crawfordapplyg: boolean; winner, pointswon, termination: integer;
        errresign, errtakeresign: double; eval: double*7; evallevel: integer""",
    MATCH_END: "score1m, score2m, winnerm: integer; elo1m, elo2m: double; exp1m, exp2m: integer; datem: double",
    COMMENT: "",
}


@dataclass(frozen=True, slots=True)
class Field:
    """Where a field of a record stands and how its values are packed."""

    start: int
    format: str


def _layout(declaration: str) -> dict[str, Field]:
    fields, end = {}, 0
    for names, kind in re.findall(r"([\w, ]+):\s*([\w\[\]*]+)", _COMMON + " ".join(declaration.split())):
        base, _, count = kind.partition("*")
        if text := re.fullmatch(r"string\[(\d+)\]", base):
            size, alignment, code = int(text[1]) + 1, 1, f"{int(text[1]) + 1}s"
        else:
            size, alignment, code = _TYPES[base]
        for name in names.split(","):
            end += -end % alignment
            fields[name.strip()] = Field(end, f"<{count}{code}")
            end += size * int(count or 1)
    return fields


LAYOUTS = {kind: _layout(declaration) for kind, declaration in _DECLARATIONS.items()}


def record(kind: int, **values: Any) -> bytes:
    """One record with these fields, all others zero; texts are packed as their fields want them."""
    data = bytearray(RECORD_SIZE)
    for name, value in ({"entrytype": kind} | values).items():
        field = LAYOUTS[kind][name]
        if isinstance(value, str) and name.startswith("s"):
            letters = value.encode("cp1252", "replace")[: struct.calcsize(field.format) - 1]
            value = bytes([len(letters)]) + letters
        elif isinstance(value, str):
            value = value.encode("utf-16-le")[:256]
        many = isinstance(value, Sequence) and not isinstance(value, bytes)
        struct.pack_into(field.format, data, field.start, *(value if many else [value]))
    return bytes(data)


def match_record(**values: Any) -> bytes:
    """The header of a match to 7 points between Ann and Bob, unless told otherwise."""
    usual = {
        "matchlength": 7,
        "crawford": True,
        "version": 32,
        "magic": 0x494C4D44,
        "player1": "Ann",
        "player2": "Bob",
        "cubelimit": 10,
    }
    return record(MATCH, **(usual | values))


def xg_file(
    records: Iterable[bytes],
    *,
    picture: bytes = b"\xff\xd8 a picture",
    is_packed: bool = True,
    has_packed_directory: bool = True,
    names: Sequence[bytes] = (b"temp.xg", b"temp.xgi"),
) -> bytes:
    """The file around game records: header, picture, packed files, directory, trailer."""
    game = b"".join(records)
    body, directory = b"", b""
    for name in names:
        content = game if name.lower() == b"temp.xg" else game[:RECORD_SIZE] + game[-RECORD_SIZE:]
        packed = zlib.compress(content) if is_packed else content
        entry = struct.pack("<B255sB255s", len(name), name, 0, b"")
        entry += struct.pack("<iiiI", len(content), len(packed), len(body), zlib.crc32(content))
        directory += entry + struct.pack("<BBxx", 0 if is_packed else 1, 2)
        body += packed
    count = len(directory) // 532
    if has_packed_directory:
        directory = zlib.compress(directory)
    archive = body + directory
    trailer = struct.pack(
        "<Iiiiii12x", zlib.crc32(archive), count, 1, len(directory), len(body), has_packed_directory
    )
    header = struct.pack("<4sIIqI", b"RGMH", 1, 8232, 0, len(picture)).ljust(8232, b"\0")
    return header + picture + archive + trailer


def signed_counts(position: Position) -> list[int]:
    """The 26 counts of a position, the opponent's checkers below zero."""
    counts = [position.own[place] - position.opp[BAR - place] for place in range(1, BAR)]
    return [-position.opp[BAR], *counts, position.own[BAR]]


def steps(moves: Sequence[Move]) -> list[int]:
    """Moves as the file keeps them: pairs of places counted from 0, ended by -1."""
    pairs = [place for src, dst in moves for place in (src - 1, dst - 1)]
    return (pairs + [-1] * 8)[:8]


def xg_records(transcript: Transcript, chance: Random, *, version: int = 32) -> Iterator[bytes]:
    """The records of a correct match as XG writes them; `chance` picks among its variations."""
    one, two = transcript.players
    yield match_record(
        matchlength=transcript.length or UNLIMITED,
        variation={"backgammon": 0, "nackgammon": 1, "hypergammon_3": 2}[transcript.variant.code],
        jacoby=transcript.setting("Jacoby") is True,
        beaver=transcript.setting("Beaver") is True,
        autodouble=transcript.setting("AutoDouble") is True,
        version=version,
        splayer1=one,
        splayer2=two,
        player1=one if version >= 24 else "",
        player2=two if version >= 24 else "",
    )
    score = MatchScore(transcript.length)
    for game in transcript.games:
        yield from _GameWriter(game, transcript, score, chance).records()
        last = game.entries[-1] if game.entries else None
        if last and last.kind is EntryKind.WIN and last.value:
            score = score.after(last.side, last.value)
    if score.winner:
        yield record(MATCH_END, score1m=score.one, score2m=score.two, winnerm=_sign(score.winner))


def _sign(side: Side) -> int:
    return 1 if side is Side.ONE else -1


class _GameWriter:
    """Writes the records of one correct game, with the board and the cube as they stand."""

    def __init__(self, game: GameRecord, transcript: Transcript, score: MatchScore, chance: Random) -> None:
        self.game = game
        self.score = score
        self.chance = chance
        self.start = game.start or Position.start(transcript.variant)
        self.board = self.start  # Seen by side one.
        exponent = game.start_cube.bit_length() - 1
        # A cube in the middle above 1 comes from automatic doubles.
        self.automatic = 0 if game.start_owner else exponent
        self.cube = exponent * _sign(game.start_owner) if game.start_owner else 0

    def records(self) -> Iterator[bytes]:
        one, two = self.score.points
        has_start = self.game.start is not None or self.chance.random() < 0.5
        yield record(
            GAME,
            score1=one,
            score2=two,
            crawfordapply=self.score.is_crawford,
            posinit=signed_counts(self.start) if has_start else [0] * 26,
            gamenumber=self.game.number,
            inprogress=not self.game.entries or self.game.entries[-1].kind is not EntryKind.WIN,
            numberofautodouble=self.automatic,
        )
        calls: list[Entry] = []
        for entry in self.game.entries:
            if entry.kind not in {EntryKind.WIN, EntryKind.ROLL}:
                calls.append(entry)
                continue
            if calls:
                yield self._calls(calls)
            elif entry.kind is EntryKind.ROLL:
                yield self._cube(entry.side, self.chance.choice([NO_DECISION, 0]))
            if entry.kind is EntryKind.ROLL:
                yield self._move(entry)
            else:
                yield self._end(entry, is_drop=bool(calls) and calls[-1].kind is EntryKind.DROP)
            calls = []
        if calls:
            yield self._calls(calls)
        elif not self.game.entries:
            yield self._cube(Side.ONE, 0)

    def _cube(
        self, side: Side, double: int, take: int = UNASKED, beaver: int = UNASKED, raccoon: int = UNASKED
    ) -> bytes:
        return record(
            CUBE,
            actif=_sign(side),
            double=double,
            take=take,
            beaverr=beaver,
            raccoonr=raccoon,
            cubeb=self.cube,
            position=signed_counts(self.board),
        )

    def _calls(self, calls: Sequence[Entry]) -> bytes:
        """A double with all that was said to it, in the one record that it has; the cube goes on from there."""
        double, *answers = calls
        codes_of = {EntryKind.DROP: 0, EntryKind.TAKE: 1, EntryKind.BEAVER: 2, EntryKind.RACCOON: 2}
        codes = [codes_of[answer.kind] for answer in answers]
        if codes and codes[-1] == 2:
            codes.append(1)
        record = self._cube(double.side, 1, *codes)
        if codes and codes[-1]:
            self.cube = (abs(self.cube) + len(codes)) * _sign(double.side.other)
        return record

    def _move(self, entry: Entry) -> bytes:
        assert entry.dice is not None
        values = {
            "positioni": signed_counts(self.board),
            "actifp": _sign(entry.side),
            "dice": entry.dice,
            "cubea": self.cube,
        }
        if entry.note is Note.NOT_PLAYED:
            return record(MOVE, **values)
        board = self.board if entry.side is Side.ONE else self.board.swapped()
        own, opp = list(board.own), list(board.opp)
        for src, dst in entry.moves:
            own[src] -= 1
            own[dst] += 1
            if dst != OFF and opp[25 - dst]:
                opp[25 - dst] -= 1
                opp[BAR] += 1
        board = Position(tuple(own), tuple(opp))
        self.board = board if entry.side is Side.ONE else board.swapped()
        moves = steps(self._habitual(entry))
        return record(MOVE, **values, positionend=signed_counts(board), moves=moves, played=True)

    def _habitual(self, entry: Entry) -> list[Move]:
        """The moves in any order, or one checker's two moves joined, except when bearing off."""
        moves = list(entry.moves)
        is_joined = len(moves) == 2 and moves[0].dst == moves[1].src and moves[1].dst != OFF
        if is_joined and self.chance.random() < 0.5:
            return [Move(moves[0].src, moves[1].dst)]
        self.chance.shuffle(moves)
        return moves

    def _end(self, entry: Entry, *, is_drop: bool) -> bytes:
        assert entry.value is not None
        score = self.score.after(entry.side, entry.value)
        if is_drop:
            ending = 0
        else:
            board = self.board if entry.side is Side.ONE else self.board.swapped()
            multiplier = entry.value >> (abs(self.cube) + self.automatic)
            ending = multiplier if board.has_won else 100 + multiplier
        return record(
            GAME_END,
            score1g=score.one,
            score2g=score.two,
            crawfordapplyg=score.is_crawford,
            winner=_sign(entry.side),
            pointswon=entry.value,
            termination=ending,
        )
