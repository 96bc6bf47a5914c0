"""Places reserved for qualifiers: each qualifier takes one, and the desk may release them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests import factories
from tournaments.actions import log
from tournaments.actions.draws import draw, lobby, progress
from tournaments.actions.entrants import qualifying, registration, waiting_list
from tournaments.errors.draws import AlternateWaits
from tournaments.errors.entrants import EventIsFull, KeptForQualifiers, MoreThanQualify
from tournaments.models import Entrant, Event, Notice, Stage, Via
from tournaments.notices import NoticeCode
from tournaments.queries.audit.checks import findings
from tournaments.queries.draws.qualifying import Presence, Qualification, qualification
from tournaments.queries.entrants.places import places_kept, places_left
from tournaments.queries.hall.desk import entrants

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]

RunJobs = Callable[[], int]


def main_of(capacity: int, *, walk_ins: int = 0) -> Event:
    """An event with so many places, some of them taken."""
    main = factories.event(name="Masters", capacity=capacity)
    factories.entrants(main, walk_ins)
    return main


def feeder_of(main: Event, *, places: int = 1, n: int = 4, starts_when_full: bool = False) -> Event:
    """An event that qualifies for the other one."""
    event = factories.event(main.tournament, name="Satellite", capacity=n)
    factories.stage(event)
    qualifying.set_target(event, by=None, target=main, places=places)
    if starts_when_full:
        lobby.set_start(event, by=None, starts_when_full=True, opens_next=True)
    return event


def play(event: Event, run_jobs: RunJobs, *, n: int = 4) -> None:
    """Enter so many, draw, and play to the end."""
    for number in range(n):
        factories.entrant(event, f"Sat {number} of {event.name}")
    stage = Stage.objects.get(event=event)
    draw.draw(stage, by=None, seed="videau", who="all")
    while factories.open_matches(stage):
        factories.play_open_matches(stage)
        progress.advance(event)
    run_jobs()


def qualifiers_of(event: Event) -> Qualification:
    """The qualification of an event, read from the database."""
    qualifiers = qualification(Event.objects.select_related("qualifies_for").get(pk=event.pk))
    assert qualifiers is not None
    return qualifiers


def waiting_in(event: Event) -> list[str]:
    """The alternates of an event in the order that the desk sees."""
    return [line.name for line in entrants(event).alternates]


class TestKeeping:
    """How many places are reserved, and until when."""

    def test_a_walk_in_waits_while_only_kept_places_are_free(self) -> None:
        main = main_of(4, walk_ins=2)
        feeder_of(main, places=2)
        assert (places_kept(main), places_left(main)) == (2, 0)
        assert factories.entrant(main, "Walk In").is_alternate

    def test_who_comes_through_takes_a_kept_place_and_the_number_falls(self, run_jobs: RunJobs) -> None:
        main = main_of(4, walk_ins=2)
        feeder = feeder_of(main, places=2)
        factories.entrant(main, "Walk In")
        play(feeder, run_jobs)
        assert Entrant.objects.filter(event=main, via=Via.EARNED, is_alternate=False).count() == 2
        assert (places_kept(main), waiting_in(main)) == (0, ["Walk In"])
        assert not findings(main.tournament)

    def test_no_more_are_kept_than_are_free(self) -> None:
        main = main_of(4, walk_ins=3)
        feeder_of(main, places=3)
        assert places_kept(main) == 1

    def test_without_a_number_of_places_nothing_is_kept(self) -> None:
        main = factories.event(name="Masters")
        feeder_of(main)
        assert (places_kept(main), places_left(main)) == (0, None)

    @pytest.mark.both_databases
    def test_an_event_that_another_one_opened_keeps_its_places_from_its_start(self) -> None:
        main = main_of(8)
        first = feeder_of(main, n=2, starts_when_full=True)
        assert places_kept(main) == 1
        factories.entrants(first, 2)
        second = Event.objects.get(name="Satellite (2)")
        assert (second.qualifies_for, places_kept(main)) == (main, 1)
        for name in ("Ida", "Jan"):
            factories.entrant(second, name)
        assert places_kept(main) == 2

    def test_places_that_nobody_is_left_for_are_free_when_the_qualifier_is_over(
        self, run_jobs: RunJobs
    ) -> None:
        main = main_of(4)
        feeder = feeder_of(main, places=4, n=2)
        walk_in = factories.entrant(main, "Walk In")
        assert walk_in.is_alternate
        play(feeder, run_jobs, n=2)
        walk_in.refresh_from_db()
        assert (walk_in.is_alternate, places_kept(main), qualifiers_of(feeder).freed) == (False, 0, 2)

    def test_directed_elsewhere_they_are_free_and_the_alternates_move_up(self) -> None:
        main = main_of(2)
        feeder = feeder_of(main, places=2)
        walk_in = factories.entrant(main, "Walk In")
        qualifying.set_target(feeder, by=None, target=None)
        walk_in.refresh_from_db()
        assert not walk_in.is_alternate


class TestTurn:
    """A qualifier comes before everybody on the waiting list."""

    def test_a_full_event_has_them_first_on_the_list_and_gives_them_the_first_place(
        self, run_jobs: RunJobs
    ) -> None:
        main = main_of(2, walk_ins=2)
        factories.entrant(main, "Walk In")
        feeder = feeder_of(main)
        play(feeder, run_jobs)
        qualifier = Entrant.objects.get(event=main, via=Via.EARNED)
        assert waiting_in(main) == [qualifier.name, "Walk In"]
        registration.withdraw(Entrant.objects.filter(event=main).earliest("pk"), by=None)
        assert waiting_in(main) == ["Walk In"]

    @pytest.mark.both_databases
    def test_an_alternate_who_qualifies_gets_the_kept_place(self, run_jobs: RunJobs) -> None:
        main = main_of(2, walk_ins=1)
        feeder = feeder_of(main, n=2)
        play(feeder, lambda: 0, n=2)
        [winner] = [one.entrant for one in qualifiers_of(feeder).certain]
        waits = registration.enter(main, by=None, players=list(winner.side.players.all()))
        assert waits.is_alternate
        run_jobs()
        waits.refresh_from_db()
        assert (waits.via, waits.is_alternate) == (Via.EARNED, False)
        assert not qualifiers_of(feeder).needs_director

    @pytest.mark.both_databases
    def test_late_in_a_drawn_event_they_pass_who_waits(self, run_jobs: RunJobs) -> None:
        main = main_of(4, walk_ins=3)
        feeder = feeder_of(main)
        stage = factories.stage(main)
        draw.draw(stage, by=None, seed="videau", who="all")
        factories.entrant(main, "Walk In")
        play(feeder, run_jobs)
        assert stage.entries.get(is_late=True).entrant.via == Via.EARNED
        assert waiting_in(main) == ["Walk In"]


class TestDesk:
    """The desk confirms before it gives a reserved place away."""

    @pytest.mark.both_databases
    def test_promoting_asks_before_a_kept_place_goes(self) -> None:
        main = main_of(4, walk_ins=3)
        feeder_of(main)
        walk_in = factories.entrant(main, "Walk In")
        with pytest.raises(KeptForQualifiers):
            waiting_list.promote(walk_in, by=None)
        waiting_list.promote(walk_in, by=None, overrides=["kept_for_qualifiers"])
        with pytest.raises(EventIsFull):
            waiting_list.promote(
                factories.entrant(main, "Second"), by=None, overrides=["kept_for_qualifiers"]
            )
        assert places_kept(main) == 0

    @pytest.mark.both_databases
    def test_a_late_entry_asks_before_a_kept_place_goes(self) -> None:
        main = main_of(4, walk_ins=3)
        feeder_of(main)
        stage = factories.stage(main)
        draw.draw(stage, by=None, seed="videau", who="all")
        walk_in = factories.entrant(main, "Walk In")
        with pytest.raises(KeptForQualifiers):
            draw.enter_late(stage, entrant=walk_in, by=None)
        draw.enter_late(stage, entrant=walk_in, by=None, overrides=["kept_for_qualifiers"])
        assert stage.entries.filter(entrant=walk_in).exists()

    @pytest.mark.both_databases
    def test_a_walk_in_passes_nobody_who_has_qualified(self, run_jobs: RunJobs) -> None:
        main = main_of(3, walk_ins=3)
        walk_in = factories.entrant(main, "Walk In")
        stage = factories.stage(main)
        draw.draw(stage, by=None, seed="videau", who="all")
        play(feeder_of(main), run_jobs)
        with pytest.raises(AlternateWaits) as refusal:
            draw.enter_late(stage, entrant=walk_in, by=None, overrides=["over_capacity"])
        assert refusal.value.data["entrant"] == Entrant.objects.get(event=main, via=Via.EARNED).uid


class TestLeaving:
    """A qualifier who leaves frees the reserved place again."""

    @pytest.fixture
    def main(self) -> Event:
        return main_of(3, walk_ins=2)

    @pytest.fixture
    def feeder(self, main: Event, run_jobs: RunJobs) -> Event:
        feeder = feeder_of(main)
        factories.entrant(main, "Walk In")
        play(feeder, run_jobs)
        registration.withdraw(Entrant.objects.get(event=main, via=Via.EARNED), by=None)
        run_jobs()
        return feeder

    def test_the_place_is_kept_again_and_the_directors_are_told(self, main: Event, feeder: Event) -> None:
        assert (places_kept(main), waiting_in(main)) == (1, ["Walk In"])
        qualifiers = qualifiers_of(feeder)
        assert [one.presence for one in qualifiers.left] == [Presence.LEFT]
        assert (qualifiers.open, qualifiers.needs_director) == (1, True)
        assert Notice.objects.filter(code=NoticeCode.QUALIFIERS_OPEN).count() == 1

    def test_the_next_of_the_ranking_can_have_it(self, main: Event, feeder: Event) -> None:
        [second] = qualifiers_of(feeder).choices
        assert second.place == 2
        [entrant] = qualifying.enter_qualified(
            Event.objects.get(pk=feeder.pk), by=None, entrants=[second.entrant]
        )
        assert (entrant.is_alternate, places_kept(main), waiting_in(main)) == (False, 0, ["Walk In"])
        assert not qualifiers_of(feeder).needs_director

    def test_when_that_one_leaves_too_it_is_the_one_behind(self, feeder: Event, run_jobs: RunJobs) -> None:
        event = Event.objects.get(pk=feeder.pk)
        [second] = qualifiers_of(feeder).choices
        [entrant] = qualifying.enter_qualified(event, by=None, entrants=[second.entrant])
        registration.withdraw(entrant, by=None)
        run_jobs()
        assert {one.place for one in qualifiers_of(feeder).choices} == {3}

    @pytest.mark.both_databases
    def test_freed_it_goes_to_the_first_alternate_and_can_be_kept_again(
        self, main: Event, feeder: Event
    ) -> None:
        event = qualifying.free_places(Event.objects.get(pk=feeder.pk), by=None, places=1)
        assert (waiting_in(main), qualifiers_of(feeder).needs_director) == ([], False)
        registration.withdraw(Entrant.objects.get(event=main, side__full_name="Walk In"), by=None)
        qualifying.free_places(event, by=None, places=0)
        assert places_kept(main) == 1
        assert log.verify(main.tournament) == []

    @pytest.mark.both_databases
    def test_no_more_are_freed_than_qualify(self, feeder: Event) -> None:
        with pytest.raises(MoreThanQualify):
            qualifying.free_places(Event.objects.get(pk=feeder.pk), by=None, places=2)

    def test_who_comes_back_has_the_kept_place(self, main: Event, feeder: Event) -> None:
        leaver = Entrant.objects.get(event=main, via=Via.EARNED)
        registration.return_(leaver, by=None)
        leaver.refresh_from_db()
        assert (leaver.is_alternate, places_kept(main), qualifiers_of(feeder).open) == (False, 0, 0)
