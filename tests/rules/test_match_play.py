"""A match that is played records itself: what it writes is clean and tells the same match."""

from __future__ import annotations

from random import Random

import pytest

from rules import (
    BACKGAMMON,
    DUTCH,
    VARIANTS,
    Cube,
    Dice,
    EntryKind,
    IllegalAction,
    Match,
    Money,
    Note,
    Phase,
    Result,
    Side,
    Unwritable,
    Variant,
    canonical,
    check,
)
from rules.game import NO_MONEY
from rules.notation import read, writers
from tests.effort import examples


def play_a_game(match: Match, chance: Random) -> None:
    """One game with doubles, answers and resignations by chance."""
    match.roll()
    number = match.number
    while match.game.score is None:
        assert match.number == number
        if match.game.dice is None and match.game.cube is not None and chance.random() < 0.1:
            offer_a_double(match, chance)
        if match.decides is not None and chance.random() < 0.02:
            resign(match, chance)
        if match.decides is not None:
            if match.game.dice is None:
                match.roll()
            play = chance.choice(match.legal_plays())
            assert match.play(play if chance.random() < 0.5 else play.moves) == play


def offer_a_double(match: Match, chance: Random) -> None:
    """A double where the cube allows one, with an answer."""
    cube, side = match.state.cube, match.state.decides
    if not cube.can_double(side) or cube.value > 8:
        return
    match.double()
    assert match.decides is side.other
    if match.money.beavers and chance.random() < 0.3:
        match.beaver()
        if chance.random() < 0.3:
            match.raccoon()
    chance.choice([match.take, match.drop])()


def resign(match: Match, chance: Random) -> None:
    """A single game resigned, accepted or refused."""
    assert match.game.turn is not None
    match.resign(Result.SINGLE, by=match.game.turn)
    assert match.decides is match.game.turn.other
    chance.choice([match.accept, match.refuse])()


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
@pytest.mark.parametrize("length", [1, 3, None])
def test_what_a_match_writes_is_clean_and_tells_the_same_match(variant: Variant, length: int | None) -> None:
    money = NO_MONEY if length else Money(jacoby=True, beavers=True, automatic_doubles=1, raccoons=True)
    for seed in range(examples(2, landing=1)):
        match = Match(length, ("Ann", "Bob"), variant=variant, money=money, dice=Dice(seed))
        chance = Random(seed)
        while match.winner is None and len(match.transcript.games) < 8:
            play_a_game(match, chance)
        record = match.transcript
        assert [game.number for game in record.games] == list(range(1, len(record.games) + 1))
        assert sum(match.score.points) == sum(game.entries[-1].value or 0 for game in record.games)
        for format in writers():  # noqa: A001 - the name a reading gives it
            try:
                text = match.write(format)
            except Unwritable:
                assert variant is DUTCH or money != NO_MONEY
                continue
            checked = check(text.encode())
            assert checked.problems == () or all(item.severity != "problem" for item in checked.problems)
            assert checked.score == match.score.points
            again = read(text.encode()).transcript
            assert again is not None
            assert canonical(again).games == canonical(record).games


def test_every_action_is_taken_back_to_the_very_beginning() -> None:
    match = Match(3, dice=Dice(5))
    moments = [repr(match)]
    chance = Random(5)
    while match.winner is None:
        play_a_game(match, chance)
    actions = 0
    record = match.transcript
    while match.transcript.games or match.game.turn:
        match.undo()
        actions += 1
        assert len(match.transcript.games) <= len(record.games)
        assert match.state.fault is None
    with pytest.raises(IllegalAction, match="nothing_to_take_back"):
        match.undo()
    assert actions > 50
    assert [repr(match)] == moments
    assert match.transcript.games == ()


def test_the_crawford_game_has_no_cube_and_the_next_has() -> None:
    match = Match(3)
    match.roll((6, 1))
    match.play("13/7 8/7")
    match.double()
    match.drop()
    assert (match.score.points, match.number, match.decides) == ((0, 1), 1, None)
    assert (match.state.phase, match.state.fault) == (Phase.DROPPED, None)
    match.roll((1, 6))
    assert (match.number, match.is_crawford) == (2, False)
    match.play("13/7 8/7")
    match.double()
    match.drop()
    match.roll((6, 1))
    assert match.score.points == (1, 1)
    match.resign(Result.SINGLE)
    match.accept()
    assert match.score.points == (1, 2)
    match.roll((6, 1))
    assert (match.is_crawford, match.game.cube) == (True, None)
    match.resign(Result.SINGLE, by=Side.TWO)
    match.accept()
    assert match.score.points == (2, 2)
    unplayed = match.transcript.games[2].entries
    assert [(entry.kind, entry.note) for entry in unplayed] == [
        (EntryKind.ROLL, Note.NOT_PLAYED),
        (EntryKind.WIN, None),
    ]
    match.roll((6, 1))
    assert (match.is_crawford, match.game.cube) == (False, Cube())
    assert "3" in str(match)
    assert match._repr_svg_().startswith("<svg")


def test_a_match_says_what_it_lacks() -> None:
    match = Match(1)
    with pytest.raises(IllegalAction, match="no_dice"):
        match.roll()
    with pytest.raises(IllegalAction, match="not_rolled"):
        match.legal_plays()
    match.roll((3, 3))
    assert match.game.turn is None
    match.roll((3, 1))
    match.resign(Result.GAMMON)
    assert "in progress" in repr(match)
    match.accept()
    assert match.winner is Side.TWO
    with pytest.raises(IllegalAction, match="match_over"):
        match.roll((3, 1))
    assert repr(match) == "Match('One' 0-2 'Two' to 1, game 1 over)"
    assert (match.state.phase, match.state.fault) == (Phase.RESIGNED, None)


def test_a_dutch_opening_only_says_who_begins() -> None:
    match = Match(None, variant=DUTCH, dice=Dice(3))
    match.roll()
    assert match.game.dice is None
    match.roll()
    assert match.legal_plays()
    assert repr(match).startswith("Match('One' 0-0 'Two', game 1 in progress")
    assert match.variant is not BACKGAMMON
