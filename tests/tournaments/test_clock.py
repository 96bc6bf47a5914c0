"""A jump of the clock or a pause of the service confirms no report and ends no session."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.db.models import F
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.factories import OpenMatch
from tests.tournaments.results_seen import fresh, notices_to
from tournaments import queue, tasks
from tournaments.actions import results
from tournaments.models import ClockMark, LogEntry, Notice, OutboxJob
from tournaments.notices import render
from tournaments.queue import Job

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]

RunJobs = Callable[[], int]
YEARS = timedelta(days=730)
GRACE = timedelta(minutes=10)


def _sweep(run_jobs: RunJobs) -> None:
    tasks.request_sweep()
    run_jobs()


def _waiting() -> OpenMatch:
    """A match whose result waits for the other side, ten minutes at most."""
    around = factories.open_match(grace_minutes=10)
    results.report(around.match, by=around.one, score=(7, 3))
    return around


def _let_pass(time: timedelta) -> None:
    """Let so much time have really passed since the last look, whatever the clock says."""
    ClockMark.objects.update(seconds=F("seconds") - time.total_seconds())


def _counts_at(around: OpenMatch) -> datetime:
    report = fresh(around.match).reports.latest("pk")
    assert report.silence_at is not None
    return report.silence_at


class TestAClockPutForward:
    def test_confirms_nothing_by_silence_before_the_time_has_really_passed(self, run_jobs: RunJobs) -> None:
        _sweep(run_jobs)
        around = _waiting()
        with time_machine.travel(timezone.now() + YEARS) as clock:
            _sweep(run_jobs)
            assert not fresh(around.match).is_final
            assert timedelta(0) < _counts_at(around) - timezone.now() <= GRACE
            clock.shift(GRACE)
            _let_pass(GRACE)
            run_jobs()
            assert fresh(around.match).settled == "overdue"

    def test_is_seen_by_the_job_of_a_report_too(self, run_jobs: RunJobs) -> None:
        around = _waiting()
        _sweep(run_jobs)
        with time_machine.travel(timezone.now() + timedelta(minutes=11)):
            run_jobs()
            assert not fresh(around.match).is_final

    def test_leaves_a_report_the_time_it_had(self, run_jobs: RunJobs) -> None:
        around = _waiting()
        before = _counts_at(around)
        _sweep(run_jobs)
        with time_machine.travel(timezone.now() + timedelta(hours=3)):
            _sweep(run_jobs)
        assert abs(_counts_at(around) - before - timedelta(hours=3)) < timedelta(seconds=5)

    def test_is_told_to_the_directors_in_words_and_logged(
        self, run_jobs: RunJobs, caplog: pytest.LogCaptureFixture
    ) -> None:
        around = _waiting()
        _sweep(run_jobs)
        with time_machine.travel(timezone.now() + timedelta(hours=3)), caplog.at_level(logging.WARNING):
            _sweep(run_jobs)
            _sweep(run_jobs)
        assert "The clock jumped by 180 minutes" in caplog.text
        [notice] = Notice.objects.filter(code="clock_jumped")
        assert notice.recipient == around.director
        assert "jumped by 180 minutes. 1 result that waits" in render(notice, "en").text
        assert "180 minutes" in render(notice, "fr").text
        entry = LogEntry.objects.get(code="clock_jumped")
        assert (entry.by, entry.data["minutes"], entry.data["count"]) == (None, 180, 1)

    @pytest.mark.both_databases
    def test_signs_nobody_out_now_or_later(self, run_jobs: RunJobs, client: Client) -> None:
        client.force_login(factories.player(email="ann@example.org"))
        _sweep(run_jobs)
        with time_machine.travel(timezone.now() + YEARS):
            assert client.get("/me/").status_code == 200
            _sweep(run_jobs)
            assert client.get("/me/").status_code == 200
            [session] = Session.objects.all()
            assert session.expire_date > timezone.now()
        _sweep(run_jobs)
        [session] = Session.objects.all()
        assert session.expire_date < timezone.now() + timedelta(days=61)

    def test_that_comes_back_leaves_what_was_there(self, run_jobs: RunJobs) -> None:
        around = _waiting()
        before = _counts_at(around)
        _sweep(run_jobs)
        with time_machine.travel(timezone.now() + YEARS):
            _sweep(run_jobs)
        _sweep(run_jobs)
        assert abs(_counts_at(around) - before) < timedelta(seconds=5)


class TestAClockPutBack:
    @pytest.mark.both_databases
    def test_puts_off_nothing_for_ever(self, run_jobs: RunJobs) -> None:
        with time_machine.travel(timezone.now() + YEARS):
            _sweep(run_jobs)
            around = _waiting()
        _sweep(run_jobs)
        assert _counts_at(around) <= timezone.now() + GRACE
        with time_machine.travel(timezone.now() + GRACE):
            _let_pass(GRACE)
            run_jobs()
        assert fresh(around.match).settled == "overdue"

    def test_leaves_no_job_waiting_until_it_is_where_it_was(self, run_jobs: RunJobs) -> None:
        with time_machine.travel(timezone.now() + YEARS):
            _sweep(run_jobs)
            stage = factories.drawn_stage(4)
            for match in factories.open_matches(stage):
                results.report(match, by=match.two.players.get(), score=(7, 3))
            tasks.request_sweep()
            assert queue.claim_due()
        _sweep(run_jobs)
        assert stage.pairings.filter(round=2).count() == 1
        assert (
            not OutboxJob.objects.exclude(name=Job.CONFIRM_OVERDUE).filter(due_at__gt=timezone.now()).exists()
        )


class TestAServiceThatStoodStill:
    def test_gives_what_fell_due_meanwhile_its_time_again_once(self, run_jobs: RunJobs) -> None:
        around = _waiting()
        _sweep(run_jobs)
        night = timedelta(hours=9)
        with time_machine.travel(timezone.now() + night) as clock:
            _let_pass(night)
            run_jobs()
            assert not fresh(around.match).is_final
            assert timedelta(minutes=9) < _counts_at(around) - timezone.now() <= GRACE
            assert notices_to(around.director) == ["service_stood"]
            clock.shift(timedelta(hours=1))
            _let_pass(timedelta(hours=1))
            run_jobs()
            assert fresh(around.match).settled == "overdue"

    def test_and_a_machine_that_was_off_are_the_same(self, run_jobs: RunJobs) -> None:
        around = _waiting()
        _sweep(run_jobs)
        ClockMark.objects.update(boot="the day before")
        with time_machine.travel(timezone.now() + timedelta(hours=9)):
            _sweep(run_jobs)
            assert not fresh(around.match).is_final
        assert LogEntry.objects.get(code="service_stood").data["minutes"] == 540

    def test_leaves_what_is_not_due_as_it_was(self, run_jobs: RunJobs) -> None:
        around = factories.open_match(grace_minutes=60)
        results.report(around.match, by=around.one, score=(7, 3))
        before = _counts_at(around)
        _sweep(run_jobs)
        ClockMark.objects.update(boot="before the machine was started")
        with time_machine.travel(timezone.now() + timedelta(minutes=20)):
            _sweep(run_jobs)
        assert _counts_at(around) == before
        assert not LogEntry.objects.filter(code__in=["clock_jumped", "service_stood"]).exists()

    @pytest.mark.both_databases
    def test_keeps_the_sessions_of_those_who_were_there(self, run_jobs: RunJobs, client: Client) -> None:
        client.force_login(factories.player(email="ann@example.org"))
        _sweep(run_jobs)
        ClockMark.objects.update(boot="with another battery")
        with time_machine.travel(timezone.now() + YEARS):
            _sweep(run_jobs)
            assert Session.objects.get().expire_date > timezone.now()


@pytest.mark.both_databases
def test_a_new_report_has_a_time_of_its_own(run_jobs: RunJobs) -> None:
    around = _waiting()
    _sweep(run_jobs)
    with time_machine.travel(timezone.now() + timedelta(hours=3)):
        _sweep(run_jobs)
        report = results.report(fresh(around.match), by=around.one, score=(7, 4)).report
        assert _counts_at(around) == report.confirm_by


@pytest.mark.both_databases
def test_a_clock_that_is_put_right_by_minutes_changes_nothing(run_jobs: RunJobs) -> None:
    around = _waiting()
    before = _counts_at(around)
    _sweep(run_jobs)
    with time_machine.travel(timezone.now() + timedelta(minutes=5)):
        _sweep(run_jobs)
    assert _counts_at(around) == before
