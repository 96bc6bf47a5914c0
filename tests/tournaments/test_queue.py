"""The outbox: jobs run at least once, after the commit, by one worker at a time."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from tournaments import queue, tasks
from tournaments.models import OutboxJob
from tournaments.project import pump
from tournaments.queue import CLAIM_TIMEOUT, DEATHS_WITHOUT_REST, MAX_ATTEMPTS, Job, Lane, StartedJob

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


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


def test_a_job_whose_message_waits_is_published_again_only_where_the_broker_lost_it() -> None:
    job = a_job()
    queue.claim_due()
    with time_machine.travel(timezone.now() + timedelta(seconds=30)):
        assert queue.claim_due() == []
        assert queue.in_flight() == 1
        assert queue.claim_due(is_broker_empty=True) == [StartedJob(job.pk, 0)]
    with time_machine.travel(timezone.now() + queue.MESSAGE_TIMEOUT + timedelta(minutes=1)):
        assert queue.claim_due() == [StartedJob(job.pk, 0)]


def test_a_job_without_a_message_whose_worker_died_before_it_began_is_claimed_again_as_soon() -> None:
    queue.enqueue(Job.FEED, tournament_id=1)
    claims = queue.claim_due(lane=Lane.REST)
    assert queue.claim_due(lane=Lane.REST) == []
    with time_machine.travel(timezone.now() + timedelta(seconds=30)):
        assert queue.claim_due(lane=Lane.REST) == claims != []


def test_every_job_is_in_one_lane_and_the_urgent_lanes_come_first() -> None:
    for name in [*reversed(Job), "of_a_later_release"]:
        OutboxJob.objects.create(name=name)
    assert queue.lanes_due() == [*Lane] == [Lane(name) for name in settings.LANES]
    claimed = [claim.job_id for lane in Lane for claim in queue.claim_due(lane=lane)]
    assert len(claimed) == len(set(claimed)) == len(Job) + 1
    assert {lane for lane in Lane if lane is not Lane.PAIRINGS} == set(pump.THREADS)


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


def test_a_job_of_a_later_release_waits_for_a_worker_that_knows_it() -> None:
    job = OutboxJob.objects.create(name="of_a_later_release")
    for _look in range(2):
        assert tasks.run_due() == 0
        job.refresh_from_db()
        assert (job.attempts, job.is_dead, job.claimed_at) == (0, False, None)
        assert job.due_at > timezone.now()
        OutboxJob.objects.update(due_at=timezone.now())


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
        clock += timedelta(minutes=6)
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


@pytest.mark.parametrize("is_alone", [True, False])
def test_a_job_that_was_at_work_at_many_deaths_rests_before_it_starts_again(is_alone: bool) -> None:
    """Killed thirty times in ten minutes, a worker leaves no job dead that would have been done."""
    a_job()
    clock, starts = timezone.now(), 0
    for _ in range(30):
        clock += CLAIM_TIMEOUT + timedelta(seconds=1)
        with time_machine.travel(clock, tick=False):
            if is_alone:
                queue.release_all()
            starts += bool(queue.claim_due() and queue.start(StartedJob(OutboxJob.objects.get().pk, starts)))
    job = OutboxJob.objects.get()
    assert (job.is_dead, job.attempts) == (False, starts)
    assert DEATHS_WITHOUT_REST < starts < MAX_ATTEMPTS
    with time_machine.travel(clock + timedelta(minutes=6)):
        queue.release_all()
        assert queue.claim_due() == [StartedJob(job.pk, starts)]


def test_another_job_of_the_process_begins_after_the_pairing_that_it_is_at() -> None:
    order: list[str] = []

    def other() -> None:
        tasks.pairings.give_way(seconds=60)
        order.append("other")

    thread = threading.Thread(target=other)
    with tasks.pairings:
        thread.start()
        order.append("pairing")
    thread.join()
    assert order == ["pairing", "other"]
    tasks.pairings.give_way(seconds=60)


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


@pytest.mark.django_db(transaction=True)
def test_an_idle_service_looks_for_jobs_at_once_after_a_change_of_another_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """SQLite says that nothing has changed, so that nothing need be asked; PostgreSQL does not."""
    monkeypatch.setattr(pump, "_LOOK_ANYWAY", 3600.0)
    looks = pump.Looks()
    assert looks.is_due()
    assert looks.is_due() is (connection.vendor != "sqlite")

    def change() -> None:
        queue.enqueue(Job.SWEEP)
        connection.close()

    thread = threading.Thread(target=change)
    thread.start()
    thread.join()
    assert looks.is_due()
