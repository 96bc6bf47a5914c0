"""Parsing the engine's output: single errors, its own sums, and output about another game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Side
from tests.engine.outputs import OUTPUTS, decisions_of, output_of
from tournaments.engine import GameAnalysis, Misread, Mistake, MistakeKind, Totals, reading
from tournaments.engine.reading import GameLuck, read_game


def analysis_of(name: str) -> GameAnalysis:
    return read_game(output_of(name), decisions_of(name))


def test_a_play_and_a_double_that_were_wrong() -> None:
    analysis = analysis_of("m004_game_1")
    assert analysis.mistakes == (
        Mistake(4, Side.ONE, MistakeKind.PLAY, "13/1*(2)", "15/3* 13/7(2)", 0.0395),
        Mistake(24, Side.ONE, MistakeKind.WRONG_DOUBLE, "", "", 0.0453),
    )
    assert analysis.one == Totals(plays=10, plays_lost=0.06404, cube_decisions=3, cube_lost=0.0453)
    assert analysis.two == Totals(plays=8, plays_lost=0.00161, cube_decisions=5, cube_lost=0.0)


def test_the_luck_of_each_side_and_the_result_without_it() -> None:
    luck = analysis_of("m004_game_1_luck").luck
    assert luck == GameLuck(one=0.1335, two=0.01179, result_without=0.0047)
    # The game brought side one 12.64 % of the match: what luck gave, and what it did not.
    assert luck.result_without + luck.one - luck.two == pytest.approx(0.1264, abs=0.0001)


def test_output_of_before_luck_was_asked_for_has_none() -> None:
    assert analysis_of("m004_game_1").luck is None


def test_a_double_that_was_missed() -> None:
    analysis = analysis_of("m060_game_4")
    assert [(each.step, each.side, each.kind, each.lost) for each in analysis.mistakes] == [
        (1, Side.ONE, MistakeKind.PLAY, 0.3521),
        (2, Side.TWO, MistakeKind.MISSED_DOUBLE, 0.0298),
        (3, Side.ONE, MistakeKind.PLAY, 0.6486),
    ]
    assert (analysis.two.cube_decisions, analysis.two.cube_lost) == (2, 0.02979)


def test_a_play_that_the_engine_gave_no_rank() -> None:
    worst = max(analysis_of("s004_game_2").mistakes, key=lambda mistake: mistake.lost)
    assert (worst.played, worst.best, worst.lost) == ("24/18 5/1", "20/16*/10", 1.0574)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("accepts\n\n\nCube analysis\nCubeful equities:\n1. Double, take", MistakeKind.WRONG_TAKE),
        ("rejects\n\n\nCube analysis\nCubeful equities:\n1. Double, take", MistakeKind.WRONG_DROP),
    ],
)
def test_an_answer_is_judged_by_the_side_that_gives_it(answer: str, kind: MistakeKind) -> None:
    take = -1.25 if kind is MistakeKind.WRONG_TAKE else -0.75
    (block,) = reading._blocks(["Move number 5:  one doubles to 2"])
    for line in f"* two {answer}           {take:+}  (+0.1)\n2. Double, pass        -1.00000".splitlines():
        reading._add(block, line)
    (mistake,) = reading._mistakes(block, 7)
    assert (mistake.step, mistake.side, mistake.kind, mistake.lost) == (7, Side.TWO, kind, 0.25)


@pytest.mark.parametrize("name", OUTPUTS)
def test_the_errors_add_up_to_the_engines_own_sums(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "SMALLEST_MISTAKE", 0.00001)
    analysis = analysis_of(name)
    for side, totals in ((Side.ONE, analysis.one), (Side.TWO, analysis.two)):
        own = [mistake for mistake in analysis.mistakes if mistake.side is side]
        plays = sum(mistake.lost for mistake in own if mistake.kind is MistakeKind.PLAY)
        cube = sum(mistake.lost for mistake in own if mistake.kind is not MistakeKind.PLAY)
        assert plays == pytest.approx(totals.plays_lost, abs=0.001)
        assert cube == pytest.approx(totals.cube_lost, abs=0.001)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("4HPwATDgc/ABMA", "4HPwATDgc/ABNA"),  # another board
        ("cIjlAAAAAAAE", "cInlAAAAAAAE"),  # another moment
        ("Move number 1:  two", "Move number 1:  one"),
        ("* two rejects", "* two accepts"),
        ("*    1. Cubeful 2-ply    8/5 6/5", "     1. Cubeful 2-ply    8/5 6/5"),
        ("Double, take", "Triple, take"),
        ("No double", "Not a double"),
        ("Unforced moves", "Forced moves"),
        ("Error total EMG (MWC)", "Error total"),
        ("Cube statistics", "No statistics"),
        ("Move number 25:", "Move 25:"),
    ],
)
def test_what_is_not_about_this_game_is_misread(before: str, after: str) -> None:
    output = output_of("m004_game_1")
    assert before in output
    with pytest.raises(Misread):
        read_game(output.replace(before, after), decisions_of("m004_game_1"))


@pytest.mark.parametrize("output", ["", "gnubg: command not found", output_of("s004_game_2")])
def test_other_words_are_misread(output: str) -> None:
    with pytest.raises(Misread):
        read_game(output, decisions_of("m004_game_1"))


@given(st.data())
def test_damaged_words_are_read_or_misread_and_nothing_else(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(OUTPUTS)))
    lines = output_of(name).splitlines()
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(lines) - 1))
        lines[at] = data.draw(st.one_of(st.text(max_size=40), st.sampled_from(lines)))
    try:
        analysis = read_game("\n".join(lines), decisions_of(name))
    except Misread:
        return
    assert isinstance(analysis, GameAnalysis)
