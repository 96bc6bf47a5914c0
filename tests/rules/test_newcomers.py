"""What who is new to the library tries, and what it answers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules import (
    Dice,
    Finding,
    Game,
    IllegalPlay,
    Match,
    MatchScore,
    Position,
    Problem,
    Result,
    Side,
    canonical,
    check,
    legal_plays,
    match_facts,
    replay,
    write,
)
from rules.notation import match_id, xgid

BEGUN = Game.start().roll_opening(3, 1).play("8/5 6/5")


def side(text: str) -> Side:
    """A side as who reads it from a form or a file has it: a text that is equal to it."""
    name: Side = text  # type: ignore[assignment]
    return name


def test_the_text_of_a_side_is_that_side() -> None:
    score = MatchScore(7).after(side("one"), 2).with_points(side("two"), 1)
    assert (score.points, score.of(side("one")), score.away(side("two"))) == ((2, 1), 2, 6)
    game = BEGUN.double(by=side("two")).take(by=side("one")).roll((6, 2), by=side("two"))
    assert game.cube is not None
    assert game.cube.owner is Side.ONE
    offer = game.resign(Result.SINGLE, by=side("two"))
    assert offer.refuse(by=side("one")).resignation is None
    assert offer.accept(by=side("one")).score == offer.accept().score


@pytest.mark.parametrize("result", Result)
def test_the_text_of_a_result_is_that_result(result: Result) -> None:
    text: Result = str(result.value)  # type: ignore[assignment]
    match, twin = (Match(7, dice=Dice(seed=1)) for _ in range(2))
    for one, resigned in ((match, text), (twin, result)):
        one.roll()
        one.play(one.legal_plays()[0])
        one.resign(resigned)
        one.accept()
    assert match.score == twin.score
    with pytest.raises(ValueError, match="nothing"):
        BEGUN.resign("nothing")  # type: ignore[arg-type]


def test_what_is_printed_is_short() -> None:
    assert str(legal_plays(Position.start(), (6, 5))[0]) == "24/13"
    assert str(MatchScore(7, 6, 2)) == "6-2 to 7, Crawford"
    assert str(MatchScore(None, 3, 1)) == "3-1"
    assert str(Problem(Finding.EVEN_LENGTH, line=1, found="8")) == "even_length (line=1, found=8)"
    assert str(Problem(Finding.NO_GAMES)) == "no_games"


def test_a_printed_play_can_be_played() -> None:
    match = Match(1, dice=Dice(seed=3))
    match.roll()
    assert match.play(str(match.legal_plays()[0])).moves


@pytest.mark.parametrize("ask", [canonical, match_facts, replay, lambda record: write(record, "mat")])
@pytest.mark.parametrize("record", [Match(1), check(" 1 point match\n Game 1\n"), "text", None])
def test_what_needs_a_transcript_says_where_it_is(ask: Callable[[object], object], record: object) -> None:
    with pytest.raises(TypeError, match=r"check\(\.\.\.\)\.transcript and match\.transcript"):
        ask(record)


@pytest.mark.parametrize("encode", [xgid.encode, match_id.encode])
def test_what_needs_a_moment_says_how_to_make_one(encode: Callable[[object], object]) -> None:
    with pytest.raises(TypeError, match=r"State\(position\) and State\.of\(game\)"):
        encode(Position.start())


@pytest.mark.parametrize("dice", [None, "31", (7, 1), (3,), 31])
def test_what_are_no_dice_is_refused_as_such(dice: object) -> None:
    with pytest.raises(IllegalPlay, match="not_dice"):
        legal_plays(Position.start(), dice)  # type: ignore[arg-type]
