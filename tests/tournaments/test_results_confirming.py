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
from tests.tournaments.results_seen import due_at, fresh, last_entry, log_of, notices_to
from tournaments.actions import results
from tournaments.models import Actor
from tournaments.queue import Job

pytestmark = pytest.mark.django_db


class TestConfirming:
    def test_makes_the_report_final(self) -> None:
        game = factories.open_match()
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        assert results.confirm(report, by=game.two) == report
        match = fresh(game.match)
        assert (match.winner, match.outcome, match.settled) == ("one", "played", Settled.CONFIRMED)
        assert match.accepted_report == report
        assert due_at(Job.PAIR, event_id=game.stage.event_id)

    def test_tells_both_and_the_log(self) -> None:
        game = factories.open_match()
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        results.confirm(report, by=game.two, origin=factories.by_link(game.match, game.two))
        assert notices_to(game.one) == ["final"]
        assert notices_to(game.two) == ["please_confirm", "final"]
        entry = last_entry(game.match)
        assert (entry.code, entry.by, entry.actor) == ("confirmed", game.two, Actor.LINK)
        assert (entry.data["report"], entry.data["settled"]) == (report.uid, "confirmed")

    def test_twice_changes_nothing(self) -> None:
        game = factories.open_match()
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        results.confirm(report, by=game.two)
        assert results.confirm(report, by=game.two) == report
        assert log_of(game.match) == ["reported", "confirmed"]

    def test_counts_after_the_time_is_over_too(self) -> None:
        game = factories.open_match(grace_minutes=10)
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        with time_machine.travel(timezone.now() + timedelta(minutes=20), tick=False):
            results.confirm(report, by=game.two)
        assert fresh(game.match).settled == Settled.CONFIRMED

    def test_is_for_the_opponent(self) -> None:
        game = factories.open_match()
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        with pytest.raises(OwnReport):
            results.confirm(report, by=game.one)
        with pytest.raises(NotYourMatch):
            results.confirm(report, by=factories.player())

    def test_a_director_may_let_it_stand(self) -> None:
        game = factories.open_match()
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        results.confirm(report, by=game.director)
        assert fresh(game.match).settled == Settled.DIRECTOR

    def test_a_director_rules_once_there_is_a_dispute(self) -> None:
        game = factories.open_match()
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        results.dispute(report, by=game.two, reason="It was 7-5.")
        with pytest.raises(DisputeIsOpen):
            results.confirm(report, by=game.director)

    def test_needs_the_newest_report(self) -> None:
        game = factories.open_match()
        first = results.report(game.match, by=game.one, score=(7, 3)).report
        results.report(game.match, by=game.one, score=(7, 4))
        with pytest.raises(ReportReplaced):
            results.confirm(first, by=game.two)

    def test_another_result_than_the_final_one_is_refused(self) -> None:
        game = factories.open_match()
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        results.report(game.match, by=game.director, score=(3, 7))
        with pytest.raises(MatchAlreadyFinal, match=r"3–7 .* a director can correct it"):
            results.confirm(report, by=game.two)


class TestReportingTheSame:
    def test_settles_the_match(self) -> None:
        game = factories.open_match()
        first = results.report(game.match, by=game.one, score=(8, 3)).report
        second = results.report(game.match, by=game.two, score=(7, 3))
        match = fresh(game.match)
        assert (second.state, match.settled) == (MatchState.FINAL, Settled.SAME)
        assert match.accepted_report == first
        assert match.reports.count() == 2
        assert notices_to(game.one) == ["final"]

    def test_the_report_with_the_games_is_the_one_that_counts(self) -> None:
        game = factories.open_match(3)
        results.report(game.match, by=game.one, score=(3, 1))
        fuller = results.report(game.match, by=game.two, games=games("1g1 2s1 1s1")).report
        assert fresh(game.match).accepted_report == fuller

    def test_another_way_to_end_is_a_remark(self) -> None:
        game = factories.open_match()
        results.report(game.match, by=game.one, score=(3, 2), outcome="settled", winner="one")
        report = results.report(game.match, by=game.two, score=(3, 2), outcome="retired", winner="one").report
        assert report.remarks == ["other_outcome"]
        assert fresh(game.match).outcome == "settled"


class TestSilence:
    def test_confirms_when_the_time_is_over(self) -> None:
        game = factories.open_match(grace_minutes=10)
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        assert report.confirm_by is not None
        assert not results.confirm_overdue_report(report.pk, report.confirm_by - timedelta(seconds=1))
        assert results.confirm_overdue_report(report.pk, report.confirm_by)
        match = fresh(game.match)
        assert (match.settled, match.accepted_report) == (Settled.OVERDUE, report)

    def test_is_logged_as_the_services_act_and_told_to_both(self) -> None:
        game = factories.open_match(grace_minutes=10)
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        assert report.confirm_by is not None
        results.confirm_overdue_report(report.pk, report.confirm_by)
        entry = last_entry(game.match)
        assert (entry.code, entry.actor, entry.by) == ("overdue", Actor.SYSTEM, None)
        assert notices_to(game.one) == ["final"]
        assert notices_to(game.two) == ["please_confirm", "final"]

    def test_twice_changes_nothing(self) -> None:
        game = factories.open_match(grace_minutes=0)
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        now = timezone.now()
        assert results.confirm_overdue_report(report.pk, now)
        assert not results.confirm_overdue_report(report.pk, now)
        assert log_of(game.match) == ["reported", "overdue"]

    def test_does_not_confirm_a_replaced_report(self) -> None:
        game = factories.open_match(grace_minutes=0)
        first = results.report(game.match, by=game.one, score=(7, 3)).report
        second = results.report(game.match, by=game.one, score=(7, 4)).report
        assert not results.confirm_overdue_report(first.pk, timezone.now())
        assert results.confirm_overdue_report(second.pk, timezone.now())
        assert fresh(game.match).accepted_report == second

    def test_does_not_end_a_dispute(self) -> None:
        game = factories.open_match(grace_minutes=0)
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        results.dispute(report, by=game.two, reason="It was 7-5.")
        assert not results.confirm_overdue_report(report.pk, timezone.now())
        assert results.confirm_overdue(timezone.now()) == 0

    def test_an_objection_counts_until_the_report_is_final(self) -> None:
        game = factories.open_match(grace_minutes=0)
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        results.dispute(report, by=game.two, reason="It was 7-5.")
        assert situation(fresh(game.match)).state is MatchState.DISPUTED

    def test_never_confirms_a_walkover(self) -> None:
        game = factories.open_match(grace_minutes=0)
        report = results.report(game.match, by=game.one, outcome="walkover", winner="one").report
        assert not results.confirm_overdue_report(report.pk, timezone.now() + timedelta(days=1))
        assert results.confirm_overdue(timezone.now() + timedelta(days=1)) == 0

    def test_the_sweep_finds_every_overdue_report(self) -> None:
        stage = factories.drawn_stage(4, grace_minutes=10)
        for match in factories.open_matches(stage):
            results.report(match, by=factories.around(match).one, score=(7, 3))
        assert results.confirm_overdue(timezone.now()) == 0
        assert results.confirm_overdue(timezone.now() + timedelta(minutes=11)) == 2
        assert results.confirm_overdue(timezone.now() + timedelta(minutes=11)) == 0

    def test_the_job_does_it_in_time(self, run_jobs: Callable[[], int]) -> None:
        game = factories.open_match(grace_minutes=10)
        results.report(game.match, by=game.one, score=(7, 3))
        run_jobs()
        assert not fresh(game.match).is_final
        with time_machine.travel(timezone.now() + timedelta(minutes=11), tick=False):
            run_jobs()
        assert fresh(game.match).settled == Settled.OVERDUE
