"""The replay of a record, entry by entry, as a page shows it."""

from __future__ import annotations

from rules import Cube, EntryKind, Side, Step, check, replay
from tests.rules.records import CLEAN, game, mat, set_position, wins

OPENED = ("31: 8/5 6/5", "52: 13/8 24/22")
CLOSED_OUT = set_position({25: 1, 6: 14}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 7: 3})


def steps_of(*lines: tuple[str, str] | str) -> tuple[Step, ...]:
    transcript = check(mat(game(*lines))).transcript
    assert transcript is not None
    return replay(transcript)


def test_each_entry_has_the_boards_around_it() -> None:
    first, second, double, take, last = steps_of(OPENED, ("Doubles => 2", "Takes"), ("64: 24/14", ""))
    assert (first.kind, first.side, first.dice) == (EntryKind.ROLL, Side.ONE, (3, 1))
    assert first.notation == "8/5 6/5"
    assert second.before == first.after.swapped()
    assert (double.kind, double.cube) == (EntryKind.DOUBLE, Cube(1, offered_by=Side.ONE))
    assert (take.kind, take.side, take.cube) == (EntryKind.TAKE, Side.TWO, Cube(2, Side.TWO))
    assert (double.before, double.notation) == (double.after, "")
    assert len(last.moves) == 2
    assert (last.game, last.turn, last.line, last.column, last.text) == (1, 3, 7, 6, "64: 24/14")


def test_each_board_follows_from_the_one_before() -> None:
    for path in CLEAN[:6]:
        transcript = check(path.read_bytes()).transcript
        assert transcript is not None
        last: Step | None = None
        for step in replay(transcript):
            if last and last.game == step.game:
                is_same_side = step.side is last.side
                assert step.before == (last.after if is_same_side else last.after.swapped())
            last = step


def test_a_step_has_the_problems_found_at_it() -> None:
    first, second = steps_of(("31: 8/5", "52: 13/8 24/22"))
    assert [problem.code for problem in first.problems] == ["under_play"]
    assert second.problems == ()


def test_a_forced_play_left_out_is_shown_where_it_belongs() -> None:
    # The 6 enters, and no 5 can be played.
    position = set_position({25: 1, 6: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 7: 1, 11: 2, 24: 2})
    forced, double = steps_of(position, ("65:", "Doubles => 2"))
    assert (forced.notation, forced.line) == ("bar/19", 6)
    assert double.before == forced.after.swapped()


def test_a_forced_play_left_out_may_end_the_game() -> None:
    report = check(mat(game(set_position({1: 1}, {6: 14}), ("21:", "31: 6/3 6/5"), wins(1)), length=1))
    assert [problem.code for problem in report.problems] == [
        "set_position",
        "forced_play_omitted",
        "played_after_game_end",
    ]


def test_a_dance_is_not_a_roll_left_unplayed() -> None:
    dance, play, second, result = steps_of(
        CLOSED_OUT, ("31:", "21: 7/5 7/6"), ("54: ????", ""), wins(1, right=True)
    )
    assert (dance.notation, dance.is_unplayed) == ("#", False)
    assert play.notation == "7/5 7/6"
    assert second.notation == "#"
    assert result.kind is EntryKind.WIN
    *_, roll, end = steps_of(OPENED, ("54: ????", ""), wins(1, right=True))
    assert (roll.notation, roll.is_unplayed, end.kind) == ("", True, EntryKind.WIN)


def test_a_roll_left_unplayed_at_the_end_of_the_record_is_shown_last() -> None:
    assert steps_of(OPENED, ("54:", ""))[-1].is_unplayed
    kinds = [(step.kind, step.is_unplayed) for step in steps_of(OPENED, ("54:", "Takes"))]
    assert kinds[2:] == [(EntryKind.TAKE, False), (EntryKind.ROLL, True)]


def test_a_play_the_record_calls_illegal_is_shown_by_its_text() -> None:
    points = "-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-4;-1;0;0;0;2"
    cell = f"31: Illegal play (7;0;1;0;1;Bob;Ann;0;0;0;1;0;0;{points};0;4;1;)"
    (step,) = steps_of((cell, ""))
    assert step.before != step.after
    assert step.notation == ""
