"""The records of the game file in a `.xg` file: fixed fields at fixed offsets, as published by its vendor.

Numbers are little-endian and stand where a Pascal compiler aligns them (extremegammon.com/XGformat.aspx).
A record is 2,560 bytes of which the analysis takes most; only what was played is read here.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import IntEnum
from struct import Struct
from typing import NamedTuple


class RecordType(IntEnum):
    """The kind of a record: the byte after its first eight."""

    MATCH = 0
    GAME = 1
    CUBE = 2
    MOVE = 3
    GAME_END = 4
    MATCH_END = 5
    COMMENT = 6
    MISSING = 7


_TYPE_AT = 8
MATCH_MARK = 0x494C4D44
"""What the header of every match has in its middle."""
_FIRST_UNICODE_VERSION = 24
# Days are counted from here, in the time of wherever the match was played.
_FIRST_DAY = datetime(1899, 12, 30, tzinfo=UTC)
_LAST_DAY = 100_000

# Names, length, variation, four switches, Elo, experience, date, event, number of the match.
_MATCH = Struct("<9x41s41sxii????ddiid129s3xi")
_LOCATION, _ROUND = Struct("<283x129s"), Struct("<417x129s")
_VERSION = Struct("<552xii")
_CUBE_LIMIT = Struct("<612xi")
# Event, both players, location, round.
_UNICODE = Struct("<622x258s258s258s258s258s")
_TRANSCRIBER = Struct("<1960x258s")
# Score, whether it is the Crawford game, start, number, automatic doubles.
_GAME = Struct("<12xii?26bxi12xi")
# Side, double, take, beaver, raccoon, cube.
_CUBE = Struct("<12x6i")
# Positions before and after, side, moves, dice, cube; far behind them whether it was played and its validity.
_MOVE = Struct("<9x26b26b3xi8i2ii2196x?171xi")
# Score, winner, points, how it ended.
_GAME_END = Struct("<12xii4xiii")
_MATCH_END = Struct("<12xii")

Counts = tuple[int, ...]


class MatchHeader(NamedTuple):
    """The header of the match; missing texts are empty and a missing `date` is `None`."""

    mark: int
    players: tuple[str, str]
    length: int
    variation: int
    crawford: bool
    jacoby: bool
    beaver: bool
    auto_double: bool
    elo: tuple[float, float]
    experience: tuple[int, int]
    date: datetime | None
    match_id: int
    event: str
    location: str
    round: str
    transcriber: str
    cube_limit: int


class GameHeader(NamedTuple):
    """The beginning of a game; `start` holds 26 counts seen by the first player."""

    score: tuple[int, int]
    is_crawford: bool
    start: Counts
    number: int
    auto_doubles: int


class CubeRecord(NamedTuple):
    """A cube decision: what the side on roll did, then the opponent, then both about a beaver.

    `double` is 1 for a double; `take` 0 for a drop, 1 for a take, 2 for a beaver; `beaver` the doubler's
    answer to it, 0, 1 or 2 for a raccoon; `raccoon` the answer to that. Other values: not asked.
    """

    side: int
    double: int
    take: int
    beaver: int
    raccoon: int
    cube: int


class MoveRecord(NamedTuple):
    """A roll and its play. `before` is seen by the first player, `after` by the player who moved.

    `steps` are four pairs of places counted from 0, the bar at 24, negative for off, ended by -1.
    """

    before: Counts
    after: Counts
    side: int
    steps: tuple[int, ...]
    dice: tuple[int, int]
    cube: int
    is_played: bool
    validity: int


class GameEnd(NamedTuple):
    """The result of a game: `winner` is 1 or -1; `ending` 0 a drop, 1 to 3 the size, +100 resigned."""

    score: tuple[int, int]
    winner: int
    points: int
    ending: int


def type_of(record: bytes) -> int:
    """The kind of a record: a `RecordType`, or an unknown number."""
    return record[_TYPE_AT]


def match_header(record: bytes) -> MatchHeader:
    """The header of the match."""
    (one, two, length, variation, crawford, jacoby, beaver, auto_double, *rest) = _MATCH.unpack_from(record)
    elo_one, elo_two, experience_one, experience_two, date, event, match_id = rest
    version, mark = _VERSION.unpack_from(record)
    (cube_limit,) = _CUBE_LIMIT.unpack_from(record)
    old = [event, one, two, *_LOCATION.unpack_from(record), *_ROUND.unpack_from(record)]
    texts, transcriber = [_short(text) for text in old], ""
    if version >= _FIRST_UNICODE_VERSION:
        # The old fields are kept for old programs, in an alphabet that nobody tells, and cut short.
        texts = [
            _wide(text) or short for text, short in zip(_UNICODE.unpack_from(record), texts, strict=True)
        ]
        transcriber = _wide(*_TRANSCRIBER.unpack_from(record))
    return MatchHeader(
        mark=mark,
        players=(texts[1], texts[2]),
        length=length,
        variation=variation,
        crawford=crawford,
        jacoby=jacoby,
        beaver=beaver,
        auto_double=auto_double,
        elo=(elo_one, elo_two),
        experience=(experience_one, experience_two),
        date=_FIRST_DAY + timedelta(days=date) if 0 < date < _LAST_DAY else None,
        match_id=match_id,
        event=texts[0],
        location=texts[3],
        round=texts[4],
        transcriber=transcriber,
        cube_limit=cube_limit,
    )


def game_header(record: bytes) -> GameHeader:
    """The header of a game."""
    one, two, is_crawford, *start, number, auto_doubles = _GAME.unpack_from(record)
    return GameHeader((one, two), is_crawford, tuple(start), number, auto_doubles)


def cube_record(record: bytes) -> CubeRecord:
    """A decision about the cube."""
    return CubeRecord(*_CUBE.unpack_from(record))


def move_record(record: bytes) -> MoveRecord:
    """A roll and its play."""
    fields = _MOVE.unpack_from(record)
    side, first, second, cube, is_played, validity = fields[52], *fields[61:]
    return MoveRecord(
        fields[:26], fields[26:52], side, fields[53:61], (first, second), cube, is_played, validity
    )


def game_end(record: bytes) -> GameEnd:
    """The end of a game."""
    one, two, winner, points, ending = _GAME_END.unpack_from(record)
    return GameEnd((one, two), winner, points, ending)


def final_score(record: bytes) -> tuple[int, int]:
    """The score in the record of the end of the match."""
    one, two = _MATCH_END.unpack_from(record)
    return one, two


def _short(text: bytes) -> str:
    """A Pascal string: its length and then letters of the Western alphabet of Windows."""
    return text[1 : 1 + text[0]].decode("cp1252", "replace")


def _wide(text: bytes) -> str:
    """A zero-terminated text of two-byte letters."""
    return text.decode("utf-16-le", "replace").partition("\0")[0]
