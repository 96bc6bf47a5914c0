"""The list of players at the desk: sorted, filtered, and acts on all that are ticked."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.models import Player
from tests import factories
from tests.remembered import remembered
from tests.web.browsing import Page, Visitor
from tournaments.actions import undo
from tournaments.actions.entrants import arrivals, player_list, registration, together
from tournaments.actions.events import lifecycle
from tournaments.actions.money import ledger
from tournaments.actions.people import links
from tournaments.errors.common import WrongTournament
from tournaments.errors.undo import CannotBeUndone
from tournaments.models import Entrant, Event, LedgerLine, LogEntry, Notice, RoleKind
from tournaments.notices import render

pytestmark = pytest.mark.django_db
_MOST_QUERIES = 15
_LIST = """Name;Club;Country
Zoé Petit;Lyon;FR
adam Low;;GB
Élodie Étienne;Nantes;FR
Boris Brandt;Lyon;FR
"""


@pytest.fixture
@remembered
def event() -> Event:
    """An event of four who owe 30 each; Boris has paid, Zoé is checked in, adam has a link."""
    event = factories.stage(factories.event()).event
    ledger.set_fee(event, by=None, kind="entry", amount=3000)
    player_list.import_players(event, by=None, data=_LIST.encode())
    ledger.add_box(event.tournament, by=None, name="Desk")
    ledger.pay(_entrant(event, "Boris Brandt"), by=None)
    arrivals.check_in(_entrant(event, "Zoé Petit"), by=None)
    adam = _entrant(event, "adam Low").side.members.get().player
    links.make_player_link(event.tournament, adam, by=None)
    return event


@pytest.fixture
def visitor(event: Event) -> Visitor:
    """The director at the desk."""
    return Visitor(factories.owner(event.tournament))


def _entrant(event: Event, name: str) -> Entrant:
    return Entrant.objects.select_related("side", "event__tournament").get(
        event=event, side__members__player__name=name
    )


def _order(page: Page) -> str:
    """The first letters of the players, in the order of the list."""
    text = page.html[page.html.index('class="players"') :]
    places = {
        name[0]: text.find(f">{name}<")
        for name in ("Zoé Petit", "adam Low", "Élodie Étienne", "Boris Brandt")
    }
    return "".join(
        sorted((name for name, place in places.items() if place > 0), key=lambda name: places[name])
    )


class TestList:
    """Every column sorts, every filter counts, and words find."""

    @pytest.mark.parametrize(
        ("query", "order"),
        [
            ({}, "ZaÉB"),
            ({"sort": "name"}, "aBÉZ"),
            ({"sort": "-name"}, "ZÉBa"),
            ({"sort": "club"}, "ZBÉa"),
            ({"sort": "due"}, "ZaÉB"),
            ({"sort": "here"}, "aÉBZ"),
            ({"sort": "-here"}, "ZaÉB"),
            ({"sort": "phone"}, "aZÉB"),
            ({"sort": "nonsense", "show": "nonsense"}, "ZaÉB"),
            ({"show": "absent"}, "aÉB"),
            ({"show": "unpaid"}, "ZaÉ"),
            ({"show": "phoneless"}, "ZÉB"),
            ({"find": "elo eti"}, "É"),
            ({"find": "lyon", "sort": "name"}, "BZ"),
            ({"find": "lyon", "show": "absent"}, "B"),
        ],
    )
    def test_it_is_sorted_and_filtered_by_its_address(
        self, event: Event, visitor: Visitor, query: dict[str, str], order: str
    ) -> None:
        assert _order(visitor.open("desk_entrants", event.uid, **query)) == order
        assert _order(visitor.open("desk_players", event.tournament.uid, **query)) == order

    def test_a_filter_says_how_many_it_shows_and_a_head_turns_its_order(
        self, event: Event, visitor: Visitor
    ) -> None:
        page = visitor.open("desk_entrants", event.uid, sort="name")
        for words in ("All 4", "Not checked in 3", "Unpaid 3", "Without link 3"):
            assert words in page
        assert 'aria-sort="ascending"' in page.html
        assert "?sort=-name" in page.html
        assert "No player fits this filter." in visitor.open("desk_entrants", event.uid, find="nobody")

    def test_the_renewal_keeps_the_filter(self, event: Event, visitor: Visitor) -> None:
        live = reverse("desk_entrants_live", args=[event.uid])
        assert (
            f"{live}?sort=name&amp;show=unpaid"
            in visitor.open("desk_entrants", event.uid, sort="name", show="unpaid").html
        )
        assert _order(visitor.open("desk_entrants_live", event.uid, sort="name", show="unpaid")) == "aÉZ"

    def test_the_list_of_a_tournament_has_the_players_of_every_event(
        self, event: Event, visitor: Visitor
    ) -> None:
        side = factories.event(event.tournament, name="Jackpot")
        factories.entrant(side, "Side Player")
        page = visitor.open("desk_players", event.tournament.uid)
        assert "Side Player" in page
        assert "All 5" in page
        page = visitor.open("desk_players", event.tournament.uid, event=side.uid)
        assert "All 1" in page
        assert _order(page) == ""

    def test_at_most_15_queries_at_any_size(self, event: Event, visitor: Visitor) -> None:
        counts = []
        for _size in range(2):
            for name, uid in (("desk_entrants", event.uid), ("desk_players", event.tournament.uid)):
                with CaptureQueriesContext(connection) as queries:
                    visitor.open(name, uid)
                counts.append((name, len(queries)))
            factories.entrants(event, 30)
        assert counts[:2] == counts[2:]
        assert max(count for _name, count in counts) <= _MOST_QUERIES, counts


class TestTicked:
    """Acts on the ticked players are done together, each with its entry in the log."""

    def test_the_ticked_players_are_checked_in_and_out_in_one_act_with_an_entry_each(
        self, event: Event, visitor: Visitor
    ) -> None:
        chosen = [_entrant(event, name) for name in ("adam Low", "Boris Brandt")]
        for name, uid in (("desk_players_act", event.uid), ("desk_all_players_act", event.tournament.uid)):
            page = visitor.send(name, uid, do="check-in", entrants=[one.uid for one in chosen], sort="name")
            assert "2 players are checked in." in page
            assert _order(page) == "aBÉZ"
            assert event.entrants.exclude(checked_in_at=None).count() == 3
            page = visitor.send(name, uid, do="undo-check-in", entrants=[one.uid for one in chosen])
            assert event.entrants.exclude(checked_in_at=None).count() == 1
        entries = LogEntry.objects.filter(code="checked_in", subject__in=[one.uid for one in chosen])
        assert entries.count() == 4

    def test_everybody_shown_is_who_fits_the_filter(self, event: Event, visitor: Visitor) -> None:
        page = visitor.send(
            "desk_players_act", event.uid, do="pay", everybody="on", show="unpaid", find="lyon"
        )
        assert "1 player has paid 30.00 EUR." in page
        assert LedgerLine.objects.filter(kind="payment").count() == 2
        page = visitor.send("desk_players_act", event.uid, do="pay", everybody="on", show="unpaid")
        assert "2 players have paid 60.00 EUR." in page
        again = visitor.send("desk_players_act", event.uid, do="pay", everybody="on")
        assert "Nothing is due for Zoé Petit, adam Low, Élodie Étienne…" in again

    def test_a_withdrawal_is_shown_first_and_done_as_a_whole(self, event: Event, visitor: Visitor) -> None:
        uids = [_entrant(event, name).uid for name in ("adam Low", "Zoé Petit")]
        page = visitor.send("desk_players_act", event.uid, do="withdraw", entrants=uids)
        assert "These players leave: Zoé Petit, adam Low." in page
        assert event.entrants.filter(withdrawn_at=None).count() == 4
        address = reverse("desk_players_act", args=[event.uid])
        fields = {**page.form(address), "entrants": uids}
        page = Page(visitor.client.post(address, fields, follow=True))
        assert "2 players have left." in page
        assert event.entrants.filter(withdrawn_at=None).count() == 2

    @pytest.mark.both_databases
    def test_nothing_is_done_where_one_of_them_is_refused(self, event: Event, visitor: Visitor) -> None:
        adam, boris = (_entrant(event, name) for name in ("adam Low", "Boris Brandt"))
        registration.withdraw(adam, by=None)
        page = visitor.send("desk_players_act", event.uid, do="check-in", entrants=[boris.uid, adam.uid])
        assert "adam Low" in page
        boris.refresh_from_db()
        assert boris.checked_in_at is None

    def test_nobody_ticked_is_said_and_an_unknown_act_is_not_found(
        self, event: Event, visitor: Visitor
    ) -> None:
        assert "Nobody is ticked." in visitor.send("desk_players_act", event.uid, do="check-in")
        assert "Nobody is ticked." in visitor.send("desk_players_act", event.uid, do="withdraw")
        assert visitor.post("desk_players_act", event.uid, do="dance").status == 404
        everybody = {"do": "withdraw", "everybody": "on"}
        assert visitor.post("desk_all_players_act", event.tournament.uid, **everybody).status == 404

    def test_the_desk_does_it_and_a_stranger_does_not(self, event: Event) -> None:
        clerk = factories.player("Eve", email="eve@example.org")
        lifecycle.appoint(event.tournament, clerk, kind=RoleKind.DESK, by=factories.owner(event.tournament))
        uid = _entrant(event, "adam Low").uid
        assert "1 player is checked in." in Visitor(clerk).send(
            "desk_players_act", event.uid, do="check-in", entrants=uid
        )
        stranger = Player.objects.create_user("s@example.org", name="Sam Stranger")
        for name, key in (("desk_players_act", event.uid), ("desk_all_players_act", event.tournament.uid)):
            assert Visitor(stranger).post(name, key, do="check-in", entrants=uid).status in (403, 404)

    def test_an_entrant_of_another_tournament_is_never_meant(self, event: Event, visitor: Visitor) -> None:
        other = factories.entrant(factories.event(), "Olga Other")
        assert "Nobody is ticked." in visitor.send(
            "desk_players_act", event.uid, do="check-in", entrants=other.uid
        )


@pytest.mark.both_databases
def test_a_message_reaches_the_ticked_players_once_and_is_no_act_to_undo(
    event: Event, visitor: Visitor
) -> None:
    """Its page asks for the words and names whom it does not reach; a second tap sends nothing."""
    chosen = [_entrant(event, "adam Low"), _entrant(event, "Zoé Petit")]
    fields = {"do": "message", "entrants": [row.uid for row in chosen]}
    page = visitor.post("desk_players_act", event.uid, **fields)
    assert "Tell them yourself: Zoé Petit" in page
    assert not Notice.objects.filter(code="message").exists()
    form = page.form(reverse("desk_players_act", args=[event.uid]))
    words = "Upstairs at 14:00."
    assert visitor.post("desk_players_act", event.uid, **{**form, **fields, "message": ""}).status == 422
    taps = [
        visitor.send("desk_players_act", event.uid, **{**form, **fields, "message": words}) for _tap in "12"
    ]
    assert "The message is sent to 2 players." in taps[0]
    notices = Notice.objects.filter(code="message").select_related("recipient")
    assert sorted(notice.recipient.name for notice in notices) == ["Zoé Petit", "adam Low"]
    assert render(notices[0], "en").text == f"{words} ({event.tournament.name})"
    entry = LogEntry.objects.get(code="message_sent")
    with pytest.raises(CannotBeUndone):
        undo.undo(entry, by=factories.owner(event.tournament))
    with pytest.raises(WrongTournament):
        together.send_message(factories.tournament(), by=None, entrants=chosen, message=words)
    assert words in visitor.open("desk_log", event.tournament.uid)
