"""Plays are read from every usual way of writing, and an error says which move is wrong and what is legal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import (
    VARIANTS,
    Game,
    IllegalAction,
    IllegalPlay,
    InvalidNotation,
    Play,
    PlayStyle,
    Position,
    RulesError,
    Side,
    Variant,
    judge,
    legal_plays,
)
from rules.judgement import PlayFault
from rules.words import LANGUAGES, language
from tests.rules.boards import counts, dice, oracle_positions, positions

START = Position.start()


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("31: 8/5 6/5", "8/5 6/5"),
        ("1-3: 6/5, 8/5!", "8/5 6/5"),
        ("31: 8-5 6 / 5 ?!", "8/5 6/5"),
        ("31: 8→5 6->5", "8/5 6/5"),
        ("64: 24/14", "24/14"),
        ("3-3: 13/10 (2) 8/5(2)", "13/10(2) 8/5(2)"),
        ("11: 8/7(2) 6/5 6/5", "8/7(2) 6/5(2)"),
    ],
)
def test_a_play_is_read_however_people_write_it(text: str, notation: str) -> None:
    assert Play.parse(text, START).notation == notation


@pytest.mark.parametrize("text", ["", "#", "Dance", "cannot move", "-"])
def test_a_dance_has_many_names(text: str) -> None:
    closed = Position(
        counts(bar=1, p6=14), counts(**dict.fromkeys(("p1", "p2", "p3", "p4", "p5", "p6"), 2), p7=3)
    )
    play = Play.parse(text, closed, (6, 5))
    assert (play.moves, play.notation, play.is_forced) == ((), "#", True)
    assert Play.parse(f"65: {text}", closed) == play


@pytest.mark.parametrize(
    ("text", "notation"),
    [("62: b/23 13/7", "bar/23 13/7"), ("41: Bar/20", "bar/20"), ("62: 25/23 B/19", None)],
)
def test_the_bar_is_named_by_letter_word_and_number(text: str, notation: str | None) -> None:
    board = Position(counts(bar=1, p13=5, p8=9), START.opp)
    if notation is None:
        with pytest.raises(IllegalPlay, match="no_checker"):
            Play.parse(text, board)
    else:
        assert Play.parse(text, board).notation == notation


def test_the_federation_prints_bearing_off_with_a_letter() -> None:
    board = Position(counts(p5=4, off=11), counts(p1=1, off=14))
    play = Play.parse("5-5: 5/O (4)", board)
    assert play.text(board, PlayStyle.FFBG) == "5/O (4)"
    assert play.text(board, PlayStyle.STEPS) == "5/0 5/0 5/0 5/0"


@pytest.mark.parametrize("text", ["31: Nf3", "31: 8/5 6", "8//5/", "31: " + "8/5 " * 60, "31: 8/5 6/5 x"])
def test_what_is_no_play_is_named(text: str) -> None:
    with pytest.raises(InvalidNotation, match="not_a_play"):
        Play.parse(text, START, (3, 1))


def test_dice_are_needed_once() -> None:
    with pytest.raises(InvalidNotation, match="dice_missing"):
        Play.parse("8/5 6/5", START)
    with pytest.raises(IllegalPlay, match=r"other_dice \(found=31, expected=62\)"):
        Play.parse("31: 8/5 6/5", START, (6, 2))
    assert Play.parse("13: 8/5 6/5", START, (3, 1)) == Play.parse("8/5 6/5", START, (1, 3))


# A board, a roll, a play of it, and the fault with the move that it names.
HOME = Position(counts(p6=2, p4=1, off=12), counts(p1=2, off=13))
FAULTS = [
    (START, "31: 24/25 6/5", "no_such_point", "24/bar"),
    (START, "31: 5/8 6/5", "wrong_direction", "5/8"),
    (START, "31: 8/5 6/4", "wrong_distance", "6/4"),
    (START, "31: 23/20 6/5", "no_checker", "23/20"),
    (START, "65: 24/19 13/7", "blocked", "24/19"),
    (START, "31: 8/5", "under_play", None),
    (START, "31: 24/20 6/5", "too_many_moves", None),
    (Position(counts(bar=1, p13=14), START.opp), "31: 13/10 10/9", "bar_ignored", "13/10"),
    (Position(counts(p8=1, p6=14), counts(p1=2, off=13)), "61: 8/7 6/off", "bear_off_too_early", "6/off"),
    (HOME, "51: 4/off 6/5", "higher_checker_left", "4/off"),
]


@pytest.mark.parametrize(("board", "text", "code", "move"), FAULTS)
def test_an_error_names_the_move_and_what_is_legal(
    board: Position, text: str, code: str, move: str | None
) -> None:
    with pytest.raises(IllegalPlay) as error:
        Play.parse(text, board)
    data = error.value.data
    roll = (int(text[0]), int(text[1]))
    legal = [play.notation for play in legal_plays(board, roll)]
    assert error.value.code == code
    assert data.get("move") == move
    assert data["count"] == len(legal)
    assert str(data["play"]).startswith(text[:3])
    named = str(data["legal"]).split(", ")
    assert 1 <= len(named) <= 3
    assert set(named) <= set(legal)
    for tongue in LANGUAGES:
        sentence = language(tongue).error(error.value)
        assert str(data["play"]) in sentence
        assert named[0] in sentence


def test_what_the_library_hands_out_can_be_handed_back() -> None:
    for case in oracle_positions()[:200]:
        game = Game(case.position, Side.ONE, case.dice)
        for play in legal_plays(case.position, case.dice)[:3]:
            assert judge(case.position, case.dice, play).result == play.result
            after = game.play(play)
            assert after == game.play(play.notation) == game.play(play.moves)


@given(board=positions(), roll=dice)
def test_every_listed_play_is_read_back_from_each_of_its_texts(
    board: Position, roll: tuple[int, int]
) -> None:
    if board.has_won or board.has_lost:
        return
    for play in legal_plays(board, roll)[:6]:
        for style in PlayStyle:
            again = Play.parse(play.text(board, style), board, roll)
            # A route without its stop may hit less, where both ways are legal.
            assert again.result == play.result or again.hits != play.hits


@given(board=positions(), roll=dice)
def test_an_error_always_names_legal_plays(board: Position, roll: tuple[int, int]) -> None:
    if board.has_won or board.has_lost:
        return
    for variant in VARIANTS.values():
        for text in ("24/23/22", "6/off(4)", "bar/20 13/7", "#", "5/6"):
            error = refusal(text, board, roll, variant)
            assert error is None or (error.data["legal"] and PlayFault(error.code))


@given(
    board=positions(),
    roll=dice,
    moves=st.lists(st.tuples(st.integers(-2, 28), st.integers(-2, 28)), max_size=5),
)
def test_any_pairs_of_numbers_are_legal_or_refused_with_legal_plays(
    board: Position, roll: tuple[int, int], moves: list[tuple[int, int]]
) -> None:
    try:
        after = Game(board, Side.ONE, roll).play(moves)
    except IllegalPlay as error:
        named = str(error.data.get("move", ""))
    else:
        named = ""
        assert judge(board, roll, moves).is_legal
        assert after.score or after.turn is Side.TWO
    assert named == "" or "/" in named


def refusal(text: str, board: Position, roll: tuple[int, int], variant: Variant) -> IllegalPlay | None:
    """The error of a play, `None` if it is legal."""
    try:
        Play.parse(text, board, roll, variant)
    except IllegalPlay as error:
        return error
    return None


def test_a_play_has_no_text_on_another_position() -> None:
    play = Play.parse("31: 8/5 6/5", START)
    for other in (START.swapped()._replace(own=counts(p8=1, off=14)), Position(counts(p8=15), START.opp)):
        with pytest.raises(IllegalPlay, match="other_position"):
            play.text(other)
    with pytest.raises(IllegalPlay, match="other_position"):
        Play.parse("6/5 6/3", Position(counts(p6=15), START.opp), (3, 1)).text(START)


def test_who_acts_need_not_be_named() -> None:
    game = Game.start()
    for action in ("double", "resign"):
        with pytest.raises(IllegalAction, match="not_started"):
            getattr(game, action)(*([] if action == "double" else [None]))
    for action in ("take", "drop", "beaver", "raccoon", "accept", "refuse"):
        with pytest.raises(IllegalAction, match=r"no_double_offered|no_resignation_offered"):
            getattr(game, action)()
    game = game.roll_opening(3, 1).play("8/5 6/5").double()
    over = game.drop()
    assert over == game.drop(by=Side.ONE)
    for action in ("double", "drop"):
        with pytest.raises(IllegalAction, match="game_over"):
            getattr(over, action)()
    with pytest.raises(RulesError, match="game_over"):
        Game(START, score=over.score, cube=None).take()
    with pytest.raises(IllegalAction, match="game_over"):
        Game(START, score=over.score).double()
