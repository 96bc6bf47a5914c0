"""The trees of .sgf texts: several games, variations, and texts that are broken or hostile."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import Verdict, check
from tests.effort import examples
from tests.rules.records import DATA, codes
from tests.rules.sgf_texts import (
    BLACK_WINS,
    WHITE_WINS,
    check_problems,
    reader_problems,
    transcript_of,
    tree,
)
from tests.rules.test_check_any_bytes import assert_sound

MEBIBYTE = 1 << 20


def entries_of(text: str) -> list[str]:
    """The texts of the entries of all games."""
    return [entry.text for game in transcript_of(text).games for entry in game.entries]


# Analysis and variations


def test_what_comments_on_a_play_is_passed_over() -> None:
    analysis = (
        r"DA[E ver 3 2C 1]A[0][hefe E ver 3][fcxw (2\]) ;B[11\]]MR[]LU[-inf]GB[1]C[well: (;W[31hefe\]"
        "\n)]"
    )
    assert entries_of(tree("W[31hefe]" + analysis, "XX[1] B[52lqac]" + analysis)) == [
        "W[31hefe]",
        "B[52lqac]",
    ]
    assert reader_problems(tree("W[31hefe]" + analysis)) == []


def test_nodes_and_properties_may_stand_anywhere() -> None:
    text = "(\n;GM[6] MI [length:1]\n[game:0] [ws:0][bs:0] ; ; \n W\n[31hefe] ; A[0]\n[1];;B[52lqac])"
    assert [(entry.side, entry.dice) for entry in transcript_of(text).games[0].entries] == [
        ("one", (3, 1)),
        ("two", (5, 2)),
    ]
    assert reader_problems(text) == []


def test_a_game_may_begin_in_its_root_node() -> None:
    assert entries_of("(;GM[6]MI[length:1][ws:0][bs:0]W[31hefe];B[52lqac])") == ["W[31hefe]", "B[52lqac]"]


@pytest.mark.parametrize(
    "text",
    [
        tree("W[31hefe]")[:-2] + "(;B[52lqac](;W[21mkfe])(;W[21xw]))(;B[52lg]C[)](;W[11]))(;B[61]))",
        tree("W[31hefe]")[:-2] + "(\n(;B[52lqac];W[21mkfe]) (;B[61](;W[11])(;W[22]))))",
    ],
)
def test_only_the_first_variation_was_played(text: str) -> None:
    second = tree(*BLACK_WINS, number=1, score=(1, 0))
    assert entries_of(text) == ["W[31hefe]", "B[52lqac]", "W[21mkfe]"]
    assert entries_of(text + second)[3:] == list(BLACK_WINS)
    assert reader_problems(text + second) == []


# Several games


def test_games_of_other_kinds_are_passed_over() -> None:
    chess = "(;GM[11];W[31hefe](;B[1])(;B[2]))\n"
    go = "(;FF[4];B[pd])"
    text = tree(*WHITE_WINS) + chess + tree(*BLACK_WINS, number=1, score=(1, 0)) + go
    assert [game.number for game in transcript_of(text).games] == [1, 2]
    assert reader_problems(text) == [
        ("unsupported_format", 6, 1, "SGF GM[11]"),
        ("unsupported_format", 12, 1, "SGF"),
    ]


@pytest.mark.parametrize(
    "second",
    [
        tree(*WHITE_WINS, length=5, number=1, score=(1, 0)),
        tree(*WHITE_WINS),
        tree(*WHITE_WINS, names=("Eve", "Mallory")),
    ],
)
def test_a_second_match_is_not_read(second: str) -> None:
    text = tree(*WHITE_WINS) + second + tree(*WHITE_WINS)
    assert reader_problems(text) == [("second_match", 6, 1, "")]
    assert len(transcript_of(text).games) == 1


def test_games_that_are_not_numbered_are_one_match() -> None:
    text = tree(*WHITE_WINS).replace("[game:0]", "") * 2
    assert len(transcript_of(text).games) == 2


def test_a_game_that_does_not_say_its_length_belongs_to_the_match() -> None:
    text = tree(*WHITE_WINS) + tree(*BLACK_WINS, length=None, number=1, score=(1, 0))
    assert len(transcript_of(text).games) == 2
    assert reader_problems(text) == []


def test_m1_the_score_of_each_game_is_compared() -> None:
    games = [
        tree(*WHITE_WINS, more="RE[W+1]"),
        tree(*BLACK_WINS, number=1, score=(2, 0), more="RE[B+1]"),
        tree(*WHITE_WINS, number=3, score=(2, 3), more="RE[W+1]"),
    ]
    assert check_problems(*games) == ["wrong_score", "missing_games", "match_not_finished"]


def test_a_root_node_has_no_end_of_properties() -> None:
    text = "(;" + "A[]" * 100 + "GM[6]" + tree(*WHITE_WINS)[2:]
    assert codes(check(text.encode())) == ["unsupported_format", "no_games"]


def test_text_between_games_is_a_problem() -> None:
    text = tree(*WHITE_WINS) + "\n  well played)\n" + tree(*BLACK_WINS, number=1, score=(1, 0)) + " bye"
    assert reader_problems(text) == [
        ("unreadable_line", 7, 3, "well played)"),
        ("unreadable_line", 13, 2, "bye"),
    ]
    assert len(transcript_of(text).games) == 2


# Broken texts


def test_a_text_that_was_cut_off_is_damaged() -> None:
    text = tree("W[31hefe]", "B[52lqac]", more="RE[W+1R]")
    for end in (text.rindex(")"), text.index("\n;B")):
        part = text[:end]
        assert [problem[0] for problem in reader_problems(part)] == ["damaged_file"]
        assert check(part.encode()).verdict is Verdict.PROBLEMS


def test_a_value_that_was_cut_off_loses_nothing_before_it() -> None:
    text = tree("W[31hefe]", "B[52lqac]")
    part = text[: text.rindex("]")]
    assert entries_of(part) == ["W[31hefe]"]
    assert reader_problems(part) == [("unreadable_line", 3, 2, "B[52lqac"), ("damaged_file", 3, 10, "")]


def test_variations_that_were_cut_off_are_damaged() -> None:
    text = tree("W[31hefe]")[:-2] + "(;B[52lqac])(;B[52lg];W["
    assert entries_of(text) == ["W[31hefe]", "B[52lqac]"]
    assert [problem[0] for problem in reader_problems(text)] == ["unreadable_line", "damaged_file"]


@pytest.mark.parametrize(
    ("before", "damage"),
    [
        ("W[31hefe]A[0]", "[hefe E ver 3 0.5"),
        ("W[31hefe]", "C[a comment\nof two lines"),
        ("W[31hefe]", "C[a comment \\]"),
    ],
)
def test_a_missing_bracket_loses_no_node(before: str, damage: str) -> None:
    text = tree(before + damage, "B[52lqac]C[fine]", "W[21mkfe]")
    assert entries_of(text) == ["W[31hefe]", "B[52lqac]", "W[21mkfe]"]
    quote = damage.replace("\n", " ")
    assert reader_problems(text) == [("unreadable_line", 2, len(before) + 2, quote)]


def test_a_missing_bracket_of_a_play_loses_that_play_alone() -> None:
    text = tree("W[31hefe", "B[52lqac]", "W[21mkfe]")
    assert entries_of(text) == ["B[52lqac]", "W[21mkfe]"]
    assert reader_problems(text) == [("unreadable_line", 2, 2, "W[31hefe")]


def test_a_missing_bracket_at_the_end_of_a_game_does_not_lose_the_next() -> None:
    text = tree("W[31hefe]C[oh") + tree(*BLACK_WINS, number=1, score=(1, 0))
    assert [problem[0] for problem in reader_problems(text)][:1] == ["unreadable_line"]
    assert entries_of(text) == ["W[31hefe]", *BLACK_WINS]


@pytest.mark.parametrize(
    ("junk", "column", "quote"),
    [
        ("hello ", 12, "hello"),
        ("HELLO", 11, "HELLO"),
        ("[31hefe]", 11, "[31hefe]"),
        ("]", 11, "]"),
        ("31: 8/5 6/5", 11, "31: 8/5 6/5"),
        ("MR LU", 11, "MR LU"),
    ],
)
def test_junk_between_nodes_is_a_problem(junk: str, column: int, quote: str) -> None:
    text = tree("W[31hefe]" + " " * (column - 11) + junk, "B[52lqac]")
    assert entries_of(text) == ["W[31hefe]", "B[52lqac]"]
    assert reader_problems(text) == [("unreadable_line", 2, column, quote)]


def test_problems_of_the_reader_name_their_game() -> None:
    games = tree(*WHITE_WINS) + tree(
        "W[31hefe]", "hm", "B[99]", "CV[3]", number=1, score=(1, 0), more="RE[x]"
    )
    assert [problem.game for problem in transcript_of(games).problems] == [2, 2, 2, 2]


def test_reading_ends_after_too_many_problems() -> None:
    (*problems, last) = reader_problems(tree(*["W[99]"] * 1000))
    assert {problem[0] for problem in problems} == {"invalid_dice"}
    assert (len(problems), last[0], last[1]) == (501, "too_many_problems", 502)
    (*problems, last) = reader_problems(tree("W[31hefe]") + "(;)" * 1000)
    assert {problem[0] for problem in problems} == {"unsupported_format"}
    assert last[0] == "too_many_problems"


def test_no_record_nests_a_hundred_variations() -> None:
    deep = tree("W[31hefe]")[:-2] + "(;B[52lqac]" * 200 + ")" * 201
    assert reader_problems(deep)[0][0] == "damaged_file"
    beside = tree("W[31hefe]")[:-2] + ";B[52lqac])" + "(;B[52lqac]" * 200 + ")" * 201
    assert [problem[0] for problem in reader_problems(beside)] == ["unsupported_format", "damaged_file"]
    inside = tree("W[31hefe]")[:-2] + "(;B[52lqac])" + "(;B[52lqac]" * 200 + ")" * 201
    assert reader_problems(inside)[0][0] == "damaged_file"


# Hostile texts

START = "(;GM[6]MI[length:7][game:0][ws:0][bs:0]PW[Ann]PB[Bob]"
HOSTILE = [
    *(
        "(",
        "(;",
        "((;",
        ";",
        "[",
        "[[A",
        "]",
        "\\",
        "A[",
        "A[]",
        "PW[]",
        "A[\\]",
        "A[\n;",
        "C[\n;B[11]",
        "\n",
    ),
    *("A ", "A[x][", "(;)", "(;A[])", "((;))", ")(;", ")(;GM[6]", ")(;GM[6]MI[game:1][ws:0][bs:0]", "x(;"),
    *(
        ";W[",
        ";W[]",
        ";W[31]",
        ";W[11hg]",
        ";B[double]",
        ";PL[W]",
        ";DI[11]",
        ";AW[a]",
        "[a]",
        ";CV[1]",
        "A[",
    ),
    *("W[x]B[", "PL[B]DI[11]AE[a:y]", "é", "(;W[31]", "A[(])(", ")(;C[\n;B[(", "A[(;", "A\t\n"),
]


@pytest.mark.parametrize("piece", HOSTILE)
@pytest.mark.parametrize("start", ["", START, START + ";W[31hefe])"])
def test_hostile_texts_take_no_longer_than_others(start: str, piece: str) -> None:
    text = (start + piece * (MEBIBYTE // 4 // len(piece))).encode()
    before = time.process_time()
    report = check(text)
    # About a hundred times what the slowest takes, and far less than anything quadratic would.
    assert time.process_time() - before < 10
    assert (report.transcript is None) == (report.verdict is Verdict.UNREADABLE)


PIECES = [
    *("(", ")", ";", "[", "]", "\\", ":", "\n", " ", "é", "\x1b"),
    *(START, "\n;W[31hefe]", "\n;B[52lqac]", ";W[66]", ";B[11", "xw", "yz", "]A[0][hefe E]", "C[\\]"),
    *("W[double]", ";B[double]", ";W[take]", ";B[take]", ";W[drop]", "RE[W+1]", "RE[B+2R]", "RU[Crawford]"),
    *("PL[W]", "PL[B]", "DI[52]", "AE[a:y]", "AW[a][b]", "AB[x]", "CV[2]", "CP[w]", "CP[b]", "GM[6]"),
    *(
        "MI[length:7]",
        ")(;GM[6]MI[length:7][game:1][ws:9][bs:9]",
        "MI[length:-7][ws:-1][bs:-1]",
        "MI[length:0][game:1][ws:1][bs:0]",
        "RU[Hypergammon1]",
        "(;GM[1]",
        "W[??]",
        ";B[31?]",
    ),
]


@settings(max_examples=examples(4000, landing=200))
@given(st.lists(st.sampled_from(PIECES), max_size=60))
def test_random_text_of_the_grammar(pieces: list[str]) -> None:
    assert_sound(check((START + "".join(pieces)).encode()))


REAL = [data for data in (path.read_bytes() for path in sorted(DATA.rglob("*.sgf"))) if len(data) < 10_000]


@settings(max_examples=examples(2000, landing=100))
@given(st.randoms(use_true_random=False))
def test_real_records_with_random_damage(chance: random.Random) -> None:
    data = bytearray(chance.choice(REAL))
    for _ in range(chance.randint(1, 8)):
        place = chance.randrange(len(data))
        end = min(len(data), place + chance.choice([1, 1, 2, 10, 200]))
        kind = chance.randrange(4)
        if kind == 0:
            del data[place:end]
        elif kind == 1:
            data[place:end] = chance.choice(PIECES).encode()
        elif kind == 2:
            data[place:place] = data[place:end]
        else:
            data[place] = chance.randrange(1, 256)
    assert_sound(check(bytes(data)))


def test_bytes_that_are_no_utf_8_are_remarked() -> None:
    text = tree("W[31hefe]", names=("André", "Bob"))
    assert "not_utf8" in codes(check(text.encode("latin-1")))
