"""Draws with dice rolled in the hall or with cards."""

from __future__ import annotations

from hashlib import sha256

import pytest

from tests import factories
from tests.api.client import Caller
from tests.web.browsing import Visitor
from tournaments.actions.draws import draw
from tournaments.errors.draws import (
    CardsAfterAnnouncement,
    DiceNeedAnnouncement,
    InvalidDice,
    InvalidLines,
    SeedIsAnnounced,
)
from tournaments.models import Draw, Entrant, LogEntry, Stage
from tournaments.queries.audit.checks import FindingCode, findings
from tournaments.queries.draws.draw_input import read_dice

pytestmark = pytest.mark.django_db


def stage_of(n: int, format_: str = "single_elimination") -> Stage:
    """A stage that is not drawn, with so many entrants."""
    stage = factories.stage(format=format_)
    factories.entrants(stage.event, n)
    return stage


def uids(stage: Stage) -> list[str]:
    return sorted(Entrant.objects.filter(event=stage.event).values_list("uid", flat=True))


def director_of(stage: Stage) -> Visitor:
    return Visitor(factories.owner(stage.event.tournament))


@pytest.mark.parametrize("text", ["64 31 52", "6-4, 3-1, 5-2", "643152", "6 4 3 1 5 2"])
def test_dice_are_read_as_a_director_types_them(text: str) -> None:
    assert read_dice(text) == "6 4 3 1 5 2"


@pytest.mark.parametrize("text", ["6 4", "64 37 52", "six four three one", "1" * 41])
def test_what_are_no_dice_is_refused(text: str) -> None:
    with pytest.raises(InvalidDice):
        read_dice(text)


def test_dice_rolled_after_the_announcement_join_the_secret_in_the_seed() -> None:
    stage = stage_of(8)
    director = director_of(stage)
    with pytest.raises(DiceNeedAnnouncement):
        draw.draw(stage, by=None, dice="64 31 52")
    announcement = draw.commit(stage, by=None)
    assert "Dice rolled in the hall" in director.open("desk_draw", stage.uid)
    wrong = director.send("desk_draw", stage.uid, do="draw", who="all", dice="64 99")
    assert "Type 4 to 40 dice" in wrong
    assert not Draw.objects.exists()
    director.send("desk_draw", stage.uid, do="draw", who="all", dice="64 31 52")
    draw_row = Draw.objects.get()
    assert draw_row.dice == "6 4 3 1 5 2"
    assert draw_row.seed == sha256(f"{announcement.secret}\n6 4 3 1 5 2".encode()).hexdigest()
    assert LogEntry.objects.get(code="drawn").data["dice"] == draw_row.dice
    page = Visitor().open("draw", stage.uid)
    assert "these dice were rolled: 6 4 3 1 5 2" in page
    assert f"'{announcement.secret}' '6 4 3 1 5 2' | sha256sum" in page
    assert "the dice 6 4 3 1 5 2" in director.open("desk_log", stage.event.tournament.uid)
    assert findings(stage.event.tournament) == ()
    Draw.objects.update(dice="6 4 3 1 5 3")
    assert FindingCode.COMMITMENT_BROKEN in {one.code for one in findings(stage.event.tournament)}


def test_an_announced_draw_without_dice_uses_the_secret_alone() -> None:
    stage = stage_of(4)
    announcement = draw.commit(stage, by=None)
    with pytest.raises(SeedIsAnnounced):
        draw.draw(stage, by=None, seed="mine", dice="64 31")
    with pytest.raises(CardsAfterAnnouncement):
        draw.draw(stage, by=None, lines=uids(stage))
    assert draw.draw(stage, by=None).seed == announcement.secret
    assert findings(stage.event.tournament) == ()


def test_a_draw_made_with_cards_is_entered_and_marked_so() -> None:
    stage = stage_of(3)
    director, [one, two, three] = director_of(stage), uids(stage)
    lines = {f"line-{one}": "4", f"line-{two}": "1", f"line-{three}": "4"}
    answer = director.send("desk_draw", stage.uid, do="cards", who="all", **lines)
    assert "Give each of the 3 entrants a line of its own, from 1 to 4." in answer
    assert 'value="4"' in answer.html
    director.send("desk_draw", stage.uid, do="cards", who="all", **lines | {f"line-{three}": "3"})
    draw_row = Draw.objects.get()
    assert (draw_row.is_by_hand, draw_row.placement) == (True, [two, None, three, one])
    page = Visitor().open("draw", stage.uid)
    assert "Made by hand with cards." in page
    assert "Seed of the draw" not in page
    assert "made with cards was entered by hand" in director.open("desk_log", stage.event.tournament.uid)
    assert findings(stage.event.tournament) == ()


@pytest.mark.parametrize("format_", ["round_robin", "swiss"])
def test_numbers_are_drawn_with_cards_too(format_: str) -> None:
    stage = stage_of(5, format_)
    order = uids(stage)[::-1]
    caller = Caller(factories.owner(stage.event.tournament))
    short = caller.post(f"stages/{stage.uid}/draw/", {"lines": order[:4]})
    assert (short.status, short.code) == (400, "invalid_lines")
    response = caller.post(f"stages/{stage.uid}/draw/", {"lines": order})
    assert (response.status, response.body["is_by_hand"], response.body["placement"]) == (201, True, order)
    assert findings(stage.event.tournament) == ()


def test_cards_leave_no_match_without_anybody() -> None:
    stage = stage_of(4)
    one, two, three, four = uids(stage)
    with pytest.raises(InvalidLines):
        draw.draw(stage, by=None, lines=[one, two, three])
    with pytest.raises(InvalidLines):
        draw.draw(stage, by=None, lines=[one, two, three, four, None])
    assert draw.draw(stage, by=None, lines=[four, two, three, one]).placement == [four, two, three, one]
