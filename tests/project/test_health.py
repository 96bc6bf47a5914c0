"""What `/readyz` says is so: of jobs that nobody has begun, of a worker that nobody has seen."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from matches.database.fair_sqlite.waits import Waits
from tournaments import queue, tasks
from tournaments.models import ClockMark, OutboxJob
from tournaments.project import health
from tournaments.queue import Job, Lane

pytestmark = pytest.mark.django_db


def _ready() -> dict[str, Any]:
    answer = Client().get("/readyz")
    assert answer.status_code == 200
    ready: dict[str, Any] = answer.json()
    return ready


def _sweep() -> None:
    tasks.request_sweep()
    tasks.run_due()


def _due(ago: timedelta) -> datetime:
    return timezone.now() - ago


def test_nothing_is_well_before_a_worker_has_done_anything() -> None:
    ready = _ready()
    assert (ready["status"], ready["jobs"]) == ("impaired", "waiting")
    _sweep()
    ready = _ready()
    assert (ready["status"], ready["jobs"], ready["mail"]) == ("ok", "ok", "ok")


@pytest.mark.both_databases
def test_what_a_worker_did_before_this_start_says_nothing() -> None:
    _sweep()
    ClockMark.objects.update(at=_due(timedelta(days=1)))
    assert _ready()["jobs"] == "waiting"


@pytest.mark.parametrize(("seconds", "jobs"), [(2, "ok"), (15, "waiting"), (70, "late")])
def test_a_job_that_nobody_begins_is_named(seconds: int, jobs: str) -> None:
    _sweep()
    queue.enqueue(Job.PAIR, event_id=1, due=_due(timedelta(seconds=seconds)))
    # A message in the memory of a worker that hangs is not begun.
    queue.claim_due()
    ready = _ready()
    assert (ready["jobs"], ready["status"]) == (jobs, "ok" if jobs == "ok" else "impaired")


def test_a_job_that_is_being_done_waits_not() -> None:
    _sweep()
    queue.enqueue(Job.ANALYSE_RECORD, record_id=1, due=_due(timedelta(seconds=70)))
    [claim] = queue.claim_due(lane=Lane.RECORDS)
    assert queue.start(claim) is not None
    assert _ready()["jobs"] == "ok"


def test_dead_jobs_and_mails_that_wait_are_no_health() -> None:
    _sweep()
    OutboxJob.objects.create(name=Job.PAIR, is_dead=True)
    ready = _ready()
    assert (ready["status"], ready["jobs"], ready["dead_jobs"]) == ("impaired", "failing", 1)
    OutboxJob.objects.all().delete()
    OutboxJob.objects.create(name=Job.SEND_NOTICE, due_at=_due(timedelta(seconds=70)))
    ready = _ready()
    assert (ready["status"], ready["jobs"], ready["mail"]) == ("impaired", "ok", "late")


def test_the_longest_wait_to_write_is_told_on_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "WAITS", waits := Waits())
    waits.add(2.345)
    assert _ready().get("longest_wait") == (2.35 if connection.vendor == "sqlite" else None)
