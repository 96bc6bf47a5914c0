"""The outbox: jobs written in the transaction that causes them, and run at least once after it.

A job is a row. Whoever hands it to a worker claims it first (`claim_due`), the worker
starts it (`start`), and the row goes when the work is done (`finish`). `attempts`
counts the starts and fences them: a message that names an older count is a duplicate
and is dropped. A job whose worker died is claimed again after `CLAIM_TIMEOUT`, one
that keeps failing is dead after `MAX_ATTEMPTS` and stays for the operator to see.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from celery import current_app
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from .models import OutboxJob

logger = logging.getLogger(__name__)

# The name of the one Celery task; tournaments.tasks defines it.
TASK = "tournaments.run_job"
# A worker that has not finished a job by then is taken for dead. Running a job
# twice is harmless, so this is short: a killed worker's jobs run again soon.
CLAIM_TIMEOUT = timedelta(seconds=20)
MAX_ATTEMPTS = 10
# A job that failed waits for so many seconds at most.
LONGEST_PAUSE = 300
# A mail whose server was away all this time is given up.
MAIL_KEPT = timedelta(days=2)
# After a failed hand-over the broker is left alone for a while, so that requests
# stay quick while it is away; the relay publishes what was missed.
_BROKER_PAUSE = 5.0
_broker_away_until = 0.0


class Job(StrEnum):
    """The jobs, each with the ids it needs."""

    PAIR = "pair"  # event_id: store the pairings that the results allow
    CHECK_RECORD = "check_record"  # record_id: check an uploaded record
    ANALYSE_RECORD = "analyse_record"  # record_id: let the engine judge the next game of a record
    SEND_NOTICE = "send_notice"  # notice_id: mail a notice
    SEND_ACCOUNT_MAIL = "send_account_mail"  # mail_id: mail what an account needs to work
    CONFIRM_OVERDUE = "confirm_overdue"  # report_id: accept a report that nobody contested in time
    QUALIFY = "qualify"  # event_id: enter who qualifies from a complete event in another one
    FORECAST = "forecast"  # event_id: work out when an event under way is over
    CALL = "call"  # tournament_id: give free tables to the matches that wait
    SWEEP = "sweep"  # nothing: find and do whatever a lost job left undone


class Lane(StrEnum):
    """Who does a job: no mail server holds up a pairing, because its threads are others (`project/pump.py`)."""

    WORK = "work"
    MAIL = "mail"

    @property
    def jobs(self) -> Q:
        """The rows of this lane."""
        mails = Q(name__in=_MAILS)
        return mails if self is Lane.MAIL else ~mails


_MAILS = (Job.SEND_NOTICE, Job.SEND_ACCOUNT_MAIL)


@dataclass(frozen=True, slots=True)
class StartedJob:
    """A job handed to a worker: its row and the number of starts so far."""

    job_id: int
    attempt: int


def enqueue(job: Job, *, due: datetime | None = None, **ids: int) -> None:
    """Add a job in the caller's transaction; it runs after the commit, not before `due`.

    With Redis it is published at the commit; a broker that is away costs nothing,
    because the relay finds the row. Without, the worker's pump finds it.
    """
    enqueue_each(job, [ids], due=due)


def enqueue_each(job: Job, each: Iterable[dict[str, int]], *, due: datetime | None = None) -> None:
    """Add one job per set of ids, as `enqueue` does, in one statement."""
    now = timezone.now()
    # The threads that send mail look for their jobs themselves.
    is_published = not settings.IS_EMBEDDED and job not in _MAILS and (due is None or due <= now)
    rows = OutboxJob.objects.bulk_create(
        OutboxJob(name=job, args=ids, due_at=due or now, claimed_at=now if is_published else None)
        for ids in each
    )
    if is_published and rows:

        def publish_all() -> None:
            publish([StartedJob(row.pk, 0) for row in rows])

        # A robust hook, because the write has happened whatever the broker says.
        transaction.on_commit(publish_all, robust=True)


def publish(claims: Iterable[StartedJob]) -> None:
    """Hand claimed jobs to the broker; those it cannot take are free for the relay again."""
    global _broker_away_until
    left: list[int] = []
    for claim in claims:
        if time.monotonic() < _broker_away_until:
            left.append(claim.job_id)
            continue
        try:
            current_app.tasks[TASK].apply_async((claim.job_id, claim.attempt), retry=False)
        except BrokerError as error:
            logger.warning("The broker is away, the jobs wait in the outbox: %s", error)
            _broker_away_until = time.monotonic() + _BROKER_PAUSE
            left.append(claim.job_id)
    if left:
        OutboxJob.objects.filter(pk__in=left).update(claimed_at=None)


def waiting(job: Job, **ids: int) -> QuerySet[OutboxJob]:
    """The rows of a job with these ids that are not done yet."""
    return OutboxJob.objects.filter(name=job, is_dead=False, **{f"args__{key}": ids[key] for key in ids})


def dead(job: Job) -> QuerySet[OutboxJob]:
    """The rows of a job that were given up."""
    return OutboxJob.objects.filter(name=job, is_dead=True)


def requeue(job: Job, **ids: int) -> None:
    """Run a job with these ids once more, at once: its row where one is left, with a fresh set of attempts."""
    rows = OutboxJob.objects.filter(name=job, **{f"args__{key}": ids[key] for key in ids})
    fresh = rows.update(is_dead=False, attempts=0, claimed_at=None, due_at=timezone.now())
    if not fresh:
        enqueue_each(job, [ids])


def claim_due(*, lane: Lane = Lane.WORK, limit: int = 100) -> list[StartedJob]:
    """Claim the jobs of a lane that may run now: due, not dead, and in nobody's hands or in a dead worker's."""
    now = timezone.now()
    # What was claimed in the future was claimed before the clock went back.
    lost = Q(claimed_at__lt=now - CLAIM_TIMEOUT) | Q(claimed_at__gt=now + CLAIM_TIMEOUT)
    free = Q(claimed_at=None) | lost
    due = OutboxJob.objects.filter(free, lane.jobs, is_dead=False, due_at__lte=now)
    # The look without a lock keeps an idle pump from taking SQLite's one writer.
    if not due.exists():
        return []
    with transaction.atomic():
        skip_locked = connection.features.has_select_for_update_skip_locked
        rows = list(due.select_for_update(skip_locked=skip_locked)[:limit])
        spent = [row.pk for row in rows if row.attempts >= MAX_ATTEMPTS]
        OutboxJob.objects.filter(pk__in=spent).update(
            is_dead=True, last_error="Its worker died every time it was started."
        )
        claimed = [row for row in rows if row.attempts < MAX_ATTEMPTS]
        OutboxJob.objects.filter(pk__in=[row.pk for row in claimed]).update(claimed_at=now)
    return [StartedJob(row.pk, row.attempts) for row in claimed]


def in_flight() -> int:
    """How many jobs are with workers now, mails aside."""
    claimed = OutboxJob.objects.filter(Lane.WORK.jobs, claimed_at__gte=timezone.now() - CLAIM_TIMEOUT)
    return claimed.filter(is_dead=False).count()


def is_late(lane: Lane, *, since: datetime) -> bool:
    """Whether jobs of a lane wait that have been due for longer than since then; one that is being done waits not."""
    at_work = Q(attempts__gt=0, claimed_at__gte=timezone.now() - CLAIM_TIMEOUT)
    return OutboxJob.objects.filter(~at_work, lane.jobs, is_dead=False, due_at__lt=since).exists()


def start(claim: StartedJob) -> OutboxJob | None:
    """Begin a claimed job; None when it is done or another worker has started it since."""
    started = OutboxJob.objects.filter(pk=claim.job_id, attempts=claim.attempt, is_dead=False).update(
        attempts=claim.attempt + 1, claimed_at=timezone.now()
    )
    return OutboxJob.objects.filter(pk=claim.job_id).first() if started else None


def complete(job: OutboxJob) -> None:
    """Take a done job off the outbox; call it in the transaction that settles the work where there is one."""
    OutboxJob.objects.filter(pk=job.pk).delete()


def heartbeat(job: Job, **ids: int) -> None:
    """Say of a long job that it is still being worked at, so that nobody takes its worker for dead."""
    waiting(job, **ids).filter(claimed_at__isnull=False).update(claimed_at=timezone.now())


def fail(job: OutboxJob, error: str) -> None:
    """Put a failed job back with a growing pause, or declare it dead after the last attempt."""
    is_dead = job.attempts >= MAX_ATTEMPTS
    pause = timedelta(seconds=min(2**job.attempts, LONGEST_PAUSE))
    # A later start of the same job is not this one's to judge.
    OutboxJob.objects.filter(pk=job.pk, attempts=job.attempts).update(
        claimed_at=None, due_at=timezone.now() + pause, last_error=error[-4000:], is_dead=is_dead
    )


def postpone(job: OutboxJob, error: str, *, until: datetime) -> None:
    """Put back a mail whose server is away, which says nothing about the mail: it may wait for `MAIL_KEPT`."""
    OutboxJob.objects.filter(pk=job.pk, attempts=job.attempts).update(
        claimed_at=None,
        attempts=0,
        due_at=until,
        last_error=error[-4000:],
        is_dead=job.made_at < timezone.now() - MAIL_KEPT,
    )


def postponed() -> QuerySet[OutboxJob]:
    """The mails whose server was away when they were tried."""
    return OutboxJob.objects.filter(Lane.MAIL.jobs, is_dead=False, attempts=0).exclude(last_error="")


def hurry(now: datetime) -> None:
    """Run at once, after the clock went back, the jobs that would wait until it is where it was; silence has its time."""
    put_off = OutboxJob.objects.filter(is_dead=False, due_at__gt=now).exclude(name=Job.CONFIRM_OVERDUE)
    put_off.update(due_at=now)
    OutboxJob.objects.filter(is_dead=False, claimed_at__gt=now).update(claimed_at=None)


def revive(jobs: QuerySet[OutboxJob]) -> int:
    """Give dead jobs a fresh set of attempts; answers how many."""
    return jobs.filter(is_dead=True).update(is_dead=False, attempts=0, claimed_at=None, due_at=timezone.now())


def release_all() -> int:
    """Free every claim, mails aside: for a runner that knows it is the only one and has just started."""
    claimed = OutboxJob.objects.filter(Lane.WORK.jobs, is_dead=False, claimed_at__isnull=False)
    return claimed.update(claimed_at=None)
