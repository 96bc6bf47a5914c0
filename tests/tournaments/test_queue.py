"""The outbox: jobs run at least once, after the commit, by one worker at a time."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
import time_machine
from django.db import connection, transaction
from django.utils import timezone

from tournaments import queue
from tournaments.models import OutboxJob
from tournaments.queue import CLAIM_TIMEOUT, MAX_ATTEMPTS, Job, StartedJob

pytestmark = pytest.mark.django_db


def a_job() -> OutboxJob:
    """A job in the outbox, due now."""
    queue.enqueue(Job.PAIR, event_id=7)
    return OutboxJob.objects.latest("pk")


def job_at_work() -> OutboxJob:
    """A job that a worker has begun."""
    job = queue.start(queue.claim_due()[0])
    assert job is not None
    return job


def test_a_job_is_a_row_with_its_ids() -> None:
    job = a_job()
    assert (job.name, job.args) == (Job.PAIR, {"event_id": 7})
    assert list(queue.waiting(Job.PAIR, event_id=7)) == [job]
    assert not queue.waiting(Job.PAIR, event_id=8).exists()


def test_a_job_of_a_transaction_that_fails_never_exists() -> None:
    with transaction.atomic():
        queue.enqueue(Job.PAIR, event_id=7)
        transaction.set_rollback(True)
    assert queue.claim_due() == []


def test_a_claimed_job_is_not_claimed_again() -> None:
    job = a_job()
    assert queue.claim_due() == [StartedJob(job.pk, 0)]
    assert queue.claim_due() == []
    assert queue.in_flight() == 1


def test_a_job_waits_until_it_is_due() -> None:
    queue.enqueue(Job.CONFIRM_OVERDUE, report_id=1, due=timezone.now() + timedelta(minutes=10))
    assert queue.claim_due() == []
    with time_machine.travel(timezone.now() + timedelta(minutes=10, seconds=1)):
        assert len(queue.claim_due()) == 1


def test_a_job_of_a_killed_worker_is_claimed_again_within_half_a_minute() -> None:
    job = a_job()
    job_at_work()
    assert queue.claim_due() == []
    with time_machine.travel(timezone.now() + timedelta(seconds=30)):
        assert queue.claim_due() == [StartedJob(job.pk, 1)]
    assert timedelta(seconds=30) >= CLAIM_TIMEOUT


def test_a_message_that_arrives_twice_starts_the_job_once() -> None:
    a_job()
    claim = queue.claim_due()[0]
    assert queue.start(claim) is not None
    assert queue.start(claim) is None


def test_a_late_message_of_a_done_job_does_nothing() -> None:
    a_job()
    claim = queue.claim_due()[0]
    queue.complete(job_of(claim))
    assert queue.start(claim) is None
    assert not OutboxJob.objects.exists()


def job_of(claim: StartedJob) -> OutboxJob:
    """The job that this claim starts."""
    job = queue.start(claim)
    assert job is not None
    return job


def test_a_failed_job_comes_back_after_a_pause_with_its_error() -> None:
    a_job()
    job = job_at_work()
    queue.fail(job, "Traceback: the mail server said no")
    job.refresh_from_db()
    assert "said no" in job.last_error
    assert queue.claim_due() == []
    with time_machine.travel(timezone.now() + timedelta(seconds=3)):
        assert queue.claim_due() == [StartedJob(job.pk, 1)]


def test_a_job_that_always_fails_is_dead_and_kept_for_the_operator() -> None:
    a_job()
    clock = timezone.now()
    for _ in range(MAX_ATTEMPTS):
        clock += timedelta(minutes=6)
        with time_machine.travel(clock):
            queue.fail(job_at_work(), "again")
    job = OutboxJob.objects.get()
    assert job.is_dead
    with time_machine.travel(clock + timedelta(days=1)):
        assert queue.claim_due() == []
        assert queue.revive(OutboxJob.objects.all()) == 1
        assert queue.claim_due() == [StartedJob(job.pk, 0)]


def test_a_job_that_kills_every_worker_is_dead_too() -> None:
    a_job()
    clock = timezone.now()
    for _ in range(MAX_ATTEMPTS):
        clock += CLAIM_TIMEOUT + timedelta(seconds=1)
        with time_machine.travel(clock):
            job_at_work()
    with time_machine.travel(clock + CLAIM_TIMEOUT + timedelta(seconds=1)):
        assert queue.claim_due() == []
    assert OutboxJob.objects.get().is_dead
    assert "died" in OutboxJob.objects.get().last_error


def test_a_slow_worker_does_not_judge_a_later_start() -> None:
    a_job()
    slow = job_at_work()
    with time_machine.travel(timezone.now() + timedelta(seconds=30)):
        second = job_at_work()
        queue.fail(slow, "the slow one")
        second.refresh_from_db()
    assert second.last_error == ""
    assert second.claimed_at is not None


def test_a_runner_that_is_alone_frees_the_claims_of_its_predecessor() -> None:
    job = a_job()
    job_at_work()
    assert queue.release_all() == 1
    assert queue.claim_due() == [StartedJob(job.pk, 1)]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_pumps_at_once_never_claim_the_same_job() -> None:
    for number in range(40):
        queue.enqueue(Job.PAIR, event_id=number)
    together = threading.Barrier(4)
    claims: list[StartedJob] = []

    def pump() -> None:
        try:
            together.wait()
            for _ in range(10):
                claims.extend(queue.claim_due(limit=5))
        finally:
            connection.close()

    threads = [threading.Thread(target=pump) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(claims) == len(set(claims)) == 40
