"""A board is played on and taken back from, and shows itself."""

from __future__ import annotations

from random import Random

import pytest

from rules import (
    DUTCH,
    NACKGAMMON,
    Board,
    Dice,
    IllegalAction,
    IllegalPlay,
    Position,
    Result,
    Side,
    Turn,
    legal_plays,
)
from rules.notation import position_id, xgid
from rules.text_board import text_board
from tests.rules.boards import counts

LAST = Position(counts(p1=2, off=13), counts(p24=15))


def test_a_hundred_random_programs_leave_the_board_that_a_list_of_positions_says() -> None:
    for seed in range(100):
        chance, dice = Random(seed), Dice(seed)
        board, positions = Board(), [Position.start()]
        turns: list[Turn] = []
        for _ in range(40):
            if board.is_over or (positions[1:] and chance.random() < 0.3):
                turn = board.pop()
                assert turn == turns.pop()
                positions.pop()
                assert board.dice == turn.dice
                board.dice = None
            else:
                roll = dice.roll()
                play = chance.choice(legal_plays(positions[-1], roll))
                text = f"{roll[0]}{roll[1]}: {play.notation}"
                way = chance.choice(["object", "text", "moves", "rolled"])
                if way == "rolled":
                    assert board.roll(roll) == roll
                    assert play in board.legal_plays()
                    board.push(board.parse(play.text(board.position)) if play.moves else play)
                elif way == "text" and not any(play.hits):
                    board.push(text)
                else:
                    board.push(play if way == "object" else play.moves, roll)
                turns.append(board.peek())
                positions.append(turns[-1].play.result.swapped())
            assert board.position == positions[-1]
            assert board.turn is list(Side)[len(turns) % 2]
            assert board.history == tuple(turns)
            copy = board.copy()
            assert copy == board
            assert copy != object()


def test_an_illegal_play_leaves_the_board_as_it_was() -> None:
    board = Board()
    board.push("31: 8/5 6/5")
    before = board.copy()
    with pytest.raises(IllegalPlay):
        board.push("66: 24/18(3)")
    with pytest.raises(IllegalAction, match="not_rolled"):
        board.push([(24, 18)])
    with pytest.raises(IllegalAction, match="not_rolled"):
        board.legal_plays()
    assert board == before
    before.push("62: 24/18 13/11")
    assert board != before


def test_a_board_shows_itself() -> None:
    board = Board()
    board.push("31: 8/5 6/5")
    board.roll((6, 2))
    assert repr(board) == f"Board({position_id.encode(board.position)!r}, turn=two, dice=62)"
    assert str(board) == text_board(board.position.swapped(), turn=Side.TWO, dice=(6, 2))
    assert (
        board.svg(play=board.parse("24/18 13/11"), bottom=Side.TWO, title="Bob").count('class="arrow"') == 2
    )
    assert board._repr_svg_().count('class="arrow"') == 0
    assert xgid.decode(xgid.encode(board.state)).position == board.position
    assert repr(Board(variant=NACKGAMMON)).endswith("turn=one, variant=nackgammon)")
    assert repr(Board(variant=DUTCH)) == "Board('no Position ID', turn=one, variant=dutch)"


def test_a_board_knows_who_has_won_and_how() -> None:
    board = Board(LAST, turn=Side.TWO)
    assert (board.winner, board.result, board.is_over) == (None, None, False)
    board.push("21: 1/off(2)")
    assert (board.winner, board.result, board.is_over) == (Side.TWO, Result.BACKGAMMON, True)
    assert board.state.phase == "over"
    for action in (lambda: board.push("21: #"), lambda: board.roll(Dice(1))):
        with pytest.raises(IllegalAction, match="game_over"):
            action()
    assert board.pop().side is Side.TWO
    assert Board(LAST.swapped()._replace(own=counts(off=15))).winner is Side.ONE


def test_an_empty_history_has_nothing_to_take_back() -> None:
    for action in (Board().pop, Board().peek):
        with pytest.raises(IllegalAction, match="nothing_to_take_back"):
            action()
    with pytest.raises(TypeError):
        hash(Board())


def test_the_dice_of_a_seed_are_fair_and_the_same_everywhere() -> None:
    dice = Dice(seed=7)
    assert [dice.roll() for _ in range(8)] == [(6, 2), (6, 2), (4, 2), (2, 6), (2, 3), (4, 4), (6, 1), (3, 4)]
    assert repr(dice) == "Dice('7', thrown=16)"
    dice = Dice(seed="a club night")
    faces = [dice.die() for _ in range(6000)]
    expected = 1000
    # The 99.9 % quantile of chi-squared with five degrees of freedom.
    assert sum((faces.count(face) - expected) ** 2 / expected for face in range(1, 7)) < 20.5
    one, two = Dice(seed="opening").opening()
    assert one != two
    assert all(len(set(Dice(seed).opening())) == 2 for seed in range(50))
