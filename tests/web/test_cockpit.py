"""The frame of the desk: one bar, five tabs an event, and two clicks from any page to any other."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.models import Match
from tests import factories
from tests.web.browsing import Page, Visitor
from tournaments.actions.draws import draw
from tournaments.actions.events import lifecycle
from tournaments.actions.money import ledger
from tournaments.models import FeeKind, Tournament
from tournaments.web.desk.bar import Room, bar_of

pytestmark = pytest.mark.django_db
_ROOMS = ["Board", "Desk", "Display", "Money", "Print"]
_TABS = ["Players", "Draw", "Matches", "Prizes", "Settings"]
# What stands behind the own page of one player, match or dispute.
_ABOUT_ONE = re.compile(r"/desk/[xmd]/\w+/.+")
_CLICKS = 2
_MANY = 80


def _weekend() -> tuple[Tournament, Visitor]:
    """Tables, an event under way before its consolation, one of pairs, one before its draw, and one without format."""
    tournament = factories.tournament()
    main = factories.stage(factories.event(tournament, name="Open"))
    lifecycle.create_stage(main.event, by=None, name="Consolation", feeds=[{"stage": 0, "take": "losers"}])
    factories.entrants(main.event, 16)
    draw.draw(main, by=None, seed="videau")
    factories.play_open_matches(main)
    factories.play_open_matches(main)
    ledger.set_fee(main.event, by=None, kind=FeeKind.ENTRY, amount=50_00)
    side = factories.stage(factories.event(tournament, name="Side event"), format="swiss")
    factories.entrants(side.event, 3)
    factories.stage(factories.event(tournament, name="Doubles", kind="doubles"))
    factories.event(tournament, name="Later")
    lifecycle.add_tables(tournament, by=None, names=["1", "2"])
    return tournament, Visitor(factories.owner(tournament))


def _links_of_desk(page: Page) -> set[str]:
    addresses = {link.partition("#")[0].partition("?")[0] for link in page.links}
    return {address for address in addresses if address.startswith("/desk/")}


def _walk(visitor: Visitor, start: str) -> dict[str, set[str]]:
    """Every page of the desk that links lead to, with its links to others; sheets and files have no bar."""
    links: dict[str, set[str]] = {}
    todo = [start]
    while todo:
        address = todo.pop()
        page = visitor.at(address)
        # The newest paper leads on where there is none.
        assert page.status in (200, 302), address
        if 'class="desk-bar"' in page.html:
            links[address] = _links_of_desk(page)
            todo += [link for link in links[address] if link not in links and link not in todo]
        else:
            links[address] = set()
    framed = {address for address, others in links.items() if others}
    return {address: links[address] & framed for address in framed}


def _bar(page: Page) -> str:
    """The bar of a page without what marks the page itself."""
    bar = re.search(r'<nav class="desk-bar".*?</details></nav>', page.html)
    assert bar is not None
    assert page.html.index("</header>") < bar.start() < page.html.index("<main")
    return re.sub(r' aria-current="true"| class="is-current"', "", bar[0])


def _clicks_from(links: Mapping[str, set[str]], start: str) -> dict[str, int]:
    """The clicks from a page to every other."""
    clicks = {start: 0}
    border = {start}
    while border:
        border = {link for address in border for link in links[address]} - clicks.keys()
        clicks |= dict.fromkeys(border, max(clicks.values()) + 1)
    return clicks


def test_every_page_of_the_desk_is_two_clicks_from_any_other() -> None:
    """The pages are those that links lead to; the forms about one player or match are one click behind its own page."""
    tournament, owner = _weekend()
    links = _walk(owner, reverse("desk_tournament", args=[tournament.uid]))
    assert len(links) > _MANY
    far: dict[str, int] = {}
    for start in links:
        clicks = _clicks_from(links, start)
        assert clicks.keys() == links.keys()
        for address, number in clicks.items():
            far[address] = max(number, far.get(address, 0))
    assert {
        address for address, number in far.items() if number > _CLICKS and not _ABOUT_ONE.match(address)
    } == set()
    assert max(far.values()) == _CLICKS + 1


def test_every_page_has_the_same_bar_in_the_same_place() -> None:
    tournament, owner = _weekend()
    event = tournament.events.get(name="Open")
    stage = event.stages.get(order=0)
    pages = [
        ("desk_tournament", tournament.uid),
        ("desk_board", tournament.uid),
        ("desk_money", tournament.uid),
        ("desk_log", tournament.uid),
        ("desk_event", event.uid),
        ("desk_print", event.uid),
        ("desk_draw", stage.uid),
        ("desk_stage_feeds", event.stages.get(order=1).uid),
    ]
    bars = {_bar(owner.open(name, uid)) for name, uid in pages}
    assert len(bars) == 1
    assert re.findall(r">([^<>]+)</a></li>", bars.pop())[:5] == _ROOMS


@pytest.mark.parametrize(("is_director", "tabs"), [(True, _TABS), (False, ["Players", "Matches", "Prizes"])])
def test_an_event_has_five_tabs_of_which_the_staff_sees_three(is_director: bool, tabs: list[str]) -> None:
    tournament, owner = _weekend()
    visitor = owner if is_director else Visitor(factories.clerk(tournament))
    page = visitor.open("desk_event", tournament.events.get(name="Open").uid)
    navigation = re.search(r'<nav class="event-tabs".*?</nav>', page.html)
    assert navigation is not None
    assert re.findall(r"<a [^>]*>(.*?)</a>", navigation[0]) == tabs


def test_the_draw_of_an_event_without_format_is_the_choice_of_one() -> None:
    tournament, owner = _weekend()
    later = tournament.events.get(name="Later")
    assert reverse("desk_new_stage", args=[later.uid]) in owner.open("desk_event", later.uid).links


def test_the_bar_asks_once_however_many_events_there_are() -> None:
    tournament = factories.tournament()
    for number in range(5):
        factories.stage(factories.event(tournament, name=f"Event {number}"))
    with CaptureQueriesContext(connection) as queries:
        bar = bar_of(tournament, room=Room.BOARD, may_direct=True)
    assert len(queries) == 1
    assert [[tab.label for tab in event.tabs] for event in bar.events] == [_TABS] * 5
    assert [room.label for room in bar.rooms if room.is_current] == ["Board"]


def test_a_result_of_the_first_round_is_one_link_from_the_page_of_its_event() -> None:
    """The latest results stand on the page, all of them behind its link."""
    tournament, owner = _weekend()
    event = tournament.events.get(name="Open")
    first = Match.objects.filter(pairing__stage__event=event, pairing__round=1)
    address = reverse("desk_event", args=[event.uid])
    assert f"{address}?results=all#results" in owner.open("desk_event", event.uid).links
    links = owner.open("desk_event", event.uid, results="all").links
    assert {reverse("desk_match", args=[match.uid]) for match in first} <= set(links)
