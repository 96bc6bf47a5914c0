"""The pages of an event that starts when full, and of qualifiers: at the desk, for players, on the wall."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw, lobby, progress
from tournaments.actions.entrants import qualifying, registration
from tournaments.actions.money import ledger
from tournaments.models import Entrant, Event, FeeKind, Stage
from tournaments.project.shared_answers import ANSWERS
from tournaments.queries.entrants.lobby import follower
from tournaments.queries.state import is_drawn

pytestmark = pytest.mark.django_db


def jackpot(places: int = 8, *, opens_next: bool = True) -> Event:
    """An event with one stage that starts when this many are in."""
    event = factories.event(name="Jackpot 8", capacity=places)
    factories.stage(event)
    return lobby.set_start(event, by=None, starts_when_full=True, opens_next=opens_next)


class TestLobby:
    """Who is in and how many are missing, where people look."""

    def test_the_page_of_the_event_counts_and_names(self) -> None:
        event = jackpot()
        factories.entrants(event, 5)
        page = Visitor().open("event", event.uid)
        assert "5 of 8 in" in page
        assert "3 more and it starts" in page
        assert all(name in page for name in factories.names(5))

    def test_so_does_the_page_of_the_tournament(self) -> None:
        event = jackpot()
        factories.entrants(event, 7)
        page = Visitor().open("tournament", event.tournament.uid)
        assert "7 of 8 in, 1 more and it starts" in page
        assert "Ada Almeida, Ada Brandt" in page

    def test_entering_is_two_taps(self) -> None:
        event = jackpot()
        player = factories.player("Paula Player", email="paula@example.org")
        visitor = Visitor(player)
        first = visitor.open("tournament", event.tournament.uid)
        assert reverse("event", args=[event.uid]) in first.links
        second = visitor.open("event", event.uid)
        fields = second.form(reverse("register", args=[event.uid]))
        page = visitor.send("register", event.uid, **fields)
        assert "You are registered" in page
        assert "1 of 8 in" in page
        assert "Paula Player you" in page
        assert not any(action == reverse("register", args=[event.uid]) for action, _ in page.forms)

    def test_the_last_tap_starts_it_and_shows_the_bracket(self) -> None:
        event = jackpot(4)
        factories.entrants(event, 3)
        page = Visitor(factories.player(email="last@example.org")).send("register", event.uid)
        assert "has started" in page
        assert "The next one is open: Jackpot 8 (2)." in page
        stage = Stage.objects.get(event=event)
        assert 'class="bracket"' in page.html
        assert reverse("standings", args=[stage.uid]) in page.links
        assert "Your match is among yours" in page

    def test_a_page_that_renews_itself_says_it_has_started_and_is_over_at_its_end(self) -> None:
        event = jackpot(2)
        factories.entrants(event, 2)
        assert "Jackpot 8 has started" in Visitor().open("lobby_live", event.uid)
        factories.play_open_matches(event.stages.get())
        progress.advance(event)
        assert "Jackpot 8 is over" in Visitor().open("lobby_live", event.uid)

    def test_who_comes_too_late_is_shown_the_next_one(self) -> None:
        event = jackpot(2)
        factories.entrants(event, 2)
        page = Visitor(factories.player(email="late@example.org")).send("register", event.uid)
        assert "Jackpot 8 has started: you are in Jackpot 8 (2)." in page
        assert "1 of 2 in" in page

    def test_strangers_are_led_to_the_registration(self) -> None:
        event = jackpot()
        page = Visitor().open("event", event.uid)
        assert "Nobody is in yet" in page
        assert reverse("register", args=[event.uid]) in page.links

    def test_at_the_desk_only_it_says_so(self) -> None:
        event = jackpot()
        Event.objects.filter(pk=event.pk).update(registration="desk")
        assert "Enter at the desk." in Visitor(factories.player(email="p@example.org")).open(
            "event", event.uid
        )

    def test_it_renews_itself_and_rests_while_nothing_is_new(self) -> None:
        event = jackpot()
        visitor = Visitor()
        address = reverse("lobby_live", args=[event.uid])
        first = visitor.at(address)
        assert "0 of 8 in" in first
        etag = first.response.headers["ETag"]
        assert visitor.at(address, **{"If-None-Match": etag}).status == 304
        factories.entrant(event, "Nina New")
        assert "1 of 8 in" in visitor.at(address, **{"If-None-Match": etag})

    def test_an_event_that_does_not_start_when_full_has_none(self) -> None:
        event = factories.event(capacity=4)
        page = Visitor().open("lobby_live", event.uid)
        assert (page.status, page.words) == (200, "")

    def test_in_french(self) -> None:
        event = jackpot()
        factories.entrants(event, 5)
        page = Visitor().at(reverse("tournament", args=[event.tournament.uid]), **{"Accept-Language": "fr"})
        assert "5 sur 8, encore 3 et elle démarre" in page

    def test_its_queries_do_not_grow(self) -> None:
        def queries(event: Event, name: str, *args: object) -> int:
            ANSWERS.clear()
            with CaptureQueriesContext(connection) as queries:
                assert Visitor().open(name, *args).status == 200
            return len(queries)

        few, many = jackpot(64), jackpot(64)
        factories.entrants(few, 2)
        factories.entrants(many, 30)
        for name in ("event", "lobby_live"):
            assert queries(few, name, few.uid) == queries(many, name, many.uid) <= 15
        tournament = few.tournament.uid
        before = queries(few, "tournament", tournament)
        for number in range(3):
            other = factories.event(few.tournament, name=f"Jackpot {number}", capacity=4)
            factories.stage(other)
            lobby.set_start(other, by=None, starts_when_full=True)
            factories.entrants(other, 2)
        assert queries(few, "tournament", tournament) == before


class TestSettings:
    """The director says on the form of the event how it starts and what it leads to."""

    def fields(self, **more: str) -> dict[str, str]:
        """What the form of an event sends."""
        return {
            "name": "Jackpot 8", "format": "single_elimination", "lengths": "5", "capacity": "8",
            "registration": "open", "grace_minutes": "10", "kind": "singles", "qualifies_for": "", "qualifying_places": "1", **more,
        }  # fmt: skip

    def test_a_new_event_starts_when_full(self) -> None:
        tournament = factories.tournament()
        target = factories.event(tournament, name="Masters")
        boss = Visitor(factories.owner(tournament))
        boss.send(
            "desk_new_event",
            tournament.uid,
            **self.fields(
                starts_when_full="on", opens_next="on", qualifies_for=target.uid, qualifying_places="2"
            ),
        )
        event = Event.objects.get(name="Jackpot 8")
        assert (event.starts_when_full, event.opens_next) == (True, True)
        assert (event.qualifies_for, event.qualifying_places) == (target, 2)

    def test_an_impossible_one_is_refused_and_nothing_is_made(self) -> None:
        tournament = factories.tournament()
        boss = Visitor(factories.owner(tournament))
        page = boss.post("desk_new_event", tournament.uid, **self.fields(starts_when_full="on", capacity=""))
        assert page.status == 422
        assert "Set the places first" in page
        assert not Event.objects.filter(name="Jackpot 8").exists()

    def test_it_is_changed_and_taken_back(self) -> None:
        event = jackpot()
        target = factories.event(event.tournament, name="Masters")
        boss = Visitor(factories.owner(event.tournament))
        form = boss.open("desk_edit_event", event.uid).form(reverse("desk_edit_event", args=[event.uid]))
        assert (form["starts_when_full"], form["opens_next"], form["qualifies_for"]) == ("on", "on", "")
        del form["starts_when_full"], form["opens_next"]
        boss.send("desk_edit_event", event.uid, **{**form, "capacity": "", "qualifies_for": target.uid})
        event.refresh_from_db()
        assert (event.starts_when_full, event.opens_next, event.capacity) == (False, False, None)
        assert event.qualifies_for == target
        boss.send(
            "desk_edit_event",
            event.uid,
            **{**form, "capacity": "4", "starts_when_full": "on", "qualifies_for": ""},
        )
        stored_event = Event.objects.get(pk=event.pk)
        assert (stored_event.starts_when_full, stored_event.capacity, stored_event.qualifies_for) == (
            True,
            4,
            None,
        )

    def test_fewer_places_start_it(self) -> None:
        event = jackpot()
        factories.entrants(event, 6)
        boss = Visitor(factories.owner(event.tournament))
        form = boss.open("desk_edit_event", event.uid).form(reverse("desk_edit_event", args=[event.uid]))
        boss.send("desk_edit_event", event.uid, **{**form, "capacity": "6"})
        assert is_drawn(event)

    def test_a_circle_is_said_at_the_form(self) -> None:
        event = jackpot()
        target = factories.event(event.tournament, name="Masters")
        qualifying.set_target(target, by=None, target=event)
        boss = Visitor(factories.owner(event.tournament))
        form = boss.open("desk_edit_event", event.uid).form(reverse("desk_edit_event", args=[event.uid]))
        page = boss.post("desk_edit_event", event.uid, **{**form, "qualifies_for": target.uid})
        assert page.status == 422
        assert "Masters qualifies for Jackpot 8 already" in page


class TestDesk:
    """The desk enters late players in the next event and decides who qualifies."""

    def test_who_is_entered_after_the_start_is_shown_where(self) -> None:
        event = jackpot(2)
        factories.entrants(event, 2)
        boss = Visitor(factories.owner(event.tournament))
        assert "New players are entered in Jackpot 8 (2)." in boss.open("desk_entrants", event.uid)
        page = boss.send("desk_entrants", event.uid, q="Nina New", for_q="Nina New", do="walk_in:")
        next_event = follower(event)
        assert next_event is not None
        assert Entrant.objects.get(side__full_name="Nina New").event == next_event
        assert page.response.request["PATH_INFO"] == reverse("desk_entrants", args=[next_event.uid])

    def test_both_events_name_each_other(self) -> None:
        stage = factories.drawn_stage(4)
        target = factories.event(stage.event.tournament, name="Masters")
        qualifying.set_target(stage.event, by=None, target=target, places=2)
        assert "Qualifies for Masters (2 places)" in Visitor().open("event_info", stage.event.uid)
        assert f"Qualifiers {stage.event.name} (2)" in Visitor().open("event", target.uid)

    def test_a_tie_is_decided_at_the_desk(self) -> None:
        stage = factories.drawn_stage(4)
        target = factories.event(stage.event.tournament, name="Masters")
        event = qualifying.set_target(stage.event, by=None, target=target, places=3)
        for _ in range(2):
            factories.play_open_matches(stage)
        qualifying.qualify(event)
        boss = Visitor(factories.owner(event.tournament))
        page = boss.open("desk_event", event.uid)
        assert "Who qualifies for Masters?" in page
        assert "3 qualify, and the places 3 to 4 are shared" in page
        refusal = boss.send("desk_qualify", event.uid)
        assert "the places 3–4 are shared" in refusal
        loser = Entrant.objects.filter(event=event).exclude(
            side__players__in=[one.side.players.get() for one in Entrant.objects.filter(event=target)]
        )[0]
        answer = boss.send("desk_qualify", event.uid, entrant=[loser.uid])
        assert "They are entered." in answer
        assert "Qualified for Masters" in answer
        assert Entrant.objects.filter(event=target).count() == 3

    def test_a_correction_is_told_at_the_desk(self) -> None:
        stage = factories.drawn_stage(2)
        target = factories.event(stage.event.tournament, name="Masters")
        event = qualifying.set_target(stage.event, by=None, target=target)
        [match] = factories.open_matches(stage)
        boss = factories.owner(event.tournament)
        results.report(match, by=boss, score=(7, 0))
        progress.advance(event)
        qualifying.qualify(event)
        results.correct(match, by=boss, score=(0, 7), reason="Wrong slip.")
        page = Visitor(boss).open("desk_entrants", event.uid)
        assert "would not qualify any more: a result was corrected." in page
        assert "qualifies, and is not in Masters." in page

    def test_kept_places_are_counted_down_and_go_to_nobody_else_unasked(self) -> None:
        stage = factories.drawn_stage(2)
        target = factories.event(stage.event.tournament, name="Masters", capacity=3)
        event = qualifying.set_target(stage.event, by=None, target=target, places=2)
        factories.entrant(target)
        walk_in = factories.entrant(target, "Walk In")
        boss = Visitor(factories.owner(event.tournament))
        pages = [
            ("event", target.uid),
            ("desk_entrants", target.uid),
            ("desk_register", event.tournament.uid),
            ("desk_tournament", event.tournament.uid),
        ]
        assert ["2 places kept for qualifiers" in boss.open(*page) for page in pages] == [True] * 4
        page = boss.send("desk_entrant_act", walk_in.uid, "promote")
        assert "The free places of Masters are kept for qualifiers: 2." in page
        address = reverse("desk_entrant_act", args=[walk_in.uid, "promote"])
        boss.send("desk_entrant_act", walk_in.uid, "promote", **page.form(address))
        assert ["1 place kept for qualifiers" in boss.open(*page) for page in pages] == [True] * 4
        factories.play_open_matches(stage)
        qualifying.qualify(event)
        assert not any("kept for qualifiers" in boss.open(*page) for page in pages)

    def test_the_place_of_who_has_left_is_freed_at_the_desk_and_kept_again(self) -> None:
        stage = factories.drawn_stage(2)
        target = factories.event(stage.event.tournament, name="Masters", capacity=4)
        event = qualifying.set_target(stage.event, by=None, target=target)
        factories.play_open_matches(stage)
        qualifying.qualify(event)
        winner = Entrant.objects.get(event=target)
        registration.withdraw(winner, by=None)
        boss = Visitor(factories.owner(event.tournament))
        page = boss.open("desk_entrants", event.uid)
        assert f"{winner.name} had qualified, and has left Masters." in page
        assert "1 place is still kept in Masters" in page
        free = reverse("desk_free_places", args=[event.uid])
        page = boss.send("desk_free_places", event.uid, **page.form(free))
        assert "1 place in Masters was given up." in page
        assert "kept" not in boss.open("event", target.uid)
        boss.send("desk_free_places", event.uid, **page.form(free))
        assert "1 place kept for qualifiers" in boss.open("event", target.uid)

    def test_the_desk_staff_do_not_decide(self) -> None:
        event = jackpot()
        clerk = factories.player(email="clerk@example.org")
        for act in ("desk_qualify", "desk_free_places"):
            assert Visitor(clerk).post(act, event.uid).status in (403, 404)


class TestSatellite:
    """A qualifier that pays the entry says in words where the money is, on every page of it."""

    def test_the_pages_of_both_events_say_who_has_paid(self) -> None:
        event = factories.event(name="Satellite")
        stage = factories.stage(event)
        masters = factories.event(event.tournament, name="Masters")
        for one, amount in ((event, 60_00), (masters, 100_00)):
            ledger.set_fee(one, by=None, kind=FeeKind.ENTRY, amount=amount)
        factories.entrants(event, 2)
        director = Visitor(factories.owner(event.tournament))
        assert "The entry there is paid from this pool" in director.open("desk_edit_event", event.uid)
        qualifying.set_target(event, by=None, target=masters, pays_entry=True)
        draw.draw(stage, by=None)
        factories.play_open_matches(stage)
        progress.advance(event)
        qualifying.qualify(Event.objects.get(pk=event.pk))
        [entry] = masters.entrants.all()
        [holder] = event.entrants.filter(ledger__means="entry")
        prizes = director.open("desk_prizes", event.uid)
        assert "Entry in Masters" in prizes
        assert "the entry in Masters was paid from this pool" in prizes
        there = director.open("desk_entrant_money", entry.uid)
        assert "paid from the pool of Satellite" in there
        assert "entry in Masters" in director.open("desk_entrant_money", holder.uid)
        money = director.open("desk_money", event.tournament.uid)
        assert "paid from the pools of qualifiers" in money
        assert "paid out as entries in another event" in money
        player = Visitor(entry.side.players.get())
        assert "Your entry was paid from the pool of Satellite." in player.open("event", masters.uid)
        [line] = entry.ledger.filter(kind="payment")
        director.send("desk_take_back_line", entry.uid, line.uid)
        prizes = director.open("desk_prizes", event.uid)
        assert "owes the entry in Masters; it can be paid from this pool" in prizes
        director.send("desk_pay_entry", event.uid, holder.uid)
        assert "the entry in Masters was paid from this pool" in director.open("desk_prizes", event.uid)
