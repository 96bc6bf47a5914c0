"""The page that asks what is printed, of which round and in which size, and the sheet of private links."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories
from tests.remembered import remembered
from tests.web.browsing import Page, Visitor
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.actions.people import links
from tournaments.models import AccessLink, Event, LogEntry, RoleKind, Stage

pytestmark = pytest.mark.django_db
_MOST_QUERIES = 15


@pytest.fixture
@remembered
def stage() -> Stage:
    """A drawn bracket of four, and beside it in the event a stage that is not drawn."""
    stage = factories.drawn_stage(4)
    lifecycle.create_stage(stage.event, by=None, format="round_robin", lengths=(7,))
    return stage


@pytest.fixture
def visitor(stage: Stage) -> Visitor:
    """The director at the desk."""
    return Visitor(factories.owner(stage.event.tournament))


def _shown(visitor: Visitor, event: Event, **query: str) -> str:
    """Where the form leads."""
    answer = visitor.open("desk_print_show", event.uid, **query)
    assert answer.status == 302
    return str(answer.response["Location"])


class TestForm:
    """Three questions, and then the paper."""

    @pytest.mark.parametrize(
        ("query", "view", "rest"),
        [
            ({"what": "pairings"}, "desk_print_pairings", ""),
            ({"what": "names", "size": "a3"}, "desk_print_pairings", "?by=name&paper=a3"),
            ({"what": "slips", "of": "{stage}:1"}, "desk_print_slips", "?round=1"),
            ({"what": "bracket", "size": "a3"}, "desk_print_bracket", "?paper=a3"),
            ({"what": "bracket", "size": "a5"}, "desk_print_bracket", "?paper=a4"),
            ({"what": "standings", "of": "{stage}:", "size": "nonsense"}, "desk_print_standings", ""),
            ({"what": "rounds", "of": "{stage}:2", "size": "a5"}, "desk_print_rounds", "?paper=a5"),
        ],
    )
    def test_it_leads_to_the_paper_which_leads_back_to_the_same_question(
        self, stage: Stage, visitor: Visitor, query: dict[str, str], view: str, rest: str
    ) -> None:
        query = {name: value.format(stage=stage.uid) for name, value in query.items()}
        address = _shown(visitor, stage.event, **query)
        assert address == reverse(view, args=[stage.uid]) + rest
        page = visitor.at(address)
        assert page.status == 200
        [back] = [
            link for link in page.links if link.startswith(reverse("desk_print", args=[stage.event.uid]))
        ]
        again = visitor.at(back.replace("&amp;", "&"))
        assert re.search(rf'<option value="{query["what"]}" selected', again.html)

    def test_papers_of_the_whole_event_need_no_draw(self) -> None:
        event = factories.event()
        visitor = Visitor(factories.owner(event.tournament))
        page = visitor.open("desk_print", event.uid)
        assert 'value="entrants"' in page.html
        assert 'value="pairings"' not in page.html
        assert "can be printed after the draw" in page
        address = _shown(visitor, event, what="entrants", size="a5")
        assert address == reverse("desk_print_entrants", args=[event.uid]) + "?paper=a5"
        assert 'class="size-a5"' in visitor.at(address).html

    def test_a_paper_that_the_stage_has_not_is_refused_with_the_question_again(
        self, stage: Stage, visitor: Visitor
    ) -> None:
        for query in ({"what": "cross"}, {"what": "nothing"}, {"what": "pairings", "of": "nobody:1"}, {}):
            page = visitor.open("desk_print_show", stage.event.uid, **query)
            assert page.status == 422
            assert "This stage has no such paper." in page
            assert 'value="bracket"' in page.html

    def test_the_page_of_the_tournament_asks_for_every_event_in_as_many_queries(
        self, stage: Stage, visitor: Visitor
    ) -> None:
        tournament, counts = stage.event.tournament, []
        for number in range(3):
            with CaptureQueriesContext(connection) as queries:
                page = visitor.open("desk_print_tournament", tournament.uid)
            counts.append(len(queries))
            assert page.html.count('name="what"') == number + 1
            side = factories.stage(factories.event(tournament, name=f"Side {number}"))
            factories.entrants(side.event, 4)
            draw.draw(side, by=None)
        assert len(set(counts)) == 1
        assert counts[0] <= _MOST_QUERIES


class TestPrivateLinks:
    """A director prints a slip with a QR code for every ticked player, once."""

    def test_everybody_gets_a_link_of_their_own_on_one_sheet(self, stage: Stage, visitor: Visitor) -> None:
        event = stage.event
        page = visitor.send("desk_players_act", event.uid, do="links", everybody="on")
        names = [entrant.name for entrant in event.entrants.all()]
        assert page.status == 200
        assert all(name in page for name in names)
        assert page.html.count("<svg") == len(names) == AccessLink.objects.count()
        assert LogEntry.objects.filter(code="link_made").count() == len(names)
        assert "no-store" in page.response["Cache-Control"]
        addresses = re.findall(r"/l/([\w-]+)/", page.words)
        assert len(set(addresses)) == len(names)
        assert {links.find(token).player for token in addresses} == {
            member.player for entrant in event.entrants.all() for member in entrant.side.members.all()
        }

    def test_the_same_form_again_shows_the_same_links(self, stage: Stage, visitor: Visitor) -> None:
        address = reverse("desk_players_act", args=[stage.event.uid])
        fields = {
            **visitor.open("desk_entrants", stage.event.uid).form(address),
            "do": "links",
            "everybody": "on",
        }
        first, second = (Page(visitor.client.post(address, fields)) for _time in range(2))
        assert re.findall(r"/l/([\w-]+)/", first.words) == re.findall(r"/l/([\w-]+)/", second.words)
        assert AccessLink.objects.count() == 4
        links.revoke(AccessLink.objects.select_related("tournament", "event")[0], by=None)
        third = Page(visitor.client.post(address, fields))
        assert (
            len(set(re.findall(r"/l/([\w-]+)/", third.words)) - set(re.findall(r"/l/([\w-]+)/", first.words)))
            == 1
        )

    @pytest.mark.both_databases
    def test_who_plays_in_two_events_gets_one_slip(self, stage: Stage, visitor: Visitor) -> None:
        tournament = stage.event.tournament
        player = stage.event.entrants.all()[0].side.members.get().player
        registration.enter(factories.event(tournament, name="Jackpot"), by=None, players=[player])
        page = visitor.send("desk_all_players_act", tournament.uid, do="links", everybody="on")
        assert page.html.count("<svg") == 4
        assert "Main, Jackpot" in page

    def test_a_clerk_prints_no_sheet(self, stage: Stage) -> None:
        clerk = factories.player("Eve", email="eve@example.org")
        lifecycle.appoint(stage.event.tournament, clerk, kind=RoleKind.DESK, by=None)
        visitor = Visitor(clerk)
        assert 'value="links"' not in visitor.open("desk_entrants", stage.event.uid).html
        visitor.send("desk_players_act", stage.event.uid, do="links", everybody="on")
        assert not AccessLink.objects.exists()

    def test_the_number_of_statements_does_not_grow_with_the_players(self) -> None:
        counts = []
        for size in (3, 12):
            event = factories.event()
            factories.entrants(event, size)
            visitor = Visitor(factories.owner(event.tournament))
            with CaptureQueriesContext(connection) as queries:
                visitor.post("desk_players_act", event.uid, do="links", everybody="on")
            counts.append(len(queries))
        assert counts[0] == counts[1], counts
