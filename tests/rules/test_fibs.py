"""The `board:` line of FIBS: lines that the server sent, every field, every refusal."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cube import Cube
from rules.errors import InvalidNotation, Unwritable
from rules.game import Result
from rules.match import Side
from rules.notation import fibs
from rules.position import Position
from rules.state import Phase, State
from rules.variant import DUTCH, HYPERGAMMON_3

from .boards import counts
from .states import plays, sides

ONE, TWO = Side.ONE, Side.TWO
START = Position.start()
# The example of FIBS' description of its client protocol.
EXAMPLE = (
    "board:You:someplayer:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:"
    "1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
)

# What the server sent to one of the players, and what it or a client drew for the same moment.
# "BAR: O-0 X-0   OFF: O-0 X-0   Cube: 2 (owned by the opponent)  You rolled 5 6."
OWNED_CUBE = (
    "board:You:Dora:9999:0:0:0:-2:0:0:0:0:5:0:3:0:1:0:-4:4:1:0:0:-2:-2:-5:0:0:0:0:1:0:"
    "-1:5:6:0:0:2:0:1:0:-1:1:25:0:0:0:0:0:2:0:0:0"
)
# The Crawford game, in which both may double all the same.
CRAWFORD = (
    "board:You:Anna:2:0:1:0:0:0:-1:0:-1:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:1:0:0:0:1:0:"
    "1:0:0:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0"
)
# After it, with the cube at 2.
POST_CRAWFORD = (
    "board:joe:jack:2:1:1:0:0:0:-1:3:3:2:0:3:0:0:2:0:2:0:0:0:-1:-1:-2:-2:-2:-4:-2:0:0:"
    "1:5:1:0:0:2:0:1:0:1:-1:0:25:0:0:0:0:2:0:1:0"
)
# A bear-off of the opponent, who has five off, in a match to one point.
BEAR_OFF = (
    "board:joe:jack:1:0:0:0:6:2:0:2:0:0:0:0:0:-1:0:0:-2:0:0:0:0:0:0:-3:-1:-3:-1:-4:0:"
    "1:0:0:6:2:1:1:1:0:-1:1:25:0:0:5:0:0:2:4:0:0"
)
# One on the bar, and the opponent's last roll still shown.
ON_BAR = (
    "board:You:ain:3:0:0:0:-2:0:1:0:0:5:0:2:0:0:0:-3:5:0:0:0:-4:-1:-5:0:0:0:0:1:1:"
    "1:5:5:1:2:1:1:1:0:1:-1:0:25:0:0:1:0:2:0:0:0"
)
# Between two games of an unlimited match.
BETWEEN_GAMES = (
    "board:You:Dora:9999:7:9:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:"
    "0:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
)


def with_fields(**fields: object) -> str:
    """The example with other fields: by their place in the line, `f3=7` for the length."""
    words = EXAMPLE.split(":")
    for name, value in fields.items():
        words[int(name[1:])] = str(value)
    return ":".join(words)


@pytest.mark.parametrize(
    ("line", "state"),
    [
        (EXAMPLE, State(START, ONE, (6, 2), length=3)),
        (
            OWNED_CUBE,
            State(
                Position(
                    counts(p24=2, p13=4, p8=2, p7=2, p6=5),
                    counts(p24=1, p14=1, p13=4, p10=1, p8=3, p6=5),
                ),
                ONE,
                (5, 6),
                Cube(2, TWO),
            ),
        ),
        (
            CRAWFORD,
            State(
                Position(
                    counts(p24=1, p20=1, p13=5, p8=3, p6=5),
                    counts(p22=1, p20=1, p13=5, p8=3, p6=5),
                ),
                TWO,
                length=2,
                score=(0, 1),
                is_crawford=True,
            ),
        ),
        (
            POST_CRAWFORD,
            State(
                Position(
                    counts(p13=2, p11=2, p8=3, p6=2, p5=3, p4=3),
                    counts(p22=1, p7=1, p8=1, p6=2, p5=2, p4=2, p3=4, p2=2),
                ),
                ONE,
                (5, 1),
                Cube(2, TWO),
                2,
                (1, 1),
            ),
        ),
        (
            BEAR_OFF,
            State(
                Position(counts(off=5, p1=6, p2=2, p4=2), counts(p15=1, p12=2, p5=3, p4=1, p3=3, p2=1, p1=4)),
                TWO,
                (6, 2),
                length=1,
            ),
        ),
        (
            ON_BAR,
            State(
                Position(
                    counts(p3=1, p6=5, p8=2, p13=5, p24=1, bar=1),
                    counts(p24=2, p13=3, p8=4, p7=1, p6=5),
                ),
                ONE,
                (5, 5),
                length=3,
            ),
        ),
        (
            BETWEEN_GAMES,
            State(START, ONE, score=(7, 9), phase=Phase.OVER),
        ),
    ],
)
def test_lines_that_the_server_sent(line: str, state: State) -> None:
    assert fibs.decode(line) == state
    assert fibs.decode(f"{line}\r\n") == state


def test_a_clients_drawing_of_these_moments_counts_the_same_pips() -> None:
    for line, pips in ((CRAWFORD, (161, 163)), (POST_CRAWFORD, (111, 83)), (BEAR_OFF, (73, 18))):
        state = fibs.decode(line).seen_by(ONE)
        assert (state.pips, state.opp_pips) == pips


@given(plays(), sides)
def test_write_then_read_is_the_identity(state: State, viewer: Side) -> None:
    assert fibs.decode(fibs.encode(state, viewer=viewer), viewer=viewer) == state


@given(plays(), sides)
def test_a_line_for_x_or_from_1_to_24_says_the_same(state: State, viewer: Side) -> None:
    words = fibs.encode(state, viewer=viewer).split(":")
    # The other colour: every sign of the board changes, that of the turn and the player's own.
    other = [*words]
    for place in (*range(6, 33), 41):
        other[place] = str(-int(words[place]))
    assert fibs.decode(":".join(other), viewer=viewer) == state
    # The other direction: the board is counted from its other end, home and bar change places.
    for line in (words, other):
        other_forms = [
            *line[:6],
            *line[31:5:-1],
            *line[32:42],
            str(-int(line[42])),
            line[44],
            line[43],
            *line[45:],
        ]
        assert fibs.decode(":".join(other_forms), viewer=viewer) == state


@given(st.lists(st.integers(-15, 15), min_size=50, max_size=50))
def test_numbers_at_random_are_read_or_refused(numbers: list[int]) -> None:
    line = ":".join(["board", "You", "Opponent", *map(str, numbers)])
    try:
        state = fibs.decode(line)
    except InvalidNotation:
        return
    assert state.fault is None


def test_the_players_are_named_from_the_viewers_side() -> None:
    state = State(START, TWO, (6, 2), length=3, score=(2, 0))
    line = fibs.encode(state, ("Ann", "Bob"), viewer=TWO)
    assert line.startswith("board:Bob:Ann:3:0:2:0:-2:")
    assert fibs.players(line) == ("Bob", "Ann")
    assert fibs.decode(line, viewer=TWO) == state


def test_the_example_of_the_description_is_written() -> None:
    assert fibs.encode(State(START, ONE, (6, 2), length=3), ("You", "someplayer")) == EXAMPLE


def test_who_may_double_says_who_owns_the_cube() -> None:
    fields_of = {
        owner: fibs.encode(State(START, cube=Cube(4, owner))).split(":")[37:41] for owner in (ONE, TWO)
    }
    assert fields_of == {ONE: ["4", "1", "0", "0"], TWO: ["4", "0", "1", "0"]}
    centred = fibs.encode(State(START, length=3, score=(2, 0), is_crawford=True))
    assert centred.split(":")[37:41] == ["1", "1", "1", "0"]


def test_while_a_double_waits_it_is_the_turn_of_who_must_answer() -> None:
    doubled = State(START, ONE, cube=Cube(2, ONE, offered_by=ONE))
    to_doubler, to_opponent = fibs.encode(doubled), fibs.encode(doubled, viewer=TWO)
    assert to_doubler.split(":")[32:41] == ["-1", "0", "0", "0", "0", "2", "0", "0", "0"]
    assert to_opponent.split(":")[32:41] == ["1", "0", "0", "0", "0", "2", "0", "0", "1"]
    assert fibs.decode(to_doubler) == fibs.decode(to_opponent, viewer=TWO) == doubled
    # A program that leaves the right to double as it was has told who owned the cube.
    state = fibs.decode(with_fields(f33=0, f34=0, f37=4, f38=0, f39=1, f40=1))
    assert state == State(START, TWO, cube=Cube(4, TWO, offered_by=TWO), length=3)


def test_m2_m3_the_crawford_game_is_told_from_the_ones_after_it() -> None:
    crawford = State(START, length=3, score=(2, 0), is_crawford=True)
    after = replace(crawford, is_crawford=False)
    assert fibs.encode(crawford).split(":")[50:52] == ["0", "0"]
    assert fibs.encode(after).split(":")[50:52] == ["0", "1"]
    assert fibs.encode(State(START, length=1)).split(":")[50:52] == ["0", "0"]
    # Where Crawford is not played the first of the two is 3.
    words = fibs.encode(crawford).split(":")
    assert not fibs.decode(":".join([*words[:50], "3", *words[51:]])).is_crawford


def test_e5_instant_redoubles_are_beavers_and_there_are_none_in_a_match() -> None:
    money = State(START, beavers=True)
    assert fibs.encode(money).endswith(":1")
    assert fibs.decode(fibs.encode(money)) == money
    assert not fibs.decode(with_fields(f52=1)).beavers
    assert fibs.decode(with_fields(f3=0)).length is None


@pytest.mark.parametrize(
    ("position", "dice", "can_move"),
    [
        (START, (6, 2), 2),
        (START, (1, 1), 4),
        (Position(counts(bar=1, p6=14), counts(p6=2, p5=2, p4=2, p3=2, p2=2, p1=2, p7=3)), (3, 1), 0),
        (Position(counts(off=14, p3=1), counts(p1=15)), (5, 4), 1),
    ],
)
def test_how_many_checkers_can_move(position: Position, dice: tuple[int, int], can_move: int) -> None:
    state = State(position, ONE, dice)
    assert fibs.encode(state).split(":")[49] == str(can_move)
    assert fibs.encode(state, viewer=TWO).split(":")[49] == "0"


def test_a_game_is_over_for_the_side_that_lost() -> None:
    over = State(Position(counts(p1=15), counts(off=15)), TWO, length=3, score=(2, 0), phase=Phase.OVER)
    for viewer in Side:
        line = fibs.encode(over, viewer=viewer)
        assert line.split(":")[32:37] == ["0"] * 5
        assert fibs.decode(line, viewer=viewer) == over


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "not_a_board"),
        (EXAMPLE[1:], "not_a_board"),
        (EXAMPLE + ":0", "wrong_number_of_fields"),
        (EXAMPLE[:-2], "wrong_number_of_fields"),
        (with_fields(f1=""), "missing_name"),
        (with_fields(f2=""), "missing_name"),
        (EXAMPLE + "5 anotherplayer - - 0 0 1439.79", "not_a_number"),
        (with_fields(f3=10_000), "out_of_range"),
        (with_fields(f4=-1), "out_of_range"),
        (with_fields(f4="00"), "not_a_number"),
        (with_fields(f7=-16), "out_of_range"),
        (with_fields(f32=2), "out_of_range"),
        (with_fields(f33=7), "out_of_range"),
        (with_fields(f33=0), "not_dice"),
        (with_fields(f34=0), "not_dice"),
        (with_fields(f37=3), "cube_not_power_of_two"),
        (with_fields(f37=0), "cube_not_power_of_two"),
        (with_fields(f38=2), "out_of_range"),
        (with_fields(f41=0), "no_colour_or_direction"),
        (with_fields(f42=0), "no_colour_or_direction"),
        (with_fields(f43=25), "home_against_direction"),
        (with_fields(f44=0), "home_against_direction"),
        (with_fields(f42=1), "home_against_direction"),
        (with_fields(f6=1), "checker_on_wrong_bar"),
        (with_fields(f31=-1), "checker_on_wrong_bar"),
        (with_fields(f47=1), "bars_do_not_agree"),
        (with_fields(f45=1), "wrong_number_of_checkers"),
        (with_fields(f46=1), "wrong_number_of_checkers"),
        (with_fields(f7=-1), "wrong_number_of_checkers"),
        (with_fields(f49=5), "out_of_range"),
        (with_fields(f40=1), "dice_before_answer"),
        (with_fields(f38=0, f39=0), "turn_without_offer"),
        (with_fields(f3=3, f4=4), "score_past_length"),
        (with_fields(f3=3, f4=3), "match_already_over"),
    ],
)
def test_what_is_no_line_is_refused(line: str, code: str) -> None:
    with pytest.raises(InvalidNotation) as refusal:
        fibs.decode(line)
    assert refusal.value.code == code


def test_gnubg_leaves_the_counts_on_the_bar_at_0() -> None:
    line = fibs.encode(State(Position(counts(bar=2, p6=13), counts(p6=15))))
    assert line.split(":")[47:49] == ["2", "0"]
    words = line.split(":")
    assert fibs.decode(":".join([*words[:47], "0", "0", *words[49:]])) == fibs.decode(line)


def test_v2_a_variant_has_to_be_told() -> None:
    state = State(Position(counts(off=1, p24=1, p23=1), counts(p24=1, p23=1, p22=1)), length=5)
    assert fibs.decode(fibs.encode(state), variant=HYPERGAMMON_3) == state
    with pytest.raises(InvalidNotation, match="wrong_number_of_checkers"):
        fibs.decode(fibs.encode(state))
    with pytest.raises(InvalidNotation, match="variant_not_told"):
        fibs.decode(EXAMPLE, variant=DUTCH)


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (State(START, phase=Phase.OVER), "only_in_play"),
        (State(Position(counts(off=15), counts(p1=15)), phase=Phase.OVER), "only_in_play"),
        (State(START, resignation=(ONE, Result.SINGLE)), "only_in_play"),
        (State(START, cube=Cube().double(by=ONE).beaver()), "beaver"),
        (State(START, cube=Cube(2, offered_by=ONE)), "owner_of_offered_cube"),
        (State(START, cube=Cube(1, ONE, offered_by=ONE)), "owner_of_offered_cube"),
        (State(START, length=9999), "score_too_high"),
        (State(START, score=(100_000, 0)), "score_too_high"),
        (State(START, score=(-1, 0)), "negative_score"),
        (State(Position.start(DUTCH)), "checkers_outside"),
    ],
)
def test_what_the_line_cannot_say_is_not_written(state: State, code: str) -> None:
    with pytest.raises(Unwritable, match=code):
        fibs.encode(state)


@pytest.mark.parametrize("name", ["", "a:b", "a\nb"])
def test_a_name_must_fit_between_two_colons(name: str) -> None:
    with pytest.raises(Unwritable, match="name_not_writable"):
        fibs.encode(State(START), ("Ann", name))


def test_a_game_to_begin_is_told_as_one_begun() -> None:
    state = State(START, length=5, phase=Phase.NOT_STARTED)
    assert fibs.decode(fibs.encode(state)) == replace(state, phase=Phase.PLAYING)
