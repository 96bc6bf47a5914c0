"""Texts of single positions, XG's and Snowie's: read as games that begin from them."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import Checked, Entry, EntryKind, GameRecord, Note, Position, Side, Verdict, canonical, check
from rules.errors import InvalidNotation
from rules.notation import match_id, snowie, xgid
from rules.state import State
from tests.effort import examples
from tests.rules.records import DATA, codes
from tests.rules.states import plays
from tests.rules.test_check_any_bytes import assert_sound

GNUBG = [json.loads(line) for line in (DATA / "snowie_positions.jsonl").read_text().splitlines()]
ID = "XGID=-b----E-C---eE---c-e----B-:1:-1:1:31:3:2:0:7:10"
SNOWIE = "7;0;0;0;1;Bob;Ann;0;2;3;2;1;-1;-2;0;0;0;0;5;0;3;0;0;0;-4;5;0;0;0;-3;0;-5;0;0;0;0;1;1;6;1;"
ANALYSIS = """{id}

X:{x}   O:{o}
Score is X:2 O:4 7 pt.(s) match.
 +13-14-15-16-17-18------19-20-21-22-23-24-+
 | X           O    |   | O              X |
X to play 31

    1. 3-ply       8/5 6/5                      eq:+0.150
"""
"""The beginning of what XG copies, in whose middle everything depends on the language."""


def only_game(report: Checked) -> GameRecord:
    assert report.transcript is not None
    (record,) = report.transcript.games
    return record


def only_entry(report: Checked) -> Entry:
    (entry,) = only_game(report).entries
    return entry


# Snowie


@pytest.mark.parametrize("line", GNUBG, ids=lambda line: line["id"])
def test_what_gnubg_wrote_is_what_gnubg_reads_from_it(line: dict[str, str]) -> None:
    state, names = snowie.decode(line["text"])
    dice = (max(state.dice), min(state.dice)) if state.dice else None
    assert replace(state, dice=dice) == match_id.decode_pair(line["id"])
    assert names == ("gnubg", "root")


def test_a_line_is_seen_by_the_side_on_roll_and_names_it_first() -> None:
    report = check(SNOWIE.encode())
    record = only_game(report)
    assert (report.format, report.verdict) == ("snowie", Verdict.INCOMPLETE)
    assert (record.players, record.score) == (("Ann", "Bob"), (3, 2))
    assert (record.start_cube, record.start_owner) == (2, Side.TWO)
    assert record.start is not None
    assert (record.start.own[25], record.start.opp[25]) == (1, 1)
    assert record.start.opp[6] == 5
    entry = only_entry(report)
    assert (entry.side, entry.dice, entry.note) == (Side.TWO, (6, 1), Note.NOT_PLAYED)
    assert report.transcript is not None
    assert report.transcript.length == 7
    assert codes(report)[0] == "set_position"


def test_a_line_without_its_last_semicolon_is_the_same() -> None:
    assert snowie.decode(SNOWIE.rstrip(";")) == snowie.decode(SNOWIE)


def with_field(field: int, text: str) -> str:
    fields = SNOWIE.split(";")
    fields[field] = text
    return ";".join(fields)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (SNOWIE + "1;", "wrong_number_of_fields"),
        (with_field(0, "x"), "not_a_number"),
        (with_field(1, "1"), "money_rule_in_match"),
        (with_field(4, "2"), "out_of_range"),
        (with_field(7, "1"), "crawford_before_match_point"),
        (with_field(8, "7"), "match_already_over"),
        (with_field(9, "-1"), "out_of_range"),
        (with_field(10, "3"), "cube_not_power_of_two"),
        (with_field(10, "65536"), "out_of_range"),
        (with_field(11, "2"), "out_of_range"),
        (with_field(12, "1"), "out_of_range"),
        (with_field(37, "-1"), "out_of_range"),
        (with_field(20, "16"), "out_of_range"),
        (with_field(20, "9"), "too_many_checkers"),
        (with_field(38, "7"), "out_of_range"),
        (with_field(38, "0"), "not_dice"),
    ],
)
def test_a_line_that_cannot_be_is_refused(text: str, code: str) -> None:
    with pytest.raises(InvalidNotation) as refusal:
        snowie.decode(text)
    assert refusal.value.code == code
    report = check(text.encode())
    # What does not even begin like such a line is not taken for one.
    is_taken = not text.startswith("x") and ";2;Bob" not in text
    assert codes(report) == (["unreadable_position", "no_games"] if is_taken else ["not_a_record"])
    assert report.format == ("snowie" if is_taken else None)


def test_several_lines_are_several_positions() -> None:
    other = with_field(8, "0").replace(";3;2;1;-1;", ";0;2;1;-1;")
    text = f"\n{other}\n\n{SNOWIE}\n{with_field(5, 'Rob')[:-9]}\n{with_field(0, '9')}\n{SNOWIE}\n"
    report = check(text.encode())
    assert report.transcript is not None
    assert [(record.number, record.line) for record in report.transcript.games] == [(1, 2), (2, 4)]
    places = [(problem.code, problem.line) for problem in report.transcript.problems]
    assert places == [
        ("set_position", 2),
        ("set_position", 4),
        ("unreadable_position", 5),
        ("second_match", 6),
    ]


def test_money_play_tells_of_jacoby_and_not_of_beavers() -> None:
    text = with_field(0, "0").replace("0;0;0;0;1;", "0;1;0;1;1;", 1)
    transcript = check(text.encode()).transcript
    assert transcript is not None
    assert (transcript.length, transcript.tags) == (None, {"Jacoby": "On"})


def test_the_usual_start_is_no_set_position() -> None:
    start = "5;0;0;0;0;Ann;Bob;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;0;0;"
    report = check(start.encode())
    assert "set_position" not in codes(report)
    assert only_game(report).entries == ()


@pytest.mark.parametrize("name", ["m002_03pt_s1002_n0.0", "m004_07pt_s1004_n0.0"])
def test_a_match_in_snowie_text_is_the_match_text_without_tags(name: str) -> None:
    text = check((DATA / "gnubg" / f"{name}.sst.txt").read_bytes())
    usual = check((DATA / "gnubg" / f"{name}.mat").read_bytes())
    assert (text.format, text.verdict) == ("mat", Verdict.CLEAN)
    assert text.transcript is not None
    assert usual.transcript is not None
    assert canonical(text.transcript) == canonical(usual.transcript)


# XG


@settings(max_examples=examples(500))
@given(plays())
def test_an_analysis_begins_from_its_position(state: State) -> None:
    report = check(ANALYSIS.format(id=xgid.encode(state), x="Ann", o="望月 B.").encode())
    assert report.format == "xgtext"
    assert report.transcript is not None
    assert report.transcript.length == state.length
    record = only_game(report)
    assert (record.players, record.score, record.line) == (("Ann", "望月 B."), state.score, 1)
    assert record.start == state.seen_by(Side.ONE)
    assert (record.start_cube, record.start_owner) == (state.cube.value, state.cube.owner)
    kinds = [(entry.kind, entry.side, entry.dice, entry.value) for entry in record.entries]
    if state.dice:
        assert kinds == [(EntryKind.ROLL, state.on_roll, state.dice, None)]
    elif state.cube.offered_by:
        assert kinds == [(EntryKind.DOUBLE, state.on_roll, None, 2 * state.cube.value)]
    else:
        assert kinds == []


START = Position.start()


def test_settings_of_money_play_are_tags() -> None:
    text = ANALYSIS.format(id=xgid.encode(State(START, jacoby=True)), x="Ann", o="Bob")
    transcript = check(text.encode()).transcript
    assert transcript is not None
    assert transcript.tags == {"Jacoby": "On", "Beaver": "Off"}
    text = ANALYSIS.format(id=xgid.encode(State(START, beavers=True)), x="Ann", o="Bob")
    transcript = check(text.encode()).transcript
    assert transcript is not None
    assert transcript.tags == {"Jacoby": "Off", "Beaver": "On"}


@pytest.mark.parametrize(
    ("state", "mark"),
    [
        (State(START, length=3, score=(2, 0), is_crawford=True), True),
        (State(START, length=3, score=(2, 0)), False),
        (State(START, length=1), None),
        (State(START), None),
    ],
)
def test_m2_the_crawford_game_is_marked(state: State, mark: bool | None) -> None:
    assert only_game(check(f"{xgid.encode(state)}\n".encode())).is_crawford is mark


def test_a_text_without_names_has_none_and_a_quoted_one_too() -> None:
    id_ = xgid.encode(State(START, dice=(3, 1), length=7))
    report = check(f"What would you play?\n\n> {id_[:40]}\n> {id_[40:]}\n".encode())
    assert only_game(report).players == ("", "")
    assert only_game(report).line == 3
    assert only_entry(report).dice == (3, 1)


def test_several_analyses_are_several_games_up_to_another_match() -> None:
    texts = [
        ANALYSIS.format(id=xgid.encode(State(START, dice=dice, length=length)), x="Ann", o="Bob")
        for dice, length in (((3, 1), 7), ((6, 1), 7), ((4, 2), 5))
    ]
    wrong_id = "XGID=-b----E-C---eE---c-e----B-:0:0:1:88:0:0:0:7:10"
    ahead = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:9:0:0:7:10"
    report = check("".join([texts[0], f"{wrong_id}\n{ahead}\n", texts[1], texts[2], texts[1]]).encode())
    assert report.transcript is not None
    height = ANALYSIS.count("\n")
    assert [record.line for record in report.transcript.games] == [1, height + 3]
    places = [(problem.code, problem.line) for problem in report.transcript.problems]
    assert places == [
        ("unreadable_position", height + 1),
        ("unreadable_position", height + 2),
        ("second_match", 2 * height + 3),
    ]
    assert report.transcript.problems[0].found == wrong_id


def test_a_mark_without_an_id_is_no_position() -> None:
    report = check(b"XGID=")
    assert (report.verdict, codes(report)) == (Verdict.UNREADABLE, ["unreadable_position", "no_games"])


@pytest.mark.parametrize("text", ["XGID=\n", "XGID=-b----E-C---eE---c-e----B-:0:0:1:\n", f"{SNOWIE[:-9]}\n"])
def test_a_long_text_of_nothing_but_broken_positions_is_left_soon(text: str) -> None:
    head = SNOWIE + "\n" if text[0] == "7" else ""
    report = check((head + text * 20_000).encode())
    assert "too_many_problems" in codes(report)
    assert len(report.problems) < 510


def test_a_long_text_of_positions_keeps_its_time() -> None:
    text = f"{xgid.encode(State(START, dice=(3, 1)))}\n" * 2_000
    report = check(text.encode())
    assert report.transcript is not None
    assert len(report.transcript.games) == 2_000


@settings(max_examples=examples(1000))
@given(st.randoms(use_true_random=False))
def test_damaged_positions(chance: Random) -> None:
    whole = chance.choice([*[line["text"] for line in GNUBG], ANALYSIS.format(id=ID, x="A", o="B")])
    data = list(whole)
    for _ in range(chance.randint(1, 4)):
        data[chance.randrange(len(data))] = chance.choice("0123456789-;:AaBb \nX")
    assert_sound(check("".join(data).encode()))


@pytest.mark.parametrize(
    "text", [ID + "\n", ID.replace(":1:-1:1:31:3:2:0:7", ":0:0:1:00:0:0:0:7") + "\n", SNOWIE + "\n"]
)
def test_a_heap_of_positions_is_left_somewhere(text: str) -> None:
    report = check(text * 15_000)
    assert codes(report).count("too_many_problems") == 1
    assert len(report.problems) < 600
