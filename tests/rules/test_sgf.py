"""The reader of .sgf texts: header, plays, cube actions and results."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rules import BACKGAMMON, Ended, EntryKind, Note, Side, Transcript, Verdict, canonical, check
from rules.notation import read
from rules.notation._sgf_header import VARIANT_RULES
from rules.variant import VARIANTS
from tests.rules.records import DATA, PUBLIC, codes
from tests.rules.sgf_texts import BLACK_WINS, WHITE_WINS, check_problems, reader_problems, transcript_of, tree

OWN = sorted(DATA.rglob("*.sgf"))


def of_file(path: Path) -> Transcript:
    transcript = read(path.read_bytes()).transcript
    assert transcript is not None
    return transcript


# Real files


def test_there_are_the_records_of_gnubg() -> None:
    assert len(OWN) == 48


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_a_record_of_gnubg_is_clean_and_the_same_match_as_its_mat(path: Path) -> None:
    report = check(path.read_bytes())
    assert (report.format, report.verdict) == ("sgf", Verdict.CLEAN)
    assert report.transcript is not None
    same = path.with_name(path.name.replace(".full", "").replace(".sgf", ".mat"))
    assert canonical(report.transcript) == canonical(of_file(same))


def test_analysis_changes_nothing() -> None:
    (full,) = (path for path in OWN if ".full" in path.name)
    plain = full.with_name(full.name.replace(".full", ""))
    assert canonical(of_file(full)) == canonical(of_file(plain))
    assert len(full.read_bytes()) > 50 * len(plain.read_bytes())


@pytest.mark.skipif(
    not PUBLIC.is_dir(), reason="the public records are not at hand: set VIDEAU_RECORDS to their folder"
)
@pytest.mark.parametrize(("name", "same"), [("074-gbf.sgf", "079-gbf.mat"), ("078-gbf.sgf", "076-gbf.mat")])
def test_a_public_record_is_the_same_match_in_two_notations(name: str, same: str) -> None:
    report = check((PUBLIC / name).read_bytes())
    assert report.verdict is Verdict.CLEAN
    assert report.transcript is not None
    assert canonical(report.transcript) == canonical(of_file(PUBLIC / same))


# Which texts are read


@pytest.mark.parametrize(
    "text",
    [
        tree(*WHITE_WINS),
        "\ufeff" + tree(*WHITE_WINS),
        "\n \t" + tree(*WHITE_WINS),
        tree(*WHITE_WINS).replace("\n", "\r\n"),
        "( ;GM [ 6 ]MI[length:1][game:0][ws:0][bs:0]\n;W[31hefe])",
        "(;C[a go board GM[1\\]]GM[6]MI[length:1];W[31hefe])",
    ],
)
def test_the_content_tells_a_backgammon_game(text: str) -> None:
    assert transcript_of(text).games[0].entries[0].dice == (3, 1)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("(;FF[4]GM[1]SZ[19];B[pd];W[dd])", "unsupported_format"),
        ("(;FF[4]SZ[19];B[pd])", "unsupported_format"),
        ("(;C[GM[6\\]];B[pd])", "unsupported_format"),
        ("(;GM[66])", "unsupported_format"),
        ("(;GM[6", "unsupported_format"),
        ("(", "not_a_record"),
        ("Dear director (;GM[6]", "not_a_record"),
    ],
)
def test_what_is_no_backgammon_is_not_read(text: str, code: str) -> None:
    assert codes(check(text.encode())) == [code]


# The root node


def test_the_root_node_tells_who_plays_and_the_score() -> None:
    games = [
        tree(*WHITE_WINS, more="RE[W+1]"),
        tree(*BLACK_WINS, number=1, score=(1, 0), more="RE[B+1]"),
    ]
    transcript = transcript_of("".join(games))
    assert (transcript.players, transcript.length, transcript.length_line) == (("Ann", "Bob"), 7, 1)
    assert [(game.number, game.line, game.score) for game in transcript.games] == [
        (1, 1, (0, 0)),
        (2, 6, (1, 0)),
    ]
    assert [game.players for game in transcript.games] == [("Ann", "Bob")] * 2
    assert [(entry.side, entry.value) for game in transcript.games for entry in game.entries[-1:]] == [
        (Side.ONE, 1),
        (Side.TWO, 1),
    ]


def test_a_length_of_nought_is_unlimited_play() -> None:
    transcript = transcript_of(tree(*WHITE_WINS, length=0))
    assert (transcript.length, transcript.length_line) == (None, 1)


def test_a_missing_length_is_a_problem_and_the_games_are_read() -> None:
    text = tree(*WHITE_WINS, length=None)
    assert reader_problems(text) == [("missing_length", 1, 1, "")]
    assert transcript_of(text).length_line is None


def test_a_missing_score_is_a_problem() -> None:
    assert reader_problems(tree(*WHITE_WINS, score=None)) == [("missing_score_line", 1, 1, "")]
    assert transcript_of(tree(*WHITE_WINS, score=None)).games[0].score is None


def test_a_wrong_score_is_told_where_it_stands() -> None:
    second = tree(*BLACK_WINS, number=1, score=(3, 0)).replace("MI[", "\n\nMI[")
    report = check((tree(*WHITE_WINS, more="RE[W+1]") + second).encode())
    assert (report.problems[0].code, report.problems[0].line) == ("wrong_score", 8)


def test_games_without_a_number_are_counted() -> None:
    games = tree(*WHITE_WINS).replace("[game:0]", "") + tree(*WHITE_WINS).replace("[game:0]", "")
    assert [game.number for game in transcript_of(games).games] == [1, 2]


def test_a_game_called_nought_is_read_as_it_was_written() -> None:
    assert transcript_of(tree(*WHITE_WINS, number=-1)).games[0].number == 0


def test_there_are_no_negative_lengths_and_scores() -> None:
    text = tree(*WHITE_WINS, length=-7, score=(-1, 0))
    assert [problem[0] for problem in reader_problems(text)] == ["missing_length", "missing_score_line"]
    assert check_problems(tree(*WHITE_WINS) + tree(*BLACK_WINS, number=1, score=(0, -3)))


def test_match_information_that_is_none_is_not_there() -> None:
    text = tree(*WHITE_WINS).replace("[length:7]", "[length:seven][what:7][length:1234567]")
    assert reader_problems(text) == [("missing_length", 1, 1, "")]


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("Ann", "Ann"),
        ("", ""),
        ("望月 正行", "望月 正行"),
        (r"An\]n \[x] [y", "An]n [x"),
        (r"back\\slash \:", "back\\slash :"),
        ("two\nlines\tand a\\\nsoft one", "two lines and asoft one"),
        ("\x1b[31mred ", "[31mred"),
        ("x" * 300, "x" * 200),
    ],
)
def test_names_are_read_without_their_escapes(source: str, name: str) -> None:
    assert transcript_of(tree(*WHITE_WINS, names=(source, "Bob"))).players == (name, "Bob")


def test_names_of_the_first_game_hold_where_a_later_one_has_none() -> None:
    nameless = tree(number=1, score=(1, 0)).replace("PW[Ann]PB[Bob]", "")
    assert transcript_of(tree(*WHITE_WINS) + nameless).games[1].players == ("Ann", "Bob")
    assert transcript_of(nameless).players == ("", "")


def test_facts_of_the_match_become_the_usual_tags() -> None:
    facts = (
        "WR[1800]BR[1700]DT[2026-11-21]EV[Club\nnight]RO[2]PC[Paris]AN[Ann]GC[a long \\] story]CV[2]GS[M:1 2]"
    )
    text = tree(*WHITE_WINS, length=0, rules="RU[NoCube:Crawford:Jacoby]", more=facts)
    assert transcript_of(text).tags == {
        "Player 1 Elo": "1800",
        "Player 2 Elo": "1700",
        "EventDate": "2026.11.21",
        "Event": "Club night",
        "Round": "2",
        "Site": "Paris",
        "Transcriber": "Ann",
        "Comment": "a long ] story",
        "Variation": "Backgammon",
        "Jacoby": "On",
        "Crawford": "On",
        "CubeLimit": "1",
        "AutoDouble": "On",
    }


@pytest.mark.parametrize(("code", "rule"), VARIANT_RULES.items())
def test_v1_v2_a_rule_names_the_variant(code: str, rule: str) -> None:
    transcript = transcript_of(tree("W[31xuxw]", rules=f"RU[Crawford:{rule}]"))
    assert transcript.variant is VARIANTS[code]
    assert transcript.tags["Variation"] == VARIANTS[code].variation


@pytest.mark.parametrize(
    ("rules", "mark"),
    [
        ("RU[Crawford:CrawfordGame]", True),
        ("RU[Crawford][CrawfordGame]", True),
        ("RU[Crawford]", False),
        ("RU[Jacoby]", None),
        ("", None),
        ("RU[]", None),
    ],
)
def test_m2_the_rules_mark_the_crawford_game(rules: str, mark: bool | None) -> None:
    transcript = transcript_of(tree(*WHITE_WINS, rules=rules))
    assert transcript.games[0].is_crawford is mark
    assert transcript.problems == ()


def test_a_rule_that_nobody_knows_is_a_problem() -> None:
    text = tree(*WHITE_WINS, rules="RU[Crawford:LongGammon:Acey]")
    column = text.index("RU[") + 1
    assert reader_problems(text) == [
        ("unknown_variation", 1, column, "Acey"),
        ("unknown_variation", 1, column, "LongGammon"),
    ]
    assert transcript_of(text).variant is BACKGAMMON


def test_v4_automatic_doubles_raise_the_cube_at_the_start() -> None:
    text = tree(*WHITE_WINS, length=0, more="CV[4]RE[W+4]")
    transcript = transcript_of(text)
    assert transcript.games[0].start_cube == 4
    assert [entry.value for entry in transcript.games[0].entries] == [None, None, 8, None, 4]
    assert check_problems(text) == ["unlimited_length"]


def test_an_automatic_cube_that_is_none_is_a_problem() -> None:
    text = tree(*WHITE_WINS, more="CV[3]")
    assert reader_problems(text) == [("unreadable_cell", 1, text.index("CV[") + 1, "CV[3]")]
    assert transcript_of(text).games[0].start_cube == 1


@pytest.mark.parametrize(
    ("source", "kind", "side", "value"),
    [
        ("W+2", EntryKind.WIN, Side.ONE, 2),
        ("B+12R", EntryKind.WIN, Side.TWO, 12),
        ("w+3r", EntryKind.WIN, Side.ONE, 3),
        (" B+1 ", EntryKind.WIN, Side.TWO, 1),
        ("W+R", EntryKind.RESIGN, Side.TWO, None),
        ("B+Resign", EntryKind.RESIGN, Side.ONE, None),
        ("B+T", EntryKind.RESIGN, Side.ONE, None),
    ],
)
def test_the_result_is_the_last_entry(source: str, kind: EntryKind, side: Side, value: int | None) -> None:
    text = tree("W[31hefe]", "B[52lqac]", more=f"RE[{source}]")
    entry = transcript_of(text).games[0].entries[-1]
    assert (entry.kind, entry.side, entry.value, entry.note) == (kind, side, value, None)
    assert (entry.line, entry.column) == (1, text.index("RE[") + 1)
    assert entry.text.startswith("RE[")


@pytest.mark.parametrize("source", ["", "?", "0", "Draw", "void"])
def test_a_game_may_have_no_result(source: str) -> None:
    text = tree(*WHITE_WINS, more=f"RE[{source}]")
    assert len(transcript_of(text).games[0].entries) == 4
    assert reader_problems(text) == []


@pytest.mark.parametrize("source", ["W", "W+", "Ann wins", "X+2", "W+2 points", "W+1234567"])
def test_a_result_that_is_none_is_a_problem(source: str) -> None:
    text = tree(*WHITE_WINS, more=f"RE[{source}]")
    assert reader_problems(text) == [("unreadable_cell", 1, text.index("RE[") + 1, f"RE[{source}]")]


def test_d5_a_game_is_won_alike_whether_it_was_resigned_or_lacks_its_end() -> None:
    resignation, other = (
        check(tree("W[31hefe]", "B[52lqac]", more=f"RE[W+2{end}]").encode()).games[0] for end in ("R", "")
    )
    assert (resignation.ended, resignation.points) == ("resigned", 2)
    assert other == replace(resignation, ended=Ended.BORNE_OFF)


# Plays


@pytest.mark.parametrize(
    ("source", "side", "dice", "moves"),
    [
        ("W[31hefe]", Side.ONE, (3, 1), ((8, 5), (6, 5))),
        ("B[31qtst]", Side.TWO, (3, 1), ((8, 5), (6, 5))),
        ("W[64ysyu]", Side.ONE, (6, 4), ((25, 19), (25, 21))),
        ("B[64yfyd]", Side.TWO, (6, 4), ((25, 19), (25, 21))),
        ("W[21azbz]", Side.ONE, (2, 1), ((1, 0), (2, 0))),
        ("B[21xzwz]", Side.TWO, (2, 1), ((1, 0), (2, 0))),
        ("W[11hgfefehg]", Side.ONE, (1, 1), ((8, 7), (6, 5), (6, 5), (8, 7))),
        ("W[13hefe]", Side.ONE, (1, 3), ((8, 5), (6, 5))),
    ],
)
def test_letters_are_the_points_of_either_side(
    source: str, side: Side, dice: tuple[int, int], moves: tuple[tuple[int, int], ...]
) -> None:
    (entry,) = transcript_of(tree(source)).games[0].entries
    assert (entry.kind, entry.side, entry.dice, entry.moves) == (EntryKind.ROLL, side, dice, moves)
    assert (entry.text, entry.note, entry.value, entry.turn) == (source, None, None, None)


def test_b9_dice_without_letters_say_that_nothing_could_be_moved() -> None:
    (entry,) = transcript_of(tree("W[66]")).games[0].entries
    assert (entry.dice, entry.moves, entry.note) == ((6, 6), (), Note.CANNOT_MOVE)
    assert "false_dance" in check_problems(tree("W[65]"))


@pytest.mark.parametrize(
    ("source", "code", "dice", "moves"),
    [
        ("W[]", "unreadable_play", None, ()),
        ("W[3]", "unreadable_play", None, ()),
        ("W[07hefe]", "invalid_dice", None, ((8, 5), (6, 5))),
        ("W[hefe]", "unreadable_play", None, ()),
        ("W[31hef]", "unreadable_play", (3, 1), ((8, 5),)),
        ("W[31he1e]", "unreadable_play", (3, 1), ((8, 5),)),
        ("W[31HEFE]", "unreadable_play", (3, 1), ()),
        ("W[31 hefe]", "unreadable_play", (3, 1), ()),
        ("W[resign]", "unreadable_play", None, ()),
        ("W[31he\nfe]", "unreadable_play", (3, 1), ((8, 5),)),
        ("W[31h\\efe]", "unreadable_play", (3, 1), ()),
    ],
)
def test_a_play_that_is_none_is_a_problem_at_its_place(
    source: str, code: str, dice: tuple[int, int] | None, moves: tuple[tuple[int, int], ...]
) -> None:
    text = tree("B[31qtst]", source)
    quote = " ".join(source.split())
    assert reader_problems(text) == [(code, 3, 2, quote)]
    entry = transcript_of(text).games[0].entries[1]
    assert (entry.dice, entry.moves) == (dice, moves)
    assert (entry.note is Note.UNREADABLE) == (code == "unreadable_play")


def test_more_moves_than_dice_are_read_so_that_they_are_seen() -> None:
    text = tree("W[11hgfehgfefe]")
    assert len(transcript_of(text).games[0].entries[0].moves) == 5
    assert "too_many_moves" in check_problems(text)
    assert len(transcript_of(tree("W[11" + "hg" * 5000 + "]")).games[0].entries[0].moves) == 8


def test_a_roll_may_be_told_without_its_play() -> None:
    # Our own marks, which other programs take for a dance.
    other, unplayed = transcript_of(tree("W[31?]", "B[52??]")).games[0].entries
    assert (other.dice, other.moves, other.note) == ((3, 1), (), None)
    assert (unplayed.dice, unplayed.moves, unplayed.note) == ((5, 2), (), Note.NOT_PLAYED)
    assert reader_problems(tree("W[31?]", "B[52??]")) == []
    assert reader_problems(tree("W[00?]")) == [("invalid_dice", 2, 2, "W[00?]")]


def test_every_entry_has_its_line_and_column() -> None:
    text = "(;GM[6]MI[length:1]PW[Ann]PB[Bob];W[31hefe];B[52lqac]\n\n;C[a\nb]W[21mkfe]\n ;\n B[double])"
    entries = transcript_of(text).games[0].entries
    assert [(entry.line, entry.column) for entry in entries] == [(1, 35), (1, 45), (4, 3), (6, 2)]
    lines = text.split("\n")
    for entry in entries:
        assert lines[entry.line - 1][entry.column - 1 :].startswith(entry.text)


# The cube


def calls(*nodes: str) -> list[tuple[EntryKind, Side, int | None]]:
    """The entries after the first two plays of a game."""
    entries = transcript_of(tree("W[31hefe]", "B[52lqac]", *nodes, length=0)).games[0].entries[2:]
    return [(entry.kind, entry.side, entry.value) for entry in entries if entry.kind is not EntryKind.ROLL]


DOUBLE, TAKE, DROP = EntryKind.DOUBLE, EntryKind.TAKE, EntryKind.DROP
BEAVER, RACCOON = EntryKind.BEAVER, EntryKind.RACCOON


def test_e2_a_double_is_to_twice_the_cube() -> None:
    nodes = ["W[double]", "B[take]", "W[21mkfe]", "B[double]", "W[take]", "B[21mkfe]", "W[double]", "B[drop]"]
    assert calls(*nodes) == [
        (DOUBLE, Side.ONE, 2),
        (TAKE, Side.TWO, None),
        (DOUBLE, Side.TWO, 4),
        (TAKE, Side.ONE, None),
        (DOUBLE, Side.ONE, 8),
        (DROP, Side.TWO, None),
    ]


def test_v4_a_double_that_answers_a_double_is_a_beaver_and_needs_no_take() -> None:
    nodes = ["W[double]", "B[double]", "W[take]", "W[21mkfe]", "B[double]"]
    assert calls(*nodes) == [(DOUBLE, Side.ONE, 2), (BEAVER, Side.TWO, 4), (DOUBLE, Side.TWO, 8)]
    assert calls(*nodes[:2], *nodes[3:]) == calls(*nodes)


def test_v4_a_double_that_answers_a_beaver_is_a_raccoon() -> None:
    nodes = ["W[double]", "B[double]", "W[double]", "B[take]", "W[21mkfe]", "B[double]"]
    assert calls(*nodes) == [
        (DOUBLE, Side.ONE, 2),
        (BEAVER, Side.TWO, 4),
        (RACCOON, Side.ONE, 8),
        (DOUBLE, Side.TWO, 16),
    ]


def test_v4_a_beaver_may_be_dropped() -> None:
    assert calls("W[double]", "B[double]", "W[drop]") == [
        (DOUBLE, Side.ONE, 2),
        (BEAVER, Side.TWO, 4),
        (DROP, Side.ONE, None),
    ]


def test_a_double_that_nobody_answered_was_taken() -> None:
    assert calls("W[double]", "W[21mkfe]", "B[double]") == [(DOUBLE, Side.ONE, 2), (DOUBLE, Side.TWO, 4)]
    assert calls("W[double]", "PL[W]DI[21]", "B[double]") == [(DOUBLE, Side.ONE, 2), (DOUBLE, Side.TWO, 4)]
    assert calls("W[double]", "W[double]") == [(DOUBLE, Side.ONE, 2), (DOUBLE, Side.ONE, 4)]


def test_a_take_of_nothing_is_written_down() -> None:
    assert calls("B[take]", "W[double]") == [(TAKE, Side.TWO, None), (DOUBLE, Side.ONE, 2)]


def test_e3_the_cube_goes_no_further_than_its_scale() -> None:
    nodes = ["W[double]", "B[take]", "B[double]", "W[take]"] * 10
    values = [value for kind, _, value in calls(*nodes) if kind is DOUBLE]
    assert values[:15] == [2 << power for power in range(15)]
    assert set(values[15:]) == {1 << 16}
    assert "cube_off_scale" in check_problems(tree("W[31hefe]", "B[52lqac]", *nodes, length=0))


def test_v4_beavers_go_no_further_than_the_scale() -> None:
    nodes = ["W[double]", *["B[double]", "W[double]"] * 10]
    assert [value for _, _, value in calls(*nodes)][-2:] == [1 << 15, 1 << 15]
