"""The reader of `.xg`: what a correct file says, whichever way its program keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import (
    VARIANTS,
    Checked,
    Entry,
    EntryKind,
    Move,
    Note,
    Position,
    Severity,
    Side,
    Transcript,
    Verdict,
    canonical,
    check,
)
from rules.game import NO_MONEY, Money
from rules.play import played
from tests.effort import examples
from tests.rules.matches import NAMES, QUIET, USUAL, random_match, unfinished
from tests.rules.records import PUBLIC, codes
from tests.rules.xg_files import (
    CUBE,
    GAME,
    GAME_END,
    MATCH_END,
    MOVE,
    UNASKED,
    UNLIMITED,
    match_record,
    record,
    signed_counts,
    steps,
    xg_file,
    xg_records,
)

OPENED = Position.start()


def check_of(*records: bytes, header: bytes | None = None) -> Checked:
    """The check of a file of these records behind the header of a match."""
    return check(xg_file([header or match_record(), *records]))


def transcript_of(report: Checked) -> Transcript:
    assert report.transcript is not None
    return report.transcript


def entries_of(*records: bytes, header: bytes | None = None) -> tuple[Entry, ...]:
    """The entries of a game of these records."""
    return transcript_of(check_of(record(GAME, gamenumber=1), *records, header=header)).games[0].entries


def view_of_one(position: Position, side: Side) -> Position:
    return position if side is Side.ONE else position.swapped()


def roll(
    side: Side,
    dice: tuple[int, int],
    play: Sequence[Move],
    before: Position,
    after: Position,
    **values: object,
) -> bytes:
    """A roll from a board to another, both seen by its side."""
    fields = {
        "actifp": 1 if side is Side.ONE else -1,
        "dice": dice,
        "moves": steps(play),
        "positioni": signed_counts(view_of_one(before, side)),
        "positionend": signed_counts(after),
        "played": True,
    }
    return record(MOVE, **(fields | values))


def cube(side: Side, **values: int) -> bytes:
    """A decision about the cube, in which nothing was asked but what is told."""
    answers = {"take": UNASKED, "beaverr": UNASKED, "raccoonr": UNASKED}
    return record(CUBE, actif=1 if side is Side.ONE else -1, **(answers | values))


@st.composite
def xg_matches(draw: st.DrawFn) -> Transcript:
    """Random matches that XG can keep."""
    chance = Random(draw(st.integers(0, 1 << 32)))
    length = draw(st.sampled_from([None, 1, 2, 3, 5, 7]))
    settings_of_money = st.builds(Money, st.booleans(), st.booleans(), st.integers(0, 1), st.just(True))
    transcript = random_match(
        chance,
        variant=VARIANTS[draw(st.sampled_from(["backgammon", "nackgammon", "hypergammon_3"]))],
        length=length,
        money=draw(settings_of_money) if length is None else NO_MONEY,
        names=draw(st.sampled_from(NAMES)),
        luck=draw(st.sampled_from([USUAL, QUIET])),
        has_set_positions=draw(st.booleans()),
    )
    return unfinished(chance, transcript) if draw(st.booleans()) else transcript


@settings(max_examples=examples(300))
@given(xg_matches(), st.randoms(use_true_random=False))
def test_what_was_played_is_what_is_read(match: Transcript, chance: Random) -> None:
    report = check(xg_file(xg_records(match, chance), is_packed=chance.random() < 0.9))
    transcript = transcript_of(report)
    assert report.format == "xg"
    assert transcript.length == match.length
    assert [problem.code for problem in transcript.problems if problem.code != "set_position"] == []
    assert canonical(transcript) == canonical(match)


@pytest.mark.skipif(
    not PUBLIC.is_dir(), reason="the public records are not at hand: set VIDEAU_RECORDS to their folder"
)
@pytest.mark.parametrize(
    ("binary", "text", "format_"),
    [
        ("072-gbf.xg", "075-gbf.txt", "mat"),
        ("072-gbf.xg", "076-gbf.mat", "mat"),
        ("072-gbf.xg", "078-gbf.sgf", "sgf"),
        ("077-gbf.xg", "079-gbf.mat", "mat"),
        ("077-gbf.xg", "074-gbf.sgf", "sgf"),
    ],
)
def test_the_same_match_in_two_notations_is_the_same_match(binary: str, text: str, format_: str) -> None:
    one, other = (check((PUBLIC / name).read_bytes()) for name in (binary, text))
    assert (one.format, other.format) == ("xg", format_)
    assert canonical(transcript_of(one)) == canonical(transcript_of(other))


@pytest.mark.skipif(
    not PUBLIC.is_dir(), reason="the public records are not at hand: set VIDEAU_RECORDS to their folder"
)
def test_every_board_of_a_real_file_is_the_one_our_plays_lead_to() -> None:
    paths = sorted(PUBLIC.glob("*.xg"))
    assert len(paths) == 3
    for path in paths:
        report = check(path.read_bytes())
        assert report.verdict is Verdict.CLEAN, path.name
        assert transcript_of(report).problems == ()


def test_the_header_becomes_the_tags_that_mat_texts_have() -> None:
    header = match_record(
        player1="Kévin UNGER",
        player2="望月 正行",
        elo1=1955.94,
        elo2=1600.0,
        exp1=281,
        date=45275.395833333336,
        gameid=-7559337,
        event="HSBT Paris 2023",
        location="Paris",
        round="Tableau Or 2",
        transcriber="Kévin",
    )
    transcript = transcript_of(check_of(record(GAME), header=header))
    assert transcript.players == ("Kévin UNGER", "望月 正行")
    assert (transcript.length, transcript.length_line) == (7, 1)
    assert transcript.tags == {
        "Site": "Paris",
        "Match ID": "-7559337",
        "Event": "HSBT Paris 2023",
        "Round": "Tableau Or 2",
        "Player 1": "Kévin UNGER",
        "Player 2": "望月 正行",
        "Player 1 Elo": "1955.94/281",
        "Player 2 Elo": "1600.00/0",
        "EventDate": "2023.12.15",
        "EventTime": "09.30",
        "Variation": "Backgammon",
        "Crawford": "On",
        "Jacoby": "Off",
        "Beaver": "Off",
        "AutoDouble": "Off",
        "CubeLimit": "1024",
        "Transcriber": "Kévin",
    }


def test_an_old_file_has_its_names_in_the_western_alphabet_of_windows() -> None:
    old = {"player1": "", "player2": "", "splayer1": "Kévin “K”", "splayer2": "Łoś", "sevent": "Open"}
    for version in (20, 32):
        transcript = transcript_of(check_of(record(GAME), header=match_record(version=version, **old)))
        assert transcript.players == ("Kévin “K”", "?o?")
        assert transcript.tags["Event"] == "Open"


@pytest.mark.parametrize(
    ("values", "absent"),
    [
        ({"elo1": float("nan"), "elo2": float("inf")}, {"Player 1 Elo", "Player 2 Elo"}),
        ({"date": float("nan")}, {"EventDate", "EventTime"}),
        ({"date": -1e300}, {"EventDate", "EventTime"}),
        ({"date": 1e300}, {"EventDate", "EventTime"}),
        ({"cubelimit": 31}, {"CubeLimit"}),
        ({"cubelimit": -1}, {"CubeLimit"}),
    ],
)
def test_what_the_header_cannot_mean_is_left_out(values: dict[str, float], absent: set[str]) -> None:
    tags = transcript_of(check_of(record(GAME), header=match_record(**values))).tags
    assert not absent & set(tags)
    assert "Variation" in tags


def test_m1_99999_points_are_unlimited_play_and_switches_are_told() -> None:
    header = match_record(matchlength=UNLIMITED, crawford=False, jacoby=True, beaver=True, autodouble=True)
    report = check_of(record(GAME), header=header)
    transcript = transcript_of(report)
    assert transcript.length is None
    assert "unlimited_length" in codes(report)
    settings = [transcript.setting(key) for key in ("Crawford", "Jacoby", "Beaver", "AutoDouble")]
    assert settings == [False, True, True, True]


@pytest.mark.parametrize("length", [0, -7, UNLIMITED + 1])
def test_a_length_that_cannot_be_is_missing(length: int) -> None:
    report = check_of(record(GAME), header=match_record(matchlength=length))
    assert transcript_of(report).length is None
    (problem,) = transcript_of(report).problems
    assert (problem.code, problem.line, problem.found) == ("missing_length", 1, str(length))


@pytest.mark.parametrize(("variation", "code"), [(0, "backgammon"), (1, "nackgammon"), (2, "hypergammon_3")])
def test_v1_v2_the_variation_is_a_number(variation: int, code: str) -> None:
    transcript = transcript_of(check_of(record(GAME), header=match_record(variation=variation)))
    assert transcript.variant is VARIANTS[code]
    assert transcript.tags["Variation"] == VARIANTS[code].variation


def test_an_unknown_variation_is_a_problem_and_its_start_is_kept() -> None:
    start = Position(own := (0,) * 24 + (15, 0), own)
    game = record(GAME, posinit=signed_counts(start))
    report = check_of(game, header=match_record(variation=3))
    assert codes(report)[:2] == ["unknown_variation", "set_position"]
    assert report.problems[0].found == "3"
    assert transcript_of(report).games[0].start == start
    assert "Variation" not in transcript_of(report).tags


def test_b9_a_play_without_moves_is_a_dance_in_words() -> None:
    board = Position(
        (0, 2, 2, 2, 2, 2, 2, 3) + (0,) * 18,
        (0,) * 24 + (14, 1),
    ).swapped()
    game = record(GAME, posinit=signed_counts(board))
    report = check_of(game, roll(Side.ONE, (6, 3), [], board, board))
    (entry,) = transcript_of(report).games[0].entries
    assert (entry.moves, entry.note) == ((), Note.CANNOT_MOVE)
    assert codes(report, severity=Severity.PROBLEM) == []
    assert "false_dance" in codes(check_of(record(GAME), roll(Side.ONE, (6, 3), [], OPENED, OPENED)))


def test_a_roll_that_was_left_for_a_resignation_has_zeros_for_its_play() -> None:
    roll_without_play = record(MOVE, actifp=-1, dice=(5, 2), positioni=signed_counts(OPENED))
    end = record(GAME_END, score2g=0, score1g=1, winner=1, pointswon=1, termination=101)
    roll_entry, resignation, end_entry = entries_of(roll_without_play, end)
    assert (roll_entry.side, roll_entry.dice, roll_entry.note) == (Side.TWO, (5, 2), Note.NOT_PLAYED)
    assert (resignation.kind, resignation.side) == (EntryKind.RESIGN, Side.TWO)
    assert (end_entry.kind, end_entry.side, end_entry.value, end_entry.line) == (
        EntryKind.WIN,
        Side.ONE,
        1,
        4,
    )


def test_e2_d4_doubles_takes_and_drops_with_the_cube_before_them() -> None:
    records = [
        cube(Side.ONE, double=1, take=1),
        cube(Side.TWO, double=1, take=0, cubeb=-1),
        cube(Side.ONE, double=1, cubeb=2),
        cube(Side.TWO, double=0),
        cube(Side.TWO, double=-2),
        cube(Side.TWO, double=-1),
    ]
    entries = [(entry.kind, entry.side, entry.value, entry.line) for entry in entries_of(*records)]
    assert entries == [
        (EntryKind.DOUBLE, Side.ONE, 2, 3),
        (EntryKind.TAKE, Side.TWO, None, 3),
        (EntryKind.DOUBLE, Side.TWO, 4, 4),
        (EntryKind.DROP, Side.ONE, None, 4),
        (EntryKind.DOUBLE, Side.ONE, 8, 5),
    ]


@pytest.mark.parametrize(
    ("answers", "kinds"),
    [
        ({}, []),
        ({"beaverr": 1}, []),
        ({"beaverr": 0}, [(EntryKind.DROP, Side.ONE, None)]),
        ({"beaverr": 2}, [(EntryKind.RACCOON, Side.ONE, 8)]),
        ({"beaverr": 2, "raccoonr": 1}, [(EntryKind.RACCOON, Side.ONE, 8)]),
        (
            {"beaverr": 2, "raccoonr": 0},
            [(EntryKind.RACCOON, Side.ONE, 8), (EntryKind.DROP, Side.TWO, None)],
        ),
    ],
)
def test_v4_beavers_and_raccoons(
    answers: dict[str, int], kinds: list[tuple[EntryKind, Side, int | None]]
) -> None:
    double, beaver, *others = entries_of(cube(Side.ONE, double=1, take=2, **answers))
    assert (double.kind, double.value) == (EntryKind.DOUBLE, 2)
    assert (beaver.kind, beaver.side, beaver.value) == (EntryKind.BEAVER, Side.TWO, 4)
    assert [(entry.kind, entry.side, entry.value) for entry in others] == kinds


@pytest.mark.parametrize(("points", "score"), [(2, 8), (8, 8)])
def test_v4_automatic_doubles_count_whether_the_points_hold_them_or_not(points: int, score: int) -> None:
    header = match_record(matchlength=UNLIMITED, crawford=False, autodouble=True)
    report = check_of(
        record(GAME, numberofautodouble=2),
        cube(Side.ONE, double=1, take=1),
        record(GAME_END, score1g=score, winner=1, pointswon=points, termination=101),
        header=header,
    )
    (game,) = transcript_of(report).games
    assert game.start_cube == 4
    assert [entry.value for entry in game.entries] == [8, None, None, 8]
    assert "wrong_score" not in codes(report)


@pytest.mark.parametrize(
    ("code", "value", "owner"), [(2, 4, Side.ONE), (-3, 8, Side.TWO), (0, 1, None), (99, 1 << 15, Side.ONE)]
)
def test_a_set_position_has_the_cube_of_its_first_record(code: int, value: int, owner: Side | None) -> None:
    set_up = played(OPENED, [Move(24, 18), Move(13, 8)]).result
    for first in (
        cube(Side.ONE, double=0, cubeb=code),
        roll(Side.ONE, (6, 5), [], set_up, set_up, cubea=code),
    ):
        first_game = transcript_of(check_of(record(GAME, posinit=signed_counts(set_up)), first)).games[0]
        assert (first_game.start, first_game.start_cube, first_game.start_owner) == (set_up, value, owner)
    usual = transcript_of(check_of(record(GAME), cube(Side.ONE, double=0, cubeb=code))).games[0]
    assert (usual.start, usual.start_cube, usual.start_owner) == (None, 1, None)


def test_m1_the_last_result_ends_the_match_where_the_score_says_so() -> None:
    game = record(GAME, score1=5, score2=2)
    end = record(GAME_END, score1g=7, score2g=2, winner=1, pointswon=2, termination=101)
    assert entries_of_last(game, end, record(MATCH_END, score1m=7, score2m=2)) == Note.MATCH
    assert entries_of_last(game, end, record(MATCH_END, score1m=5, score2m=2)) is None
    unlimited = match_record(matchlength=UNLIMITED)
    assert entries_of_last(game, end, record(MATCH_END, score1m=9), header=unlimited) is None


def entries_of_last(*records: bytes, header: bytes | None = None) -> Note | None:
    """The note of the last entry of the last game."""
    return transcript_of(check_of(*records, header=header)).games[-1].entries[-1].note


def test_an_end_of_the_match_without_a_result_says_nothing() -> None:
    over = record(MATCH_END, score1m=7)
    assert codes(check_of(over)) == ["no_games"]
    (game,) = transcript_of(check_of(record(GAME), over)).games
    assert game.entries == ()
    roll_without_play = record(MOVE, actifp=1, dice=(3, 1), positioni=signed_counts(OPENED))
    assert entries_of_last(record(GAME), roll_without_play, over) == Note.NOT_PLAYED


def test_m6_a_score_may_be_capped_at_the_length_and_nothing_else() -> None:
    game = record(GAME, score1=5, score2=2)
    for score, faults in ((9, []), (7, []), (8, ["wrong_score"])):
        end = record(GAME_END, score1g=score, score2g=2, winner=1, pointswon=4, termination=102)
        problems = transcript_of(check_of(game, end)).problems
        assert [problem.code for problem in problems] == faults
    assert (problems[0].found, problems[0].expected, problems[0].line) == ("8-2", "9-2", 3)


@pytest.mark.parametrize(
    ("length", "marks", "crawford_codes"),
    [
        (3, (False, True), []),
        (3, (False, False), ["crawford_not_marked"]),
        (3, (True, True), ["false_crawford"]),
        (5, (False, True), ["false_crawford"]),
        (5, (False, False), []),
        (UNLIMITED, (True, True), []),
    ],
)
def test_m2_the_mark_of_the_crawford_game(
    length: int, marks: tuple[bool, bool], crawford_codes: list[str]
) -> None:
    end = record(GAME_END, score1g=2, winner=1, pointswon=2, termination=102)
    games = [record(GAME, crawfordapply=marks[0]), end, record(GAME, score1=2, crawfordapply=marks[1])]
    report = check_of(*games, header=match_record(matchlength=length))
    assert [code for code in codes(report) if "crawford" in code] == crawford_codes


def test_m3_a_match_to_one_point_has_no_crawford_game_whatever_its_file_marks() -> None:
    report = check_of(record(GAME, crawfordapply=True), header=match_record(matchlength=1))
    assert [code for code in codes(report) if "crawford" in code] == []


def test_a_game_that_was_left_has_no_result() -> None:
    assert entries_of(record(GAME_END, winner=0)) == ()
    end = record(GAME_END, winner=-1, pointswon=2, score2g=2, termination=1002)
    assert [entry.kind for entry in entries_of(end)] == [EntryKind.WIN]
