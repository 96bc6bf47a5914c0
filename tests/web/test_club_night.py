"""A club night: late arrivals and early leavers take two clicks each, and each is undone."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests import factories
from tests.web.browsing import Page, Visitor
from tournaments.actions import log, results
from tournaments.actions.draws import draw, progress
from tournaments.actions.events import lifecycle
from tournaments.actions.money import ledger
from tournaments.models import Entrant, Event, Pairing, RoleKind, Stage, StageEntry

pytestmark = pytest.mark.django_db
_TWO_CLICKS = 2


class Clicker(Visitor):
    """A visitor who counts the buttons pressed."""

    clicks = 0

    def press(self, name: str, /, *args: object, **fields: str) -> Page:
        """Press a button, and confirm where a page asks for confirmation."""
        self.clicks += 1
        page = self.send(name, *args, **fields)
        address = reverse(name, args=args)
        again = next((form for at, form in page.forms if at == address and "foreseen" in form), None)
        if again is None:
            return page
        self.clicks += 1
        return Page(self.client.post(address, dict(again), follow=True))


@pytest.fixture
def night() -> Stage:
    """A club night of five whose first round is paired: three rounds, one of them sits out."""
    stage = factories.stage(factories.event(name="Club night"), format="swiss", options={"rounds": 3})
    factories.entrants(stage.event, 5)
    ledger.set_fee(stage.event, by=None, kind="entry", amount=500)
    draw.draw(stage, by=None, seed="club")
    return stage


@pytest.fixture
def director(night: Stage) -> Clicker:
    """Who directs it."""
    return Clicker(factories.owner(night.event.tournament))


def pairings(stage: Stage, number: int) -> set[frozenset[str]]:
    """Return the names of each pairing of a round."""
    rows = Pairing.objects.filter(stage=stage, round=number, cancelled_at=None)
    return {frozenset(seat.entrant.name for seat in pairing.seats.all()) for pairing in rows}


def arrive(director: Clicker, event: Event, name: str, **fields: str) -> Page:
    """Type a name into the box and press what it offers."""
    form = director.open("desk_entrants", event.uid, q=name).form(reverse("desk_entrants", args=[event.uid]))
    return director.press("desk_entrants", event.uid, **form | {"do": "walk_in", **fields})


def test_who_comes_during_the_first_round_plays_at_once_in_two_clicks(
    night: Stage, director: Clicker
) -> None:
    before = pairings(night, 1)
    page = director.open("desk_entrants", night.event.uid)
    assert "has the bye of this round" in page
    page = arrive(director, night.event, "Larry Late")
    assert director.clicks <= _TWO_CLICKS
    assert "Larry Late is entered" in page
    assert all(len(pair) == 2 for pair in pairings(night, 1))
    assert "has the bye of this round" not in page
    larry = Entrant.objects.get(side__full_name="Larry Late")
    assert reverse("desk_entrant_act", args=[larry.uid, "undo"]) in dict(page.forms)
    director.clicks = 0
    director.press("desk_entrant_act", larry.uid, "undo")
    assert director.clicks <= _TWO_CLICKS
    assert pairings(night, 1) == before
    assert not StageEntry.objects.filter(entrant=larry).exists()
    assert log.verify(night.event.tournament) == []
    again = arrive(director, night.event, "Larry Late", do="enter:" + larry.side.players.get().uid)
    assert "Larry Late is entered" in again
    assert all(len(pair) == 2 for pair in pairings(night, 1))


def test_without_the_tick_a_newcomer_plays_from_the_next_round_on(night: Stage, director: Clicker) -> None:
    before = pairings(night, 1)
    form = director.open("desk_entrants", night.event.uid, q="Larry Late").form(
        reverse("desk_entrants", args=[night.event.uid])
    )
    form.pop("takes_bye")
    director.press("desk_entrants", night.event.uid, **form | {"do": "walk_in"})
    assert pairings(night, 1) == before
    factories.play_open_matches(night)
    assert any("Larry Late" in pair for pair in pairings(night, 2))


@pytest.mark.parametrize("is_ticked", [True, False])
def test_the_registration_desk_offers_the_same_choice(
    night: Stage, director: Clicker, is_ticked: bool
) -> None:
    before, tournament = pairings(night, 1), night.event.tournament
    page = director.open("desk_register", tournament.uid, q="Larry Late")
    assert "has the bye of this round" in page
    form = page.form(reverse("desk_register", args=[tournament.uid]))
    assert form["takes_bye"] == night.event.uid
    if not is_ticked:
        form.pop("takes_bye")
    director.press("desk_register", tournament.uid, **form | {"do": f"walk_in:{night.event.uid}"})
    assert (pairings(night, 1) == before) is not is_ticked
    assert all(len(pair) == 2 for pair in pairings(night, 1)) is is_ticked
    helper = factories.player("Hal Helper", email="hal@example.org")
    lifecycle.appoint(tournament, helper, kind=RoleKind.DESK, by=None)
    assert "has the bye" not in Visitor(helper).open("desk_register", tournament.uid)


def test_whose_match_has_begun_stays(night: Stage, director: Clicker) -> None:
    arrive(director, night.event, "Larry Late")
    larry = Entrant.objects.get(side__full_name="Larry Late")
    match = next(match for match in factories.open_matches(night) if "Larry Late" in str(match))
    results.start(match, by=factories.owner(night.event.tournament))
    page = director.press("desk_entrant_act", larry.uid, "undo")
    assert "A match of Larry Late has begun" in page
    larry.refresh_from_db()
    assert larry.withdrawn_at is None


def test_who_leaves_after_a_round_does_so_in_two_clicks_and_it_is_undone(
    night: Stage, director: Clicker
) -> None:
    event = night.event
    for match in factories.open_matches(night)[:1]:
        results.report(match, by=factories.around(match).director, score=(7, 0))
    leaver = factories.open_matches(night)[0].one.entrants.get()
    other = next(match for match in factories.open_matches(night))
    results.report(other, by=factories.around(other).director, score=(7, 0))
    page = director.open("desk_entrants", event.uid)
    assert reverse("desk_entrant_act", args=[leaver.uid, "withdraw"]) in dict(page.forms)
    page = director.press("desk_entrant_act", leaver.uid, "withdraw")
    assert director.clicks <= _TWO_CLICKS
    assert f"{leaver.name} has left the event" in page
    progress.advance(event)
    assert not any(leaver.name in pair for pair in pairings(night, 2))
    results.start(factories.open_matches(night)[0], by=factories.owner(event.tournament))
    page = director.press("desk_entrant_act", leaver.uid, "return")
    leaver.refresh_from_db()
    assert leaver.withdrawn_at is None
    assert StageEntry.objects.get(entrant=leaver).absent == [2]
    factories.play_open_matches(night)
    assert any(leaver.name in pair for pair in pairings(night, 3))


def test_who_leaves_between_two_rounds_and_thinks_better_of_it_misses_nothing(
    night: Stage, director: Clicker
) -> None:
    leaver = factories.open_matches(night)[0].one.entrants.get()
    for match in factories.open_matches(night):
        results.report(match, by=factories.around(match).director, score=(7, 0))
    director.press("desk_entrant_act", leaver.uid, "withdraw")
    director.press("desk_entrant_act", leaver.uid, "undo")
    assert director.clicks <= 2 * _TWO_CLICKS
    progress.advance(night.event)
    assert any(leaver.name in pair for pair in pairings(night, 2))


def test_the_reception_lets_somebody_leave_and_undoes_it_too(night: Stage, director: Clicker) -> None:
    leaver = factories.open_matches(night)[0].one.entrants.get()
    tournament = night.event.tournament.uid
    for match in factories.open_matches(night):
        results.report(match, by=factories.around(match).director, score=(7, 0))
    page = director.press("desk_register", tournament, q="", do=f"withdraw:{leaver.uid}")
    assert director.clicks <= _TWO_CLICKS
    assert f"{leaver.name} has left the event" in page
    director.send("desk_register", tournament, do="undo")
    leaver.refresh_from_db()
    assert leaver.withdrawn_at is None


def test_a_desk_without_a_director_lets_nobody_leave_after_the_draw(night: Stage) -> None:
    desk = factories.director("Della Desk")
    lifecycle.appoint(night.event.tournament, desk, kind="desk", by=None)
    page = Visitor(desk).open("desk_entrants", night.event.uid)
    assert not re.search(r"/withdraw/", page.html)
    assert "has the bye of this round" not in page


def test_the_seasons_sheet_is_one_link_away(night: Stage, director: Clicker) -> None:
    factories.play_open_matches(night)
    sheet = reverse("desk_season_sheet", args=[night.uid])
    assert sheet in director.open("desk_print", night.event.uid).links
    assert sheet in director.open("desk_event", night.event.uid).links
