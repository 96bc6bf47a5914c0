"""Real records: the project's own, and the public corpus where it is at hand."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from rules import EntryKind, Position, Severity, Side, Verdict, check, replay
from tests.rules.records import CLEAN, DATA, PUBLIC, codes

REVIEWED: dict[str, dict[str, Any]] = json.loads((DATA.parent / "public_verdicts.json").read_text())
"""What a review by hand found in the public records: verdict, every problem with its line, and the reason."""


def position_id(position: Position) -> str:
    """gnubg's Position ID: for the opponent and then the side to move, checkers in unary from point 1 to bar."""
    bits = "".join("1" * side[place] + "0" for side in (position.opp, position.own) for place in range(1, 26))
    number = int(bits.ljust(80, "0")[::-1], 2)
    return base64.b64encode(number.to_bytes(10, "little")).decode()[:14]


def test_the_start_has_the_position_id_everybody_knows() -> None:
    assert position_id(Position.start()) == "4HPwATDgc/ABMA"


@pytest.mark.parametrize("path", CLEAN, ids=lambda path: path.stem)
def test_a_record_of_gnubg_is_clean(path: Path) -> None:
    report = check(path.read_bytes())
    assert report.verdict is Verdict.CLEAN
    assert codes(report, severity=Severity.PROBLEM) == []
    assert report.winner is not None
    assert [game.score_before for game in report.games[1:]] == [
        game.score_after for game in report.games[:-1]
    ]


def test_every_board_before_a_play_is_the_one_gnubg_had() -> None:
    problems_by_review: dict[str, list[tuple[int, str, list[int] | None, str]]] = {}
    for line in (DATA / "gnubg_boards.jsonl").read_text().splitlines():
        file, number, kind, side, dice, board = json.loads(line)
        if kind == "move":
            problems_by_review.setdefault(file, []).append((number, side, sorted(dice), board))
    assert len(problems_by_review) == 30
    for file, boards in problems_by_review.items():
        transcript = check((DATA / "gnubg" / file).read_bytes()).transcript
        assert transcript is not None
        own_boards = [
            (
                step.game - 1,
                "X" if step.side is Side.ONE else "O",
                sorted(step.dice),
                position_id(step.before),
            )
            for step in replay(transcript)
            if step.kind is EntryKind.ROLL and step.dice and not step.is_unplayed
        ]
        assert own_boards == boards


@pytest.mark.parametrize(
    ("name", "code", "place", "text"),
    [
        ("under", "under_play", (8, 6, 1, 2, Side.ONE), "24/15"),
        ("cube", "wrong_cube_value", (12, 35, 1, 6, Side.TWO), "2"),
        ("wins", "wrong_result", (20, 7, 1, None, Side.ONE), "2"),
    ],
)
def test_damage_is_caught_at_its_line(
    name: str, code: str, place: tuple[int, int, int, int | None, Side], text: str
) -> None:
    report = check((DATA / "damaged" / f"{name}.mat").read_bytes())
    first = report.problems[0]
    assert report.verdict is Verdict.PROBLEMS
    assert first.code == code
    assert (first.line, first.column, first.game, first.turn, first.player) == place
    assert first.expected == text


def test_a_wrong_value_is_one_problem_and_disturbs_nothing_else() -> None:
    for name in ("cube", "wins"):
        report = check((DATA / "damaged" / f"{name}.mat").read_bytes())
        assert len(report.problems) == 1
        assert (report.score, report.counted, report.winner) == ((12, 2), (7, 2), Side.ONE)


@pytest.mark.parametrize("name", REVIEWED)
@pytest.mark.skipif(
    not PUBLIC.is_dir(), reason="the public records are not at hand: set VIDEAU_RECORDS to their folder"
)
def test_a_public_record_has_the_problems_a_review_found_and_no_others(name: str) -> None:
    report = check((PUBLIC / name).read_bytes())
    problems_by_review = REVIEWED[name]
    assert report.verdict == problems_by_review["verdict"]
    assert [[problem.code, problem.line] for problem in report.problems] == problems_by_review["problems"]


@pytest.mark.skipif(
    not PUBLIC.is_dir(), reason="the public records are not at hand: set VIDEAU_RECORDS to their folder"
)
def test_every_public_record_was_reviewed() -> None:
    assert set(REVIEWED) == {path.name for path in PUBLIC.iterdir() if path.name != "manifest.json"}


def test_the_review_gives_a_reason_for_every_record_that_is_not_clean() -> None:
    assert len(REVIEWED) == 83
    for name, reasons in REVIEWED.items():
        assert bool(reasons["problems"]) == bool(reasons.get("reason")), name
        assert reasons["problems"] or reasons["verdict"] == Verdict.CLEAN, name


@pytest.mark.skipif(
    not PUBLIC.is_dir(), reason="the public records are not at hand: set VIDEAU_RECORDS to their folder"
)
def test_the_same_match_in_two_dialects_is_the_same_match() -> None:
    collapsed, single = (check((PUBLIC / name).read_bytes()) for name in ("075-gbf.txt", "076-gbf.mat"))
    assert collapsed.transcript is not None
    assert single.transcript is not None
    assert collapsed.games == single.games
    boards = [
        [(step.kind, step.side, step.before, step.after) for step in replay(report.transcript)]
        for report in (collapsed, single)
        if report.transcript
    ]
    assert boards[0] == boards[1]
