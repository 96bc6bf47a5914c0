"""Damaged and hostile `.xg` files never raise, and cost little time and memory."""

from __future__ import annotations

import struct
import tracemalloc
import zlib
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import Checked, Verdict, check
from rules.notation._xg_archive import MOST_RECORDS
from tests.effort import examples, is_long
from tests.rules.matches import random_match
from tests.rules.records import codes
from tests.rules.test_check_any_bytes import assert_sound
from tests.rules.test_xg import check_of, transcript_of
from tests.rules.xg_files import (
    COMMENT,
    CUBE,
    GAME,
    GAME_END,
    MOVE,
    RECORD_SIZE,
    match_record,
    record,
    xg_file,
    xg_records,
)

RECORDS = tuple(xg_records(random_match(Random(7), length=3), Random(7)))
WHOLE = xg_file(RECORDS)
TRAILER = struct.Struct("<I5i12x")
HEADER_SIZE = 8232
PICTURE = b"\xff\xd8 a picture"


def with_trailer(data: bytes, **changes: int) -> bytes:
    """The file with other values in its trailer."""
    names = ("crc", "files", "version", "directory", "archive", "packed")
    fields = dict(zip(names, TRAILER.unpack(data[-TRAILER.size :]), strict=True)) | changes
    return data[: -TRAILER.size] + TRAILER.pack(*fields.values())


def last_line(report: Checked) -> int:
    """The number of the last record from which anything was read."""
    games = report.transcript.games if report.transcript else ()
    return max((entry.line for game in games for entry in game.entries), default=0)


def test_a_whole_file_is_clean() -> None:
    assert check(WHOLE).verdict is Verdict.CLEAN


@pytest.mark.parametrize(
    "form",
    [
        {"is_packed": False},
        {"has_packed_directory": False},
        {"is_packed": False, "has_packed_directory": False},
        {"picture": b""},
        {"names": [b"temp.xgi", b"temp.xgr", b"TEMP.XG"]},
    ],
)
def test_the_directory_tells_where_the_game_is_and_how_it_is_packed(form: dict[str, Any]) -> None:
    assert check(xg_file(RECORDS, **form)).verdict is Verdict.CLEAN


def test_a_file_cut_short_is_read_as_far_as_it_goes() -> None:
    reports = [check(WHOLE[: len(WHOLE) * part // 100]) for part in range(60, 100)]
    counts = [last_line(report) for report in reports]
    assert counts == sorted(counts)
    assert 0 < counts[20] < counts[-1] == len(RECORDS) - 1
    assert all("damaged_file" in codes(report) for report in reports)


@pytest.mark.parametrize("length", [4, 27, 28, 500, HEADER_SIZE, HEADER_SIZE + 36])
def test_a_file_without_any_game_says_that_it_is_damaged(length: int) -> None:
    report = check(WHOLE[:length])
    assert (report.verdict, report.format) == (Verdict.UNREADABLE, "xg")
    assert codes(report) == ["damaged_file", "no_games"]


def test_a_packed_file_that_breaks_off_in_the_middle_is_read_up_to_there() -> None:
    packer = zlib.compressobj()
    stream = packer.compress(b"".join(RECORDS[:100])) + packer.flush(zlib.Z_FULL_FLUSH)
    # No block of packed data begins with these bits.
    report = check(WHOLE[: HEADER_SIZE + len(PICTURE)] + stream + b"\xff" * 1000)
    assert 80 < last_line(report) <= 100
    assert "damaged_file" in codes(report)


def test_other_bytes_than_those_saved_are_noticed_wherever_they_are() -> None:
    start = HEADER_SIZE + len(PICTURE)
    for place in (start + 1, start + 200, len(WHOLE) - TRAILER.size - 5, len(WHOLE) - TRAILER.size):
        data = bytearray(WHOLE)
        data[place] ^= 0x10
        assert "damaged_file" in codes(check(bytes(data))), place
    # The picture and the unused places are nobody's evidence.
    data = bytearray(WHOLE)
    data[HEADER_SIZE + 3] ^= 0x10
    data[-1] ^= 0x10
    assert check(bytes(data)).verdict is Verdict.CLEAN


@pytest.mark.parametrize(
    "changes",
    [
        {"directory": -1},
        {"archive": -1},
        {"directory": 1 << 30},
        {"archive": 1 << 30},
        {"directory": 0},
        {"directory": 40},
        {"crc": 1},
        {"packed": 0},
    ],
)
def test_without_a_directory_the_game_is_looked_for_behind_the_picture(changes: dict[str, int]) -> None:
    report = check(with_trailer(WHOLE, **changes))
    assert last_line(report) == len(RECORDS) - 1
    assert "damaged_file" in codes(report)


def test_a_directory_without_a_game() -> None:
    report = check(xg_file(RECORDS, names=[b"temp.xgc"]))
    assert codes(report)[0] == "damaged_file"
    assert last_line(report) == 0


def test_a_directory_that_points_elsewhere() -> None:
    def pointing(**fields: int) -> bytes:
        data = xg_file(RECORDS, has_packed_directory=False)
        end = len(data) - TRAILER.size
        start = end - 2 * 532
        entry = dict(
            zip(
                ("size", "packed", "place", "crc"),
                struct.unpack_from("<iiiI", data, start + 512),
                strict=True,
            )
        )
        entry_bytes = struct.pack("<iiiI", *(entry | fields).values())
        directory = data[start : start + 512] + entry_bytes + data[start + 528 : end]
        crc = zlib.crc32(data[HEADER_SIZE + len(PICTURE) : start] + directory)
        return with_trailer(data[:start] + directory + data[end:], crc=crc)

    assert check(pointing()).verdict is Verdict.CLEAN
    for fields in ({"place": -1}, {"place": 1 << 30}, {"packed": -5}, {"packed": 1 << 30}, {"crc": 1}):
        report = check(pointing(**fields))
        assert "damaged_file" in codes(report)
        assert last_line(report) == len(RECORDS) - 1


def test_a_last_record_that_is_not_whole() -> None:
    report = check(xg_file([*RECORDS, b"\0" * 100]))
    assert codes(report) == ["damaged_file"]
    assert last_line(report) == len(RECORDS) - 1


def test_a_match_is_read_without_its_header_and_without_its_mark() -> None:
    report = check(xg_file(RECORDS[1:]))
    assert "missing_length" in codes(report)
    assert (transcript_of(report).length, transcript_of(report).players) == (None, ("", ""))
    unmarked = check_of(record(GAME), header=match_record(magic=255))
    assert (codes(unmarked)[0], unmarked.problems[0].found) == ("unreadable_line", "0xff")


def test_a_second_match_is_not_read() -> None:
    report = check(xg_file([*RECORDS, match_record(), record(GAME)]))
    assert codes(report) == ["second_match"]
    assert report.problems[0].line == len(RECORDS) + 1


def test_records_of_no_kind_and_out_of_place_are_told_and_comments_are_not() -> None:
    game = [record(GAME), record(COMMENT), record(COMMENT, entrytype=7), record(COMMENT, entrytype=99)]
    problems = [(problem.code, problem.found) for problem in transcript_of(check_of(*game)).problems]
    assert problems == [("unreadable_line", "99")]
    for kind in (CUBE, MOVE, GAME_END):
        game_after_end = [record(GAME), record(GAME_END), record(kind)]
        (problem,) = transcript_of(check_of(*game_after_end)).problems
        assert (problem.code, problem.line, problem.found) == ("unreadable_line", 4, str(kind))
    assert codes(check_of(record(CUBE))) == ["unreadable_line", "no_games"]


@pytest.mark.parametrize(
    ("damaged", "code"),
    [
        (record(CUBE, actif=0, double=1), "unreadable_cell"),
        (record(CUBE, actif=1, double=2), "unreadable_cell"),
        (record(CUBE, actif=1, double=-3), "unreadable_cell"),
        (record(CUBE, actif=1, double=1, take=3), "unreadable_cell"),
        (record(CUBE, actif=1, double=1, take=-2), "unreadable_cell"),
        (record(CUBE, actif=1, double=1, cubeb=15), "cube_off_scale"),
        (record(CUBE, actif=1, double=1, cubeb=-(1 << 31)), "cube_off_scale"),
        (record(MOVE, actifp=2, dice=(3, 1)), "unreadable_cell"),
        (record(GAME_END, winner=1), "unreadable_cell"),
        (record(GAME_END, winner=1, pointswon=1_000_000), "unreadable_cell"),
    ],
)
def test_values_that_mean_nothing_are_told(damaged: bytes, code: str) -> None:
    (problem,) = transcript_of(check_of(record(GAME, gamenumber=5), damaged)).problems
    assert (problem.code, problem.line, problem.column, problem.game) == (code, 3, 1, 5)


@pytest.mark.parametrize("score", [(-1, 0), (0, 1_000_000)])
def test_a_score_that_cannot_be_is_missing(score: tuple[int, int]) -> None:
    end = record(GAME_END, winner=1, pointswon=1, termination=101)
    report = check_of(record(GAME, score1=score[0], score2=score[1], gamenumber=-3), end)
    (problem,) = transcript_of(report).problems
    assert (problem.code, problem.found) == ("missing_score_line", f"{score[0]}-{score[1]}")
    (game,) = transcript_of(report).games
    assert (game.score, game.number) == (None, 1)
    automatic = record(GAME, numberofautodouble=-1)
    assert transcript_of(check_of(automatic)).games[0].start_cube == 1


def test_reading_ends_where_there_are_too_many_problems() -> None:
    report = check_of(record(GAME), *[record(COMMENT, entrytype=99)] * 600)
    assert len(report.problems) < 510
    assert "too_many_problems" in codes(report)


def test_a_bomb_costs_little_memory() -> None:
    # It would unpack to five hundred times its size.
    bomb = xg_file([match_record(), record(GAME), *[record(COMMENT)] * (MOST_RECORDS + 5_000)])
    assert len(bomb) < 200_000
    tracemalloc.start()
    try:
        report = check(bomb)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert "damaged_file" in codes(report)
    assert peak < 4 << 20


def test_a_file_as_long_as_may_be_keeps_its_memory_bounded() -> None:
    count = MOST_RECORDS if is_long() else MOST_RECORDS // 10
    rolls = [record(MOVE, actifp=side, dice=(6, 5), played=True, moves=[-1] * 8) for side in (1, -1)]
    data = xg_file([match_record(), record(GAME), *rolls * (count // 2)])
    tracemalloc.start()
    try:
        report = check(data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert report.transcript is not None
    assert last_line(report) == min(count + 2, MOST_RECORDS)
    assert peak < (64 << 20) * count // MOST_RECORDS


def test_junk_behind_the_game_is_passed_over_in_one_go() -> None:
    data = WHOLE[: -TRAILER.size] + bytes(1 << 20)
    assert last_line(check(data)) == len(RECORDS) - 1


@settings(max_examples=examples(400))
@given(st.randoms(use_true_random=False))
def test_files_with_random_damage(chance: Random) -> None:
    data = bytearray(WHOLE)
    for _ in range(chance.randint(1, 6)):
        # Half of the damage goes where the archive is described.
        place = chance.choice([chance.randrange(len(data)), len(data) - 1 - chance.randrange(100)])
        data[place] ^= 1 << chance.randrange(8)
    if chance.random() < 0.3:
        del data[chance.randrange(len(data)) :]
    assert_sound(check(b"RGMH" + bytes(data[4:])))


@settings(max_examples=examples(1500))
@given(st.randoms(use_true_random=False))
def test_records_with_random_damage_in_a_sound_archive(chance: Random) -> None:
    records = [bytearray(data) for data in RECORDS[: chance.randint(2, 40)]]
    for _ in range(chance.randint(1, 20)):
        victim = chance.choice(records)
        # The first places of a record hold what is read of nearly all kinds.
        place = chance.randrange(8, chance.choice([12, 110, RECORD_SIZE]))
        victim[place] = chance.choice([0, 1, 255, chance.randrange(256)])
    if chance.random() < 0.5:
        del records[chance.randrange(len(records))]
    if chance.random() < 0.3:
        chance.shuffle(records)
    assert_sound(check(xg_file(map(bytes, records), is_packed=False)))
