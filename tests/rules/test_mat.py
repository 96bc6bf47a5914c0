"""The grammar of .mat texts: header, score lines, rows, cells and moves."""

from __future__ import annotations

import pytest

from rules import BACKGAMMON, NACKGAMMON, EntryKind, Note, Problem, Side, Transcript, Verdict, check
from rules.notation import read
from tests.rules.records import DROPPED, codes, game, mat, row, wins


def transcript_of(data: bytes) -> Transcript:
    transcript = read(data).transcript
    assert transcript is not None
    return transcript


def only_problem(data: bytes) -> Problem:
    (problem,) = transcript_of(data).problems
    return problem


# The header


@pytest.mark.parametrize(
    "line",
    [
        *(" 7 point match", "7 point match", "7 points match", "\t7-point match", "7 POINT MATCH"),
        *("Match to 7 points", "Match en 7 points", "Match auf 7 Punkte", "7-Punkte-Match", "7 Punkte Match"),
    ],
)
def test_the_length_is_read_however_it_is_written(line: str) -> None:
    text = f"{line}\n\n{game(*DROPPED, wins(1))}\n"
    assert transcript_of(text.encode()).length == 7


def test_a_length_of_nought_is_unlimited_play() -> None:
    assert transcript_of(mat(game(*DROPPED, wins(1)), length=0)).length is None


def test_a_length_in_a_comment_does_not_count() -> None:
    header = "; 5-point match\n# 3 point match"
    assert transcript_of(mat(game(*DROPPED, wins(1)), header=header)).length == 7


def test_a_missing_length_is_a_problem_and_the_games_are_read() -> None:
    report = check(mat(game(*DROPPED, wins(1)), length=None))
    assert codes(report) == ["missing_length"]
    assert report.games[0].winner is Side.ONE


def test_tags_are_read_with_and_without_blanks() -> None:
    header = (
        '; [Event "Club night"]\n;[Round "2"]\n; [Game 1, Move 1: a note]\n;[matchtitle Final]\n; [Round "3"]'
    )
    assert transcript_of(mat(game(*DROPPED), header=header)).tags == {"Event": "Club night", "Round": "2"}


def test_a_title_of_old_programs_is_the_event() -> None:
    assert transcript_of(mat(game(), header=";[matchtitle Club night ]")).tags == {"Event": "Club night"}


def test_a_remark_on_a_move_is_no_tag() -> None:
    header = '; [Game 1, Move 1: he said "ouch"]'
    assert transcript_of(mat(game('; [Note "a fine play"]'), header=header)).tags == {}


def test_ratings_behind_the_names_are_kept_unless_the_header_names_the_players() -> None:
    names = ("ann,1780", "bob,950")
    first = game(*DROPPED, wins(1), names=names)
    second = game(*DROPPED, wins(1), number=2, score=(1, 0), names=("ann,1785", "bob,945"))
    tags = {"Player 1 Elo": "1780", "Player 2 Elo": "950"}
    assert transcript_of(mat(first, second)).tags == tags
    header = '; [Player 1 "Bob"]'
    assert transcript_of(mat(first, header=header)).tags == {"Player 1": "Bob"}


def test_no_more_than_a_hundred_tags_are_kept() -> None:
    header = "\n".join(f'; [Key{number} "value"]' for number in range(200))
    assert len(transcript_of(mat(game(*DROPPED), header=header)).tags) == 100


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("Backgammon", "backgammon"),
        ("NackGammon", "nackgammon"),
        ("HyperGammon (1)", "hypergammon_1"),
        ("HyperGammon (2)", "hypergammon_2"),
        ("HyperGammon (3)", "hypergammon_3"),
        ("Hypergammon", "hypergammon_3"),
    ],
)
def test_the_variation_tag_names_the_variant(value: str, code: str) -> None:
    assert transcript_of(mat(game(), header=f'; [Variation "{value}"]')).variant.code == code


def test_without_a_variation_tag_it_is_backgammon() -> None:
    assert transcript_of(mat(game())).variant is BACKGAMMON


def test_an_unknown_variation_is_a_problem() -> None:
    problem = only_problem(mat(game(), header='; [Variation "Plakoto"]'))
    assert (problem.code, problem.line, problem.found) == ("unknown_variation", 1, "Plakoto")


def test_a_title_before_the_first_game_is_passed_over() -> None:
    assert transcript_of(mat(game(*DROPPED), header="Final of the club championship")).problems == ()


def test_a_second_match_in_the_file_is_a_problem_and_not_read() -> None:
    data = mat(game(*DROPPED, wins(1))) + mat(game(*DROPPED, wins(1)))
    transcript = transcript_of(data)
    assert [problem.code for problem in transcript.problems] == ["second_match"]
    assert len(transcript.games) == 1


# Score lines


@pytest.mark.parametrize(
    ("line", "players", "score"),
    [
        (" Ann : 0                        Bob : 0", ("Ann", "Bob"), (0, 0)),
        ("Ann:3  Bob:11", ("Ann", "Bob"), (3, 11)),
        (" Jean-Luc du Pont : 1           O'Neill, J. : 2", ("Jean-Luc du Pont", "O'Neill, J."), (1, 2)),
        (" ann,1780 : 0                   bob,1650 : 0", ("ann", "bob"), (0, 0)),
        (" : 0                            Bob : 0", ("", "Bob"), (0, 0)),
        (" Ann : 0                        : 0", ("Ann", ""), (0, 0)),
        (" Team: 2 of us : 4              Bob : 0", ("Team: 2 of us", "Bob"), (4, 0)),
        (" Ann : 0 Bob : 0", ("Ann", "Bob"), (0, 0)),
        (" L\x1b[31mvet : 0               Bob : 0", ("L[31mvet", "Bob"), (0, 0)),
    ],
)
def test_names_and_score_come_from_the_score_line(
    line: str, players: tuple[str, str], score: tuple[int, int]
) -> None:
    text = f" 7 point match\n Game 1\n{line}\n"
    record = transcript_of(text.encode()).games[0]
    assert (record.players, record.score) == (players, score)


@pytest.mark.parametrize(
    "end", ["\n", f"\n{row(1, '31: 8/5 6/5', '')}\n", "\n\n Game 2\n Ann : 0  Bob : 0\n"]
)
def test_a_missing_score_line_is_a_problem(end: str) -> None:
    problem = only_problem(f" 7 point match\n Game 1{end}".encode())
    assert (problem.code, problem.line, problem.game) == ("missing_score_line", 2, 1)


@pytest.mark.parametrize(
    "line",
    [
        "Ann 0   Bob 0",
        "Ann : 0",
        "Ann : 0  Bob : 0 x",
        "Ann : 1234567  Bob : 0",
        "Ann : 0  Bob : 0" + " : 0" * 300,
    ],
)
def test_a_score_line_that_is_none_is_a_problem_at_its_line(line: str) -> None:
    problems = transcript_of(f" 7 point match\n Game 1\n{line}\n".encode()).problems
    assert [(problem.code, problem.line) for problem in problems] == [
        ("unreadable_line", 3),
        ("missing_score_line", 2),
    ]


# Rows and cells


def entries_of(*lines: tuple[str, str] | str, header: str = "") -> list[tuple[object, ...]]:
    record = transcript_of(mat(game(*lines), header=header)).games[0]
    return [
        (entry.kind, entry.side, entry.dice, entry.moves, entry.value, entry.note) for entry in record.entries
    ]


def test_a_cell_knows_its_place_and_its_text() -> None:
    record = transcript_of(mat(game(("31: 8/5 6/5", "52: 13/8 24/22")))).games[0]
    first, second = record.entries
    assert (first.turn, first.line, first.column, first.text) == (1, 5, 6, "31: 8/5 6/5")
    assert (second.turn, second.line, second.column, second.text) == (1, 5, 34, "52: 13/8 24/22")


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("8/5 6/5", ((8, 5), (6, 5))),
        ("8/5* 6/5*", ((8, 5), (6, 5))),
        ("25/22 4/0", ((25, 22), (4, 0))),
        ("bar/22 4/off", ((25, 22), (4, 0))),
        ("Bar/22 4/Off", ((25, 22), (4, 0))),
        ("BAR/22 4/O", ((25, 22), (4, 0))),
        ("13/11(2) 6/4*(2)", ((13, 11), (13, 11), (6, 4), (6, 4))),
        ("24/18*/14", ((24, 18), (18, 14))),
        ("24/14", ((24, 14),)),
        ("08/05", ((8, 5),)),
        ("8/5 1)", ((8, 5),)),
    ],
)
def test_moves_are_read_in_every_spelling(text: str, moves: tuple[tuple[int, int], ...]) -> None:
    assert entries_of((f"31: {text}", ""))[0][3] == moves


@pytest.mark.parametrize(
    "word", ["8", "8/", "/5", "8/x", "8/5(", "8/5(5)", "8/5(two)", "88/5", "bar/" + "24/" * 9 + "1"]
)
def test_what_is_no_move_is_a_problem_at_its_cell_and_the_rest_is_read(word: str) -> None:
    data = mat(game((f"31: 6/5 {word}", "52: 13/8 24/22")))
    problem = only_problem(data)
    assert (problem.code, problem.line, problem.column, problem.player) == ("unreadable_play", 5, 6, Side.ONE)
    assert (problem.game, problem.turn) == (1, 1)
    assert transcript_of(data).games[0].entries[0].moves == ((6, 5),)


def test_v3_a_checker_enters_from_outside() -> None:
    assert entries_of(("31: out/22 out/24*", ""))[0][3] == ((26, 22), (26, 24))


def test_an_endless_play_is_cut() -> None:
    (entry, *_) = transcript_of(mat(game(("31: " + "8/7 " * 1000, "")))).games[0].entries
    assert len(entry.moves) == 8


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("Cannot Move", Note.CANNOT_MOVE),
        ("cannot move", Note.CANNOT_MOVE),
        ("#", Note.CANNOT_MOVE),
        ("???", Note.NOT_PLAYED),
        ("????", Note.NOT_PLAYED),
        ("", None),
    ],
)
def test_a_roll_without_moves_says_why(text: str, note: Note | None) -> None:
    assert entries_of((f"31: {text}", ""))[0] == (EntryKind.ROLL, Side.ONE, (3, 1), (), None, note)


@pytest.mark.parametrize(
    ("cell", "kind", "value"),
    [
        ("Doubles => 2", EntryKind.DOUBLE, 2),
        ("Doubles", EntryKind.DOUBLE, None),
        ("Beavers => 4", EntryKind.BEAVER, 4),
        ("Raccoons => 8", EntryKind.RACCOON, 8),
        ("Doubles =>2", EntryKind.DOUBLE, 2),
        ("Takes", EntryKind.TAKE, None),
        ("Accepts", EntryKind.TAKE, None),
        ("Drops", EntryKind.DROP, None),
        ("Rejects", EntryKind.DROP, None),
        ("Passes", EntryKind.DROP, None),
        ("Losses 2 point", EntryKind.LOSS, 2),
        ("Concedes", EntryKind.RESIGN, None),
        ("Resigned Game", EntryKind.RESIGN, None),
        ("Resigned Match", EntryKind.RESIGN, None),
        ("Forfeits", EntryKind.RESIGN, None),
        ("Lost on time", EntryKind.RESIGN, None),
        ("Wins 4 points", EntryKind.WIN, 4),
        ("wins 1 point", EntryKind.WIN, 1),
    ],
)
def test_words_begin_cells_too(cell: str, kind: EntryKind, value: int | None) -> None:
    data = mat(game((cell, "")))
    assert transcript_of(data).problems == ()
    assert entries_of((cell, ""))[0] == (kind, Side.ONE, None, (), value, None)


def test_v4_gnubg_calls_a_raccoon_a_beaver_too() -> None:
    rows = ("31: 8/5 6/5", "Doubles => 2"), ("Beavers => 4", "Beavers => 8")
    kinds = [entry[0] for entry in entries_of(*rows)]
    assert kinds[1:] == [EntryKind.DOUBLE, EntryKind.BEAVER, EntryKind.RACCOON]
    split = [entry[0] for entry in entries_of(rows[0], (rows[1][0], ""), ("", rows[1][1]))]
    assert split == kinds


def test_v4_automatic_doubles_are_told_by_the_cube_at_the_start() -> None:
    (record,) = transcript_of(mat(game('; [Cube "4"]', *DROPPED), length=0)).games
    assert (record.start, record.start_cube, record.start_owner) == (None, 4, None)


@pytest.mark.parametrize("text", ["3", "0", "", "two", "99999"])
def test_what_is_no_cube_is_a_remark(text: str) -> None:
    (record,) = transcript_of(mat(game(f'; [Cube "{text}"]', *DROPPED), length=0)).games
    assert record.start_cube == 1


def test_a_result_may_end_the_match() -> None:
    assert entries_of(wins(4, end=" and the match")) == [(EntryKind.WIN, Side.ONE, None, (), 4, Note.MATCH)]
    assert entries_of(wins(4, right=True)) == [(EntryKind.WIN, Side.TWO, None, (), 4, None)]


@pytest.mark.parametrize(
    "cell",
    [
        "Doubles => two",
        "Takes it",
        "Takes 2",
        "Doubles => 2 and more",
        "Wins 2 pawns",
        "Resigned angrily",
        "Wins 1234567 points",
    ],
)
def test_words_that_say_too_much_or_too_little_are_problems(cell: str) -> None:
    problem = only_problem(mat(game((cell, ""))))
    assert (problem.code, problem.found) == ("unreadable_cell", cell)


def test_text_before_the_first_cell_is_a_problem() -> None:
    problem = only_problem(mat(game("  1) hm 31: 8/5 6/5")))
    assert (problem.code, problem.column, problem.found) == ("unreadable_cell", 6, "hm")


def test_a_line_that_is_no_row_is_a_problem_at_its_line() -> None:
    problem = only_problem(mat(game(("31: 8/5 6/5", ""), "  the clock was stopped")))
    assert (problem.code, problem.line, problem.column) == ("unreadable_line", 6, 3)


def test_a_comment_inside_a_game_is_none() -> None:
    assert transcript_of(mat(game(("31: 8/5 6/5", ""), "; the clock was stopped"))).problems == ()


def test_rows_without_a_number_are_rows() -> None:
    assert entries_of("      31: 8/5 6/5       52: 13/8 24/22")[1][1:3] == (Side.TWO, (5, 2))


def test_row_numbers_may_be_missing_or_skipped_or_out_of_line() -> None:
    record = transcript_of(mat(game("1) 31: 8/5 6/5", "   7) 52: 13/8 24/22         31: 8/5 6/5"))).games[0]
    assert [entry.turn for entry in record.entries] == [1, 7, 7]


def test_a_row_number_repeated_inside_the_row_is_passed_over() -> None:
    entries = entries_of(" 24) 31: 8/5 6/5            24)  Losses 2 point")
    assert [entry[0] for entry in entries] == [EntryKind.ROLL, EntryKind.LOSS]
    assert transcript_of(mat(game(" 24)  24) 31: 8/5 6/5"))).problems == ()


def test_empty_rows_say_nothing() -> None:
    assert entries_of(("31: 8/5 6/5", ""), "  2)   ", "  3)") == entries_of(("31: 8/5 6/5", ""))


def test_tabs_stand_for_blanks() -> None:
    entries = entries_of("1)\t31: 8/5 6/5\t\t\t52: 13/8 24/22", "2)\t\t\t\t31: 8/5 6/5")
    assert [entry[1] for entry in entries] == [Side.ONE, Side.TWO, Side.TWO]


def test_a_row_of_more_cells_than_a_row_can_have_is_a_problem() -> None:
    assert only_problem(mat(game("  1) " + "31: 8/5 6/5 " * 9))).code == "unreadable_play"


@pytest.mark.parametrize("dice", ["00", "07", "71", "99"])
def test_dice_that_are_none_are_a_problem(dice: str) -> None:
    problem = only_problem(mat(game((f"{dice}: 8/5 6/5", ""))))
    assert (problem.code, problem.found) == ("invalid_dice", f"{dice}: 8/5 6/5")
    assert only_problem(mat(game((f"{dice}: 8/5 hm", "")))).code == "unreadable_play"


def test_a_resignation_before_the_roll_may_be_written_as_dice_of_nought() -> None:
    assert transcript_of(mat(game(("00: ????", "")))).problems == ()
    assert only_problem(mat(game(("77: ????", "")))).code == "invalid_dice"


def test_reading_ends_where_nothing_is_left_to_learn() -> None:
    problems = transcript_of(mat(game(*["rubbish"] * 2000))).problems
    assert problems[-1].code == "too_many_problems"
    assert len(problems) == 502


# Positions inside the text

SNOWIE = "7;0;1;0;1;Ann;Bo(b) Takes 31:;0;0;0;1;0;{bar};{points};{other};4;1;"
START = "0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;-2"


def illegal_play(points: str = START, *, bar: str = "0", other: str = "0") -> str:
    return "31: Illegal play (" + SNOWIE.format(bar=bar, points=points, other=other) + ")"


def test_an_illegal_play_carries_the_position_after_it() -> None:
    points = "-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2"
    data = mat(game((illegal_play(points), "41: 24/23 13/9")))
    first, second = transcript_of(data).games[0].entries
    assert transcript_of(data).problems == ()
    assert first.note is Note.ILLEGAL
    assert first.stood is not None
    # The side that played sees its own checkers, numbered from its own side.
    assert first.stood.own == BACKGAMMON.start
    assert first.stood.opp == BACKGAMMON.start
    assert second.dice == (4, 1)


@pytest.mark.parametrize(
    "cell",
    [
        "31: Illegal play ()",
        illegal_play("1000" + START[1:]),
        illegal_play("x" + START[1:]),
        illegal_play("9" + START[1:]),
        illegal_play(";".join(["0"] * 24)),
        illegal_play("-" + START, bar="1"),
    ],
)
def test_a_position_that_cannot_be_is_a_problem(cell: str) -> None:
    assert only_problem(mat(game((cell, "")))).code == "unreadable_position"


# gnubg reads the number behind the position as doubles made, below nought for the left column.
@pytest.mark.parametrize(
    ("doubles", "cube", "owner"),
    [
        ("/0", 1, None),
        ("", 1, None),
        ("/1", 2, Side.TWO),
        ("/3", 8, Side.TWO),
        ("/-1", 2, Side.ONE),
        ("/-2", 4, Side.ONE),
    ],
)
def test_a_game_may_begin_from_a_set_position(doubles: str, cube: int, owner: Side | None) -> None:
    text = f"; Set Pos=-b----E-C---eE---c-e----B-{doubles}"
    (record,) = transcript_of(mat(game(text))).games
    assert record.start is not None
    assert (record.start.own, record.start.opp) == (BACKGAMMON.start, BACKGAMMON.start)
    assert (record.start_cube, record.start_owner) == (cube, owner)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-b----E-C---eE---c-e----B",
        "-b----E-C---eE---c-e----B-/11",
        "-b----E-C---eE---c-e----B-/x",
        "?b----E-C---eE---c-e----B-/1",
        "Ab----E-C---eE---c-e----B-/1",
        "-b----E-C---eE---c-e----Ba/1",
        "-b----O-C---eE---c-e----B-/1",
        "-" * 26,
        "-b----E-C---eE---c-e----Bé/1",
    ],
)
def test_a_set_position_that_is_none_is_a_problem(text: str) -> None:
    assert only_problem(mat(game(f"; Set Pos={text}"))).code == "unreadable_position"


def test_a_set_position_before_any_game_is_a_comment() -> None:
    assert transcript_of(mat(game(), header="; Set Pos=-b----E-C---eE---c-e----B-/2")).problems == ()


def test_nackgammon_starts_otherwise() -> None:
    rows = ("62: 24/18 23/21", "")
    header = '; [Variation "NackGammon"]'
    assert transcript_of(mat(game(rows), header=header)).variant is NACKGAMMON
    assert check(mat(game(rows), header=header)).verdict is Verdict.INCOMPLETE
    assert check(mat(game(rows))).verdict is Verdict.PROBLEMS


def test_names_that_look_like_lines_of_a_record_are_names() -> None:
    for one, two in (("Game 2", "Wins"), ("12", "7"), ("Drops", "31")):
        text = mat(game(("31: 8/5 6/5", "42: 8/4 6/4"), f"{two} wins 2 points", names=(one, two)), length=1)
        report = check(text)
        assert report.transcript is not None
        assert report.transcript.players == (one, two)
        assert (report.score, [judged.number for judged in report.games]) == ((0, 2), [1])


@pytest.mark.parametrize(
    "name",
    ["7 point match", "5-point match", "7-Punkte-Match", "Match to 7 points", "#1 Bob", "; Bob", "Game 2"],
)
@pytest.mark.parametrize("is_left", [True, False])
def test_a_name_that_looks_like_a_line_before_the_games_ends_none_of_them(name: str, is_left: bool) -> None:
    names = (name, "Cy") if is_left else ("Cy", name)
    won = 0 if is_left else 1
    rows = ("31: 8/5 6/5", "42: 8/4 6/4"), f"{name} wins 2 points"
    scores = (0, 0), (2 - 2 * won, 2 * won)
    games = [game(*rows, number=number, score=score, names=names) for number, score in enumerate(scores, 1)]
    report = check(mat(*games))
    assert report.transcript is not None
    assert [record.players for record in report.transcript.games] == [names, names]
    assert report.score == (4 - 4 * won, 4 * won)
    assert codes(report) == ["match_not_finished"]


@pytest.mark.parametrize("name", ["12)", "1) 31", "3.", "1. Bob"])
def test_a_name_that_looks_like_a_row_is_a_name_in_the_score_line(name: str) -> None:
    report = check(mat(game(*DROPPED, wins(1), names=(name, "Cy"))))
    assert report.transcript is not None
    assert report.transcript.players == (name, "Cy")
    assert codes(report) == ["match_not_finished"]


def test_a_second_match_behind_players_named_by_numbers_is_one() -> None:
    first = game(*DROPPED, wins(1), names=("7", "#"))
    assert codes(check(mat(first, "7 point match", first))).count("second_match") == 1
    assert codes(check(mat(first, "# A remark."))) == ["match_not_finished"]


def test_a_record_without_an_end_is_left_somewhere() -> None:
    for rows in (["  1) ????"] * 30_000, ["Wins 1 point"] * 30_000, [" Game 1\n Ann : 0   Bob : 0"] * 15_000):
        report = check(mat(game(*rows)))
        assert codes(report).count("too_many_problems") == 1
        assert report.transcript is not None
        assert sum(len(record.entries) for record in report.transcript.games) <= 20_002


def test_a_control_sign_before_the_number_of_a_row_is_a_blank() -> None:
    report = check(mat(game("\x1f 1) 31: 8/5 6/5                 52: 13/8 24/22")))
    assert report.transcript is not None
    assert [entry.turn for entry in report.transcript.games[0].entries] == [1, 1]
