"""Result files and directories are read back as they were written, and hostile ones are refused."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.exchange import (
    PACKAGE_WORDS,
    ROW_WORDS,
    BrokenPackage,
    EventResults,
    PersonRow,
    ResultChanges,
    RowFaultCode,
    changes_between,
    read_directory,
    read_results,
    write_directory,
    write_results,
)
from tournaments.models import MembershipKind

from .examples import ADA, BEN, DIRECTORY, MATCH, RESULTS, TODAY, files_of, packed


def faults_in(results: bytes, **changes: Callable[[str], str]) -> list[tuple[str, int, str]]:
    """The faults of a package whose tables are changed by these functions."""
    files = files_of(results)
    for name, change in changes.items():
        files[f"{name}.csv"] = change(files[f"{name}.csv"].decode()).encode()
    reading = read_results(packed(files), today=TODAY)
    return [(fault.file, fault.line, fault.code.value) for fault in reading.faults]


def test_results_are_read_as_written() -> None:
    data = write_results(RESULTS)
    reading = read_results(data, today=TODAY)
    assert (reading.results, reading.faults) == (RESULTS, ())
    assert data == write_results(RESULTS), "the same content gives the same bytes"
    assert len(reading.digest) == 64


def test_a_directory_is_read_as_written() -> None:
    reading = read_directory(write_directory(DIRECTORY))
    assert (reading.directory, reading.faults) == (DIRECTORY, ())


def test_no_cell_runs_as_a_formula() -> None:
    table = files_of(write_results(RESULTS))["people.csv"].decode()
    assert ",'=Nantes" in table
    assert "'-Eve" in files_of(write_directory(DIRECTORY))["members.csv"].decode()


names = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=30)


@given(name=names, club=st.text(st.sampled_from("'=+-@ab,;\t\"é "), max_size=10))
def test_every_name_comes_back(name: str, club: str) -> None:
    person = replace(ADA, name=name, club=" ".join(club.split()))
    results = EventResults(RESULTS.head, (person, BEN), RESULTS.matches, RESULTS.positions)
    assert read_results(write_results(results), today=TODAY).results.people[0] == person


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_tables_in_other_encodings_are_read(encoding: str) -> None:
    files = files_of(write_results(RESULTS))
    files["people.csv"] = files["people.csv"].decode().replace(",", ";").encode(encoding)
    reading = read_results(packed(files), today=TODAY)
    assert (reading.results.people, reading.faults) == (RESULTS.people, ())


def test_a_changed_table_is_noticed() -> None:
    files = files_of(write_results(RESULTS))
    files["matches.csv"] = files["matches.csv"].replace(b",8,5,", b",9,5,")
    with pytest.raises(BrokenPackage, match="file_changed"):
        read_results(packed(files, is_honest=False), today=TODAY)


def _without_a_table(files: dict[str, bytes]) -> None:
    del files["finish.csv"]


def _with_another_table(files: dict[str, bytes]) -> None:
    files["../../evil.csv"] = b"x"


def _with_a_million_columns(files: dict[str, bytes]) -> None:
    files["people.csv"] = b"player_id" + b",x" * 1_000_000


def _with_a_million_cells(files: dict[str, bytes]) -> None:
    files["people.csv"] += b"a" + b"," * 1_000_000


def _with_a_bomb(files: dict[str, bytes]) -> None:
    files["people.csv"] = b"0" * (64 * 1024 * 1024)


def _with_too_many_rows(files: dict[str, bytes]) -> None:
    files["people.csv"] += b"x\n" * 50_001


def _with_empty_lines(files: dict[str, bytes]) -> None:
    files["people.csv"] += b"\n" * 1_000_000


def _with_lines_in_quotes(files: dict[str, bytes]) -> None:
    files["people.csv"] += b'"\r' * 1_000_000


def _with_another_column(files: dict[str, bytes]) -> None:
    files["people.csv"] = files["people.csv"].replace(b"club", b"klub", 1)


def _with_one_huge_cell(files: dict[str, bytes]) -> None:
    files["people.csv"] += b'"' + b"a" * 200_000


def _with_an_open_quote(files: dict[str, bytes]) -> None:
    files["people.csv"] += b'"a,b\r\nc,d\r\n'


_HOSTILE = {
    "wrong_files": (_without_a_table, _with_another_table),
    "too_many_columns": (_with_a_million_columns, _with_a_million_cells),
    "file_too_large": (_with_a_bomb,),
    "too_many_rows": (_with_too_many_rows, _with_empty_lines, _with_lines_in_quotes),
    "wrong_columns": (_with_another_column,),
    "no_table": (_with_one_huge_cell,),
    "open_quote": (_with_an_open_quote,),
}


@pytest.mark.parametrize(
    ("code", "spoil"), [(code, spoil) for code, every in _HOSTILE.items() for spoil in every]
)
def test_hostile_tables_are_refused(code: str, spoil: Callable[[dict[str, bytes]], None]) -> None:
    files = files_of(write_results(RESULTS))
    spoil(files)
    data = packed(files)
    with pytest.raises(BrokenPackage) as refusal:
        read_results(data, today=TODAY)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("manifest", "code"),
    [
        (b"", "no_manifest"),
        (b"[" * 60_000, "no_manifest"),
        (b"{" + b" " * 70_000 + b"}", "file_too_large"),
        (b"[1]", "other_kind"),
        (b'{"format": "videau-directory"}', "other_kind"),
        (b'{"format": "videau-results", "version": 2}', "other_version"),
        (b'{"format": "videau-results", "version": 1, "files": [], "head": {}}', "no_manifest"),
        (b"\xff\xfe", "no_manifest"),
    ],
)  # fmt: skip
def test_strange_manifests_are_refused(manifest: bytes, code: str) -> None:
    files = files_of(write_results(RESULTS)) | {"manifest.json": manifest}
    with pytest.raises(BrokenPackage, match=code):
        read_results(packed(files, is_honest=False), today=TODAY)


@pytest.mark.parametrize(
    "change",
    [
        {"number": 0}, {"number": "1"}, {"number": True}, {"event": None}, {"event": "x" * 201},
        {"city": "a\nb"}, {"more": "than this"},
    ],
)  # fmt: skip
def test_strange_heads_are_refused(change: dict[str, object]) -> None:
    files = files_of(write_results(RESULTS))
    manifest = json.loads(files["manifest.json"])
    manifest["head"] |= change
    files["manifest.json"] = json.dumps(manifest).encode()
    with pytest.raises(BrokenPackage, match="bad_head"):
        read_results(packed(files), today=TODAY)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"name;club\nAda;X", b"PK\x05\x06" + b"\0" * 18])
def test_what_is_no_package_is_refused(data: bytes) -> None:
    with pytest.raises(BrokenPackage, match=r"no_package|wrong_files"):
        read_results(data, today=TODAY)


def test_a_package_that_is_too_large_is_not_opened() -> None:
    with pytest.raises(BrokenPackage, match="package_too_large"):
        read_results(b"PK" * 3_000_000, today=TODAY)


def test_the_same_table_twice_is_refused() -> None:
    target = io.BytesIO()
    files = files_of(write_results(RESULTS))
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("people.csv", files["people.csv"])
    with pytest.raises(BrokenPackage, match="wrong_files"):
        read_results(target.getvalue(), today=TODAY)


@given(data=st.binary(max_size=400), at=st.integers(0, 1500))
def test_damaged_packages_are_refused_or_read(data: bytes, at: int) -> None:
    whole = write_results(RESULTS)
    copy = whole[:at] + data + whole[at + len(data) :]
    try:
        results = read_results(copy, today=TODAY).results
    except BrokenPackage as refusal:
        results, code = RESULTS, refusal.code
    else:
        code = "no_package"
    assert results == RESULTS
    assert code in PACKAGE_WORDS


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (",8,5,", ",5,8,", "bad_score"),
        (",8,5,", ",6,5,", "bad_score"),
        (",8,5,", ",8,7,", "bad_score"),
        (",8,5,", ",1000,5,", "bad_score"),
        (",8,5,", ",eight,5,", "bad_score"),
        (",7,player-ada", ",8,player-ada", "bad_length"),
        (",7,player-ada", ",101,player-ada", "bad_length"),
        ("2026-03-07", "2026-03-10", "day_to_come"),
        ("2026-03-07", "2026-02-30", "bad_day"),
        ("2026-03-07", "0001-01-01", "bad_day"),
        ("2026-03-07", "20260307", "bad_day"),
        (",played,", ",double_forfeit,", "unknown_outcome"),
        ("match-00001", "m", "bad_id"),
        ("match-00001", "match-00002", "listed_twice"),
        ("event-00001", "event-00002", "other_event"),
        ("1,event-00001", "2,event-00001", "other_schema"),
        ("player-ben", "player-ada", "same_player"),
        ("player-ben", "player-eve", "unknown_player"),
        ("player-ben", "player-ben+player-ben", "same_player"),
        (",no,no,", ",no,maybe,", "bad_flag"),
        (",no,no,", ",no,no,,,x", "cells_beyond"),
        ("Main", "M" * 121, "too_long"),
        ("Main,1", "Main,first", "bad_position"),
    ],
)
def test_rows_of_matches_are_refused_by_number(old: str, new: str, code: str) -> None:
    def spoil(table: str) -> str:
        lines = table.split("\r\n")
        assert old in lines[1]
        return "\r\n".join([lines[0], lines[1].replace(old, new, 1), *lines[2:]])

    line = 3 if code == "listed_twice" else 2
    assert faults_in(write_results(RESULTS), matches=spoil) == [("matches.csv", line, code)]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("FR-1", "FR 1", "bad_number"),
        (",FR,", ",FRA,", "bad_country"),
        ("Ada Löv", " ", "no_name"),
        ("player-ada", "<script>", "bad_id"),
    ],
)
def test_rows_of_people_are_refused_by_number(old: str, new: str, code: str) -> None:
    faults = faults_in(write_results(RESULTS), people=lambda table: table.replace(old, new, 1))
    assert faults[0] == ("people.csv", 2, code)
    assert {fault[2] for fault in faults[1:]} <= {"unknown_player"}


def test_rows_of_a_directory_are_refused_by_number() -> None:
    files = files_of(write_directory(DIRECTORY))
    table = files["memberships.csv"].decode()
    table = table.replace("full", "gold").replace("2026-03-01,2026-03-01", "2026-03-01,2026-02-01")
    files["memberships.csv"] = (table + "period-003,FR-9,full,2026-01-01,\r\n").encode()
    reading = read_directory(packed(files))
    assert [(fault.line, fault.code.value) for fault in reading.faults] == [
        (2, "unknown_kind"),
        (3, "days_reversed"),
        (4, "unknown_member"),
    ]


def test_a_match_that_was_given_up_has_any_score() -> None:
    retirement = replace(MATCH, outcome="retired", winner_score=2, loser_score=3)
    results = EventResults(RESULTS.head, RESULTS.people, (retirement,), RESULTS.positions)
    assert read_results(write_results(results), today=TODAY).results == results


def test_pairs_are_joined() -> None:
    others = (PersonRow(player="player-cyd", name="Cyd"), PersonRow(player="player-dee", name="Dee"))
    pairs = replace(MATCH, winner=("player-ada", "player-ben"), loser=("player-cyd", "player-dee"))
    results = EventResults(RESULTS.head, (*RESULTS.people, *others), (pairs,), RESULTS.positions)
    data = write_results(results)
    assert read_results(data, today=TODAY).results == results
    assert b"Ada L\xc3\xb6v + Ben" in files_of(data)["matches.csv"]


def test_what_differs_between_two_files_is_said_by_match() -> None:
    first, second = RESULTS.matches
    later = EventResults(
        RESULTS.head,
        RESULTS.people,
        (replace(first, loser_score=3, supersedes=1), replace(second, match="match-00003")),
        RESULTS.positions[:1],
    )
    assert changes_between(RESULTS, later) == ResultChanges(
        added=("match-00003",), changed=("match-00001",), removed=("match-00002",), has_other_positions=True
    )
    successor = EventResults(
        RESULTS.head, RESULTS.people, (replace(first, supersedes=1), second), RESULTS.positions
    )
    assert not changes_between(RESULTS, successor), "what a row supersedes is no correction"
    assert changes_between(None, RESULTS).added == ("match-00001", "match-00002")


def test_every_code_has_words() -> None:
    assert set(ROW_WORDS) == set(RowFaultCode)


def test_the_kinds_of_memberships_are_those_of_the_federation() -> None:
    for kind in MembershipKind:
        row = replace(DIRECTORY.periods[0], kind=kind.value, starts_on=date(2026, 1, 1))
        directory = replace(DIRECTORY, periods=(row,))
        assert read_directory(write_directory(directory)).directory.periods == (row,)
