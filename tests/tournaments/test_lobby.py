"""Events that start when full: the last entry makes the draw and opens the next event."""

from __future__ import annotations

from typing import Any, cast

import pytest

from matches.models import Match
from tests import factories
from tournaments.actions import log
from tournaments.actions.draws import draw, lobby, stage_settings
from tournaments.actions.entrants import arrivals, player_list, registration, waiting_list
from tournaments.actions.events import lifecycle
from tournaments.actions.people import links
from tournaments.errors.common import Forbidden, InvalidFields
from tournaments.errors.draws import AlreadyCommitted
from tournaments.errors.entrants import AlreadyEntered, NobodyWaits, NotAnnounced, RegistrationClosed
from tournaments.errors.events import CannotStartByItself, HasStarted, PlacesNeeded
from tournaments.models import Draw, Entrant, Event, LogEntry, Notice, Stage, StageEntry
from tournaments.notices import NoticeCode
from tournaments.queries.audit.checks import findings
from tournaments.queries.entrants.lobby import follower, lobbies
from tournaments.queries.state import is_drawn

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


def jackpot(places: int = 4, *, opens_next: bool = True, name: str = "Jackpot", **options: Any) -> Event:
    """An event with one stage that starts when this many are in."""
    event = factories.event(name=name, capacity=places)
    factories.stage(event, **options)
    return lobby.set_start(event, by=None, starts_when_full=True, opens_next=opens_next)


def names_in(event: Event) -> list[str]:
    """The names of entrants with a place, in the order of entry."""
    return [
        entrant.name
        for entrant in Entrant.objects.filter(event=event, withdrawn_at=None, is_alternate=False).order_by(
            "pk"
        )
    ]


def the_next(event: Event) -> Event:
    """The event that came after this one."""
    next_event = follower(event)
    assert next_event is not None
    return next_event


def assert_started(event: Event) -> None:
    """Assert that the event has a draw with all entrants, matches, and a clean audit."""
    assert event.capacity is not None
    stage = Stage.objects.get(event=event, order=0)
    draw_row = Draw.objects.get(stage=stage, voided_at=None)
    assert draw_row.by is None
    assert StageEntry.objects.filter(stage=stage).count() == event.capacity
    assert Match.objects.filter(pairing__stage=stage).exists()
    assert log.verify(event.tournament) == []
    assert not findings(event.tournament)


class TestStarting:
    """Every way in which the last place is taken starts the event."""

    def test_at_the_desk(self) -> None:
        event = jackpot()
        factories.entrants(event, 3)
        assert not is_drawn(event)
        factories.entrant(event, "Last One")
        assert_started(event)

    def test_by_a_walk_in(self) -> None:
        event = jackpot()
        factories.entrants(event, 3)
        registration.walk_in(event, by=None, name="Wally Walk")
        assert_started(event)

    def test_online(self) -> None:
        event = jackpot()
        factories.entrants(event, 3)
        registration.register_self(event, by=factories.player("Olga Online"))
        assert_started(event)

    def test_by_a_private_link(self) -> None:
        event = jackpot()
        factories.entrants(event, 3)
        link, _token = links.make_registration_link(event, by=None)
        registration.register_by_link(link, name="Lina Link", email="lina@example.org", agrees=True)
        assert_started(event)

    def test_by_a_list(self) -> None:
        event = jackpot(opens_next=False)
        entries = player_list.import_players(event, by=None, data=b"name\nAnn\nBob\nCyd\nDan\nEve\n")
        assert_started(event)
        assert [entrant.is_alternate for entrant in entries.entrants] == [False] * 4 + [True]

    def test_by_somebody_who_comes_back(self) -> None:
        event = jackpot()
        first, *_ = factories.entrants(event, 3)
        registration.withdraw(first, by=None)
        factories.entrant(event)
        assert not is_drawn(event)
        registration.return_(first, by=None)
        assert_started(event)

    def test_by_a_promoted_alternate(self) -> None:
        event = jackpot(opens_next=False)
        factories.entrants(event, 3)
        waiting = registration.enter(event, by=None, players=[factories.player()], force_alternate=True)
        assert not is_drawn(event)
        waiting_list.promote(waiting, by=None)
        assert_started(event)

    def test_by_an_alternate_for_somebody_who_leaves_a_voided_draw(self) -> None:
        event = jackpot(opens_next=False)
        first, *_ = factories.entrants(event, 5)
        draw.void(Draw.objects.get(stage__event=event), by=None, reason="Wrong cards.")
        registration.withdraw(first, by=None)
        assert_started(event)

    def test_by_fewer_places(self) -> None:
        event = jackpot(8)
        factories.entrants(event, 6)
        event = waiting_list.set_capacity(event, by=None, capacity=6)
        assert_started(event)

    def test_at_once_where_it_is_full_already(self) -> None:
        event = factories.event(capacity=4)
        factories.stage(event)
        factories.entrants(event, 4)
        assert_started(lobby.set_start(event, by=None, starts_when_full=True))

    def test_nobody_needs_to_check_in(self) -> None:
        event = jackpot()
        first, *_ = factories.entrants(event, 3)
        arrivals.check_in(first, by=None)
        factories.entrant(event)
        assert_started(event)

    def test_all_stages_that_can_be_drawn_are(self) -> None:
        event = jackpot(8)
        feeds = [{"stage": 0, "take": "losers", "nearest": 1}]
        lifecycle.create_stage(event, by=None, format="consolation", feeds=feeds)
        lifecycle.create_stage(event, by=None, feeds=[{"stage": 0, "take": "top", "count": 2}])
        factories.entrants(event, 8)
        is_there = [
            Draw.objects.filter(stage__event=event, stage__order=order).exists() for order in range(3)
        ]
        assert is_there == [True, True, False]

    def test_the_service_acts_and_everybody_is_told(self) -> None:
        event = jackpot()
        entrants = factories.entrants(event, 4)
        entry = LogEntry.objects.get(code="event_started")
        assert (entry.actor, entry.event, entry.data) == ("system", event, {"entrants": 4})
        notices = Notice.objects.filter(code=NoticeCode.EVENT_STARTED).values_list(
            "recipient__uid", flat=True
        )
        players = {player.uid for entrant in entrants for player in entrant.side.players.all()}
        assert set(notices) == players | {factories.owner(event.tournament).uid}
        assert Notice.objects.filter(code=NoticeCode.NEXT_OPPONENT).count() == 4

    def test_an_event_that_does_not_start_by_itself_waits_for_its_director(self) -> None:
        event = factories.event(capacity=4)
        factories.stage(event)
        factories.entrants(event, 5)
        assert not is_drawn(event)


class TestTheNextOne:
    """The draw opens a new event with the same settings."""

    def test_it_is_like_the_first_one(self) -> None:
        event = jackpot(4, name="Jackpot 4", format="lives", options={"lives": 3}, lengths=(5, 3))
        target = factories.event(event.tournament, name="Masters")
        event.refresh_from_db()
        event.qualifies_for, event.qualifying_places, event.grace_minutes = target, 2, 25
        event.save()
        main = Stage.objects.get(event=event)
        stage_settings.change_round_length(main, by=None, round=1, length=1)
        feeds = [{"stage": 0, "take": "top", "count": 2}]
        lifecycle.create_stage(event, by=None, name="Final", lengths=(7,), feeds=feeds)
        factories.entrants(event, 4)
        next_event = the_next(event)
        assert next_event.name == "Jackpot 4 (2)"
        assert (next_event.capacity, next_event.grace_minutes, next_event.registration) == (4, 25, "open")
        assert (next_event.starts_when_full, next_event.opens_next) == (True, True)
        assert (next_event.qualifies_for, next_event.qualifying_places) == (target, 2)
        assert next_event.uid != event.uid
        first, second = Stage.objects.filter(event=next_event).order_by("order")
        assert (first.format, first.options["lives"], first.lengths) == ("lives", 3, [5, 3])
        assert first.round_lengths == {"1": 1}
        assert (second.name, second.lengths, second.feeds[0]["take"]) == ("Final", [7], "top")
        assert (first.standings, first.completed_at, first.is_held) == (None, None, False)
        assert not is_drawn(next_event)

    def test_it_stands_behind_the_first_one(self) -> None:
        event = jackpot(2)
        factories.event(event.tournament, name="Later")
        factories.entrants(event, 2)
        names = [one.name for one in Event.objects.filter(tournament=event.tournament)]
        assert names == ["Jackpot", "Jackpot (2)", "Later"]

    @pytest.mark.both_databases
    def test_they_are_numbered(self) -> None:
        event = jackpot(2, name="Jackpot 8")
        factories.entrants(event, 5)
        names = Event.objects.filter(tournament=event.tournament).values_list("name", flat=True)
        assert sorted(names) == ["Jackpot 8", "Jackpot 8 (2)", "Jackpot 8 (3)"]

    @pytest.mark.both_databases
    @pytest.mark.parametrize(
        ("name", "others", "next_name"),
        [
            ("Jackpot 8", [], "Jackpot 8 (2)"),
            ("Jackpot 8 (2)", [], "Jackpot 8 (3)"),
            ("Jackpot 8 (9)", ["Jackpot 8 (10)"], "Jackpot 8 (11)"),
            ("Jackpot (8)", [], "Jackpot (9)"),
            ("Speed (fast)", [], "Speed (fast) (2)"),
            ("(3)", [], "(3) (2)"),
            ("J" * 120, [], "J" * 116 + " (2)"),
            ("Night\nevent", [], "Night\nevent (2)"),
        ],
    )
    def test_the_number_goes_on_where_it_was(self, name: str, others: list[str], next_name: str) -> None:
        assert lobby.next_name(name, names=others) == next_name

    @pytest.mark.both_databases
    def test_who_comes_next_is_in_it_whatever_the_way(self) -> None:
        event = jackpot(2)
        tournament = event.tournament
        boss = factories.owner(tournament)
        link, _token = links.make_registration_link(event, by=boss)
        factories.entrants(event, 2)
        waiting_list.set_capacity(the_next(event), by=None, capacity=16)
        ways = [
            registration.enter(event, by=boss, players=[factories.player("Desk")]),
            registration.walk_in(event, by=boss, name="Walk"),
            registration.register_self(event, by=factories.player("Online")),
            registration.register_by_link(link, name="Link", email="link@example.org", agrees=True),
            *player_list.import_players(event, by=boss, data=b"name\nListed\n").entrants,
        ]
        assert {entrant.event for entrant in ways} == {the_next(event)}
        assert not any(entrant.is_alternate for entrant in ways)

    @pytest.mark.both_databases
    def test_who_left_before_the_start_comes_back_into_it(self) -> None:
        event = jackpot(2)
        leaver = factories.entrant(event, "Lou Left")
        registration.withdraw(leaver, by=None)
        factories.entrants(event, 2)
        back = registration.return_(leaver, by=None)
        assert (back.event, back.name, back.is_alternate) == (the_next(event), "Lou Left", False)

    def test_who_left_after_the_draw_comes_back_to_the_match_that_this_decided(self) -> None:
        event = jackpot(2)
        leaver, _ = factories.entrants(event, 2)
        registration.withdraw(leaver, by=None, reason="ill")
        assert registration.return_(leaver, by=None).event == event
        assert [match.is_final for match in Match.objects.filter(pairing__stage__event=event)] == [False]

    @pytest.mark.both_databases
    def test_who_asks_twice_is_not_in_two(self) -> None:
        event = jackpot(2)
        factories.entrant(event)
        eager = factories.player("Eager")
        registration.register_self(event, by=eager)
        with pytest.raises(AlreadyEntered):
            registration.register_self(event, by=eager)
        assert names_in(the_next(event)) == []

    def test_who_wants_to_play_the_next_one_too_enters_that(self) -> None:
        event = jackpot(2)
        factories.entrant(event)
        eager = factories.player("Eager")
        registration.register_self(event, by=eager)
        assert registration.register_self(the_next(event), by=eager).event == the_next(event)

    def test_those_who_waited_come_first(self) -> None:
        event = factories.event(name="Jackpot", capacity=2)
        factories.stage(event)
        factories.entrants(event, 7)
        event = lobby.set_start(event, by=None, starts_when_full=True, opens_next=True)
        second = the_next(event)
        third = the_next(second)
        fourth = the_next(third)
        order = factories.names(7)
        assert [names_in(one) for one in (event, second, third, fourth)] == [
            order[:2], order[2:4], order[4:6], order[6:],
        ]  # fmt: skip
        assert not Entrant.objects.filter(is_alternate=True).exists()
        assert_started(third)
        notices = Notice.objects.filter(code=NoticeCode.ALTERNATE_IN)
        assert notices.count() == 5

    @pytest.mark.both_databases
    def test_nobody_waits_there(self) -> None:
        event = jackpot()
        with pytest.raises(NobodyWaits):
            registration.enter(event, by=None, players=[factories.player()], force_alternate=True)

    def test_it_opens_too_where_the_director_starts_early(self) -> None:
        event = jackpot(8)
        factories.entrants(event, 6)
        draw.draw(Stage.objects.get(event=event), by=None)
        newcomer = factories.entrant(event)
        assert newcomer.event == the_next(event)
        assert not newcomer.is_alternate

    @pytest.mark.both_databases
    def test_a_late_entrant_takes_a_bye_of_the_running_one(self) -> None:
        event = jackpot(8)
        factories.entrants(event, 7)
        draw.draw(Stage.objects.get(event=event), by=None)
        late = registration.enter(event, by=None, players=[factories.player()], is_late=True)
        assert late.event == event
        later = registration.enter(event, by=None, players=[factories.player()], is_late=True)
        assert later.event == the_next(event)

    def test_the_byes_of_a_full_one_are_no_places(self) -> None:
        event = jackpot(6)
        factories.entrants(event, 6)
        late = registration.enter(event, by=None, players=[factories.player()], is_late=True)
        assert late.event == the_next(event)
        single = jackpot(3, opens_next=False)
        factories.entrants(single, 3)
        waiting = registration.enter(single, by=None, players=[factories.player()], is_late=True)
        assert (waiting.event, waiting.is_alternate) == (single, True)

    @pytest.mark.both_databases
    def test_a_voided_draw_opens_no_second_one(self) -> None:
        event = jackpot(2)
        first, _ = factories.entrants(event, 2)
        second = the_next(event)
        draw.void(Draw.objects.get(stage__event=event), by=None, reason="Wrong cards.")
        registration.withdraw(first, by=None)
        factories.entrant(event)
        assert_started(event)
        assert the_next(event) == second
        assert Event.objects.filter(tournament=event.tournament).count() == 2

    @pytest.mark.both_databases
    def test_registration_of_the_open_one_counts(self) -> None:
        event = jackpot(2)
        factories.entrants(event, 2)
        lifecycle.set_registration(the_next(event), by=None, registration="closed")
        with pytest.raises(RegistrationClosed):
            registration.register_self(event, by=factories.player())

    def test_so_it_does_for_who_comes_back(self) -> None:
        event = jackpot(2)
        player = factories.player()
        entrant = registration.register_self(event, by=player)
        registration.withdraw(entrant, by=player)
        factories.entrants(event, 2)
        lifecycle.set_registration(event, by=None, registration="closed")
        lifecycle.set_registration(the_next(event), by=None, registration="closed")
        with pytest.raises(RegistrationClosed, match="2"):
            registration.return_(entrant, by=player)
        lifecycle.set_registration(the_next(event), by=None, registration="open")
        assert registration.return_(entrant, by=player).event == the_next(event)

    def test_without_it_who_comes_next_is_an_alternate(self) -> None:
        event = jackpot(2, opens_next=False)
        entrants = factories.entrants(event, 3)
        assert [entrant.is_alternate for entrant in entrants] == [False, False, True]
        assert follower(event) is None


class TestRefusals:
    """An event that cannot start by itself is refused, with the nearest possible number of places."""

    @pytest.mark.both_databases
    def test_it_needs_places(self) -> None:
        event = factories.event()
        factories.stage(event)
        with pytest.raises(PlacesNeeded):
            lobby.set_start(event, by=None, starts_when_full=True)
        full = jackpot()
        with pytest.raises(InvalidFields):
            waiting_list.set_capacity(full, by=None, capacity=None)

    @pytest.mark.both_databases
    def test_it_needs_a_stage(self) -> None:
        event = factories.event(capacity=8)
        with pytest.raises(CannotStartByItself) as refusal:
            lobby.set_start(event, by=None, starts_when_full=True)
        [detail] = cast("list[dict[str, str]]", refusal.value.data["details"])
        assert detail["code"] == "no_stages"
        assert refusal.value.data["nearest"] is None

    @pytest.mark.both_databases
    def test_a_number_its_format_cannot_bear_is_refused_with_the_nearest(self) -> None:
        event = factories.event(capacity=4)
        factories.stage(event, format="round_robin", options={"groups": 3})
        with pytest.raises(CannotStartByItself) as refusal:
            lobby.set_start(event, by=None, starts_when_full=True)
        assert refusal.value.data["nearest"] == 6
        assert "6 places would do." in str(refusal.value)
        event.refresh_from_db()
        assert not event.starts_when_full

    def test_a_change_that_makes_it_impossible_is_refused(self) -> None:
        event = jackpot(8, format="round_robin", options={"groups": 2})
        with pytest.raises(CannotStartByItself) as refusal:
            waiting_list.set_capacity(event, by=None, capacity=3)
        assert refusal.value.data["nearest"] == 4
        with pytest.raises(CannotStartByItself):
            stage_settings.change_options(Stage.objects.get(event=event), by=None, options={"groups": 5})
        feeds = [{"stage": 0, "take": "group_top", "count": 9}]
        with pytest.raises(CannotStartByItself):
            lifecycle.create_stage(event, by=None, feeds=feeds)
        event.refresh_from_db()
        assert event.capacity == 8

    @pytest.mark.both_databases
    def test_what_has_started_stays_so(self) -> None:
        event = jackpot(2)
        factories.entrants(event, 2)
        with pytest.raises(HasStarted):
            lobby.set_start(event, by=None, starts_when_full=False)

    @pytest.mark.both_databases
    def test_a_draw_of_nobody_knows_whom_is_not_announced(self) -> None:
        event = jackpot()
        factories.entrants(event, 3)
        with pytest.raises(NotAnnounced):
            draw.commit(Stage.objects.get(event=event), by=None)

    @pytest.mark.both_databases
    def test_an_announced_draw_is_made_by_hand(self) -> None:
        event = factories.event(capacity=8)
        stage = factories.stage(event)
        factories.entrants(event, 4)
        draw.commit(stage, by=None)
        with pytest.raises(AlreadyCommitted):
            lobby.set_start(event, by=None, starts_when_full=True)

    def test_only_a_director_sets_it(self) -> None:
        event = factories.event(capacity=8)
        factories.stage(event)
        with pytest.raises(Forbidden):
            lobby.set_start(event, by=factories.player(), starts_when_full=True)

    @pytest.mark.both_databases
    def test_the_same_again_changes_nothing(self) -> None:
        event = jackpot()
        version = log.event_version(event)
        lobby.set_start(event, by=None, starts_when_full=True, opens_next=True)
        assert log.event_version(event) == version
        # Only an event that starts by itself opens the next one.
        event = lobby.set_start(event, by=None, starts_when_full=False, opens_next=True)
        assert (event.starts_when_full, event.opens_next) == (False, False)


class TestView:
    """The lobby as pages show it."""

    @pytest.mark.both_databases
    def test_it_counts_names_and_what_is_missing(self) -> None:
        event = jackpot(8)
        factories.entrants(event, 4)
        me = factories.player("Mia Me")
        registration.register_self(event, by=me)
        view = lobbies([event], player=me.pk)[event.pk]
        assert (len(view.entrants), view.places, view.missing) == (5, 8, 3)
        assert [waiting.name for waiting in view.entrants if waiting.is_own] == ["Mia Me"]
        assert view.has_own
        assert not view.is_started

    def test_after_the_start_it_names_the_next_one(self) -> None:
        event = jackpot(2)
        factories.entrants(event, 2)
        view = lobbies([event])[event.pk]
        assert (view.is_started, view.missing, view.follower) == (True, 0, the_next(event))
        assert not view.has_own

    def test_other_events_have_none(self) -> None:
        assert lobbies([factories.event(capacity=4)]) == {}
