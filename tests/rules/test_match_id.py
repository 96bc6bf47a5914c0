"""The Match ID of GNU Backgammon: its own 702 IDs, the layout of its manual, and every refusal."""

from __future__ import annotations

import base64
import json
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import EntryKind, check, replay
from rules.cube import Cube
from rules.errors import InvalidNotation, Unwritable
from rules.game import Result
from rules.match import Side
from rules.notation import match_id
from rules.position import Position
from rules.state import Phase, State
from rules.variant import HYPERGAMMON_3

from .boards import counts
from .records import DATA
from .states import sides, states

ONE, TWO = Side.ONE, Side.TWO
START = Position.start()
SIDES = (ONE, TWO)
PHASES = (Phase.NOT_STARTED, Phase.PLAYING, Phase.OVER, Phase.RESIGNED, Phase.DROPPED)
LAYOUT = (
    *("cube", "owner", "on_roll", "crawford", "phase", "turn", "doubled", "resigned"),
    *("die", "other_die", "length", "one", "two", "no_jacoby", "behind"),
)


def packed(**values: int) -> str:
    """An ID of these fields, laid out bit by bit as the manual lists them; others as before a game."""
    widths = {
        **dict.fromkeys(("crawford", "on_roll", "turn", "doubled", "no_jacoby"), 1),
        **dict.fromkeys(("length", "one", "two"), 15),
        **dict.fromkeys(("phase", "die", "other_die"), 3),
        **dict.fromkeys(("owner", "resigned"), 2),
        "cube": 4,
        "behind": 5,
    }
    usual = {"owner": 3, "phase": 1, "no_jacoby": 1}
    bits = "".join(f"{values.get(name, usual.get(name, 0)):0{widths[name]}b}"[::-1] for name in LAYOUT)
    data = bytes(int(bits[at : at + 8][::-1], 2) for at in range(0, 72, 8))
    return base64.b64encode(data).decode()


def refusal_code(text: str) -> str:
    with pytest.raises(InvalidNotation) as refusal:
        match_id.decode(text, START)
    return refusal.value.code


def rows() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / "gnubg_ids.jsonl").read_text().splitlines()]


def test_the_ids_of_gnubg_say_what_gnubg_says_they_do() -> None:
    lines = rows()
    assert len(lines) == 702
    for row in lines:
        info, cube, text = row["posinfo"], row["cube"], row["id"]
        state = match_id.decode_pair(text)
        assert match_id.encode_pair(state) == text
        opp, own = ((*board, 15 - sum(board)) for board in row["board"])
        assert state.position == Position((own[-1], *own[:-1]), (opp[-1], *opp[:-1]))
        assert state.dice == (tuple(info["dice"]) if any(info["dice"]) else None)
        assert state.cube.value == cube["cube"]
        assert state.cube.owner == (None if cube["cubeowner"] < 0 else SIDES[cube["cubeowner"]])
        assert state.on_roll is SIDES[cube["move"]]
        assert (state.length, list(state.score)) == (cube["matchto"], cube["score"])
        assert (state.is_crawford, state.jacoby) == (cube["crawford"], cube["jacoby"])
        assert state.phase is PHASES[info["gamestate"]]
        if info["doubled"]:
            assert state.cube.offered_by is state.on_roll
            assert state.decides is SIDES[info["turn"]]
        if info["gamestate"] == 4:
            # The score already counts the game: who dropped has not won it.
            winner = SIDES[cube["score"].index(max(cube["score"]))]
            assert state.cube.offered_by is winner
            assert SIDES[info["turn"]] is winner.other
        if info["resigned"]:
            winner = SIDES[cube["score"].index(max(cube["score"]))]
            assert state.resignation == (winner.other, list(Result)[info["resigned"] - 1])


def test_the_matches_of_gnubg_replayed_have_the_ids_of_gnubg() -> None:
    by_file: dict[str, set[str]] = {}
    for row in rows():
        # What stands once a game has ended is no moment of a replay.
        if row["posinfo"]["gamestate"] == 1:
            by_file.setdefault(row["file"], set()).add(row["id"])
    files = [DATA / "gnubg" / file for file in by_file if (DATA / "gnubg" / file).exists()]
    assert len(files) == 15
    for file in files:
        assert by_file[file.name] <= set(_pairs(file.read_bytes()))


def _pairs(data: bytes) -> Iterator[str]:
    report = check(data)
    assert report.transcript is not None
    lines = [game.line for game in report.games]
    for step in replay(report.transcript):
        game = report.games[bisect_right(lines, step.line) - 1]
        state = State(
            step.before,
            step.side,
            cube=step.cube,
            length=report.transcript.length,
            score=game.score_before,
            is_crawford=game.is_crawford,
        )
        if step.kind is EntryKind.DOUBLE:
            yield match_id.encode_pair(state)
            yield match_id.encode_pair(replace(state, cube=replace(step.cube, offered_by=None)))
        elif step.kind is EntryKind.ROLL:
            yield match_id.encode_pair(state)
            yield match_id.encode_pair(replace(state, dice=step.dice))
        elif step.kind is EntryKind.WIN:
            # Who resigned was on roll.
            yield match_id.encode_pair(
                replace(state, position=step.before.swapped(), on_roll=step.side.other)
            )


@given(states(), sides)
def test_write_then_read_is_the_identity(state: State, x: Side) -> None:
    assert match_id.decode(match_id.encode(state, x=x), state.position, x=x) == state
    assert match_id.decode_pair(match_id.encode_pair(state, x=x), x=x) == state


def test_x_may_be_the_other_side() -> None:
    text = packed(cube=1, owner=1, on_roll=1, turn=1, length=7, one=3, two=5)
    assert match_id.decode(text, START) == State(START, TWO, cube=Cube(2, TWO), length=7, score=(3, 5))
    assert match_id.decode(text, START, x=ONE) == State(START, ONE, cube=Cube(2, ONE), length=7, score=(5, 3))


@given(st.text("ABCDQTgwxEk048+/", min_size=12, max_size=12))
def test_whatever_is_read_is_written_the_same(text: str) -> None:
    try:
        state = match_id.decode(text, START)
    except InvalidNotation:
        return
    again = match_id.encode(state)
    # Without the last bit a match has no Jacoby all the same, and is written so.
    assert again == text or (state.length and match_id.decode(again, START) == state)


def test_the_example_of_the_manual() -> None:
    # Player 1 has rolled 52 at 2-4 to 9, and player 0 owns the cube at 2.
    state = State(START, TWO, (5, 2), Cube(2, ONE), 9, (2, 4))
    assert match_id.decode("QYkqASAAIAAA", START) == state
    assert match_id.encode(state) == "QYkqASAAIAAE"


def test_an_id_of_66_bits_decodes_with_jacoby_on() -> None:
    assert match_id.decode("cAkAAAAAAAAA", START) == State(START, TWO, jacoby=True)
    assert match_id.decode("cAkAAAAAAAAE", START) == State(START, TWO, jacoby=False)


def test_d6_a_match_has_no_jacoby_however_the_id_ends() -> None:
    old = match_id.decode(packed(length=7, no_jacoby=0), START)
    assert old == match_id.decode(packed(length=7), START) == State(START, length=7)


def test_each_field_stands_where_the_manual_says() -> None:
    text = packed(
        cube=3, owner=1, on_roll=1, turn=1, die=6, other_die=5, length=11, one=10, two=7, crawford=1
    )
    state = State(START, TWO, (6, 5), Cube(8, TWO), 11, (10, 7), is_crawford=True)
    assert match_id.decode(text, START) == state
    assert match_id.encode(state) == text


def test_d5_a_resignation_is_offered_by_the_side_that_is_not_on_turn() -> None:
    offer = match_id.decode(packed(resigned=2, turn=1), START)
    assert offer == State(START, ONE, resignation=(ONE, Result.GAMMON))
    acceptance = match_id.decode(packed(resigned=3, phase=3), START)
    assert acceptance.resignation == (ONE, Result.BACKGAMMON)


def test_v4_beavers_are_told_by_whose_turn_it_is() -> None:
    double = Cube().double(by=ONE)
    state = match_id.decode(packed(doubled=1, turn=1), START)
    assert state == State(START, ONE, cube=double, jacoby=False)
    beaver = match_id.decode(packed(cube=1, owner=1, doubled=1), START)
    assert beaver == State(START, ONE, cube=double.beaver())
    raccoon = match_id.decode(packed(cube=2, owner=1, doubled=1, turn=1), START)
    assert raccoon == State(START, ONE, cube=double.beaver().raccoon())


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"owner": 2}, "unknown_owner"),
        ({"phase": 5}, "unknown_phase"),
        ({"die": 7, "other_die": 1}, "not_dice"),
        ({"die": 6}, "not_dice"),
        ({"other_die": 6}, "not_dice"),
        ({"behind": 1}, "stray_bits"),
        ({"length": 7, "one": 8}, "score_past_length"),
        ({"length": 7, "two": 7}, "match_already_over"),
        ({"crawford": 1}, "crawford_in_money"),
        ({"length": 7, "crawford": 1}, "crawford_before_match_point"),
        ({"doubled": 1}, "beaver_out_of_turn"),
        ({"turn": 1}, "turn_without_offer"),
        ({"turn": 1, "phase": 2}, "turn_without_offer"),
        ({"doubled": 1, "phase": 2, "turn": 1}, "double_out_of_game"),
        ({"doubled": 1, "phase": 4, "turn": 1}, "double_out_of_game"),
        ({"doubled": 1, "turn": 1, "die": 2, "other_die": 1}, "dice_before_answer"),
        ({"doubled": 1, "turn": 1, "resigned": 1}, "two_offers"),
        ({"resigned": 1, "phase": 2}, "resignation_out_of_game"),
        ({"phase": 3}, "resigned_without_resignation"),
    ],
)
def test_ids_that_contradict_themselves_are_refused(fields: dict[str, int], code: str) -> None:
    assert refusal_code(packed(**fields)) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "wrong_length"),
        ("cAkAAAAAAAA", "wrong_length"),
        ("cAkAAAAAAAAAA", "wrong_length"),
        ("cAkAAAAAAAA ", "not_base64"),
        ("cAkAAAAAAAA-", "not_base64"),
        ("cAkAAAAAAAA=", "not_base64"),
    ],
)
def test_what_is_no_id_is_refused(text: str, code: str) -> None:
    assert refusal_code(text) == code


def test_a_pair_has_a_colon() -> None:
    with pytest.raises(InvalidNotation, match="missing_colon"):
        match_id.decode_pair("4HPwATDgc/ABMA")


def test_v2_a_pair_of_a_variant_needs_to_be_told_which() -> None:
    position = Position(counts(off=1, p24=1, p23=1), counts(p24=1, p23=1, p22=1))
    state = State(position, length=5)
    assert match_id.decode_pair(match_id.encode_pair(state), variant=HYPERGAMMON_3) == state


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (State(START, cube=Cube(1 << 16)), "cube_too_high"),
        (State(START, score=(1 << 15, 0)), "score_too_high"),
        (State(START, length=1 << 15), "score_too_high"),
        (State(START, is_crawford=True), "crawford_in_money"),
    ],
)
def test_what_has_no_bits_is_not_written(state: State, code: str) -> None:
    with pytest.raises(Unwritable, match=code):
        match_id.encode(state)


def test_the_settings_without_a_bit_are_left_out() -> None:
    state = State(START, jacoby=True)
    with_more = replace(state, beavers=True, cube=Cube(cap=64))
    assert match_id.encode(with_more) == match_id.encode(state)
