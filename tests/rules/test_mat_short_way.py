"""The short way for usual rows of a `.mat` text leads where the long one does."""

from __future__ import annotations

import re
from random import Random

import pytest

from rules import Side, check
from rules.notation._mat_rows import plain_call_row, plain_row, read_row
from tests.rules.records import DATA, codes, game, mat


def test_usual_rows_are_read_as_all_others_are() -> None:
    chance, usual, slips = Random("rows"), 0, 0
    for path in [*(DATA / "gnubg").glob("*.mat"), *(DATA / "scripted").glob("*.mat")]:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            usual += _is_read_the_short_way(line, number)
            place = chance.randrange(len(line) + 1)
            cut = place + chance.randrange(2)
            slips += _is_read_the_short_way(line[:place] + chance.choice(" :/*16TDt-)") + line[cut:], number)
    assert (usual > 5500, slips > 600) == (True, True), (usual, slips)


def _is_read_the_short_way(line: str, number: int) -> bool:
    """Whether there is a short way to read a row; it must lead where the long one does, whoever was on roll."""
    number_of_row = re.match(r" *(\d+)\)", line)
    plain = (plain_row(line, number) or plain_call_row(line, number)) if number_of_row else None
    if number_of_row is None or plain is None:
        return False
    for after in (None, *(plain[0]._replace(side=side) for side in Side)):
        place = (number_of_row.end(), int(number_of_row[1]))
        assert read_row(line, number, *place, after=after, checkers=15) == (list(plain), [])
    return True


@pytest.mark.parametrize(
    "line",
    [
        "  1) 31: 8/5 6/5",
        "31: 8/5 6/5   52: 13/8 24/22",
        "  1)31: 8/5 6/5   52: 13/8 24/22",
        "  1) 31: 8/5 6/5 52: 13/8 24/22 31: 8/5",
        "  1) 31: 8/5 6/5   82: 13/8",
        "  1) x31: 8/5 6/5  52: 13/8",
        "  1) 31: 8/5 6/552: 13/8 24/22",
        "  1) 31: 8/5 hm    52: 13/8 24/22",
        "  1) 31: 8/5 6/5   52: Cannot Move",
        "  1) 31: " + "8/5 " * 9 + "   52: 13/8 24/22",
        "  1) 31: 8/5 6/5" + " " * 200 + "52: 13/8",
    ],
)
def test_unusual_rows_are_left_to_the_full_reading(line: str) -> None:
    assert plain_row(line, 1) is None


@pytest.mark.parametrize(
    "line",
    [
        "  1)",
        "  1)  Takes",
        "  1)                              Takes",
        "  1)           52: 13/8 24/22",
        "  1) 31: 8/5 6/5Doubles => 2",
        "  1) 31: 8/5 hm                  Doubles => 2",
        "  1)  Doubles => 128             Takes",
        "  1)  Drops                      Wins 1 point",
        "  1) 81: 8/5 6/5",
        "  1) 31: " + "8/5 " * 9,
    ],
)
def test_unusual_calls_are_left_to_the_full_reading(line: str) -> None:
    assert plain_call_row(line, 1) is None


@pytest.mark.parametrize(
    "line", ["  1) 31:", "  1) 31: 8/5                     42: 8/4", "  1)  Doubles => 2     Takes"]
)
def test_a_game_of_rows_without_end_is_left_the_short_way_too(line: str) -> None:
    text = mat(game(*[line] * 25_000)).decode()
    report = check(text)
    assert report.transcript is not None
    assert 20_000 < len(report.transcript.games[0].entries) < 20_010
    assert "too_many_problems" in codes(report)
