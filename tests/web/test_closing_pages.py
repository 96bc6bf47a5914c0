"""The closing of an event on the pages: the list, the button, and the state finished everywhere."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.urls import reverse

from matches.models import Match
from tests import factories
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.events import closing
from tournaments.actions.money import ledger as money
from tournaments.models import Entrant, Event, Notice, Stage
from tournaments.notices import render
from tournaments.payouts import Payout
from tournaments.queries.draws.finish import finish
from tournaments.queries.money.prizes import prize_list
from tournaments.web.money.cash_desk_forms import own_words

pytestmark = pytest.mark.django_db


def played(n: int = 4) -> Stage:
    """A stage that is the whole of its event, played to its end."""
    stage = factories.drawn_stage(n)
    while factories.open_matches(stage):
        factories.play_open_matches(stage)
    return stage


def test_a_director_sees_what_is_open_and_closes_anyway_with_a_reason() -> None:
    stage = factories.drawn_stage(4)
    event = stage.event
    money.set_fee(event, by=None, kind="entry", amount=20_00)
    director = Visitor(factories.owner(event.tournament))
    page = director.open("desk_close_event", event.uid)
    assert "2 matches have no result" in page
    assert "4 entrants have not paid" in page
    assert reverse("desk_fees", args=[event.uid]) in page.links
    refusal = director.send("desk_close_event", event.uid, do="close")
    assert "is not finished" in refusal
    assert "reason" in director.send("desk_close_event", event.uid, do="anyway", reason="").words
    closed = director.send("desk_close_event", event.uid, do="anyway", reason="The hall is shut.")
    assert "Closed with open points." in closed
    assert "The hall is shut." in closed
    again = director.send("desk_close_event", event.uid, do="reopen")
    assert "is open again" in again
    french = Visitor(factories.owner(event.tournament)).at(
        reverse("desk_close_event", args=[event.uid]), **{"Accept-Language": "fr"}
    )
    assert "Ce qui reste ouvert" in french


def test_the_desk_offers_prizes_and_closing_next_and_then_the_final_standings() -> None:
    event = played().event
    director = Visitor(factories.owner(event.tournament))
    overview = director.open("desk_tournament", event.tournament.uid)
    assert reverse("desk_close_event", args=[event.uid]) in overview.links
    assert "Everything is played: close the event" in director.open("desk_event", event.uid)
    page = director.open("desk_close_event", event.uid)
    assert "Nothing is open." in page
    assert "is the champion." in page
    director.send("desk_close_event", event.uid, do="close")
    overview = director.open("desk_tournament", event.tournament.uid)
    assert reverse("finish", args=[event.uid]) in overview.links
    assert "What you correct now is marked." in director.open("desk_event", event.uid)


def test_a_closed_event_is_finished_for_everybody_and_takes_no_registration() -> None:
    event = factories.drawn_stage(4).event
    newcomer = Visitor(factories.player("Nora New", email="nora@example.org"))
    assert reverse("register", args=[event.uid]) in newcomer.open("event", event.uid).links
    closing.close_event(event, by=None, anyway=True, reason="The hall is shut.")
    for page in (newcomer.open("event", event.uid), newcomer.open("tournament", event.tournament.uid)):
        assert "Finished" in page
        assert "Registration open" not in page
    assert reverse("register", args=[event.uid]) not in newcomer.open("event", event.uid).links
    final = newcomer.open("finish", event.uid)
    assert "The director closed the event before everything was settled." in final
    assert "The hall is shut." not in final


def test_the_hall_shows_how_a_closed_event_ended() -> None:
    event = played().event
    address = reverse("hall_live", args=[event.tournament.uid]) + "?views=pairings,bracket,standings"
    closing.close_event(event, by=None)
    page = Visitor().at(address)
    assert "Final standings" in page
    assert "is the champion." in page
    assert "3–4" in page


@time_machine.travel(datetime(2026, 3, 8, 18, tzinfo=UTC), tick=True)
def test_the_phone_says_who_came_where_until_the_appeals_are_over() -> None:
    event = played(8).event
    closing.close_event(event, by=None)
    entrant = next(Entrant.objects.get(uid=line.entrant) for line in finish(event) if line.first == 5)
    person = entrant.side.players.get()
    person.email = "last@example.org"
    person.save()
    page = Visitor(person).open("event", event.uid)
    assert "You came 5th to 8th of 8." in page
    assert "check in at the desk" not in page
    assert "You came 5th to 8th of 8." in Visitor(person).open("my_matches")
    with time_machine.travel(datetime(2026, 3, 20, 18, tzinfo=UTC)):
        assert "You came 5th to 8th of 8." in Visitor(person).open("my_matches")
    with time_machine.travel(datetime(2026, 3, 24, 18, tzinfo=UTC)):
        assert "You came" not in Visitor(person).open("my_matches")


def test_the_final_page_is_published_printed_and_told_to_everybody() -> None:
    event = played(4).event
    director = Visitor(factories.owner(event.tournament))
    refusal = director.send("desk_close_event", event.uid, do="tell")
    assert "Close the event first." in refusal
    director.send("desk_close_event", event.uid, do="close")
    page = director.send("desk_close_event", event.uid, do="tell")
    assert "Everybody is told their place." in page
    assert reverse("desk_sanctions", args=[event.uid]) in page.links
    assert reverse("file_results", args=[event.stages.get().uid, "csv"]) in page.links
    assert Notice.objects.filter(code="event_finished").count() == 4
    notice = Notice.objects.filter(code="event_finished", params__first=3)[0]
    assert "You came 3rd to 4th of 4." in render(notice, "en").text
    assert "Vous terminez 3e à 4e sur 4." in render(notice, "fr").text
    public, paper = Visitor().open("finish", event.uid), director.open("desk_print_finish", event.uid)
    for one in (public, paper):
        assert "is the champion." in one
        assert "3–4" in one
    assert "Finished" in public
    final = Match.objects.filter(pairing__stage__event=event).order_by("-pairing__round")[0]
    results.correct(final, by=factories.owner(event.tournament), reason="Misread.", score=(7, 6))
    for one in (Visitor().open("finish", event.uid), director.open("desk_print_finish", event.uid)):
        assert "Put right by the director after the closing:" in one


def test_own_prizes_and_a_split_are_typed_on_the_page_of_the_prizes() -> None:
    event = played(4).event
    money.set_fee(event, by=None, kind="entry", amount=100_00)
    director = Visitor(factories.owner(event.tournament))
    fields = {"percent": "100", "added": "50", "unit": "1"}
    wrong = director.post("desk_prizes", event.uid, structure="own_amounts", own="100 200", **fields)
    assert (wrong.status, "none less than the next" in wrong) == (422, True)
    page = director.send("desk_prizes", event.uid, structure="own_amounts", own="300 150,50", **fields)
    assert "300.00 EUR" in page
    assert "150.50 EUR" in page
    assert "0.50 EUR more than is played for" in page
    page = director.send("desk_prizes", event.uid, structure="own_percent", own="60; 40", **fields)
    assert "270.00 EUR" in page
    first, second = (line.entrant for line in prize_lines(event))
    split = {"do": "split", f"amount_{first.uid}": "250", f"amount_{second.uid}": "250", "are_agreed": "on"}
    wrong = director.post("desk_prizes", event.uid, **split)
    assert "Together they have won 450.00 EUR." in wrong
    split |= {f"amount_{first.uid}": "225", f"amount_{second.uid}": "225"}
    page = director.send("desk_prizes", event.uid, **split)
    assert page.words.count("225.00 EUR") == 2
    assert "as agreed" in page
    page = director.send("desk_prizes", event.uid, do="end_split", entrant=[first.uid, second.uid])
    assert "Split cancelled." in page


def test_own_prizes_beside_another_distribution_are_refused_and_stay_typed() -> None:
    event = played(4).event
    money.set_fee(event, by=None, kind="entry", amount=100_00)
    director = Visitor(factories.owner(event.tournament))
    fields = {"percent": "100", "added": "50", "unit": "1", "own": "300 150"}
    wrong = director.post("desk_prizes", event.uid, structure="winner", **fields)
    assert (wrong.status, "Choose amounts or per cents as the distribution" in wrong) == (422, True)
    assert "300 150" in wrong.html
    director.send("desk_prizes", event.uid, structure="own_amounts", **fields)
    own = own_words(Payout.from_dict(Event.objects.get(pk=event.pk).payout or {}).own, "EUR")
    director.send("desk_prizes", event.uid, structure="winner", **fields | {"own": own})
    assert (Event.objects.get(pk=event.pk).payout or {})["structure"] == "winner"


def prize_lines(event: Event) -> list[Any]:
    """The prizes of an event, read anew."""
    view = prize_list(Event.objects.get(pk=event.pk))
    assert view is not None
    return list(view.lines)


def test_a_tournament_is_closed_on_its_own_page() -> None:
    event: Event = played().event
    tournament = event.tournament
    director = Visitor(factories.owner(tournament))
    assert event.name in director.open("desk_close_tournament", tournament.uid)
    page = director.send("desk_close_tournament", tournament.uid, do="close")
    assert "is closed" in page
    assert "The tournament is closed." in director.open("desk_tournament", tournament.uid)
    assert "is open again" in director.send("desk_close_tournament", tournament.uid, do="reopen")
    assert Visitor(factories.clerk(tournament)).open("desk_close_tournament", tournament.uid).status == 403


def test_the_desk_is_offered_no_start_in_a_closed_event() -> None:
    game = factories.open_match()
    clerk, director = Visitor(factories.clerk(game.stage.event.tournament)), Visitor(game.director)
    assert "Start the match" in clerk.open("desk_match", game.match.uid)
    closing.close_event(game.stage.event, by=game.director, anyway=True, reason="The hall closes.")
    assert "Start the match" not in clerk.open("desk_match", game.match.uid)
    assert "Start the match" in director.open("desk_match", game.match.uid)
