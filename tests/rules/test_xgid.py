"""XGIDs: published ones with what was printed beside them, every field, every refusal, and finding them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import check
from rules.cube import Cube
from rules.errors import InvalidNotation, Unwritable
from rules.game import Result
from rules.match import Side
from rules.notation import match_id, xgid
from rules.position import Position
from rules.state import Phase, State
from rules.variant import DUTCH, HYPERGAMMON_3, NACKGAMMON

from .boards import counts
from .states import plays, sides

ONE, TWO = Side.ONE, Side.TWO
START = Position.start()
OPENING = "-b----E-C---eE---c-e----B-"
MONEY = f"XGID={OPENING}:0:0:1:00:0:0:0:0:10"


# XGIDs from analyses that were published together with the pips of X and O, which XG counted.
@pytest.mark.parametrize(
    ("text", "pips", "state"),
    [
        (
            f"XGID={OPENING}:0:0:1:21:0:0:0:7:10",
            (167, 167),
            State(START, ONE, (2, 1), length=7),
        ),
        (
            "XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10",
            (111, 52),
            State(START, ONE, (2, 1), Cube(2, TWO), 7, (3, 6)),
        ),
        (
            "XGID=-AbcCBBBB-B--A--ababbb----:1:-1:1:66:0:0:0:0:10",
            (98, 174),
            State(START, ONE, (6, 6), Cube(2, TWO)),
        ),
        (
            "XGID=-CBBBC-a-----Ba---bbbbbbaA:0:0:1:41:2:0:0:11:10",
            (87, 84),
            State(START, ONE, (4, 1), length=11, score=(2, 0)),
        ),
        (
            "XGID=aCBBBC-a-A---Aa---bbbbbbA-:0:0:-1:65:2:0:0:11:10",
            (82, 108),
            State(START, TWO, (6, 5), length=11, score=(2, 0)),
        ),
        (
            "XGID=----ABD-C--beC---bBbb-b---:0:0:1:61:3:2:0:11:10",
            (137, 137),
            State(START, ONE, (6, 1), length=11, score=(3, 2)),
        ),
        (
            "XGID=-----bE-D---cD--bc-e---AA-:0:0:1:41:5:5:0:9:10",
            (161, 151),
            State(START, ONE, (4, 1), length=9, score=(5, 5)),
        ),
    ],
)
def test_published_ids(text: str, pips: tuple[int, int], state: State) -> None:
    own = xgid.decode(text)
    view = own.seen_by(ONE)
    assert (view.pips, view.opp_pips) == pips
    assert replace(own, position=START) == state
    assert xgid.encode(own) == text


def test_small_letters_in_front_are_read_too() -> None:
    text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
    small = text.replace("XGID", "xgid")
    assert xgid.decode(small) == xgid.decode(text)
    assert xgid.find(f"see {small} here") == (text,)
    assert (check(small).format, check(small).games) == ("xgtext", check(text).games)


def test_a1_the_letters_are_the_points_of_x_and_the_bars_at_the_ends() -> None:
    state = xgid.decode("XGID=aC----B-------------b---dB:0:0:1:31:0:0:1:0:10")
    own, opp = counts(off=8, p1=3, p6=2, bar=2), counts(off=8, bar=1, p1=4, p5=2)
    assert state == State(Position(own, opp), ONE, (3, 1), jacoby=True)
    assert xgid.decode("XGID=-O----------------------o-:0:0:1:00:0:0:0:0:10").position == Position(
        counts(p1=15), counts(p1=15)
    )


def test_v1_the_start_of_nackgammon() -> None:
    nack = State(Position.start(NACKGAMMON), jacoby=True, beavers=True)
    assert xgid.encode(nack) == "XGID=-bb---D-C---dD---c-d---BB-:0:0:1:00:0:0:3:0:10"


@pytest.mark.parametrize(
    ("fields", "state"),
    [
        ("0:0:1:00:0:0:0:0:10", State(START)),
        ("0:0:-1:46:0:0:0:0:10", State(START, TWO, (4, 6))),
        ("3:1:1:00:0:0:0:0:10", State(START, cube=Cube(8, ONE))),
        ("3:-1:1:00:0:0:0:0:10", State(START, cube=Cube(8, TWO))),
        ("1:-1:-1:D:0:0:0:0:10", State(START, TWO, cube=Cube(2, TWO, offered_by=TWO))),
        ("0:0:1:00:6:4:1:7:10", State(START, length=7, score=(6, 4), is_crawford=True)),
        ("0:0:1:00:6:4:0:7:10", State(START, length=7, score=(6, 4))),
        ("0:0:1:00:0:0:1:0:10", State(START, jacoby=True)),
        ("0:0:1:00:0:0:2:0:10", State(START, beavers=True)),
        ("0:0:1:00:3:9:3:0:8", State(START, cube=Cube(cap=256), score=(3, 9), jacoby=True, beavers=True)),
    ],
)
def test_each_field(fields: str, state: State) -> None:
    assert xgid.decode(f"{OPENING}:{fields}") == state
    assert xgid.encode(state) == f"XGID={OPENING}:{fields}"


@given(plays(), sides, st.booleans(), st.sampled_from([None, 1 << 15]))
def test_write_then_read_is_the_identity(state: State, x: Side, setting: bool, cap: int | None) -> None:
    is_money = state.length is None
    state = replace(state, jacoby=is_money and setting, beavers=is_money, cube=replace(state.cube, cap=cap))
    assert xgid.decode(xgid.encode(state, x=x), x=x) == state


@given(st.text(max_size=60) | st.from_regex(r"[-A-Ca-c]{26}(:[0-9]{1,2}){9}", fullmatch=True))
def test_whatever_is_read_is_written_the_same(text: str) -> None:
    try:
        state = xgid.decode(text)
    except InvalidNotation:
        return
    assert xgid.encode(state) == f"XGID={text}"


def test_a_cap_that_is_no_power_of_two_is_told_by_the_highest_cube_below() -> None:
    assert xgid.encode(State(START, cube=Cube(cap=100))).endswith(":6")
    assert xgid.encode(State(START, cube=Cube(cap=1024))) == MONEY


def test_x_may_be_the_other_side_and_is_then_gnubgs_x() -> None:
    # gnubg makes X its player 1, who is on roll; its player 0 owns the cube.
    text = f"XGID={OPENING}:1:-1:1:31:3:5:0:7:10"
    state = xgid.decode(text, x=TWO)
    assert state == State(START, TWO, (3, 1), Cube(2, ONE), 7, (5, 3))
    assert match_id.encode(state) == match_id.encode(xgid.decode(text), x=ONE) == "QYnlAFAAGAAE"
    assert xgid.encode(state, x=TWO) == text


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "wrong_number_of_fields"),
        ("4HPwATDgc/ABMA:cAkAAAAAAAAA", "wrong_number_of_fields"),
        (f"{OPENING}:0:0:1:31:0:0:1:0", "wrong_number_of_fields"),
        (f"{OPENING}:0:0:1:31:0:0:1:0:10:0", "wrong_number_of_fields"),
        (f"{OPENING[1:]}:0:0:1:31:0:0:1:0:10", "wrong_length"),
        ("A" + MONEY[6:], "unknown_letter"),
        (MONEY.replace("-:", "a:", 1), "unknown_letter"),
        (MONEY.replace("-b", "-Q", 1), "unknown_letter"),
        (MONEY.replace("-b", "-é", 1), "unknown_letter"),
        (MONEY.replace("-b", "-P", 1), "too_many_checkers"),
        (f"XGID={'-' * 26}:0:0:1:31:0:0:1:0:10", "both_borne_off"),
        (f"{OPENING}:16:0:1:31:0:0:0:0:10", "out_of_range"),
        (f"{OPENING}:x:0:1:31:0:0:0:0:10", "not_a_number"),
        (f"{OPENING}:00:0:1:31:0:0:0:0:10", "not_a_number"),
        (f"{OPENING}:-0:0:1:31:0:0:0:0:10", "not_a_number"),
        (f"{OPENING}::0:1:31:0:0:0:0:10", "not_a_number"),
        (f"{OPENING}:٣:0:1:31:0:0:0:0:10", "not_a_number"),
        (f"{OPENING}:0:2:1:31:0:0:0:0:10", "out_of_range"),
        (f"{OPENING}:0:0:0:31:0:0:0:0:10", "nobody_on_roll"),
        (f"{OPENING}:0:0:1:71:0:0:0:0:10", "not_dice"),
        (f"{OPENING}:0:0:1:30:0:0:0:0:10", "not_dice"),
        (f"{OPENING}:0:0:1:3:0:0:0:0:10", "not_dice"),
        (f"{OPENING}:1:-1:1:B:0:0:2:0:10", "beaver"),
        (f"{OPENING}:1:-1:1:R:0:0:2:0:10", "beaver"),
        (f"{OPENING}:0:0:1:31:0:0:2:7:10", "out_of_range"),
        (f"{OPENING}:0:0:1:31:0:0:4:0:10", "out_of_range"),
        (f"{OPENING}:0:0:1:31:{'9' * 5000}:0:0:0:10", "not_a_number"),
        (f"{OPENING}:0:0:1:31:0:0:1:7:10", "crawford_before_match_point"),
        (f"{OPENING}:0:0:1:31:8:0:0:7:10", "score_past_length"),
        (f"{OPENING}:3:0:1:31:0:0:0:0:2", "cube_above_cap"),
    ],
)
def test_what_is_no_id_is_refused(text: str, code: str) -> None:
    with pytest.raises(InvalidNotation) as refusal:
        xgid.decode(text)
    assert refusal.value.code == code


def test_v2_a_variant_has_to_be_told() -> None:
    state = xgid.decode("--a------------------BA---:0:0:1:00:0:0:0:5:10", variant=HYPERGAMMON_3)
    assert state.position == Position(counts(p22=1, p21=2), counts(off=2, p23=1))
    with pytest.raises(InvalidNotation, match="variant_not_told"):
        xgid.decode(MONEY, variant=DUTCH)


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (State(START, phase=Phase.OVER), "only_in_play"),
        (State(START, resignation=(ONE, Result.SINGLE)), "only_in_play"),
        (State(START, cube=Cube().double(by=ONE).beaver()), "beaver"),
        (State(START, cube=Cube(1 << 16)), "cube_too_high"),
        (State(START, score=(100_000, 0)), "score_too_high"),
        (State(START, length=100_000), "score_too_high"),
        (State(START, dice=(0, 0)), "not_dice"),
        (State(Position.start(DUTCH)), "checkers_outside"),
    ],
)
def test_what_the_notation_cannot_say_is_not_written(state: State, code: str) -> None:
    with pytest.raises(Unwritable, match=code):
        xgid.encode(state)


FIRST = "XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10"
SECOND = "XGID=---BBaB-BbA-bC-b--BdAca---:0:0:1:00:0:5:0:9:10"


def test_ids_are_found_in_an_analysis_in_any_language() -> None:
    text = f"""{FIRST}

X:Joueur 1   O:Joueur 2
Le score est X:3 O:6
    1. 19/18 14/12   éq:-0.491
see also ({SECOND}). XGID=nothing, and XGID="""
    assert xgid.find(text) == (FIRST, SECOND)
    assert [xgid.decode(id_).length for id_ in xgid.find(text)] == [7, 9]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", " \n> ", "\n| > ", "=\n", "\t\n    "])
@pytest.mark.parametrize("at", [5, 20, 31, 33, 40, 44, len(FIRST) - 3, len(FIRST) - 2])
def test_ids_broken_over_lines_and_quoted_are_found_whole(at: int, end: str) -> None:
    lines = FIRST[:at] + end + FIRST[at:]
    assert xgid.find(f"> {lines}{end}1. 19/18 14/12{end}{SECOND}") == (FIRST, SECOND)


def test_what_follows_an_id_on_the_next_line_is_not_taken_for_its_end() -> None:
    short = FIRST[:-1]
    assert xgid.find(f"{short}\n0.5 points") == (short,)
    assert xgid.find(f"{FIRST}5") == ()


@given(plays(), st.lists(st.integers(1, 60), max_size=4))
def test_whatever_was_broken_is_found_again(state: State, widths: list[int]) -> None:
    rest = text = xgid.encode(state)
    pieces = []
    for width in widths:
        # The last number stays in one piece, and so does the mark in front.
        width = max(5, min(width, len(rest) - 4))
        pieces.append(rest[:width])
        rest = rest[width:]
    assert xgid.find("\n".join([*pieces, rest, "17 rolls"])) == (text,)


def test_a_text_of_many_beginnings_is_searched_in_linear_time() -> None:
    assert xgid.find("XGID=" * 50_000) == ()
    assert xgid.find("XGID=" + "\n" * 200_000) == ()


def test_a_game_to_begin_is_told_as_one_begun() -> None:
    state = State(START, length=5, phase=Phase.NOT_STARTED)
    assert xgid.decode(xgid.encode(state)) == replace(state, phase=Phase.PLAYING)
