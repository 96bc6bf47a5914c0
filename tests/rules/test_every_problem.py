"""Every problem code, each with a record and the whole problem worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules import CODES, Finding, PlayFault, PlayVerdict, Problem, Severity, Side, Transcript, check, problems
from rules.variant import DUTCH
from tests.rules.records import DROPPED, HYPERGAMMON_1, RACE, game, mat, row, set_position, wins
from tests.rules.sgf_texts import WHITE_WINS, tree

ONE, TWO = Side.ONE, Side.TWO
LEGAL, ILLEGAL, IMPOSSIBLE = PlayVerdict.LEGAL, PlayVerdict.ILLEGAL, PlayVerdict.IMPOSSIBLE
OPENED = ("31: 8/5 6/5", "52: 13/8 24/22")
DOUBLED = OPENED, ("Doubles => 2", "Takes"), ("41: 24/23 13/9", "42: 8/4 6/4")
BEAVERED = OPENED, ("Doubles => 2", "Beavers => 4")
ENTERED = (("65: out/14", "62: out/17"),)
BOARD = "-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-4;-1;0;0;0;2"
CALLED_ILLEGAL = f"31: Illegal play (7;0;1;0;1;Bob;Ann;0;0;0;1;0;0;{BOARD};0;4;1;)"
OTHER = {24: 2, 13: 5, 8: 3, 6: 5}
HIGH_CUBE = set_position({24: 15}, {24: 15}, cube=1024)


def at(
    code: Finding | PlayFault,
    line: int | None = None,
    column: int | None = None,
    turn: int | None = None,
    player: Side | None = None,
    found: str = "",
    expected: str = "",
    *,
    number: int | None = 1,
    verdict: PlayVerdict | None = None,
    count: int | None = None,
) -> Problem:
    """A problem in the first game, if not in another."""
    return Problem(code, line, column, number, turn, player, found, expected, verdict, count)


def whole(
    code: Finding, line: int | None = None, column: int | None = None, found: str = "", expected: str = ""
) -> Problem:
    """A problem of the whole record."""
    return at(code, line, column, found=found, expected=expected, number=None)


def play(
    code: PlayFault, found: str, expected: str, verdict: PlayVerdict, count: int, *, line: int = 5
) -> Problem:
    """A problem of the first play of side one."""
    return at(code, line, 6, 1, ONE, found, expected, verdict=verdict, count=count)


def opening(cell: str) -> bytes:
    return mat(game((cell, "")))


def from_position(points: dict[int, int], cell: str, other: dict[int, int] = OTHER) -> bytes:
    return mat(game(set_position(points, other), (cell, "")))


def raccoons(data: bytes) -> Transcript:
    """A record in which somebody says raccoon in the place of the first beaver."""
    return _transcript_of(data.replace(b"Beavers", b"Raccoons"))


def automatic_double(data: bytes) -> Transcript:
    """A record whose first game begins with the cube at 2."""
    transcript = _transcript_of(data)
    first = replace(transcript.games[0], start_cube=2)
    return replace(transcript, games=(first, *transcript.games[1:]))


def dutch(*rows: tuple[str, str]) -> Transcript:
    """A record of Dutch backgammon where the roll that enters moves nothing else."""
    transcript = _transcript_of(mat(game(*rows), header='; [Variation "Dutch"]'))
    return replace(transcript, variant=DUTCH._replace(move_on_entering_roll=False))


def _transcript_of(data: bytes) -> Transcript:
    transcript = check(data).transcript
    assert transcript is not None
    return transcript


F = Finding
P = PlayFault
TWO_SCORES = mat(game(*DROPPED, wins(1)), game(*DROPPED, wins(1), number=2, score=(1, 3)))
CRAWFORD = game(OPENED, ("Doubles => 2", "Takes"), number=2, score=(1, 0))
LAST_GAME = game(*DROPPED, wins(1), number=3, score=(1, 1))
LOST = game(OPENED, ("41: 24/23 13/9", ""), wins(1, right=True), number=2, score=(1, 0))
SWAPPED = game(*DROPPED, wins(1), number=2, score=(0, 1), names=("Bob", "Ann"))
EVE = game(*DROPPED, wins(1), number=2, score=(1, 0), names=("Ann", "Eve"))
FORCED = set_position({25: 1, 6: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 7: 1, 11: 2, 24: 2})

EXAMPLES: list[tuple[bytes | Transcript, Problem]] = [
    # The bytes and the text.
    (b"", whole(F.EMPTY_FILE)),
    ("7 point match".encode("utf-16")[:-1], whole(F.UTF16_TEXT)),
    (b"PK\x03\x04\0\0\0\0\0\0", whole(F.BINARY_DATA, found="ZIP")),
    (b"(;FF[4]GM[1]SZ[19];B[pd])", whole(F.UNSUPPORTED_FORMAT, found="SGF")),
    (b"Dear director,\nwe agreed.", whole(F.NOT_A_RECORD, found="Dear director, we agreed.")),
    (b" 7 point match\n", whole(F.NO_GAMES)),
    (
        mat(game(*DROPPED, wins(1), names=("Ren\u00e9", "Bob"))).decode().encode("latin-1"),
        whole(F.NOT_UTF8, found="Latin-1"),
    ),
    (mat(game(*DROPPED, wins(1)), length=None), whole(F.MISSING_LENGTH, 1, 1)),
    (
        mat(game(*DROPPED, wins(1)), header='; [Variation "Plakoto"]'),
        whole(F.UNKNOWN_VARIATION, 1, 1, "Plakoto"),
    ),
    (mat(game(*DROPPED, wins(1))) + b" 5 point match\n", whole(F.SECOND_MATCH, 8, 2, "5 point match")),
    (b" 7 point match\n\n Game 1\n  1) 31: 8/5 6/5\n", at(F.MISSING_SCORE_LINE, 3, 1)),
    (mat(game(*DROPPED, "   gibberish", wins(1))), at(F.UNREADABLE_LINE, 7, 4, found="gibberish")),
    (
        mat(game(OPENED, ("Doubles => x", "Takes"))),
        at(F.UNREADABLE_CELL, 6, 7, 2, ONE, "Doubles => x"),
    ),
    (
        mat(game(("31: 8/5 6x5", "52: 13/8 24/22"))),
        at(F.UNREADABLE_PLAY, 5, 6, 1, ONE, "31: 8/5 6x5", "24/23 8/5", count=16),
    ),
    (
        mat(game("; Set Pos=nonsense/1", OPENED)),
        at(F.UNREADABLE_POSITION, 5, 1, found="Set Pos=nonsense/1"),
    ),
    (
        mat(game(set_position({1: 1}, {6: 14}), ("21: 1/0", ""), wins(1))),
        at(F.SET_POSITION, 5, 1, found=set_position({1: 1}, {6: 14}).removeprefix("; ")),
    ),
    (
        tree("W[31hefe]", "PL[B]AE[a:y]AW[a][b]AB[x][w]", "B[31sped]").encode(),
        at(F.POSITION_DIFFERS, 2, 2, player=ONE, found="W[31hefe]"),
    ),
    (tree("W[31hefe]", "B[52lqac]").encode()[:-2], at(F.DAMAGED_FILE, 3, 11)),
    (mat(game(*[("31: 1/24", "31: 1/24")] * 300)), at(F.TOO_MANY_PROBLEMS, 255, 1)),
    # Rolls and turns.
    (mat(game(("70: 13/6", "52: 13/8 24/22"))), at(F.INVALID_DICE, 5, 6, 1, ONE, "70: 13/6")),
    (opening("11: 8/7(2) 6/5(2)"), at(F.OPENING_ROLL_EQUAL, 5, 6, 1, ONE, "11: 8/7(2) 6/5(2)")),
    (
        mat(game(OPENED, ("", "41: 24/23 13/9"))),
        at(F.OUT_OF_TURN, 6, 34, 2, TWO, "41: 24/23 13/9", ONE),
    ),
    (
        mat(game(("31:", "52: 13/8 24/22"))),
        at(F.PLAY_MISSING, 5, 6, 1, ONE, "31:", "24/20", count=16),
    ),
    (
        mat(game(FORCED, ("65:", "Doubles => 2"))),
        at(F.FORCED_PLAY_OMITTED, 6, 6, 1, ONE, "65:", "bar/19", verdict=LEGAL, count=1),
    ),
    (
        opening(CALLED_ILLEGAL),
        at(
            F.DECLARED_ILLEGAL,
            *(5, 6, 1, ONE, CALLED_ILLEGAL[:79] + "…", "24/21 6/5"),
            verdict=ILLEGAL,
            count=16,
        ),
    ),
    (
        mat(game(*DROPPED, ("41: 24/23 13/9", ""), wins(1))),
        at(F.PLAYED_AFTER_GAME_END, 7, 6, 3, ONE, "41: 24/23 13/9"),
    ),
    (
        mat(game(set_position({1: 1}, {6: 14}), ("21: 1/0", "21: 1/0"), wins(1))),
        at(F.LAST_PLAY_REPEATED, 6, 34, 1, TWO, "21: 1/0"),
    ),
    # The cube.
    (
        mat(game(("Doubles => 2", "Takes"), OPENED)),
        at(F.DOUBLE_BEFORE_OPENING_ROLL, 5, 7, 1, ONE, "Doubles => 2"),
    ),
    (
        mat(game(("31: 8/5 6/5", ""), ("Doubles => 2", "Takes"))),
        at(F.DOUBLE_OUT_OF_TURN, 6, 7, 2, ONE, "Doubles => 2", TWO),
    ),
    (
        mat(game(*DOUBLED, ("Doubles => 4", "Takes"))),
        at(F.CUBE_NOT_OWNED, 8, 7, 4, ONE, "Doubles => 4", TWO),
    ),
    (mat(game(*DROPPED, wins(1)), length=1), at(F.CUBE_NOT_IN_USE, 6, 7, 2, ONE, "Doubles => 2")),
    (
        mat(game(*DROPPED, wins(1)), CRAWFORD, length=2),
        at(F.DOUBLE_IN_CRAWFORD, 12, 7, 2, ONE, "Doubles => 2", number=2),
    ),
    (mat(game(OPENED, ("Doubles => 3", "Takes"))), at(F.WRONG_CUBE_VALUE, 6, 7, 2, ONE, "3", "2")),
    (
        mat(game(HIGH_CUBE, *[("Doubles", "Takes"), ("", "Doubles"), ("Takes", "")] * 3), length=0),
        at(F.CUBE_OFF_SCALE, 13, 35, 8, TWO, "Doubles"),
    ),
    (
        mat(game(*DROPPED, wins(1)), LOST, LAST_GAME, length=2),
        at(F.DEAD_CUBE, 18, 7, 2, ONE, "Doubles => 2", number=3),
    ),
    (mat(game(*BEAVERED)), at(F.BEAVER_IN_MATCH, 6, 35, 2, TWO, "Beavers => 4")),
    (automatic_double(opening("31: 8/5 6/5")), at(F.AUTOMATIC_DOUBLE_IN_MATCH, 3, 1)),
    (
        mat(game(*BEAVERED), length=0, header='; [Beaver "Off"]'),
        at(F.RULE_NOT_IN_USE, 8, 35, 2, TWO, "Beavers => 4", 'Beaver "Off"'),
    ),
    (
        mat(game(*BEAVERED), length=0),
        at(F.UNDECLARED_RULE, 6, 35, 2, TWO, "Beavers => 4", 'Beaver "On"'),
    ),
    (
        raccoons(mat(game(*BEAVERED), length=0)),
        at(F.RACCOON_WITHOUT_BEAVER, 6, 35, 2, TWO, "Raccoons => 4"),
    ),
    (
        mat(game(OPENED, ("Doubles => 2", ""), ("41: 24/23 13/9", ""))),
        at(F.MISSING_TAKE, 6, 7, 2, TWO, "Doubles => 2", "take"),
    ),
    (mat(game(OPENED, ("Takes", ""))), at(F.TAKE_WITHOUT_DOUBLE, 6, 7, 2, ONE, "Takes")),
    (mat(game(OPENED, ("Drops", ""))), at(F.DROP_WITHOUT_DOUBLE, 6, 7, 2, ONE, "Drops")),
    (
        mat(game(OPENED, ("Doubles => 2", ""), ("Takes", ""))),
        at(F.ANSWER_OUT_OF_TURN, 7, 7, 3, ONE, "Takes", TWO),
    ),
    # The result of a game.
    (mat(game(*DROPPED, wins(2))), at(F.WRONG_RESULT, 7, 7, None, ONE, "Wins 2 points", "1")),
    (
        mat(game(*RACE, wins(1)), length=1, header=HYPERGAMMON_1),
        at(F.CAPPED_RESULT, 10, 7, None, ONE, "Wins 1 point", "2"),
    ),
    (
        mat(game(OPENED, wins(1004, right=True))),
        at(F.MATCH_RESIGNED, 6, 35, None, TWO, "Wins 1004 points", "7"),
    ),
    (
        mat(game(set_position({24: 1, 6: 13}, {6: 13}), ("31: 6/2", ""), wins(2, right=True))),
        at(F.RESIGNED_TOO_HIGH, 7, 35, None, TWO, "Wins 2 points", "1"),
    ),
    (mat(game(*DROPPED, wins(1, right=True))), at(F.WRONG_WINNER, 7, 35, None, TWO, TWO, ONE)),
    (
        mat(game(*DROPPED, wins(1, right=True)), LOST),
        at(F.RESULT_IN_WRONG_COLUMN, 7, 35, None, TWO, TWO, ONE),
    ),
    (
        mat(game(OPENED, ("Losses 1 point", ""), wins(1))),
        at(F.WINNER_IN_DOUBT, 7, 7, None, TWO, "result", "loss turn"),
    ),
    (
        mat(game(OPENED, ("41: 24/23 13/9", "52:"), wins(1, right=True))),
        at(F.TRACES_DIFFER, 7, 35, None, TWO, "open_roll", "result"),
    ),
    (mat(game(OPENED, " Wins 1 point")), at(F.WON_BY_TURN, 6, 2, None, TWO, "Wins 1 point", "turn")),
    (mat(game(OPENED, row(3, "41: 24/23 13/9"))), at(F.NUMBER_SKIPPED, 6, 1, 3, None, "3", "2")),
    (
        mat(game(row(2, "31: 8/5 6/5", "52: 13/8 24/22"), row(1, "41: 24/23 13/9"))),
        at(F.NUMBER_OUT_OF_ORDER, 6, 1, 1, None, "1", "3"),
    ),
    (mat(game(*DROPPED, wins(1), wins(3))), at(F.SECOND_RESULT, 8, 7, None, ONE, "Wins 3 points")),
    (mat(game(*RACE), header=HYPERGAMMON_1), at(F.MISSING_RESULT, 9, 6, 3, ONE, expected="2")),
    (mat(game(OPENED)), at(F.GAME_NOT_FINISHED, 5, 34, 1)),
    (
        mat(game(("31: 8/5 6/5", ""), wins(1)), "-- \nSent from my phone\nAnn"),
        whole(F.WORDS_BEHIND_END, 9, 1, "Sent from my phone"),
    ),
    (
        b"\nFrom the club\n" + tree("W[31hefe]", "B[52lqac]").encode(),
        whole(F.WORDS_AHEAD, 2, 1, "From the club"),
    ),
    (b"```\n" + mat(game(*DROPPED, wins(1))) + b"```\n", whole(F.PAGE_TEXT, found="```")),
    (
        mat(game(("42: 23/21 24/20", "61: 24/18 23/22"), wins(1)), length=1),
        whole(F.OTHER_VARIANT, 3, 1, "NackGammon", "0"),
    ),
    (tree("W[31hefe]", more="RE[W+1]").encode(), at(F.END_MISSING, 1, 107)),
    (tree("W[31hefe]", more="RE[W+1]").replace("GNU Backgammon", "X").encode(), at(F.END_IN_DOUBT, 1, 94)),
    # The match.
    (TWO_SCORES, at(F.WRONG_SCORE, 10, 1, found="1-3", expected="1-0", number=2)),
    (
        mat(game(*DROPPED, wins(1), number=3, score=(2, 1))),
        at(F.MISSING_GAMES, 4, 1, found="2-1", expected="0-0", number=3),
    ),
    (
        mat(game(*DROPPED, wins(1)), EVE),
        at(F.OTHER_NAMES, 10, 1, found="Ann / Eve", expected="Ann / Bob", number=2),
    ),
    (
        mat(game(*DROPPED, wins(1)), SWAPPED),
        at(F.SWAPPED_NAMES, 10, 1, found="Bob / Ann", expected="Ann / Bob", number=2),
    ),
    (
        tree(*WHITE_WINS, rules="RU[Crawford:CrawfordGame]", more="RE[W+1]").encode(),
        at(F.FALSE_CRAWFORD, 1, 1, found="0-0"),
    ),
    (
        "".join(
            tree(*WHITE_WINS, number=number, score=(number, 0), length=3) for number in range(3)
        ).encode(),
        at(F.CRAWFORD_NOT_MARKED, 11, 1, found="2-0", number=3),
    ),
    (
        mat(game(*RACE, wins(2)), game(number=2, score=(2, 0)), length=1, header=HYPERGAMMON_1),
        at(F.PLAYED_AFTER_MATCH_END, 12, 1, found="2-0", number=2),
    ),
    (
        mat(game(*DROPPED, wins(1, end=" and the match"))),
        at(F.MATCH_NOT_WON, 7, 7, None, ONE, "1-0", "7"),
    ),
    (mat(game(*DROPPED, wins(1))), at(F.MATCH_NOT_FINISHED, 7, 7, found="1-0", expected="7")),
    (mat(game(*DROPPED, wins(1)), length=8), whole(F.EVEN_LENGTH, 1, 1, "8")),
    (mat(game(*DROPPED, wins(1)), length=0), whole(F.UNLIMITED_LENGTH, 1, 1)),
    # Plays of checkers.
    (opening("31: 24/bar 6/5"), play(P.NO_SUCH_POINT, "31: 24/bar 6/5", "24/21 6/5", IMPOSSIBLE, 16)),
    (opening("61: 7/1 6/5"), play(P.NO_CHECKER, "61: 7/1 6/5", "24/18 6/5", IMPOSSIBLE, 10)),
    (opening("51: 13/8 24/19"), play(P.BLOCKED, "51: 13/8 24/19", "24/23 13/8", IMPOSSIBLE, 8)),
    (opening("31: 5/8 6/5"), play(P.WRONG_DIRECTION, "31: 5/8 6/5", "6/2", ILLEGAL, 16)),
    (opening("31: 13/7"), play(P.WRONG_DISTANCE, "31: 13/7", "13/9", ILLEGAL, 16)),
    (opening("31: 8/5 8/5"), play(P.WRONG_DIE, "31: 8/5 8/5", "8/5 8/7", ILLEGAL, 16)),
    (opening("31: 8/5 6/5 5/4"), play(P.TOO_MANY_MOVES, "31: 8/5 6/5 5/4", "8/5 6/5", ILLEGAL, 16)),
    (opening("63: 24/18"), play(P.UNDER_PLAY, "63: 24/18", "24/18 24/21", ILLEGAL, 14)),
    (opening("63: Cannot Move"), play(P.FALSE_DANCE, "63: Cannot Move", "24/15", ILLEGAL, 14)),
    (
        from_position({25: 1, 13: 5, 8: 3, 6: 6}, "61: 13/7 8/7"),
        play(P.BAR_IGNORED, "61: 13/7 8/7", "bar/24 13/7", ILLEGAL, 3, line=6),
    ),
    (
        from_position({13: 1, 8: 3, 6: 11}, "61: 6/off 8/7"),
        play(P.BEAR_OFF_TOO_EARLY, "61: 6/off 8/7", "13/7 8/7", ILLEGAL, 5, line=6),
    ),
    (
        from_position({6: 5, 5: 5, 4: 5}, "51: 4/off 6/5"),
        play(P.HIGHER_CHECKER_LEFT, "51: 4/off 6/5", "6/off", ILLEGAL, 3, line=6),
    ),
    (
        from_position({24: 1}, "61: 24/23", {12: 2, 13: 2, 8: 2, 6: 9}),
        play(P.HIGHER_DIE, "61: 24/23", "24/18", ILLEGAL, 1, line=6),
    ),
    (
        mat(game(*ENTERED, ("41: out/21 out/24", "61: 17/11* out/24")), header='; [Variation "Dutch"]'),
        at(
            P.HIT_TOO_EARLY,
            *(8, 34, 2, TWO, "61: 17/11* out/24", "out/19 out/24"),
            verdict=ILLEGAL,
            count=4,
        ),
    ),
    (
        dutch(("65: out/14", "")),
        play(P.MOVED_ON_TOO_EARLY, "65: out/14", "out/19 out/20", ILLEGAL, 1, line=7),
    ),
]
IDS = [problem.code.value for _, problem in EXAMPLES]


@pytest.mark.parametrize(("record", "example"), EXAMPLES, ids=IDS)
def test_a_problem_has_its_place_and_what_was_found_and_expected(
    record: bytes | Transcript, example: Problem
) -> None:
    all_problems = check(record).problems if isinstance(record, bytes) else problems(record)
    assert [problem for problem in all_problems if problem.code is example.code] == [example]


def test_every_code_has_an_example() -> None:
    assert sorted(CODES) == sorted(IDS)


def test_a_problem_about_a_play_says_how_it_stands_and_what_was_legal() -> None:
    for _, problem in EXAMPLES:
        is_fault = isinstance(problem.code, PlayFault)
        assert not is_fault or problem.verdict in (ILLEGAL, IMPOSSIBLE)
        if problem.alternatives is not None:
            assert problem.alternatives >= 1
            assert problem.expected
            assert problem.severity is Severity.PROBLEM or problem.verdict is LEGAL
