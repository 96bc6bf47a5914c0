"""A check of any bytes never raises, and reports what it cannot read."""

from __future__ import annotations

import bz2
import gzip
import lzma
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import CODES, Checked, Verdict, check, notation, replay
from rules.notation import readers
from rules.words import language
from tests.effort import examples
from tests.rules.records import DROPPED, codes, game, mat, set_position, wins

# Pieces of the grammar, and of what other programs put into files.
PIECES = [
    *(
        " 7 point match\n",
        " Game 1\n",
        " Ann : 0   Bob : 0\n",
        "  1) ",
        "31: ",
        "11: ",
        "8/5 ",
        "24/14* ",
        "bar/21 ",
    ),
    *("6/off(2) ", "Doubles => 2 ", "Takes ", "Drops ", "Beavers => 4 ", "Wins 2 points ", "Losses 1 point "),
    *(
        "Concedes ",
        "Cannot Move ",
        "???? ",
        "Illegal play (;;;) ",
        "; Set Pos=-b----E-C---eE---c-e----B-/2\n",
    ),
    *("\n", "\r\n", "\t", "      ", " " * 30, "and the match", ")", ":", "/", "\x1b", "é", "²", "٣"),
    *('; [Variation "HyperGammon (1)"]\n', '; [Variation "Dutch"]\n', "out/21 ", "Raccoons => 8 "),
]


def assert_sound(report: Checked) -> None:
    """Assert the invariants of a check."""
    assert (report.transcript is None) == (report.verdict is Verdict.UNREADABLE)
    assert report.verdict is Verdict.CLEAN or report.problems
    if report.transcript is None:
        return
    checkers = report.transcript.variant.checkers
    for step in replay(report.transcript):
        for position in (step.before, step.after):
            assert sum(position.own) + position.outside[0] == checkers
            assert sum(position.opp) + position.outside[1] == checkers
            assert min(position.outside) >= 0
            assert min(position.own) >= 0
            assert min(position.opp) >= 0
            assert not any(position.own[point] and position.opp[25 - point] for point in range(1, 25))


@settings(max_examples=examples(2000))
@given(st.binary(max_size=400))
def test_random_bytes(data: bytes) -> None:
    assert_sound(check(data))


@settings(max_examples=examples(4000))
@given(st.lists(st.sampled_from(PIECES), max_size=60))
def test_random_text_of_the_grammar(pieces: list[str]) -> None:
    text = " 7 point match\n Game 1\n Ann : 0   Bob : 0\n" + "".join(pieces)
    assert_sound(check(text.encode()))


@pytest.mark.parametrize(
    ("data", "code", "format_"),
    [
        (b"", "empty_file", None),
        (b" \n\t\r\n", "empty_file", None),
        ("7 point match".encode("utf-16")[:-1], "utf16_text", None),
        ("7 point match".encode("utf-16-le")[:-1], "utf16_text", None),
        (gzip.compress(b"7 point match", mtime=0), "binary_data", None),
        (bz2.compress(b"7 point match"), "binary_data", None),
        (lzma.compress(b"7 point match"), "binary_data", None),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "binary_data", None),
        (b"PK\x03\x04\0\0\0\0\0\0", "binary_data", None),
        (b"7 point match" * 10 + b"\0", "binary_data", None),
        (b"(;FF[4]GM[1]SZ[19];B[pd];W[dd])", "unsupported_format", "sgf"),
        (b"\xef\xbb\xbf(;FF[4]GM[11];W[pd])", "unsupported_format", "sgf"),
        (b"Dear director, we agreed on 7-5.", "not_a_record", None),
        (b"\xff\xd8\xff\xe0 JFIF", "binary_data", None),
        (b" 7 point match\n", "no_games", "mat"),
    ],
)
def test_what_is_no_record_says_why(data: bytes, code: str, format_: str | None) -> None:
    report = check(data)
    assert codes(report) == [code]
    assert (report.verdict, report.format, report.transcript) == (Verdict.UNREADABLE, format_, None)
    assert (report.games, report.score, report.counted, report.winner) == ((), (0, 0), (0, 0), None)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        *((gzip.compress(b"7 point match", mtime=0), "gzip"), (bz2.compress(b"7 point match"), "bzip2")),
        *((lzma.compress(b"7 point match"), "xz"), (b"PK\x03\x04\0\0", "ZIP"), (b"\x89PNG\r\n\x1a\n", "PNG")),
        *((b"\xff\xd8\xff\xe0 JFIF", "JPEG"), (b"GIF89a\1\0", "GIF"), (b"%PDF-1.7\n%\xe2\xe3", "PDF"), (b"\0\1\2\0", "")),
        *((b"{\\rtf1\\ansi 1 point match}", "RTF"), ("1 point match".encode("utf-32")[:-1], "UTF-32")),
    ],
)  # fmt: skip
def test_packed_files_and_pictures_are_called_what_they_are(data: bytes, kind: str) -> None:
    (problem,) = check(data).problems
    assert (problem.code, problem.found) == ("binary_data", kind)
    told = f" ({kind})." if kind else " known."
    assert language("en").problem(problem).endswith(told)
    assert language("fr").problem(problem).endswith(told.replace("known", "connue"))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_text_in_wide_letters_is_read_and_remarked(encoding: str) -> None:
    text = mat(game(*DROPPED, wins(1), names=("Zoë", "Bob"))).decode()
    report = check(text.encode(encoding))
    assert (report.format, report.encoding, report.verdict) == ("mat", encoding[:6], Verdict.INCOMPLETE)
    assert (report.problems[0].code, report.problems[0].found) == ("not_utf8", encoding[:6].upper())
    assert report.transcript is not None
    assert report.transcript.players == ("Zoë", "Bob")


def test_what_is_quoted_is_short_and_printable() -> None:
    (problem,) = check(b"Dear \x1b[31m director,\n" + b"we agreed on 7-5. " * 1000).problems
    assert len(problem.found) == 80
    assert problem.found.startswith("Dear [31m director, we agreed")


def test_readers_are_found_by_their_files() -> None:
    files = (Path(notation.__file__).parent).glob("[a-z]*.py")
    names = [path.stem for path in files if "\nREADER = " in path.read_text()]
    assert [reader.format for reader in readers()] == sorted(names)
    assert {"mat", "xg"} <= set(names)


def test_a_huge_record_is_read_in_one_go() -> None:
    games = [game(*DROPPED, wins(1), number=number + 1, score=(number, 0)) for number in range(500)]
    report = check(mat(*games, length=0))
    assert (report.verdict, report.score) == (Verdict.CLEAN, (500, 0))


@pytest.mark.parametrize(
    "line",
    [
        "  1) " + "11: 8/7 " * 20_000,
        "  1) 31: " + "8/7 " * 50_000,
        "  1) 31: " + "Illegal play (" * 15_000,
        "  1) 31: " + "Illegal play ((a)" * 15_000,
        "  1) 31: Illegal play (" + "1;" * 100_000 + ")",
        "9" * 200_000 + ")",
        "Wins " + "9" * 200_000,
        " : 1 " * 40_000,
        ":" + " " * 200_000,
        "24/" * 60_000,
        "\t" * 100_000 + "31: 8/5",
        "; [" * 60_000,
        "game " + "7" * 100_000,
    ],
)
def test_hostile_lines_are_read_like_others(line: str) -> None:
    assert_sound(check(mat(f" Game 1\n{line}", length=7)))


def test_a_crafted_board_costs_no_more_than_others() -> None:
    # Tens of thousands of plays for a 1-1, of which two are enough to see that there was a choice.
    spread = set_position(dict.fromkeys(range(10, 25), 1), {24: 15})
    report = check(mat(game(spread, *[("11:", "11:")] * 200)))
    assert codes(report)[2] == "play_missing"
    assert_sound(report)


def test_the_page_about_records_names_every_code() -> None:
    page = (Path(__file__).parents[2] / "docs" / "records.md").read_text()
    assert set(CODES) == set(re.findall(r"`([a-z0-9_]+)`", page)) & set(CODES)


def test_text_is_checked_as_its_bytes_are_and_anything_else_is_named() -> None:
    text = " 1 point match\n\n Game 1\n Ånn : 0   Bob : 0\n  1) 31: 8/5 6/5"
    assert check(text) == check(text.encode())
    assert check("\udc80").problems[0].code == "not_a_record"
    values: list[Any] = [None, 5, ["7 point match"]]
    for wrong in values:
        with pytest.raises(TypeError, match=f"bytes or text, not {type(wrong).__name__}"):
            check(wrong)
