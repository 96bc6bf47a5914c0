"""`diagram` on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from rules import Position, Side
from rules.commands import main
from rules.diagram import PALETTES, state_svg
from rules.move import Move
from rules.state import State
from tests.rules.records import DATA

RECORD = str(DATA / "damaged" / "under.mat")
START = "4HPwATDgc/ABMA"
NAMESPACE = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


def drawing(capfd: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The drawing of a call."""
    assert main(["diagram", *arguments]) == 0
    return capfd.readouterr().out


def title_and_description(svg: str) -> tuple[str | None, str | None]:
    """The title and description of a drawing, for screen readers."""
    tree = ET.fromstring(svg)  # noqa: S314 - our own drawing
    return tree.findtext(f"{NAMESPACE}title"), tree.findtext(f"{NAMESPACE}desc")


def test_a_position_is_drawn_on_the_standard_output(capfd: pytest.CaptureFixture[str]) -> None:
    svg = drawing(capfd, START)
    checkers = "2 on 24, 5 on 13, 3 on 8, 5 on 6"
    assert title_and_description(svg) == ("X to roll.", f"X: {checkers}. O: {checkers}.")
    assert svg.startswith("<svg ")
    assert svg.endswith("</svg>\n")
    assert "arrows" not in svg


def test_every_option_of_the_drawing_can_be_asked_for(capfd: pytest.CaptureFixture[str]) -> None:
    svg = drawing(
        capfd,
        *(START, "--palette", "dark", "--bottom", "two", "--numbering", "one", "--mirrored"),
        *("--play", "13/7 8/7"),
    )
    title, description = title_and_description(svg)
    assert (
        svg
        == state_svg(
            State(Position.start()),
            title=title or "",
            description=description or "",
            bottom=Side.TWO,
            play=(Move(13, 7), Move(8, 7)),
            palette=PALETTES["dark"],
            numbering=Side.ONE,
            is_mirrored=True,
        )
        + "\n"
    )
    assert (description or "").startswith("O: ")


def test_bar_off_and_outside_are_described(capfd: pytest.CaptureFixture[str]) -> None:
    xgid = "XGID=a-BB-----------------dd--A:0:0:1:00:0:0:0:0:10"
    _, description = title_and_description(drawing(capfd, xgid))
    assert description == "X: 1 on the bar, 2 on 3, 2 on 2, 10 off. O: 1 on the bar, 4 on 4, 4 on 3, 6 off."
    svg = drawing(capfd, "start", "--variant", "dutch", "--lang", "fr")
    assert title_and_description(svg)[1] == "X\u00a0: 15 pas encore entrés. O\u00a0: 15 pas encore entrés."


def test_a_moment_of_a_record_is_drawn_with_what_was_played(capfd: pytest.CaptureFixture[str]) -> None:
    place = (RECORD, "--turn", "1", "--player", "two")
    svg = drawing(capfd, *place)
    title, description = title_and_description(svg)
    assert title == "root to play 3-1."
    assert (description or "").endswith(" root 31: 8/5 6/5")
    assert svg.count("<path", svg.index('class="arrows"')) >= 2
    quiz = drawing(capfd, *place, "--no-play")
    assert "arrows" not in quiz
    assert "31: " not in quiz
    other = drawing(capfd, *place, "--play", "24/20(1)")
    assert "arrows" in other
    assert "31: 8/5" not in other


def test_a_faulty_play_is_drawn_as_it_was_written(capfd: pytest.CaptureFixture[str]) -> None:
    svg = drawing(capfd, RECORD, "--turn", "2", "--player", "one")
    assert (title_and_description(svg)[1] or "").endswith(" gnubg 63: 24/18")
    assert 'class="arrow"' in svg


def test_a_drawing_goes_into_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "start.svg"
    for option in ("-o", "--output"):
        assert main(["diagram", "start", option, str(target), "--force"]) == 0
        assert capsys.readouterr().out == f"{target}: X to roll.\n"
    assert target.read_text().endswith("</svg>\n")
    assert main(["diagram", "start", "-o", str(target)]) == 2
    assert "--force" in capsys.readouterr().err


def test_json_has_the_moment_and_the_drawing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["diagram", "start", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["svg"].startswith("<svg ")
    assert (report["title"], report["output"], report["position_id"]) == ("X to roll.", None, START)
    target = str(tmp_path / "start.svg")
    assert main(["diagram", "start", "--json", "-o", target]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["svg"], report["output"]) == (None, target)
    assert Path(target).exists()


def test_what_is_no_play_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ending:
        main(["diagram", "start", "--play", "up/down"])
    assert ending.value.code == 2
    assert "argument --play: not a play: up/down" in capsys.readouterr().err


def test_what_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diagram", "nothing.mat", "--lang", "fr"]) == 2
    assert capsys.readouterr().err == (
        "nothing.mat: ce fichier n’existe pas, et ce n’est pas une position\u00a0: "
        "Ni XGID, ni Position ID de gnubg, ni ligne board de FIBS, ni start.\n"
    )
    assert main(["diagram", RECORD, "--game", "9"]) == 2
    assert capsys.readouterr().err == f"{RECORD}: there is no such game or turn\n"
