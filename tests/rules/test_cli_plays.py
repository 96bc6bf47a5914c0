"""`plays` on the command line."""

from __future__ import annotations

import json

import pytest

from rules import Position, legal_plays
from rules.commands import main
from tests.rules.boards import DATA
from tests.rules.program import feed

START = "4HPwATDgc/ABMA"


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


def test_lines_are_answered_with_the_positions_that_legal_plays_reach(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = (DATA / "records" / "oracle_positions.jsonl").read_text().splitlines()[:100]
    questions = [json.dumps({key: json.loads(case)[key] for key in ("own", "opp", "dice")}) for case in cases]
    feed(monkeypatch, "\n".join([questions[0], "", *questions[1:]]).encode())
    assert main(["plays"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert answers == [{"results": json.loads(case)["results"]} for case in cases]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (b"{", "not_a_position"),
        (b"[]", "not_a_position"),
        (b'{"own": [], "opp": []}', "not_a_position"),
        (b'{"own": [], "opp": [], "dice": 3}', "not_a_position"),
        (b'{"own": [], "opp": [], "dice": [3, 1]}', "not_26_counts"),
        (b'{"own": [], "opp": [], "dice": [3, 1], "may_hit": 1}', "not_a_position"),
        (b'{"own": [], "opp": [], "dice": [3, 1], "outside": ["1", 2]}', "not_26_counts"),
        (b'{"own": [], "opp": [], "dice": [3, 1], "variant": "chess"}', "not_a_position"),
        (b'{"own": [], "opp": [], "dice": [3, 1], "variant": []}', "not_a_position"),
        (b"\xff", "not_a_position"),
        (b"[" * 100_000, "not_a_position"),
        (b"[" * 200_000, "not_a_position"),
    ],
)
def test_a_line_that_cannot_be_read_is_answered_with_an_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: bytes, error: str
) -> None:
    feed(monkeypatch, line + b"\n{}\n")
    assert main(["plays"]) == 2
    answers = [json.loads(answer) for answer in capsys.readouterr().out.splitlines()]
    assert answers == [{"error": error}, {"error": "not_a_position"}]


def test_v3_lines_may_tell_of_dutch_backgammon(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    start = {"own": [0] * 26, "opp": [0] * 26, "outside": [15, 15], "may_hit": [False, False]}
    feed(monkeypatch, json.dumps({**start, "variant": "dutch", "dice": [6, 5]}).encode())
    assert main(["plays", "--json"]) == 0
    (results,) = json.loads(capsys.readouterr().out).values()
    assert "00000000000000000001100000/00000000000000000000000000/df00" in results


def test_a_position_has_its_plays_listed(capsys: pytest.CaptureFixture[str]) -> None:
    notations = [play.notation for play in legal_plays(Position.start(), (3, 1))]
    for arguments in (["start", "31"], [START, "1-3"], [f"{START}:cAkWAAAAAAAA", "31"]):
        assert main(["plays", *arguments]) == 0
        assert capsys.readouterr().out.splitlines() == notations


def test_the_dice_of_the_position_are_taken_where_none_are_given(capsys: pytest.CaptureFixture[str]) -> None:
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:65:0:0:0:7:10"
    assert main(["plays", xgid]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "24/13"
    assert main(["plays", "--", xgid.removeprefix("XGID="), "66"]) == 0
    assert "24/18(2) 13/7(2)" in capsys.readouterr().out


def test_json_has_the_moves_and_the_position_reached(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plays", "start", "65", "--variant", "hypergammon_3", "--json"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert answers[0] == {
        "play": "24/19 23/17",
        "moves": [[24, 19], [23, 17]],
        "hits": [False, False],
        "result": "00000000000000000101001000/00000000000000000000001110",
    }


def test_a_fibs_board_is_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    board = (
        "board:You:Opp:7:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:"
        "-1:3:1:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0"
    )
    assert main(["plays", board]) == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["start"], "Which dice? The position has none."),
        (["4HPwATDgc/ABM", "31"], "4HPwATDgc/ABM: "),
        (["XGID=x", "31"], "XGID=x: "),
        (["board:x", "31"], "board:x: "),
        (["x:y", "31"], "x:y: "),
    ],
)
def test_what_is_no_position_with_dice_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert main(["plays", *arguments]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith(message)


@pytest.mark.parametrize("dice", ["37", "3", "311", "", "x", "３１"])
def test_what_is_no_dice_is_refused(capsys: pytest.CaptureFixture[str], dice: str) -> None:
    with pytest.raises(SystemExit):
        main(["plays", "start", dice])
    assert f"argument DICE: not two dice: {dice}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("foo", "Neither an XGID, nor a Position ID of gnubg, nor a board line of FIBS, nor start."),
        ("OGID", "Neither an XGID, nor a Position ID of gnubg, nor a board line of FIBS, nor start."),
        (
            "11ccccchhhjjjjj:66666888dddddoo:N0N:46:B:IB:0:0:3:0",
            "Of the kind “OGID”, which is not read yet.",
        ),
        ("4HPwATDgcAB", "14 letters are needed, not 11."),
    ],
)
def test_what_is_no_position_is_told_in_words(
    capsys: pytest.CaptureFixture[str], text: str, why: str
) -> None:
    assert main(["plays", text, "31"]) == 2
    assert capsys.readouterr().err == f"{text}: {why}\n"
