"""`show` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules import Cube, Position, Result, Side, check, replay
from rules.commands import main
from rules.commands._describing import LETTERS, facts, identifiers, who_acts
from rules.notation import match_id, xgid
from rules.state import Phase, State
from rules.text_board import state_text_board, text_board
from rules.variant import BACKGAMMON, DUTCH
from rules.words import language
from tests.rules.boards import counts
from tests.rules.program import feed
from tests.rules.records import DATA, DROPPED, game, mat, wins

RECORD = str(DATA / "damaged" / "under.mat")
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:2:0:1:3:10"
WORDS = language("en")


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


def output_lines(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """The lines of a call that is done."""
    assert main(["show", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_position_is_shown_with_its_facts_and_ids(capsys: pytest.CaptureFixture[str]) -> None:
    state = xgid.decode(XGID)
    lines = output_lines(capsys, XGID)
    assert "\n".join(lines[:13]) == state_text_board(state)
    assert lines[13:] == [
        "X to play 5-2.",
        "Match to 3: X 2, O 0, Crawford game.",
        "No cube.",
        "Pips: X 167, O 167.",
        "There is contact.",
        "8 legal plays.",
        f"GNUBG ID: {match_id.encode_pair(state)}",
        XGID,
    ]


def test_a_position_is_shown_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    assert output_lines(capsys, XGID, "--lang", "fr")[13:19] == [
        "X joue 5-2.",
        "Match en 3\u00a0: X 2, O 0, partie Crawford.",
        "Pas de videau.",
        "Points de course\u00a0: X 167, O 167.",
        "Il y a contact.",
        "8 coups légaux.",
    ]


def test_a_position_is_shown_from_the_side_that_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output_lines(capsys, "start", "--bottom", "two")
    assert "\n".join(lines[:13]) == state_text_board(State(Position.start()), bottom=Side.TWO)


def test_json_tells_a_position_in_every_notation(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = output_lines(capsys, XGID, "--json")
    report = json.loads(line)
    assert report["xgid"] == XGID
    assert report["gnubg_id"].startswith(report["position_id"])
    assert (report["on_roll"], report["dice"], report["score"], report["cube"]) == (
        "one",
        [5, 2],
        [2, 0],
        None,
    )
    assert report["own"] == list(Position.start().own)


def test_v3_what_no_notation_tells_has_no_id(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output_lines(capsys, "start", "--variant", "dutch")
    assert lines[13:] == [
        "X to roll.",
        "Money play.",
        "No cube.",
        "Pips: X 375, O 375.",
        "There is contact.",
    ]
    assert set(identifiers(State(Position.start(DUTCH))).values()) == {None}


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (State(Position.start()), "X to roll."),
        (State(Position.start(), Side.TWO, (3, 1)), "O to play 3-1."),
        (State(Position.start(), cube=Cube(2, Side.ONE, Side.ONE)), "O to answer a double to 4."),
        (
            State(Position.start(), resignation=(Side.ONE, Result.GAMMON)),
            "O to answer a resignation (gammon).",
        ),
        (State(Position.start(), phase=Phase.NOT_STARTED), "The game has not started."),
        (State(Position.start(), phase=Phase.OVER), "The game is over."),
        (State(Position.start(), phase=Phase.RESIGNED), "The game was resigned."),
        (State(Position.start(), phase=Phase.DROPPED), "The double was dropped."),
    ],
)
def test_a_moment_says_who_acts(state: State, sentence: str) -> None:
    assert who_acts(state, LETTERS, WORDS) == sentence


def test_facts_tell_the_cube_money_rules_primes_and_what_dice_leave() -> None:
    closed_board = counts(p1=2, p2=2, p3=2, p4=2, p5=2, p6=2, p7=3)
    prime = counts(p20=2, p21=2, p22=2, p23=2, p13=6, bar=1)
    state = State(
        Position(prime, closed_board), Side.TWO, (6, 5), Cube(4, Side.TWO), jacoby=True, beavers=True
    )
    assert list(facts(state, ("Ann", ""), BACKGAMMON, WORDS)) == [
        "side two to play 6-5.",
        "Money play, Jacoby, beavers.",
        "The cube is at 4, with side two.",
        "Pips: Ann 63, side two 275.",
        "There is contact.",
        "Ann has a closed board.",
        "side two has a prime of 4 points.",
        "No legal play.",
    ]


def test_facts_tell_a_race_and_a_forced_play() -> None:
    race = Position(counts(p1=1, off=14), counts(p2=1, off=14))
    report = list(facts(State(race, dice=(2, 1), length=5), LETTERS, BACKGAMMON, WORDS))
    assert report[1] == "Match to 5: X 0, O 0."
    assert report[-2:] == ["No contact: a race.", "The play is forced: 1/off."]
    over = Position(counts(off=15), counts(p2=1, off=14))
    for position in (over, over.swapped()):
        assert (
            list(facts(State(position, dice=(2, 1)), LETTERS, BACKGAMMON, WORDS))[-1] == "No contact: a race."
        )


def test_a_match_is_shown_with_its_games_and_what_happened(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output_lines(capsys, RECORD)
    assert lines[:5] == [
        f"{RECORD}: gnubg 7-2 root (to 7), problems",
        "  line 5, game 1, 0-0: gnubg wins 2 points (single, double dropped, cube 2)",
        "  line 22, game 2, 2-0: gnubg wins 2 points (single, resigned, cube 2)",
        "  line 51, game 3, 4-0: root wins 2 points (single, resigned, cube 2)",
        "  line 77, game 4, 4-2: gnubg wins 8 points (single, borne off, cube 8)",
    ]
    assert lines[5].split() == ["gnubg", "root"]
    assert lines[-1].split() == ["points", "12", "2"]
    assert len({len(line) for line in lines[5:]}) == 1
    assert not any("beavers" in line for line in lines)


def test_crawford_and_unfinished_games_are_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = game(*DROPPED, wins(1))
    second = game(("31: 8/5 6/5", ""), number=2, score=(1, 0))
    feed(monkeypatch, mat(first, second, length=2))
    lines = output_lines(capsys, "-", "--lang", "fr")
    assert lines[1:3] == [
        "  ligne 3, partie 1, 0-0\u00a0: Ann gagne 1 point (simple, double refusé, videau 1)",
        "  ligne 9, partie 2, 1-0 (partie Crawford)\u00a0: pas finie",
    ]


def test_a_record_in_which_nobody_played_has_no_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(monkeypatch, f"{XGID}\n".encode())
    assert output_lines(capsys, "-")[1:] == ["  line 1, game 1, 2-0 (Crawford game): not finished"]


def test_json_tells_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = output_lines(capsys, RECORD, "--json")
    report = json.loads(line)
    assert (report["players"], report["score"], report["verdict"]) == (["gnubg", "root"], [12, 2], "problems")
    assert [game_report["points"] for game_report in report["games"]] == [2, 2, 2, 8]
    assert report["facts"]["one"]["points"] == 12


def test_a_game_is_shown_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output_lines(capsys, RECORD, "--game", "1")
    assert lines[0] == "X is gnubg, O is root."
    steps = [line for line in lines if line.startswith("line ")]
    assert steps[0] == "line 7, game 1, turn 1: root 31: 8/5 6/5"
    assert "line 18, game 1, turn 12: root 32: no legal move" in steps
    assert steps[-3:] == [
        "line 19, game 1, turn 13: gnubg doubles to 4",
        "line 19, game 1, turn 13: root drops",
        "line 20, game 1: gnubg wins 2 points",
    ]
    assert sum(line.startswith("+-") for line in lines) == 2 * (len(steps) - 1)
    assert "[4]?" in "\n".join(lines)


def test_a_turn_is_shown_with_its_problem_and_the_board_it_leaves(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = output_lines(capsys, RECORD, "--turn", "2", "--player", "one", "--bottom", "two")
    transcript = check(Path(RECORD).read_bytes()).transcript
    assert transcript is not None
    step = next(step for step in replay(transcript) if (step.turn, step.side) == (2, Side.ONE))
    assert "gnubg to play 6-3." in lines
    start = lines.index("line 8, game 1, turn 2: gnubg 63: 24/18")
    assert lines[start + 1].startswith("  line 8, column 6, game 1, turn 2, gnubg: problem: 63: 24/18: ")
    assert "\n".join(lines[start + 3 :]) == text_board(step.after.swapped(), bottom=Side.TWO)


def test_every_kind_of_step_has_its_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = (
        ("31: 8/5 6/5", "Doubles => 2"),
        ("Beavers => 4", "Raccoons => 8"),
        ("Takes", "52: ????"),
        ("", "Concedes"),
        wins(8),
    )
    feed(monkeypatch, mat(game(*rows), length=0, header='; [Jacoby "On"]\n; [Beaver "On"]'))
    lines = output_lines(capsys, "-", "--game", "1")
    assert [line.partition(": ")[2] for line in lines if line.startswith("line ")] == [
        "Ann 31: 8/5 6/5",
        "Bob doubles to 2",
        "Ann beavers to 4",
        "Bob raccoons to 8",
        "Ann takes",
        "Bob 52: not played",
        "Bob resigns",
        "Ann wins 8 points",
    ]


def test_json_tells_a_step_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        json.loads(line) for line in output_lines(capsys, RECORD, "--game", "1", "--turn", "13", "--json")
    ]
    assert [(line["player"], line["kind"]) for line in lines] == [("one", "double"), ("two", "drop")]
    assert lines[1]["before"]["offered_by"] == "one"
    assert lines[1]["before"]["on_roll"] == "one"
    first = json.loads(output_lines(capsys, RECORD, "--turn", "2", "--player", "one", "--json")[0])
    assert (first["said"], first["play"], first["problems"][0]["code"]) == (
        "63: 24/18",
        None,
        "under_play",
    )
    assert first["before"]["score"] == [0, 0]


def test_the_score_of_a_game_after_the_end_is_told_within_the_length(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    last = game(*DROPPED, wins(1))
    feed(monkeypatch, mat(last, game(*DROPPED, wins(1), number=2, score=(1, 0)), length=1))
    (line, *_) = output_lines(capsys, "-", "--game", "2", "--json")
    assert json.loads(line)["before"]["score"] == [1, 0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([RECORD, "--game", "9"], f"{RECORD}: there is no such game or turn\n"),
        ([RECORD, "--turn", "99"], f"{RECORD}: there is no such game or turn\n"),
        (
            ["nothing.mat"],
            (
                "nothing.mat: there is no such file, and it is no position: "
                "Neither an XGID, nor a Position ID of gnubg, nor a board line of FIBS, nor start.\n"
            ),
        ),
    ],
)
def test_what_is_not_there_is_told(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert main(["show", *arguments]) == 2
    assert capsys.readouterr() == ("", message)


def test_a_place_that_no_file_can_be_called_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "x" * 10_000]) == 2
    assert "there is no such file, and it is no position" in capsys.readouterr().err


def test_a_file_that_is_no_record_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    letter = tmp_path / "letter"
    letter.write_bytes(b"Dear director")
    assert main(["show", str(letter)]) == 2
    assert capsys.readouterr().err == (
        f"{letter}:\n  file: problem: This is no record of a match: “Dear director”.\n"
    )
