"""The opponent's answer to a winner's report: agreement, the same report, and silence."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from matches.errors import DisputeIsOpen, MatchAlreadyFinal, NotYourMatch, OwnReport, ReportReplaced
from matches.models import Settled
from matches.queries import MatchState, situation
from tests import factories
from tests.scoresheets import games
from tests.tournaments.results_seen import due_at, fresh, last_entry, log_of, told
from tournaments.actions import results
from tournaments.models import Actor
from tournaments.queue import Job

pytestmark = pytest.mark.django_db


class TestConfirming:
    def test_makes_the_report_final(self) -> None:
        found = factories.open_match()
        said = results.report(found.match, by=found.one, score=(7, 3)).report
        assert results.confirm(said, by=found.two) == said
        match = fresh(found.match)
        assert (match.winner, match.outcome, match.settled) == ("one", "played", Settled.CONFIRMED)
        assert match.accepted_report == said
        assert due_at(Job.PAIR, event_id=found.stage.event_id)

    def test_tells_both_and_the_log(self) -> None:
        found = factories.open_match()
        said = results.report(found.match, by=found.one, score=(7, 3)).report
        results.confirm(said, by=found.two, origin=factories.by_link(found.match, found.two))
        assert told(found.one) == ["final"]
        assert told(found.two) == ["please_confirm", "final"]
        entry = last_entry(found.match)
        assert (entry.code, entry.by, entry.actor) == ("confirmed", found.two, Actor.LINK)
        assert (entry.data["report"], entry.data["settled"]) == (said.uid, "confirmed")

    def test_twice_changes_nothing(self) -> None:
        found = factories.open_match()
        said = results.report(found.match, by=found.one, score=(7, 3)).report
        results.confirm(said, by=found.two)
        assert results.confirm(said, by=found.two) == said
        assert log_of(found.match) == ["reported", "confirmed"]

    def test_counts_after_the_time_is_over_too(self) -> None:
        found = factories.open_match(grace_minutes=10)
        said = results.report(found.match, by=found.one, score=(7, 3)).report
        with time_machine.travel(timezone.now() + timedelta(minutes=20), tick=False):
            results.confirm(said, by=found.two)
        assert fresh(found.match).settled == Settled.CONFIRMED

    def test_is_for_the_opponent(self) -> None:
        found = factories.open_match()
        said = results.report(found.match, by=found.one, score=(7, 3)).report
        with pytest.raises(OwnReport):
            results.confirm(said, by=found.one)
        with pytest.raises(NotYourMatch):
            results.confirm(said, by=factories.player())

    def test_a_director_may_let_it_stand(self) -> None:
        found = factories.open_match()
        said = results.report(found.match, by=found.one, score=(7, 3)).report
        results.confirm(said, by=found.director)
        assert fresh(found.match).settled == Settled.DIRECTOR

    def test_a_director_rules_once_there_is_a_dispute(self) -> None:
        found = factories.open_match()
        said = results.report(found.match, by=found.one, score=(7, 3)).report
        results.dispute(said, by=found.two, reason="It was 7-5.")
        with pytest.raises(DisputeIsOpen):
            results.confirm(said, by=found.director)

    def test_needs_the_newest_report(self) -> None:
        found = factories.open_match()
        first = results.report(found.match, by=found.one, score=(7, 3)).report
        results.report(found.match, by=found.one, score=(7, 4))
        with pytest.raises(ReportReplaced):
            results.confirm(first, by=found.two)

    def test_another_result_than_the_final_one_is_refused(self) -> None:
        found = factories.open_match()
        said = results.report(found.match, by=found.one, score=(7, 3)).report
        results.report(found.match, by=found.director, score=(3, 7))
        with pytest.raises(MatchAlreadyFinal):
            results.confirm(said, by=found.two)


class TestReportingTheSame:
    def test_settles_the_match(self) -> None:
        found = factories.open_match()
        first = results.report(found.match, by=found.one, score=(8, 3)).report
        second = results.report(found.match, by=found.two, score=(7, 3))
        match = fresh(found.match)
        assert (second.state, match.settled) == (MatchState.FINAL, Settled.SAME)
        assert match.accepted_report == first
        assert match.reports.count() == 2
        assert told(found.one) == ["final"]

    def test_the_report_with_the_games_is_the_one_that_counts(self) -> None:
        found = factories.open_match(3)
        results.report(found.match, by=found.one, score=(3, 1))
        fuller = results.report(found.match, by=found.two, games=games("1g1 2s1 1s1")).report
        assert fresh(found.match).accepted_report == fuller

    def test_another_way_to_end_is_a_remark(self) -> None:
        found = factories.open_match()
        results.report(found.match, by=found.one, score=(3, 2), outcome="settled", winner="one")
        said = results.report(found.match, by=found.two, score=(3, 2), outcome="retired", winner="one").report
        assert said.remarks == ["other_outcome"]
        assert fresh(found.match).outcome == "settled"


class TestSilence:
    def test_confirms_when_the_time_is_over(self) -> None:
        found = factories.open_match(grace_minutes=10)
        said = results.report(found.match, by=found.one, score=(7, 3)).report
        assert said.confirm_by is not None
        assert not results.confirm_overdue_report(said.pk, said.confirm_by - timedelta(seconds=1))
        assert results.confirm_overdue_report(said.pk, said.confirm_by)
        match = fresh(found.match)
        assert (match.settled, match.accepted_report) == (Settled.OVERDUE, said)

    def test_is_logged_as_the_services_act_and_told_to_both(self) -> None:
        found = factories.open_match(grace_minutes=0)
        said = results.report(found.match, by=found.one, score=(7, 3)).report
        results.confirm_overdue_report(said.pk, timezone.now())
        entry = last_entry(found.match)
        assert (entry.code, entry.actor, entry.by) == ("overdue", Actor.SYSTEM, None)
        assert told(found.one) == ["final"]
        assert told(found.two) == ["please_confirm", "final"]

    def test_twice_changes_nothing(self) -> None:
        found = factories.open_match(grace_minutes=0)
        said = results.report(found.match, by=found.one, score=(7, 3)).report
        now = timezone.now()
        assert results.confirm_overdue_report(said.pk, now)
        assert not results.confirm_overdue_report(said.pk, now)
        assert log_of(found.match) == ["reported", "overdue"]

    def test_does_not_confirm_a_replaced_report(self) -> None:
        found = factories.open_match(grace_minutes=0)
        first = results.report(found.match, by=found.one, score=(7, 3)).report
        second = results.report(found.match, by=found.one, score=(7, 4)).report
        assert not results.confirm_overdue_report(first.pk, timezone.now())
        assert results.confirm_overdue_report(second.pk, timezone.now())
        assert fresh(found.match).accepted_report == second

    def test_does_not_end_a_dispute(self) -> None:
        found = factories.open_match(grace_minutes=0)
        said = results.report(found.match, by=found.one, score=(7, 3)).report
        results.dispute(said, by=found.two, reason="It was 7-5.")
        assert not results.confirm_overdue_report(said.pk, timezone.now())
        assert results.confirm_overdue(timezone.now()) == 0

    def test_an_objection_counts_until_the_report_is_final(self) -> None:
        found = factories.open_match(grace_minutes=0)
        said = results.report(found.match, by=found.one, score=(7, 3)).report
        results.dispute(said, by=found.two, reason="It was 7-5.")
        assert situation(fresh(found.match)).state is MatchState.DISPUTED

    def test_never_confirms_a_walkover(self) -> None:
        found = factories.open_match(grace_minutes=0)
        said = results.report(found.match, by=found.one, outcome="walkover", winner="one").report
        assert not results.confirm_overdue_report(said.pk, timezone.now() + timedelta(days=1))
        assert results.confirm_overdue(timezone.now() + timedelta(days=1)) == 0

    def test_the_sweep_finds_every_overdue_report(self) -> None:
        stage = factories.drawn_stage(4, grace_minutes=10)
        for match in factories.open_matches(stage):
            results.report(match, by=factories.around(match).one, score=(7, 3))
        assert results.confirm_overdue(timezone.now()) == 0
        assert results.confirm_overdue(timezone.now() + timedelta(minutes=11)) == 2
        assert results.confirm_overdue(timezone.now() + timedelta(minutes=11)) == 0

    def test_the_job_does_it_in_time(self, run_jobs: Callable[[], int]) -> None:
        found = factories.open_match(grace_minutes=10)
        results.report(found.match, by=found.one, score=(7, 3))
        run_jobs()
        assert not fresh(found.match).is_final
        with time_machine.travel(timezone.now() + timedelta(minutes=11), tick=False):
            run_jobs()
        assert fresh(found.match).settled == Settled.OVERDUE
