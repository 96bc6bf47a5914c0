"""The list of what is next on the pages of the desk: its links, what is put away, and what it costs."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories
from tests.web.browsing import Page, Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.money import ledger
from tournaments.models import FeeKind, Stage, Tournament

pytestmark = pytest.mark.django_db
_MOST = 36


def _hall() -> tuple[Tournament, Stage, Visitor]:
    """A dispute and a report in one event, and another before its draw with fees to pay."""
    stage = factories.drawn_stage(8)
    tournament = stage.event.tournament
    first, second, *_others = [factories.around(match) for match in factories.open_matches(stage)]
    report = results.report(first.match, by=first.one, score=(7, 3)).report
    results.dispute(report, by=first.two, reason="I won.", score=(3, 7))
    results.report(second.match, by=second.one, score=(7, 5))
    side = factories.stage(factories.event(tournament, name="Side event"))
    ledger.set_fee(side.event, by=None, kind=FeeKind.ENTRY, amount=20_00)
    factories.entrants(side.event, 3)
    return tournament, side, Visitor(factories.owner(tournament))


def _steps(page: Page) -> list[str]:
    return re.findall(r'data-step="(\w+)"', page.html)


def test_each_line_of_the_desk_leads_to_where_it_is_done() -> None:
    tournament, side, owner = _hall()
    page = owner.open("desk_tournament", tournament.uid)
    assert _steps(page) == ["disputes", "draw", "confirmations", "tables", "fees"]
    assert "1 dispute waits for a ruling" in page
    for name, uid in (("desk_draw", side.uid), ("desk_board_tables", tournament.uid)):
        assert reverse(name, args=[uid]) in page.links
    assert reverse("desk_entrants", args=[side.event.uid]) + "?show=unpaid" in page.links
    for link in re.findall(r'<li data-step="\w+"><a href="([^"]+)"', page.html):
        assert owner.at(link).status == 200, link


def test_an_event_shows_its_own_lines() -> None:
    _tournament, side, owner = _hall()
    assert _steps(owner.open("desk_event", side.event.uid)) == ["draw", "fees"]


def test_the_staff_of_the_desk_may_open_every_line_that_it_sees() -> None:
    tournament, _side, _owner = _hall()
    clerk = Visitor(factories.clerk(tournament))
    page = clerk.open("desk_tournament", tournament.uid)
    assert _steps(page) == ["confirmations", "tables", "fees"]
    for link in re.findall(r'<li data-step="\w+"><a href="([^"]+)"', page.html):
        assert clerk.at(link).status == 200, link


def test_a_line_is_put_away_brought_back_and_none_blocks() -> None:
    tournament, side, owner = _hall()
    key = f"fees:{side.event.uid}:"
    page = owner.send("desk_next", tournament.uid, do="away", step=key)
    assert "1 put away" in page
    assert 'value="back"' in page.html
    page = owner.send("desk_next", tournament.uid, do="away", step=key, event=side.event.uid)
    assert page.response.redirect_chain[-1][0] == reverse("desk_event", args=[side.event.uid])
    assert "1 put away" not in owner.send("desk_next", tournament.uid, do="back", step=key)
    draw.draw(side, by=None, seed="videau")
    assert owner.post("desk_next", tournament.uid, do="nothing", step=key).status == 404


def test_a_line_that_is_done_meanwhile_says_so_in_its_place() -> None:
    tournament, side, owner = _hall()
    key = f"draw:{side.event.uid}:{side.uid}"
    draw.draw(side, by=None, seed="videau")
    address = reverse("desk_next", args=[tournament.uid])
    answer = Page(owner.client.post(address, {"do": "away", "step": key}, headers={"HX-Request": "true"}))
    assert "Look at the list again." in answer
    assert _steps(answer) == ["disputes", "confirmations", "tables", "fees", "prize_rule"]


def test_the_list_renews_itself_and_is_not_sent_again_while_nothing_changes() -> None:
    tournament, side, owner = _hall()
    page = owner.open("desk_next_live", tournament.uid)
    etag = page.response["ETag"]
    address = reverse("desk_next_live", args=[tournament.uid])
    assert owner.at(address, **{"If-None-Match": etag}).status == 304
    owner.send("desk_next", tournament.uid, do="away", step=f"fees:{side.event.uid}:")
    assert owner.at(address, **{"If-None-Match": etag}).status == 200
    own = owner.open("desk_next_live", tournament.uid, event=side.event.uid)
    assert _steps(own)[:1] == ["draw"]
    other = factories.event(factories.tournament(by=factories.owner(tournament)))
    assert owner.open("desk_next_live", tournament.uid, event=other.uid).status == 404


def test_the_desk_costs_the_same_with_one_event_and_with_many() -> None:
    def questions() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert owner.open("desk_tournament", tournament.uid).status == 200
        return len(queries)

    tournament, _side, owner = _hall()
    few = questions()
    assert few <= _MOST
    for number in range(6):
        stage = factories.stage(factories.event(tournament, name=f"Event {number}"))
        ledger.set_fee(stage.event, by=None, kind=FeeKind.ENTRY, amount=20_00)
        factories.entrants(stage.event, 4)
        draw.draw(stage, by=None, seed="videau")
    assert questions() == few


def test_a_desk_with_nothing_to_do_says_so_in_both_languages() -> None:
    event = factories.event(name="Later")
    owner = Visitor(factories.owner(event.tournament))
    assert "Choose the format of the event" in owner.open("desk_tournament", event.tournament.uid)
    owner.send("desk_next", event.tournament.uid, do="away", step=f"format:{event.uid}:")
    assert "Nothing waits for you." in owner.open("desk_tournament", event.tournament.uid)
    french = Visitor(factories.owner(event.tournament)).at(
        reverse("desk_tournament", args=[event.tournament.uid]), **{"Accept-Language": "fr"}
    )
    assert "Rien ne vous attend." in french
