"""Boards beside the plays of a `.xg` file: how they resolve or contradict plays."""

from __future__ import annotations

import pytest

from rules import Checked, Move, Note, Position, Severity, Side, replay
from rules.play import played
from tests.rules.records import codes
from tests.rules.test_xg import OPENED, check_of, cube, roll, transcript_of
from tests.rules.xg_files import GAME, GAME_END, MOVE, record, signed_counts

OPENING = [Move(24, 18), Move(13, 11)]
AFTER_OPENING = played(OPENED, OPENING).result
REPLY = [Move(24, 20), Move(13, 10)]
AFTER_REPLY = played(AFTER_OPENING.swapped(), REPLY).result
# The same checkers elsewhere: no roll of two dice leads here from the start.
ELSEWHERE = played(OPENED, [Move(24, 14), Move(13, 3)]).result
AFTER_REPLY_ELSEWHERE = played(ELSEWHERE.swapped(), REPLY).result
NO_BOARD = [99] * 26

FIRST = roll(Side.ONE, (6, 2), OPENING, OPENED, AFTER_OPENING)
SECOND = roll(Side.TWO, (4, 3), REPLY, AFTER_OPENING.swapped(), AFTER_REPLY)


def game(*records: bytes) -> Checked:
    return check_of(record(GAME, gamenumber=1), *records)


def problems(report: Checked) -> list[tuple[str, int | None]]:
    """The problems with their records; gaps and remarks left out."""
    return [
        (problem.code, problem.line) for problem in report.problems if problem.severity is Severity.PROBLEM
    ]


def boards(report: Checked) -> list[Position]:
    """The board after each roll, seen by its side."""
    return [step.after for step in replay(transcript_of(report))]


def test_boards_that_follow_say_nothing() -> None:
    report = game(FIRST, SECOND)
    assert problems(report) == []
    assert boards(report) == [AFTER_OPENING, AFTER_REPLY]


def test_a_board_after_a_play_that_nothing_else_bears_out_is_passed_over() -> None:
    odd = roll(Side.ONE, (6, 2), OPENING, OPENED, ELSEWHERE)
    report = game(odd, SECOND)
    assert problems(report) == []
    assert boards(report) == [AFTER_OPENING, AFTER_REPLY]


def test_a_board_before_a_play_that_nothing_else_bears_out_is_passed_over() -> None:
    odd = roll(Side.TWO, (4, 3), REPLY, ELSEWHERE.swapped(), AFTER_REPLY)
    assert problems(game(FIRST, odd)) == []


def test_p1_the_game_goes_on_from_the_board_that_stood() -> None:
    odd = roll(Side.ONE, (6, 2), OPENING, OPENED, ELSEWHERE)
    then = roll(Side.TWO, (4, 3), REPLY, ELSEWHERE.swapped(), AFTER_REPLY_ELSEWHERE)
    report = game(odd, then)
    assert problems(report) == [("position_differs", 3)]
    (problem,) = [problem for problem in report.problems if problem.code == "position_differs"]
    assert (problem.game, problem.player, problem.column) == (1, Side.ONE, 1)
    assert problem.found == "62: 24/18 13/11"
    entry = transcript_of(report).games[0].entries[0]
    assert (entry.moves, entry.note, entry.stood) == (tuple(OPENING), Note.EDITED, ELSEWHERE)
    assert boards(report) == [ELSEWHERE, AFTER_REPLY_ELSEWHERE]
    assert replay(transcript_of(report))[0].notation == "24/18 13/11"


def test_at_the_end_of_a_game_the_board_kept_last_counts() -> None:
    odd = roll(Side.ONE, (6, 2), OPENING, OPENED, ELSEWHERE)
    end = record(GAME_END, score1g=1, winner=1, pointswon=1, termination=101)
    for records in ((odd, end), (odd,)):
        report = game(*records)
        assert problems(report) == [("position_differs", 3)]
        assert boards(report)[0] == ELSEWHERE


def test_p1_a_play_that_the_program_itself_calls_illegal() -> None:
    illegal = roll(Side.ONE, (6, 2), [Move(24, 18)], OPENED, ELSEWHERE, invalidm=2)
    then = roll(Side.TWO, (4, 3), REPLY, ELSEWHERE.swapped(), AFTER_REPLY_ELSEWHERE)
    report = game(illegal, then)
    assert problems(report) == [("declared_illegal", 3)]
    entry = transcript_of(report).games[0].entries[0]
    assert (entry.moves, entry.note, entry.stood) == ((), Note.ILLEGAL, ELSEWHERE)


def test_p1_an_illegal_play_whose_moves_are_kept_is_judged_by_them() -> None:
    moves = [Move(14, 11), Move(8, 5)]
    start = played(OPENED, [Move(24, 14)]).result
    records = [
        record(GAME, posinit=signed_counts(start)),
        roll(Side.ONE, (4, 3), moves, start, played(start, moves).result, invalidm=2),
    ]
    assert problems(check_of(*records)) == [("wrong_die", 3)]


def test_a_jump_between_two_plays_is_told_at_the_first() -> None:
    then = roll(Side.TWO, (4, 3), REPLY, ELSEWHERE.swapped(), AFTER_REPLY_ELSEWHERE)
    report = game(FIRST, cube(Side.TWO, double=1, take=1), then)
    assert problems(report) == [("position_differs", 3)]
    assert transcript_of(report).games[0].entries[0].stood == ELSEWHERE
    assert boards(report) == [ELSEWHERE, *[ELSEWHERE.swapped(), ELSEWHERE], AFTER_REPLY_ELSEWHERE]


def test_a_doubted_board_followed_by_a_third_one() -> None:
    third = played(OPENED, [Move(13, 2)]).result
    odd = roll(Side.ONE, (6, 2), OPENING, OPENED, ELSEWHERE)
    then = roll(Side.TWO, (4, 3), REPLY, third.swapped(), played(third.swapped(), REPLY).result)
    report = game(odd, then)
    assert problems(report) == [("position_differs", 3), ("position_differs", 3)]
    assert boards(report)[0] == third


def test_a_game_that_begins_elsewhere_than_its_header_says() -> None:
    first = roll(Side.TWO, (4, 3), REPLY, ELSEWHERE.swapped(), AFTER_REPLY_ELSEWHERE)
    report = game(first)
    assert problems(report) == []
    assert "set_position" in codes(report)
    assert transcript_of(report).games[0].start == ELSEWHERE


def test_a_play_from_a_jump_that_leads_nowhere_either() -> None:
    nowhere = roll(Side.TWO, (4, 3), [Move(24, 20)], ELSEWHERE.swapped(), OPENED)
    report = game(FIRST, nowhere)
    assert problems(report) == [("position_differs", 4), ("under_play", 4)]
    assert boards(report) == [AFTER_OPENING, OPENED]


def test_where_no_board_is_kept_after_a_play_its_moves_count() -> None:
    bare = {"positionend": [0] * 26}
    first = roll(Side.ONE, (6, 2), OPENING, OPENED, OPENED, **bare)
    second = roll(Side.TWO, (4, 3), [Move(24, 23)], AFTER_OPENING.swapped(), OPENED, **bare)
    report = game(first, second)
    assert problems(report) == [("wrong_distance", 4)]
    assert boards(report)[0] == AFTER_OPENING


def test_a_board_that_no_game_can_have_is_unreadable() -> None:
    for counts in (NO_BOARD, [1, *[0] * 25], [*[0] * 25, -1], [0, 16, *[0] * 24]):
        first = roll(Side.ONE, (6, 2), OPENING, OPENED, OPENED, positionend=counts, positioni=counts)
        assert problems(game(first, SECOND)) == [("unreadable_position", 3)]
    report = check_of(record(GAME, posinit=NO_BOARD), FIRST)
    assert problems(report) == [("unreadable_position", 2)]
    assert report.problems[0].found.startswith("99 99")


@pytest.mark.parametrize(
    ("bar", "moves"),
    [(5, (Move(8, 5), Move(5, 1))), (4, (Move(8, 4), Move(4, 1)))],
)
def test_a_joined_move_goes_the_way_that_its_board_tells(bar: int, moves: tuple[Move, ...]) -> None:
    own, opp = [0] * 26, [0] * 26
    own[8], own[6] = 1, 14
    opp[20], opp[21], opp[18] = 1, 1, 13
    start = Position(tuple(own), tuple(opp))
    after = played(start, moves).result
    assert after.opp[25 - bar] == 0
    records = [record(GAME, posinit=signed_counts(start)), roll(Side.ONE, (4, 3), [Move(8, 1)], start, after)]
    report = check_of(*records)
    assert problems(report) == []
    assert boards(report) == [after]


def test_a_joined_move_of_a_double_hits_what_stands_on_its_way() -> None:
    own, opp = [0] * 26, [0] * 26
    own[12], own[6], opp[16], opp[24] = 1, 14, 1, 14
    start = Position(tuple(own), tuple(opp))
    after = played(start, [Move(12, 9), Move(9, 6), Move(6, 3), Move(6, 3)]).result
    records = [
        record(GAME, posinit=signed_counts(start)),
        roll(Side.ONE, (3, 3), [Move(12, 6), Move(6, 3), Move(6, 3)], start, after),
    ]
    assert boards(check_of(*records)) == [after]


def test_dice_that_cannot_be_are_told_and_the_board_goes_on() -> None:
    odd = roll(Side.ONE, (7, 0), OPENING, OPENED, AFTER_OPENING)
    report = game(odd, SECOND)
    assert problems(report) == [("invalid_dice", 3)]
    assert report.problems[0].found == "7-0"
    assert boards(report) == [AFTER_OPENING, AFTER_REPLY]
    bare = roll(Side.ONE, (7, 0), OPENING, OPENED, OPENED, positionend=[0] * 26)
    assert problems(game(bare)) == [("invalid_dice", 3)]
    roll_without_play = record(MOVE, actifp=1, dice=(0, 0), positioni=signed_counts(OPENED))
    assert problems(game(roll_without_play)) == [("invalid_dice", 3)]


@pytest.mark.parametrize("places", [[24, 24], [25, 3], [-2, 3], [5, 30]])
def test_places_that_do_not_exist_are_told_and_the_board_goes_on(places: list[int]) -> None:
    places_of_record = places + [-1] * 6
    odd = roll(Side.ONE, (6, 2), [], OPENED, AFTER_OPENING, moves=places_of_record)
    report = game(odd, SECOND)
    assert problems(report) == [("unreadable_play", 3)]
    assert report.problems[0].found == " ".join(map(str, places_of_record))
    assert boards(report) == [AFTER_OPENING, AFTER_REPLY]
    bare = roll(Side.ONE, (6, 2), [], OPENED, OPENED, moves=places_of_record, positionend=[0] * 26)
    entry = transcript_of(game(bare)).games[0].entries[0]
    assert (entry.note, entry.moves) == (Note.UNREADABLE, ())
