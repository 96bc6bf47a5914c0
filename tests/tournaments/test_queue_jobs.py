"""Each job does its work, and a failing job does not block the others."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
import time_machine
from celery import current_app
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from matches.models import Dispute, GameRecord, Match, Player
from tests import factories
from tournaments import queue, tasks
from tournaments.actions import results
from tournaments.models import Event, IdempotencyKey, OutboxJob, Stage, Tournament
from tournaments.queue import Job

pytestmark = pytest.mark.django_db

RunJobs = Callable[[], int]


def test_every_job_has_its_task_and_its_action() -> None:
    assert set(tasks._ACTIONS) == set(Job)
    assert queue.TASK in current_app.tasks


def test_a_result_brings_the_next_pairing(run_jobs: RunJobs) -> None:
    stage = factories.drawn_stage(4)
    for match in factories.open_matches(stage):
        results.report(match, by=match.two.players.get(), score=(7, 3))
    assert stage.pairings.filter(round=2).count() == 0
    run_jobs()
    assert stage.pairings.filter(round=2, cancelled_at=None).count() == 1
    assert not queue.waiting(Job.PAIR, event_id=stage.event_id).exists()


def test_a_report_that_nobody_contests_counts_after_its_time(run_jobs: RunJobs) -> None:
    game = factories.open_match()
    results.report(game.match, by=game.one, score=(7, 3))
    run_jobs()
    assert not Match.objects.get(pk=game.match.pk).is_final
    with time_machine.travel(timezone.now() + timedelta(minutes=10, seconds=1)):
        run_jobs()
    assert Match.objects.get(pk=game.match.pk).settled == "overdue"


def test_a_job_run_twice_has_one_effect() -> None:
    stage = factories.drawn_stage(4)
    for match in factories.open_matches(stage):
        results.report(match, by=match.two.players.get(), score=(7, 3))
    for _ in range(2):
        queue.enqueue(Job.PAIR, event_id=stage.event_id)
        tasks.run_due()
    assert stage.pairings.filter(round=2).count() == 1


def test_a_failing_job_keeps_its_error_and_the_others_run(caplog: pytest.LogCaptureFixture) -> None:
    queue.enqueue(Job.CHECK_RECORD, record_id=987654)
    stage = factories.drawn_stage(4)
    for match in factories.open_matches(stage):
        results.report(match, by=match.two.players.get(), score=(7, 3))
    tasks.run_due()
    job = OutboxJob.objects.get(name=Job.CHECK_RECORD)
    assert "DoesNotExist" in job.last_error
    assert "failed at attempt 1" in caplog.text
    assert stage.pairings.filter(round=2).count() == 1


class TestTheSweep:
    @pytest.mark.both_databases
    def test_it_makes_the_pairings_that_a_lost_job_left_undone(self, run_jobs: RunJobs) -> None:
        with time_machine.travel("2026-03-07T12:00:00Z"):
            stage = factories.drawn_stage(4)
            for match in factories.open_matches(stage):
                results.report(match, by=match.two.players.get(), score=(7, 3))
            OutboxJob.objects.all().delete()
            tasks.request_sweep()
            tasks.request_sweep()
            assert queue.waiting(Job.SWEEP).count() == 1
            run_jobs()
        assert stage.pairings.filter(round=2).count() == 1

    def test_it_accepts_what_is_overdue(self, run_jobs: RunJobs) -> None:
        game = factories.open_match()
        results.report(game.match, by=game.one, score=(7, 3))
        OutboxJob.objects.all().delete()
        with time_machine.travel(timezone.now() + timedelta(minutes=11)):
            tasks.request_sweep()
            run_jobs()
        assert Match.objects.get(pk=game.match.pk).is_final

    @pytest.mark.both_databases
    def test_it_forgets_old_keys_and_sessions(self, run_jobs: RunJobs) -> None:
        old = IdempotencyKey.objects.create(
            owner="a", key="old", request="", body_hash="", status=201, response={}
        )
        IdempotencyKey.objects.filter(pk=old.pk).update(made_at=timezone.now() - timedelta(hours=25))
        IdempotencyKey.objects.create(owner="a", key="new", request="", body_hash="", status=201, response={})
        session = SessionStore()
        session.set_expiry(-10)
        session.create()
        tasks.request_sweep()
        run_jobs()
        assert [key.key for key in IdempotencyKey.objects.all()] == ["new"]
        assert not Session.objects.exists()


class TestTheCommands:
    def test_tick_does_what_is_due_and_says_how_much(self) -> None:
        stage = factories.drawn_stage(4)
        for match in factories.open_matches(stage):
            results.report(match, by=match.two.players.get(), score=(7, 3))
        out = StringIO()
        call_command("tick", stdout=out)
        assert "jobs done" in out.getvalue()
        assert stage.pairings.filter(round=2).count() == 1

    @pytest.mark.both_databases
    def test_tick_fails_when_jobs_are_dead(self) -> None:
        OutboxJob.objects.create(name=Job.PAIR, args={}, is_dead=True, last_error="Oh\nKeyError: event_id")
        with pytest.raises(CommandError, match="1 jobs are dead; the last one said: KeyError: event_id"):
            call_command("tick", stdout=StringIO())

    def test_demo_is_loaded_once_and_shows_every_state(self, run_jobs: RunJobs) -> None:
        for _ in range(2):
            out = StringIO()
            call_command("demo", stdout=out)
            run_jobs()
        assert "director@demo.example" in out.getvalue()
        assert Tournament.objects.count() == 1
        assert Event.objects.count() == 3
        assert Stage.objects.filter(completed_at__isnull=False).count() == 1
        assert Dispute.objects.get().is_open
        assert GameRecord.objects.get().verdict == "clean"
        password = out.getvalue().partition("the password ")[2].split()[0]
        director = Player.objects.get(email="director@demo.example")
        assert director.check_password(password)
        assert not director.is_superuser

    @pytest.mark.django_db(transaction=True)
    def test_backup_is_a_whole_database_and_never_overwrites(self, tmp_path: Path) -> None:
        file = tmp_path / "friday.sqlite3"
        if connection.vendor != "sqlite":
            with pytest.raises(CommandError, match="pg_dump"):
                call_command("backup", str(file))
            return
        factories.player("Ann")
        call_command("backup", str(file), stdout=StringIO())
        assert file.stat().st_mode & 0o777 == 0o600
        with pytest.raises(CommandError, match="exists already"):
            call_command("backup", str(file))
        assert [path.name for path in tmp_path.iterdir()] == ["friday.sqlite3"]
