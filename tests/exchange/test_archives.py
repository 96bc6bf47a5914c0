"""Tables of old results: what is read, and which rows and files are refused."""

from __future__ import annotations

from contextlib import suppress
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tournaments.exchange import ArchiveMatch, ArchivePerson, BrokenPackage, read_archive

TODAY = date(2026, 3, 9)
HEADING = "winner,loser,length,day,event"


def table(*rows: str, heading: str = HEADING) -> bytes:
    return "\n".join([heading, *rows]).encode()


def refusals(*rows: str, heading: str = HEADING) -> list[tuple[int, str]]:
    reading = read_archive(table(*rows, heading=heading), today=TODAY)
    return [(fault.line, fault.code.value) for fault in reading.faults]


def test_a_result_needs_five_columns() -> None:
    [match] = read_archive(table("Ada Löv,Ben,7,1998-05-02,Open de Nantes"), today=TODAY).lines
    assert match == ArchiveMatch(
        2, ArchivePerson("Ada Löv"), ArchivePerson("Ben"), 7, date(1998, 5, 2), "Open de Nantes"
    )


def test_numbers_and_scores_may_stand_in_further_columns_and_be_empty() -> None:
    heading = f"loser_number,winner_number,{HEADING},winner_score,loser_score"
    rows = (",FR-1,Ada,Ben,7,1998-05-02,Open,8,5", "FR-2,,Ben,Ada,5,1998-05-02,Open,,")
    first, second = read_archive(table(*rows, heading=heading), today=TODAY).lines
    assert (first.winner, first.loser, first.score) == (
        ArchivePerson("Ada", "FR-1"),
        ArchivePerson("Ben"),
        (8, 5),
    )
    assert (second.loser, second.score) == (ArchivePerson("Ada", "FR-2"), None)


def test_namesakes_with_two_numbers_may_meet() -> None:
    heading = f"{HEADING},winner_number,loser_number"
    [match] = read_archive(table("Ada,Ada,7,1998-05-02,Open,1,2", heading=heading), today=TODAY).lines
    assert match.winner != match.loser


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("Ada,,7,1998-05-02,Open", "no_name"),
        ("Ada,Ada,7,1998-05-02,Open", "same_player"),
        ("Ada,Ben,6,1998-05-02,Open", "bad_length"),
        ("Ada,Ben,0,1998-05-02,Open", "bad_length"),
        ("Ada,Ben,101,1998-05-02,Open", "bad_length"),
        ("Ada,Ben,seven,1998-05-02,Open", "bad_length"),
        ("Ada,Ben,7,02.05.1998,Open", "bad_day"),
        ("Ada,Ben,7,1998-02-30,Open", "bad_day"),
        ("Ada,Ben,7,2026-03-10,Open", "day_to_come"),
        ("Ada,Ben,7,1998-05-02,", "no_name"),
        (f"{'A' * 121},Ben,7,1998-05-02,Open", "too_long"),
        ("Ada,Ben,7,1998-05-02,Open,more", "cells_beyond"),
    ],
)
def test_a_row_that_cannot_be_is_refused_by_its_line(row: str, code: str) -> None:
    assert refusals("Ada,Ben,7,1998-05-02,Open", row, "Ben,Ada,7,1998-05-02,Open") == [(3, code)]


@pytest.mark.parametrize(
    ("scores", "code"),
    [
        ("7,7", "bad_score"),
        ("6,5", "bad_score"),
        ("7,", "bad_score"),
        (",3", "bad_score"),
        ("x,3", "bad_score"),
    ],
)
def test_a_score_must_be_one_with_which_the_winner_wins(scores: str, code: str) -> None:
    heading = f"{HEADING},winner_score,loser_score"
    assert refusals(f"Ada,Ben,7,1998-05-02,Open,{scores}", heading=heading) == [(2, code)]


def test_two_players_with_one_number_are_one_player() -> None:
    heading = f"{HEADING},winner_number,loser_number"
    assert refusals("Ada,Ben,7,1998-05-02,Open,FR-1,FR-1", heading=heading) == [(2, "same_player")]


@pytest.mark.parametrize(
    "heading", ["winner,loser,length,day", f"{HEADING},colour", f"{HEADING},day", "", "\x00\x01"]
)
def test_a_table_with_other_columns_is_refused_whole(heading: str) -> None:
    with pytest.raises(BrokenPackage) as refusal:
        read_archive(table("Ada,Ben,7,1998-05-02", heading=heading), today=TODAY)
    assert refusal.value.code == "wrong_columns"


def test_a_table_of_a_million_columns_or_of_many_bytes_is_refused_whole() -> None:
    for data, code in (
        (b"," * 1_000_000, "too_many_columns"),
        (b"x" * (8 * 1024 * 1024 + 1), "file_too_large"),
    ):
        with pytest.raises(BrokenPackage) as refusal:
            read_archive(data, today=TODAY)
        assert refusal.value.code == code


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_tables_of_any_spreadsheet_are_read(encoding: str) -> None:
    data = table("Ada Löv;Ben;7;1998-05-02;Été", heading=HEADING.replace(",", ";")).decode().encode(encoding)
    [match] = read_archive(data, today=TODAY).lines
    assert (match.winner.name, match.event) == ("Ada Löv", "Été")


@settings(max_examples=examples(2000))
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_bytes_at_all_break_the_reader(data: bytes) -> None:
    for content in (data, HEADING.encode() + b"\n" + data):
        with suppress(BrokenPackage):
            reading = read_archive(content, today=TODAY)
            assert all(match.winner != match.loser and match.length % 2 for match in reading.lines)
            assert all(fault.line > 1 for fault in reading.faults)
