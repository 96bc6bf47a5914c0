"""GNU Backgammon itself, where it is installed: it reads what we write, and counts what we count."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

import rules
from rules.facts import SideFacts, match_facts
from tests.engine.outputs import DATA, M004, decisions_of, output_of, question_of_file
from tests.postgres_plugin import gnubg as installed
from tests.rules.records import CLEAN
from tournaments.engine import EngineInput, Misread, analyse_game, engine_input, find, gnubg
from tournaments.engine.confinement import run
from tournaments.engine.reading import read_game

SHORT = "gnubg/m002_03pt_s1002_n0.0.mat"
# Hypergammon is not for it.
JUDGED = [path for path in CLEAN if "hypergammon" not in path.stem]
# What its statistics call what we count.
_SAME = {"turns": "Total moves", "doubles": "Doubles", "takes": "Takes", "drops": "Passes"}


def program() -> str:
    path = installed()
    assert path is not None
    return path


def said_quickly(questions: EngineInput, index: int) -> str:
    """What the program says of a game at a glance, as it does at length."""
    script = gnubg.script_of(index, plies=0)
    return run(
        [program(), *gnubg.ARGUMENTS],
        files={"match.mat": questions.text, "script": script},
        limits=gnubg.LIMITS,
        still_at_it=lambda: None,
    )


class TestFind:
    """The program is where the operator says, or where systems put it."""

    @pytest.fixture
    def fake(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
        """A program of that name on the path."""
        file = tmp_path / "gnubg"
        file.write_text("#!/bin/sh\n")
        file.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))
        return str(file)

    def test_auto_looks_on_the_path(self, fake: str) -> None:
        assert find("auto") == fake

    def test_off_never_looks(self, fake: str) -> None:
        assert find("off") is None
        assert find("") is None

    def test_a_path_is_that_program(self, fake: str, tmp_path: Path) -> None:
        assert find(fake) == fake
        assert find(str(tmp_path / "other")) is None

    def test_auto_finds_nothing_where_there_is_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", "/nowhere")
        monkeypatch.setattr(gnubg, "_GAMES", "/nowhere/either")
        assert find("auto") is None


def test_a_program_that_says_something_else_is_misread(tmp_path: Path) -> None:
    other = tmp_path / "gnubg"
    other.write_text("#!/bin/sh\necho hello\n")
    other.chmod(0o755)
    with pytest.raises(Misread):
        analyse_game(str(other), question_of_file(SHORT), 0, still_at_it=lambda: None)


def test_the_analysis_carries_the_version_of_the_program(tmp_path: Path) -> None:
    other = tmp_path / "gnubg"
    other.write_text(f"#!/bin/sh\ncat {DATA / 'engine' / 'm004_game_1.txt'}\n")
    other.chmod(0o755)
    analysis, version = analyse_game(str(other), question_of_file(M004), 0, still_at_it=lambda: None)
    assert version == "1.07.001"
    assert analysis == read_game(output_of("m004_game_1"), decisions_of("m004_game_1"))


@pytest.mark.gnubg
def test_a_whole_match_is_analysed() -> None:
    questions = question_of_file(SHORT)
    for index, decisions in enumerate(questions.games):
        analysis, version = analyse_game(program(), questions, index, still_at_it=lambda: None)
        assert re.fullmatch(r"\d+\.\d+\.\d+", version)
        for totals in (analysis.one, analysis.two):
            assert 0 < totals.plays <= len(decisions)
            # The two sides are the program itself, playing at its best.
            assert 0 <= totals.plays_lost / totals.plays < 0.02
        steps = [mistake.step for mistake in analysis.mistakes]
        assert set(steps) <= {decision.step for decision in decisions}
        assert steps == sorted(steps)


@pytest.mark.gnubg
def test_luck_and_what_is_not_luck_add_up_to_the_match() -> None:
    """From even chances the winner came to 1: what the dice gave of it, and what they did not."""
    questions = question_of_file(M004)
    analyses = [
        read_game(said_quickly(questions, index), decisions)
        for index, decisions in enumerate(questions.games)
    ]
    luck = [one.luck for one in analyses if one.luck is not None]
    assert len(luck) == len(questions.games)
    gain = sum(one.result_without + one.one - one.two for one in luck)
    assert abs(gain) == pytest.approx(0.5, abs=0.001)


@pytest.mark.gnubg
@pytest.mark.parametrize("path", JUDGED[::6], ids=lambda path: path.stem)
def test_it_counts_what_we_count(path: Path) -> None:
    check = rules.check(path.read_bytes())
    assert check.transcript is not None
    questions = engine_input(check)
    for index, game in enumerate(match_facts(check.transcript).games):
        output = said_quickly(questions, index)
        read_game(output, questions.games[index])
        assert _counted(output) == [_ours(game.one), _ours(game.two)]


def _ours(side: SideFacts) -> dict[str, int]:
    return {name: getattr(side, name) for name in _SAME}


def _counted(output: str) -> Sequence[dict[str, int]]:
    """The program's own statistics of the game, the left column's first."""
    counts = {}
    for name, words in _SAME.items():
        line = re.search(rf"^{words} +(\d+) +(\d+) *$", output, re.MULTILINE)
        assert line is not None
        counts[name] = (int(line[1]), int(line[2]))
    return [{name: pair[at] for name, pair in counts.items()} for at in (0, 1)]
