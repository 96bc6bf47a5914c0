"""The registration desk of a tournament: what the box finds, what Enter does, and the keys it takes."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.models import Player
from tests import factories
from tests.remembered import remembered
from tests.web.browsing import Page, Visitor
from tournaments.actions.entrants import arrivals, registration, waiting_list
from tournaments.actions.events import lifecycle
from tournaments.actions.money import ledger as money
from tournaments.models import CashBox, Entrant, Event, EventKind, FeeKind, Means, Registration, RoleKind
from tournaments.queries.money import ledger

# Search is that of a database.
pytestmark = [pytest.mark.django_db, pytest.mark.both_databases(long=True)]
_PAGE = 15


@pytest.fixture
@remembered
def event() -> Event:
    """An event that costs 50.00 at the desk."""
    event = factories.stage(factories.event(registration=Registration.DESK)).event
    money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
    return event


@pytest.fixture
def visitor(event: Event) -> Visitor:
    return Visitor(factories.owner(event.tournament))


def _buttons(page: Page) -> list[str]:
    """What the buttons of the box send, the first at the Enter key."""
    box = page.html[page.html.index('id="answers"') :] if 'id="answers"' in page.html else page.html
    return re.findall(r'name="do" value="([^"]+)"', box.split("</form>")[0])


def _type(visitor: Visitor, event: Event, words: str) -> Page:
    """Type a search, wait for its results and press Enter."""
    page = visitor.open("desk_register_search", event.tournament.uid, q=words)
    return _press(visitor, event, words, _buttons(page)[0])


def _press(visitor: Visitor, event: Event, words: str, do: str, **more: str) -> Page:
    return visitor.send("desk_register", event.tournament.uid, q=words, for_q=words, do=do, **more)


class TestKeys:
    """The keyboard alone enters a known player: a few letters, Enter, and one key for the payment."""

    def test_a_known_player_is_entered_with_the_letters_and_enter(
        self, event: Event, visitor: Visitor
    ) -> None:
        factories.player("Ana Dupont")
        page = _type(visitor, event, "dup")
        assert "Ana Dupont is entered." in page
        assert page.form(reverse("desk_register", args=[event.tournament.uid])).get("q", "") == ""
        assert ledger.balance(event.entrants.get()).due == 50_00

    def test_a_limited_event_counts_its_places(self, event: Event, visitor: Visitor) -> None:
        waiting_list.set_capacity(event, by=None, capacity=8)
        factories.player("Ana Dupont")
        assert "1 of 8 places taken" in _type(visitor, event, "dup")

    def test_one_key_more_and_all_is_paid(self, event: Event, visitor: Visitor) -> None:
        factories.player("Ana Dupont")
        _type(visitor, event, "dup+")
        assert ledger.balance(event.entrants.get()).is_settled
        assert ledger.box_totals(event.tournament)[0].total == 50_00

    def test_who_is_entered_is_checked_in_and_then_pays(self, event: Event, visitor: Visitor) -> None:
        entrant = factories.entrant(event, "Ana Dupont")
        assert "Ana Dupont is here." in _type(visitor, event, "dup")
        entrant.refresh_from_db()
        assert entrant.checked_in_at is not None
        assert "Ana Dupont has paid." in _type(visitor, event, "dup")

    def test_enter_lets_nobody_leave_and_enters_nobody_anew_who_is_here_and_has_paid(
        self, event: Event, visitor: Visitor
    ) -> None:
        """Where nothing is left to do, Enter searches again."""
        entrant = factories.entrant(event, "Ana Dupont")
        arrivals.check_in(entrant, by=None)
        money.pay(entrant, by=None, amount=50_00, means=Means.CARD)
        page = visitor.open("desk_register_search", event.tournament.uid, q="dup")
        assert _buttons(page)[0] == "search"
        assert f"withdraw:{entrant.uid}" in _buttons(page)
        assert "Ana Dupont" in _type(visitor, event, "dup")
        assert [one.withdrawn_at for one in event.entrants.all()] == [None]

    def test_the_box_has_the_focus_and_is_empty_after_an_act(self, event: Event, visitor: Visitor) -> None:
        factories.player("Ana Dupont")
        page = _type(visitor, event, "dup")
        box = re.search(r'<input type="search"[^>]*>', page.html)
        assert box is not None
        assert "autofocus" in box[0]
        assert 'value=""' in box[0]


class TestBox:
    def test_a_walk_in_takes_one_line_and_a_similar_name_asks_first(
        self, event: Event, visitor: Visitor
    ) -> None:
        factories.player("Ana Dupont")
        do = f"walk_in:{event.uid}"
        page = _press(visitor, event, "Anna Dupont, Rennes, fr+", do)
        assert page.status == 409
        assert "nearly the name" in page
        assert not event.entrants.exists()
        _press(visitor, event, "Anna Dupont, Rennes, fr+", f"anyway:{event.uid}")
        player = event.entrants.get().side.players.get()
        assert (player.name, player.club, player.country) == ("Anna Dupont", "Rennes", "FR")
        assert ledger.balance(event.entrants.get()).is_settled
        # Whoever is in it already is no answer to who the newcomer is: Enter says that it is another person.
        page = _press(visitor, event, "Anna Dupont", do)
        newcomer = event.entrants.get().side.players.get()
        assert f"enter:{newcomer.uid}" not in page.html
        assert "is entered already" in page
        assert page.html.index("It is this one") < page.html.index("is entered already")

    def test_a_typed_club_that_differs_marks_the_new_player(self, event: Event, visitor: Visitor) -> None:
        alice = factories.player("Alice Martin")
        Player.objects.filter(pk=alice.pk).update(club="BC Marseille", country="FR")
        enter, new = f"enter:{alice.uid}:{event.uid}", f"walk_in:{event.uid}"
        for words, first in (
            ("alice martin", enter),
            ("Alice Martin, Marseille", enter),
            ("Alice Martin, BC Lyon, FR", new),
            ("Alice Martin, , DE", new),
        ):
            page = visitor.open("desk_register_search", event.tournament.uid, q=words)
            assert _buttons(page)[0] == first, words
        page = _press(visitor, event, "Alice Martin, BC Lyon, FR", new)
        assert _buttons(page)[0] == f"anyway:{event.uid}"
        assert enter in _buttons(page)

    def test_an_answer_to_older_words_does_nothing(self, event: Event, visitor: Visitor) -> None:
        ana = factories.player("Ana Dupont")
        visitor.send(
            "desk_register",
            event.tournament.uid,
            q="ana durand",
            for_q="ana",
            do=f"enter:{ana.uid}:{event.uid}",
        )
        assert not event.entrants.exists()

    def test_a_merged_name_finds_who_it_was_merged_into(self, event: Event, visitor: Visitor) -> None:
        ana, double = factories.player("Ana Dupont"), factories.player("Anna Martin")
        double.merged_into = ana
        double.save(update_fields=["merged_into"])
        page = visitor.open("desk_register_search", event.tournament.uid, q="martin")
        assert "Ana Dupont was" not in page
        assert "was Anna Martin" in page
        assert _buttons(page)[0] == f"enter:{ana.uid}:{event.uid}"

    def test_a_second_event_of_the_division_is_warned_of_and_not_refused(
        self, event: Event, visitor: Visitor
    ) -> None:
        other = factories.event(event.tournament, name="Masters")
        Event.objects.update(division="A")
        ana = factories.player("Ana Dupont")
        registration.enter(other, by=None, players=[ana])
        page = visitor.open("desk_register_search", event.tournament.uid, q="dupont")
        assert "plays in Masters already" in page
        _press(visitor, event, "dupont", f"enter:{ana.uid}:{event.uid}")
        assert event.entrants.exists()

    def test_a_side_event_and_leaving_it_have_buttons(self, event: Event, visitor: Visitor) -> None:
        side = factories.event(event.tournament, name="Jackpot")
        ana = factories.player("Ana Dupont")
        page = visitor.open("desk_register_search", event.tournament.uid, q="dupont")
        assert f"enter:{ana.uid}:{side.uid}" in _buttons(page)
        _press(visitor, event, "dupont", f"enter:{ana.uid}:{side.uid}")
        entrant = side.entrants.get()
        assert "has left the event" in _press(visitor, event, "dupont", f"withdraw:{entrant.uid}")
        _press(visitor, event, "dupont", f"back:{entrant.uid}")
        entrant.refresh_from_db()
        assert entrant.withdrawn_at is None

    def test_a_pair_is_made_with_the_same_box(self, event: Event, visitor: Visitor) -> None:
        doubles = factories.event(event.tournament, name="Doubles", kind=EventKind.DOUBLES)
        ana, bob = factories.player("Ana Dupont"), factories.player("Bob Martin")
        page = _press(visitor, event, "dupont", f"pair:{ana.uid}:{doubles.uid}")
        assert "Partner of Ana Dupont in Doubles" in page
        assert "Partner of" not in _press(visitor, event, "", "alone")
        _press(visitor, event, "dupont", f"pair:{ana.uid}:{doubles.uid}")
        assert "Ana Dupont is entered" in _press(visitor, event, "martin", f"partner:{bob.uid}")
        assert doubles.entrants.get().name == "Ana Dupont / Bob Martin"

    def test_a_partner_may_be_new(self, event: Event, visitor: Visitor) -> None:
        doubles = factories.event(event.tournament, name="Doubles", kind=EventKind.DOUBLES)
        ana = factories.player("Ana Dupont")
        _press(visitor, event, "dupont", f"pair:{ana.uid}:{doubles.uid}")
        _press(visitor, event, "Zoé Petit", "partner")
        assert doubles.entrants.get().name == "Ana Dupont / Zoé Petit"

    def test_a_side_pool_is_chosen_beside_the_last_act(self, event: Event, visitor: Visitor) -> None:
        fee = money.set_fee(
            event, by=None, kind=FeeKind.SIDE_POOL, name="Pool", amount=20_00, is_optional=True
        )
        factories.player("Ana Dupont")
        page = _type(visitor, event, "dup")
        entrant = event.entrants.get()
        assert f'value="pool:{entrant.uid}:{fee.uid}"' in page.html
        visitor.send("desk_register", event.tournament.uid, do=f"pool:{entrant.uid}:{fee.uid}")
        assert ledger.balance(entrant).due == 70_00
        visitor.send("desk_register", event.tournament.uid, do=f"no_pool:{entrant.uid}:{fee.uid}")
        assert ledger.balance(entrant).due == 50_00

    def test_a_full_event_says_so_and_who_comes_waits(self, event: Event, visitor: Visitor) -> None:
        waiting_list.set_capacity(event, by=None, capacity=2)
        factories.entrants(event, 2)
        assert "full" in visitor.open("desk_register", event.tournament.uid)
        factories.player("Zoé Petit")
        page = _type(visitor, event, "zoé")
        assert "Zoé Petit waits as an alternate." in page
        assert "No money is booked" not in page
        assert "1 alternate" in visitor.open("desk_register", event.tournament.uid)

    @pytest.mark.parametrize("words", ["zoé+", "New Comer, Brest, FR +"])
    def test_cash_of_an_alternate_is_not_booked_and_the_desk_reads_it(
        self, event: Event, visitor: Visitor, words: str
    ) -> None:
        waiting_list.set_capacity(event, by=None, capacity=2)
        factories.entrants(event, 2)
        factories.player("Zoé Petit")
        assert "No money is booked for an alternate." in _type(visitor, event, words)
        assert not ledger.box_totals(event.tournament)

    def test_htmx_gets_the_part_alone(self, event: Event, visitor: Visitor) -> None:
        ana = factories.player("Ana Dupont")
        answer = visitor.client.post(
            reverse("desk_register", args=[event.tournament.uid]),
            {"q": "dup", "for_q": "dup", "do": f"enter:{ana.uid}:{event.uid}"},
            headers={"HX-Request": "true"},
        )
        assert answer.status_code == 200
        assert b"<html" not in answer.content
        again = visitor.client.post(
            reverse("desk_register", args=[event.tournament.uid]),
            {"q": "dup", "for_q": "dup", "do": f"enter:{ana.uid}:{event.uid}"},
            headers={"HX-Request": "true"},
        )
        assert again.status_code == 422
        assert "entered in this event already" in again.content.decode()


class TestMemory:
    def test_the_event_and_the_box_of_a_desk_are_remembered(self, event: Event, visitor: Visitor) -> None:
        side = factories.event(event.tournament, name="Jackpot")
        money.set_fee(side, by=None, kind=FeeKind.ENTRY, amount=10_00)
        bar = money.add_box(event.tournament, by=None, name="Bar")
        money.add_box(event.tournament, by=None, name="Door")
        visitor.send("desk_register", event.tournament.uid, main=side.uid)
        visitor.send("desk_register", event.tournament.uid, box=bar.uid)
        factories.player("Ana Dupont")
        _type(visitor, event, "dup+")
        assert side.entrants.exists()
        assert {one.box.name: one.total for one in ledger.box_totals(event.tournament)} == {
            "Bar": 10_00,
            "Door": 0,
        }

    def test_a_box_is_added_and_used_at_once(self, event: Event, visitor: Visitor) -> None:
        visitor.send("desk_register", event.tournament.uid, box="", name="Bar")
        assert CashBox.objects.get().name == "Bar"

    def test_with_several_boxes_one_is_asked_for(self, event: Event, visitor: Visitor) -> None:
        for name in ("Bar", "Door"):
            money.add_box(event.tournament, by=None, name=name)
        factories.player("Ana Dupont")
        page = _type(visitor, event, "dup+")
        assert "Which cash box" in page
        assert not event.entrants.exists()


class TestUndo:
    def test_the_last_act_is_undone_with_one_button(self, event: Event, visitor: Visitor) -> None:
        factories.player("Ana Dupont")
        assert 'value="undo"' in _type(visitor, event, "dup+").html
        page = visitor.send("desk_register", event.tournament.uid, do="undo")
        assert "Undone: Ana Dupont" in page
        entrant = event.entrants.get()
        assert entrant.withdrawn_at is not None
        assert ledger.box_totals(event.tournament)[0].total == 0
        assert 'value="undo"' not in page.html

    def test_what_depends_on_it_is_said(self, event: Event, visitor: Visitor) -> None:
        ana = factories.player("Ana Dupont")
        _type(visitor, event, "dup")
        money.pay(event.entrants.get(), by=None, amount=10_00, means="card")
        page = visitor.send("desk_register", event.tournament.uid, do="undo")
        assert f"{ana.name} has paid: cancel the payment first." in page


class TestDoor:
    def test_only_the_desk_comes_in(self, event: Event) -> None:
        for name in ("desk_register", "desk_register_search", "desk_money"):
            assert Visitor().open(name, event.tournament.uid).status == 302
            assert (
                Visitor(factories.player(email="x@example.org")).open(name, event.tournament.uid).status
                == 403
            )
            Player.objects.filter(email="x@example.org").delete()

    def test_the_desk_needs_no_director(self, event: Event) -> None:
        desk = factories.player("Eve", email="eve@example.org")
        lifecycle.appoint(event.tournament, desk, kind=RoleKind.DESK, by=factories.owner(event.tournament))
        factories.player("Ana Dupont")
        assert "is entered" in _type(Visitor(desk), event, "dup+")

    def test_an_event_of_another_tournament_is_not_entered(self, event: Event, visitor: Visitor) -> None:
        ana, foreign = factories.player("Ana Dupont"), factories.event()
        assert _press(visitor, event, "dup", f"enter:{ana.uid}:{foreign.uid}").status == 404

    def test_without_events_the_page_says_what_comes_first(self) -> None:
        tournament = factories.tournament()
        assert "No events yet" in Visitor(factories.owner(tournament)).open("desk_register", tournament.uid)

    def test_it_speaks_french(self, event: Event, visitor: Visitor) -> None:
        answer = visitor.client.get(
            reverse("desk_register", args=[event.tournament.uid]), headers={"Accept-Language": "fr"}
        )
        page = Page(answer)
        assert "Accueil des inscriptions" in page
        assert "50,00\u00a0EUR" in page.html


def _queries(visitor: Visitor, name: str, *args: object, **query: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert visitor.open(name, *args, **query).status == 200
    return len(queries)


def test_the_desk_asks_the_same_whatever_the_number_of_players(event: Event, visitor: Visitor) -> None:
    factories.player("Ana Dupont")
    _type(visitor, event, "dup")
    tournament = event.tournament.uid
    few = [
        _queries(visitor, "desk_register", tournament),
        _queries(visitor, "desk_register", tournament, q="a"),
        _queries(visitor, "desk_register_search", tournament, q="an"),
    ]
    factories.entrants(event, 20)
    for name in ("Two", "Three", "Four"):
        factories.entrants(factories.event(event.tournament, name=name), 3)
    many = [
        _queries(visitor, "desk_register", tournament),
        _queries(visitor, "desk_register", tournament, q="a"),
        _queries(visitor, "desk_register_search", tournament, q="an"),
    ]
    assert few == many
    assert max(many) <= _PAGE


class TestHere:
    def test_the_code_leads_the_desk_to_one_button(self, event: Event, visitor: Visitor) -> None:
        entrant = factories.entrant(event, "Ana Dupont")
        assert "Here, and has paid 50.00" in visitor.open("here", entrant.uid).words.replace("\u00a0", " ")
        assert "Ana Dupont is here." in visitor.send("here", entrant.uid, paid="yes")
        entrant.refresh_from_db()
        assert entrant.checked_in_at is not None
        assert ledger.balance(entrant).is_settled

    def test_the_player_shows_it_with_what_is_due_and_others_see_no_money(self, event: Event) -> None:
        event = lifecycle.set_registration(event, by=None, registration=Registration.OPEN)
        ana = factories.player("Ana Dupont", email="ana@example.org")
        player = Visitor(ana)
        assert "What it costs" in player.open("register", event.uid)
        page = player.send("register", event.uid)
        assert "You are registered." in page
        assert "Show this at the desk" in page
        assert "due" in page
        assert "<svg" in page.html
        entrant = Entrant.objects.get()
        assert "due" in player.open("event", event.uid)
        stranger = Visitor().open("here", entrant.uid)
        assert "Ana Dupont" in stranger
        assert "due" not in stranger
        assert player.post("here", entrant.uid).status == 403

    def test_the_notice_leads_to_it(self, event: Event) -> None:
        event = lifecycle.set_registration(event, by=None, registration=Registration.OPEN)
        ana = factories.player("Ana Dupont", email="ana@example.org")
        entrant = registration.register_self(event, by=ana)
        assert f"/x/{entrant.uid}/here/" in Visitor(ana).open("notices").links
