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
# The longest pause of a failed job, in seconds.
LONGEST_PAUSE = 300
# The time after which an undelivered mail is dead.
MAIL_KEPT = timedelta(days=2)
# After a failed hand-over the broker is left alone for a while, so that requests
# stay quick while it is away; the relay publishes what was missed.
_BROKER_PAUSE = 5.0
_broker_away_until = 0.0


class Job(StrEnum):
    """The names of the jobs, each with the ids it needs."""

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
    """The lane of a job: mail has its own threads, so it cannot delay other jobs."""

    WORK = "work"
    MAIL = "mail"

    @property
    def jobs(self) -> Q:
        """Return the rows of this lane."""
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
    # Mail jobs are not published, because the mail threads query the table.
    is_published = not settings.IS_EMBEDDED and job not in _MAILS and (due is None or due <= now)
    rows = OutboxJob.objects.bulk_create(
        OutboxJob(name=job, args=ids, due_at=due or now, claimed_at=now if is_published else None)
        for ids in each
    )
    if is_published and rows:

        def publish_all() -> None:
            publish([StartedJob(row.pk, 0) for row in rows])

        # A robust hook, because an error of the broker must not affect the committed request.
        transaction.on_commit(publish_all, robust=True)


def publish(claims: Iterable[StartedJob]) -> None:
    """Publish claimed jobs to the broker; release the claims of jobs it cannot accept."""
    global _broker_away_until
    unpublished: list[int] = []
    for claim in claims:
        if time.monotonic() < _broker_away_until:
            unpublished.append(claim.job_id)
            continue
        try:
            current_app.tasks[TASK].apply_async((claim.job_id, claim.attempt), retry=False)
        except BrokerError as error:
            logger.warning("The broker is away, the jobs wait in the outbox: %s", error)
            _broker_away_until = time.monotonic() + _BROKER_PAUSE
            unpublished.append(claim.job_id)
    if unpublished:
        OutboxJob.objects.filter(pk__in=unpublished).update(claimed_at=None)


def waiting(job: Job, **ids: int) -> QuerySet[OutboxJob]:
    """Return the rows of unfinished jobs with this name and these ids."""
    return OutboxJob.objects.filter(name=job, is_dead=False, **{f"args__{key}": ids[key] for key in ids})


def dead(job: Job) -> QuerySet[OutboxJob]:
    """Return the rows of dead jobs with this name."""
    return OutboxJob.objects.filter(name=job, is_dead=True)


def requeue(job: Job, **ids: int) -> None:
    """Run a job again at once: reset its row with new attempts, or add one."""
    rows = OutboxJob.objects.filter(name=job, **{f"args__{key}": ids[key] for key in ids})
    fresh = rows.update(is_dead=False, attempts=0, claimed_at=None, due_at=timezone.now())
    if not fresh:
        enqueue_each(job, [ids])


def claim_due(*, lane: Lane = Lane.WORK, limit: int = 100) -> list[StartedJob]:
    """Claim the due jobs of a lane, including those of workers that died."""
    now = timezone.now()
    # Claims in the future are from before the clock was set back.
    stale = Q(claimed_at__lt=now - CLAIM_TIMEOUT) | Q(claimed_at__gt=now + CLAIM_TIMEOUT)
    free = Q(claimed_at=None) | stale
    due = OutboxJob.objects.filter(free, lane.jobs, is_dead=False, due_at__lte=now)
    # The query without a lock keeps an idle pump from taking SQLite's only write lock.
    if not due.exists():
        return []
    with transaction.atomic():
        skip_locked = connection.features.has_select_for_update_skip_locked
        rows = list(due.select_for_update(skip_locked=skip_locked)[:limit])
        spent = [row.pk for row in rows if row.attempts >= MAX_ATTEMPTS]
        OutboxJob.objects.filter(pk__in=spent).update(
            is_dead=True, last_error="Its worker died every time it was started."
        )
        runnable = [row for row in rows if row.attempts < MAX_ATTEMPTS]
        OutboxJob.objects.filter(pk__in=[row.pk for row in runnable]).update(claimed_at=now)
    return [StartedJob(row.pk, row.attempts) for row in runnable]


def in_flight() -> int:
    """Return the number of jobs claimed by workers, mail excluded."""
    rows = OutboxJob.objects.filter(Lane.WORK.jobs, claimed_at__gte=timezone.now() - CLAIM_TIMEOUT)
    return rows.filter(is_dead=False).count()


def is_late(lane: Lane, *, since: datetime) -> bool:
    """Whether a job of the lane has been due since before this time and is not running."""
    at_work = Q(attempts__gt=0, claimed_at__gte=timezone.now() - CLAIM_TIMEOUT)
    return OutboxJob.objects.filter(~at_work, lane.jobs, is_dead=False, due_at__lt=since).exists()


def start(claim: StartedJob) -> OutboxJob | None:
    """Start a claimed job; return None if it is done or started by another worker."""
    count = OutboxJob.objects.filter(pk=claim.job_id, attempts=claim.attempt, is_dead=False).update(
        attempts=claim.attempt + 1, claimed_at=timezone.now()
    )
    return OutboxJob.objects.filter(pk=claim.job_id).first() if count else None


def complete(job: OutboxJob) -> None:
    """Delete a finished job, in the transaction of its effect if there is one."""
    OutboxJob.objects.filter(pk=job.pk).delete()


def heartbeat(job: Job, **ids: int) -> None:
    """Renew the claim of a long job, so that it does not time out."""
    waiting(job, **ids).filter(claimed_at__isnull=False).update(claimed_at=timezone.now())


def fail(job: OutboxJob, error: str) -> None:
    """Schedule a failed job again after a growing pause, or mark it dead after the last attempt."""
    is_dead = job.attempts >= MAX_ATTEMPTS
    pause = timedelta(seconds=min(2**job.attempts, LONGEST_PAUSE))
    # A later start of the same job is left unchanged.
    OutboxJob.objects.filter(pk=job.pk, attempts=job.attempts).update(
        claimed_at=None, due_at=timezone.now() + pause, last_error=error[-4000:], is_dead=is_dead
    )


def postpone(job: OutboxJob, error: str, *, until: datetime) -> None:
    """Schedule a mail again after a server failure, without counting the attempt; dead after `MAIL_KEPT`."""
    OutboxJob.objects.filter(pk=job.pk, attempts=job.attempts).update(
        claimed_at=None,
        attempts=0,
        due_at=until,
        last_error=error[-4000:],
        is_dead=job.made_at < timezone.now() - MAIL_KEPT,
    )


def postponed() -> QuerySet[OutboxJob]:
    """Return the mail jobs whose server was unavailable at the last attempt."""
    return OutboxJob.objects.filter(Lane.MAIL.jobs, is_dead=False, attempts=0).exclude(last_error="")


def hurry(now: datetime) -> None:
    """Make future jobs due now after the clock was set back, except confirmations of reports."""
    put_off = OutboxJob.objects.filter(is_dead=False, due_at__gt=now).exclude(name=Job.CONFIRM_OVERDUE)
    put_off.update(due_at=now)
    OutboxJob.objects.filter(is_dead=False, claimed_at__gt=now).update(claimed_at=None)


def revive(jobs: QuerySet[OutboxJob]) -> int:
    """Give dead jobs new attempts; return their number."""
    return jobs.filter(is_dead=True).update(is_dead=False, attempts=0, claimed_at=None, due_at=timezone.now())


def release_all() -> int:
    """Release all claims except mail, at the start of the only worker; return their number."""
    rows = OutboxJob.objects.filter(Lane.WORK.jobs, is_dead=False, claimed_at__isnull=False)
    return rows.update(claimed_at=None)
