"""Qualifiers: the first places of an event enter another one; directors decide unclear cases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from matches.models import Match
from tests import factories
from tournaments.actions import log, results
from tournaments.actions.draws import draw, lobby, progress
from tournaments.actions.entrants import qualifying, registration
from tournaments.actions.events import lifecycle
from tournaments.errors.common import Forbidden, InvalidFields, WrongTournament
from tournaments.errors.entrants import (
    NoTarget,
    QualifierNotComplete,
    QualifierOfAnotherKind,
    QualifyingCircle,
    TiedForQualifying,
)
from tournaments.models import Draw, Entrant, Event, LogEntry, Notice, Stage, StageEntry, Via
from tournaments.notices import NoticeCode
from tournaments.queries.audit.checks import findings
from tournaments.queries.draws.qualifying import Presence, Qualification, qualification
from tournaments.queries.draws.standings import standings
from tournaments.queries.entrants.lobby import follower

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]

RunJobs = Callable[[], int]


def qualifier(
    n: int = 4, *, places: int = 1, target: Event | None = None, **options: Any
) -> tuple[Stage, Event]:
    """A drawn event that qualifies for another one of its tournament, and that one."""
    event = factories.event(target.tournament if target else None, name="Qualifier")
    stage = factories.stage(event, **options)
    factories.entrants(event, n)
    target = target or factories.event(event.tournament, name="Masters")
    qualifying.set_target(event, by=None, target=target, places=places)
    draw.draw(stage, by=None, seed="videau")
    return stage, target


def play(stage: Stage, run_jobs: RunJobs) -> None:
    """Play the stage to its end, the first named always winning, and run what follows."""
    while factories.open_matches(stage):
        factories.play_open_matches(stage)
    run_jobs()
    stage.refresh_from_db()


def names_in(event: Event) -> list[str]:
    """The sorted names of entrants with a place."""
    entrants = Entrant.objects.filter(event=event, withdrawn_at=None, is_alternate=False)
    return sorted(entrant.name for entrant in entrants)


def best(stage: Stage, count: int) -> list[str]:
    """The names of the best of a stage, sorted."""
    table = standings(stage)
    assert table is not None
    return sorted(line.name for line in table.lines[:count])


def qualifiers_of(event: Event) -> Qualification:
    """The qualification of an event, read from the database."""
    event = Event.objects.select_related("qualifies_for").get(pk=event.pk)
    who = qualification(event)
    assert who is not None
    return who


def count(event: Event, code: str) -> int:
    """How often the log of an event has this code."""
    return LogEntry.objects.filter(event=event, code=code).count()


class TestEntering:
    """A complete qualifier enters its first places in the target event."""

    def test_the_first_places_are_entered(self, run_jobs: RunJobs) -> None:
        stage, target = qualifier(8, places=2)
        play(stage, run_jobs)
        assert names_in(target) == best(stage, 2)
        assert {entrant.via for entrant in target.entrants.all()} == {Via.EARNED}
        assert not qualifiers_of(stage.event).needs_director
        assert Notice.objects.filter(code=NoticeCode.QUALIFIED).count() == 2
        assert not Notice.objects.filter(code=NoticeCode.QUALIFIERS_OPEN).exists()
        assert log.verify(target.tournament) == []
        assert not findings(target.tournament)

    @pytest.mark.both_databases
    def test_nobody_before_the_end(self, run_jobs: RunJobs) -> None:
        stage, target = qualifier(4, places=2)
        factories.play_open_matches(stage)
        run_jobs()
        assert names_in(target) == []
        assert not qualifiers_of(stage.event).is_complete

    def test_again_changes_nothing(self, run_jobs: RunJobs) -> None:
        stage, target = qualifier()
        play(stage, run_jobs)
        version = log.event_version(stage.event)
        event = Event.objects.select_related("qualifies_for").get(pk=stage.event.pk)
        qualifying.qualify(event)
        assert log.event_version(event) == version
        assert len(names_in(target)) == 1

    def test_where_the_best_go_on_the_last_of_these_stages_says_who(self, run_jobs: RunJobs) -> None:
        stage, target = qualifier(8, places=3, format="round_robin", options={"groups": 2})
        feeds = [{"stage": 0, "take": "group_top", "count": 2}]
        final = lifecycle.create_stage(stage.event, by=None, feeds=feeds, options={"has_third_place": True})
        play(stage, run_jobs)
        assert names_in(target) == []
        draw.draw(final, by=None)
        play(final, run_jobs)
        assert names_in(target) == best(final, 3)

    def test_behind_the_final_stage_those_count_who_did_not_reach_it(self, run_jobs: RunJobs) -> None:
        stage, target = qualifier(4, places=3, format="round_robin")
        feeds = [{"stage": 0, "take": "top", "count": 2}]
        final = lifecycle.create_stage(stage.event, by=None, feeds=feeds)
        order = factories.names(4)
        while matches := factories.open_matches(stage):
            for match in matches:
                score = (7, 0) if order.index(match.one.name) < order.index(match.two.name) else (0, 7)
                results.report(match, by=factories.around(match).director, score=score)
            progress.advance(stage.event)
        draw.draw(final, by=None)
        play(final, run_jobs)
        assert names_in(target) == sorted(order[:3])

    def test_a_consolation_does_not_count(self, run_jobs: RunJobs) -> None:
        event = factories.event(name="Qualifier")
        main = factories.stage(event)
        feeds = [{"stage": 0, "take": "losers", "nearest": 1}]
        lifecycle.create_stage(event, by=None, format="consolation", feeds=feeds)
        target = factories.event(event.tournament, name="Masters")
        qualifying.set_target(event, by=None, target=target)
        factories.entrants(event, 8)
        draw.draw(main, by=None)
        play(main, run_jobs)
        assert names_in(target) == best(main, 1)

    @pytest.mark.both_databases
    def test_more_places_than_entrants_is_everybody(self, run_jobs: RunJobs) -> None:
        stage, target = qualifier(3, places=9)
        play(stage, run_jobs)
        assert len(names_in(target)) == 3

    def test_a_target_chosen_afterwards_gets_them_too(self, run_jobs: RunJobs) -> None:
        stage = factories.drawn_stage(4)
        play(stage, run_jobs)
        target = factories.event(stage.event.tournament, name="Masters")
        qualifying.set_target(stage.event, by=None, target=target)
        run_jobs()
        assert names_in(target) == best(stage, 1)

    @pytest.mark.both_databases
    def test_an_event_that_qualifies_for_nothing_enters_nobody(self, run_jobs: RunJobs) -> None:
        stage, target = qualifier()
        qualifying.set_target(stage.event, by=None, target=None)
        play(stage, run_jobs)
        assert names_in(target) == []
        assert qualification(Event.objects.get(pk=stage.event.pk)) is None
        qualifying.qualify(Event.objects.get(pk=stage.event.pk))


class TestTarget:
    """A target event that is full or drawn takes qualifiers as registration does."""

    def test_full_they_are_alternates(self, run_jobs: RunJobs) -> None:
        target = factories.event(name="Masters", capacity=2)
        for name in ("Yann Young", "Zoe Zimmer"):
            factories.entrant(target, name)
        stage, _ = qualifier(4, target=target)
        play(stage, run_jobs)
        [waiting] = Entrant.objects.filter(event=target, is_alternate=True)
        assert [waiting.name] == best(stage, 1)
        [notice] = Notice.objects.filter(code=NoticeCode.QUALIFIED)
        assert notice.params["is_alternate"] is True
        assert [one.presence for one in qualifiers_of(stage.event).certain] == [Presence.ALTERNATE]

    def test_drawn_they_come_late_into_a_bye(self, run_jobs: RunJobs) -> None:
        main = factories.drawn_stage(7)
        stage, target = qualifier(2, target=main.event)
        play(stage, run_jobs)
        assert StageEntry.objects.filter(stage=main, is_late=True).count() == 1
        assert names_in(target)

    def test_closed_they_come_in_all_the_same(self, run_jobs: RunJobs) -> None:
        stage, target = qualifier()
        lifecycle.set_registration(target, by=None, registration="closed")
        play(stage, run_jobs)
        assert names_in(target) == best(stage, 1)

    def test_one_that_starts_when_full_starts_and_the_next_is_in_the_one_after(
        self, run_jobs: RunJobs
    ) -> None:
        target = factories.event(name="Jackpot", capacity=2)
        factories.stage(target)
        lobby.set_start(target, by=None, starts_when_full=True, opens_next=True)
        factories.entrant(target)
        stage, _ = qualifier(4, places=2, target=target)
        play(stage, run_jobs)
        assert Draw.objects.filter(stage__event=target).exists()
        second = follower(target)
        assert second is not None
        assert len(names_in(second)) == 1
        assert not qualifiers_of(stage.event).needs_director

    def test_a_chain_of_qualifiers(self, run_jobs: RunJobs) -> None:
        stage, middle = qualifier(2)
        last = factories.event(middle.tournament, name="Final")
        qualifying.set_target(middle, by=None, target=last)
        second = factories.stage(middle)
        factories.entrant(middle)
        play(stage, run_jobs)
        draw.draw(second, by=None)
        play(second, run_jobs)
        assert names_in(last) == best(second, 1)


class TestDirector:
    """Directors get one notice of unclear cases and decide them by hand."""

    @pytest.mark.both_databases
    def test_a_tie_on_the_line_is_theirs(self, run_jobs: RunJobs) -> None:
        stage, target = qualifier(4, places=3)
        play(stage, run_jobs)
        assert names_in(target) == best(stage, 2)
        who = qualifiers_of(stage.event)
        assert (len(who.certain), len(who.tied), who.is_tie_open) == (2, 2, True)
        assert Notice.objects.filter(code=NoticeCode.QUALIFIERS_OPEN).count() == 1
        with pytest.raises(TiedForQualifying) as refusal:
            qualifying.enter_qualified(who.event, by=None)
        assert "3 qualify, and the places 3–4 are shared" in str(refusal.value)
        choice = who.tied[0].entrant
        [entrant] = qualifying.enter_qualified(
            who.event, by=factories.owner(target.tournament), entrants=[choice]
        )
        assert (entrant.event, entrant.name) == (target, choice.name)
        assert not qualifiers_of(stage.event).needs_director

    @pytest.mark.both_databases
    def test_who_is_in_already_keeps_the_place(self, run_jobs: RunJobs) -> None:
        stage, target = qualifier(2)
        for player in [who.side.players.get() for who in Entrant.objects.filter(event=stage.event)]:
            registration.enter(target, by=None, players=[player])
        play(stage, run_jobs)
        assert len(names_in(target)) == 2
        assert count(stage.event, "qualifier_refused") == 1
        who = qualifiers_of(stage.event)
        assert [one.presence for one in who.reserve] == [Presence.ENTERED]
        assert who.choices == ()
        assert [(one.presence, one.is_through) for one in who.certain] == [(Presence.ENTERED, False)]
        assert who.needs_director
        assert Notice.objects.filter(code=NoticeCode.QUALIFIERS_OPEN).count() == 1
        qualifying.qualify(who.event)
        assert count(stage.event, "qualifier_refused") == 1
        assert count(stage.event, "qualifiers_open") == 1

    def test_who_left_the_other_event_is_not_entered_again(self, run_jobs: RunJobs) -> None:
        stage, target = qualifier(2)
        play(stage, run_jobs)
        registration.withdraw(Entrant.objects.get(event=target), by=None)
        qualifying.qualify(qualifiers_of(stage.event).event)
        assert names_in(target) == []
        assert [one.presence for one in qualifiers_of(stage.event).certain] == [Presence.LEFT]

    def test_a_correction_throws_nobody_out(self, run_jobs: RunJobs) -> None:
        stage, target = qualifier(2)
        play(stage, run_jobs)
        [before] = names_in(target)
        self.correct(stage, run_jobs)
        assert names_in(target) == [before]
        who = qualifiers_of(stage.event)
        assert [one.entrant.name for one in who.lost] == [before]
        [new] = who.choices
        assert who.needs_director
        assert Notice.objects.filter(code=NoticeCode.QUALIFIERS_OPEN).count() == 1
        [entrant] = qualifying.enter_qualified(who.event, by=None, entrants=[new.entrant])
        assert entrant.event == target
        registration.withdraw(Entrant.objects.get(event=target, side__full_name=before), by=None)
        assert not qualifiers_of(stage.event).needs_director

    def test_a_correction_that_leaves_them_in_place_is_nothing(self, run_jobs: RunJobs) -> None:
        stage, target = qualifier(4, places=2)
        play(stage, run_jobs)
        self.correct(stage, run_jobs)
        assert not qualifiers_of(stage.event).needs_director
        assert len(names_in(target)) == 2

    def test_a_tie_that_a_correction_breaks_lets_the_rest_in(self, run_jobs: RunJobs) -> None:
        options = {"first_tiebreak": "share", "second_tiebreak": "share", "third_tiebreak": "share"}
        stage, target = qualifier(3, format="round_robin", options=options)
        # Each of three beats the one who comes next in the alphabet, and the last one the first.
        beats = dict(zip(factories.names(3), [*factories.names(3)[1:], factories.names(3)[0]], strict=True))
        while matches := factories.open_matches(stage):
            for match in matches:
                score = (7, 0) if beats[match.one.name] == match.two.name else (0, 7)
                results.report(match, by=factories.around(match).director, score=score)
            progress.advance(stage.event)
        run_jobs()
        assert names_in(target) == []
        assert qualifiers_of(stage.event).is_tie_open
        self.correct(stage, run_jobs)
        stage.refresh_from_db()
        assert names_in(target) == best(stage, 1)
        assert not qualifiers_of(stage.event).needs_director

    def test_all_who_are_certain_can_be_entered_at_once(self, run_jobs: RunJobs) -> None:
        stage, target = qualifier(2)
        while factories.open_matches(stage):
            factories.play_open_matches(stage)
        event = qualifiers_of(stage.event).event
        [entrant] = qualifying.enter_qualified(event, by=None)
        assert entrant.event == target
        run_jobs()
        assert len(names_in(target)) == 1

    @staticmethod
    def correct(stage: Stage, run_jobs: RunJobs) -> None:
        """Turn the result of the final round."""
        match = Match.objects.filter(pairing__stage=stage, pairing__cancelled_at=None).order_by(
            "-pairing__round"
        )[0]
        score = (0, 7) if match.winner == "one" else (7, 0)
        results.correct(match, by=factories.owner(stage.event.tournament), score=score, reason="Wrong slip.")
        run_jobs()


class TestRefusals:
    """Events that cannot be qualifiers."""

    @pytest.mark.both_databases
    def test_no_circle(self) -> None:
        first = factories.event(name="First")
        second = factories.event(first.tournament, name="Second")
        third = factories.event(first.tournament, name="Third")
        qualifying.set_target(first, by=None, target=second)
        qualifying.set_target(second, by=None, target=third)
        for target in (first, third):
            with pytest.raises(QualifyingCircle):
                qualifying.set_target(third, by=None, target=target)

    @pytest.mark.both_databases
    def test_in_the_same_tournament(self) -> None:
        with pytest.raises(WrongTournament):
            qualifying.set_target(factories.event(), by=None, target=factories.event())

    @pytest.mark.both_databases
    def test_of_the_same_kind(self) -> None:
        event = factories.event()
        pairs = factories.event(event.tournament, name="Doubles")
        Event.objects.filter(pk=pairs.pk).update(kind="doubles")
        with pytest.raises(QualifierOfAnotherKind):
            qualifying.set_target(event, by=None, target=pairs)

    def test_at_least_one_qualifies(self) -> None:
        event = factories.event()
        target = factories.event(event.tournament, name="Masters")
        with pytest.raises(InvalidFields):
            qualifying.set_target(event, by=None, target=target, places=0)

    def test_only_a_director_says_so(self) -> None:
        event = factories.event()
        target = factories.event(event.tournament, name="Masters")
        stranger = factories.player()
        with pytest.raises(Forbidden):
            qualifying.set_target(event, by=stranger, target=target)
        with pytest.raises(Forbidden):
            qualifying.enter_qualified(event, by=stranger)

    @pytest.mark.both_databases
    def test_by_hand_it_takes_a_target_and_an_end(self) -> None:
        with pytest.raises(NoTarget):
            qualifying.enter_qualified(factories.event(), by=None)
        stage, target = qualifier()
        event = qualifiers_of(stage.event).event
        with pytest.raises(QualifierNotComplete):
            qualifying.enter_qualified(event, by=None)
        while factories.open_matches(stage):
            factories.play_open_matches(stage)
        with pytest.raises(WrongTournament):
            qualifying.enter_qualified(event, by=None, entrants=[factories.entrant(target)])

    @pytest.mark.both_databases
    def test_the_same_again_changes_nothing(self) -> None:
        stage, target = qualifier()
        version = log.event_version(stage.event)
        qualifying.set_target(stage.event, by=None, target=target)
        assert log.event_version(stage.event) == version
