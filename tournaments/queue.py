"""The outbox: jobs written in the transaction that causes them, and run at least once after it.

A job is a row, in the lane of its name. Whoever hands it to a worker claims it first (`claim_due`), the worker
starts it (`start`), and the row goes when the work is done (`complete`). `attempts`
counts the starts and fences them: a message that names an older count is a duplicate
and is dropped. A job whose worker died is claimed again after `CLAIM_TIMEOUT`, and
rests first once that has happened often. One whose message waits in the broker keeps its claim. One that
keeps failing is dead after `MAX_ATTEMPTS` and stays for the operator to see.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import reduce
from operator import or_

from celery import current_app
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Count, Min, Q, QuerySet
from django.utils import timezone
from kombu.exceptions import ChannelError
from kombu.exceptions import OperationalError as BrokerError

from matches.database.one_act import put_off
from matches.database.prepared import insert_rows

from .models import OutboxJob

logger = logging.getLogger(__name__)

# The name of the one Celery task; tournaments.tasks defines it.
TASK = "tournaments.run_job"
# A worker that has not finished a job by then is taken for dead. Running a job
# twice is harmless, so this is short: a killed worker's jobs run again soon.
CLAIM_TIMEOUT = timedelta(seconds=20)
# The message of a pairing that nobody has begun waits in the broker, unless that has lost it: so long after it is taken for lost.
# A broker without a message has lost it for certain, so then `CLAIM_TIMEOUT` counts.
MESSAGE_TIMEOUT = timedelta(minutes=5)
MAX_ATTEMPTS = 10
# A job that was at work at so many deaths of its worker starts again without a rest. Whoever kills a worker again and
# again meets the same long job each time: without rests it would be dead within minutes.
DEATHS_WITHOUT_REST = 5
# The longest pause of a failed job, in seconds.
LONGEST_PAUSE = 300
# The time after which an undelivered mail is dead.
MAIL_KEPT = timedelta(days=2)
# When an act writes its jobs: after the notices, which may have mails, and before the log.
_TURN = 1
# After a failed hand-over the broker is left alone for a while, so that requests
# stay quick while it is away; the relay publishes what was missed.
_BROKER_PAUSE = 5.0
_broker_away_until = 0.0


class Lane(StrEnum):
    """The lane of a job; the most urgent one first. Each has workers of its own, so none delays another.

    Pairings travel by the broker, and the threads of a worker take the jobs of the other lanes from their rows.
    """

    PAIRINGS = "pairings"  # a hall waits
    PHONES = "phones"  # calls on phones, which a slow mail server is not to delay
    MAIL = "mail"  # notices of results, and mails of accounts
    RECORDS = "records"  # checks and analyses of uploaded records
    FORECASTS = "forecasts"  # seconds of work; emergency papers too, for which nobody waits
    LISTS = "lists"  # rating lists, which may take minutes
    REST = "rest"  # the feed, public names, the sweep, and what is past its time

    @property
    def jobs(self) -> Q:
        """Return the rows of this lane; names that this release does not know are the rest."""
        if self is Lane.REST:
            return ~Q(name__in=[job for job in Job if job.lane is not self])
        return Q(name__in=[job for job in Job if job.lane is self])


class Job(StrEnum):
    """The names of the jobs, each with its lane and the ids it needs."""

    lane: Lane

    def __new__(cls, name: str, lane: Lane) -> Job:
        """Make a name that knows its lane."""
        job = str.__new__(cls, name)
        job._value_, job.lane = name, lane
        return job

    PAIR = "pair", Lane.PAIRINGS  # event_id: store the pairings that the results allow
    CHECK_RECORD = "check_record", Lane.RECORDS  # record_id: check an uploaded record
    ANALYSE_RECORD = "analyse_record", Lane.RECORDS  # record_id: let the engine judge its next game
    SEND_NOTICE = "send_notice", Lane.MAIL  # notice_id: mail a notice
    TELL_PHONE = "tell_phone", Lane.PHONES  # notice_id and subscription_id: tell a browser of a notice
    SEND_ACCOUNT_MAIL = "send_account_mail", Lane.MAIL  # mail_id: mail what an account needs to work
    SEND_FINAL_PAGE = "send_final_page", Lane.MAIL  # mail_id: mail the final page of an event
    CONFIRM_OVERDUE = "confirm_overdue", Lane.PAIRINGS  # report_id: accept what nobody contested in time
    QUALIFY = "qualify", Lane.PAIRINGS  # event_id: enter who qualifies from a complete event in another one
    FORECAST = "forecast", Lane.FORECASTS  # event_id: work out when an event under way is over
    HALL_FORECAST = "hall_forecast", Lane.FORECASTS  # tournament_id: work out when a whole tournament is over
    EMERGENCY_PAPER = "emergency_paper", Lane.FORECASTS  # tournament_id: keep its state on paper
    CALL = "call", Lane.PAIRINGS  # tournament_id: give free tables to the matches that wait
    FEED = "feed", Lane.REST  # tournament_id: write into the feed what the log says of its matches
    PUBLIC_NAME = "public_name", Lane.REST  # player_id: derive how a person is named in public again
    JUDGE = "judge", Lane.LISTS  # event_id, player_id or federation_id, or none: renew verdicts
    VARIATION = "variation", Lane.LISTS  # variation_id: compute a list in another way beside the present one
    LIST_COMPARISON = "list_comparison", Lane.LISTS  # comparison_id: lay two lists side by side
    LIST_RECORDS = "list_records", Lane.LISTS  # list_id: bring the records of a list up to its matches
    EVENT_RATED = "event_rated", Lane.LISTS  # submission_id: tell who played what their ratings became
    COMPUTE_LIST = "compute_list", Lane.LISTS  # list_id: bring a live list up to the feed
    RETENTION = "retention", Lane.REST  # nothing: remove what is past its time
    SWEEP = "sweep", Lane.REST  # nothing: find and do whatever a lost job left undone


_LANES: Mapping[str, Lane] = {job: job.lane for job in Job}

# The lanes whose jobs begin at once where all is well; lists and forecasts may wait behind one another.
PROMPT = (Lane.PAIRINGS, Lane.RECORDS, Lane.REST)


def lane_of(name: str) -> Lane:
    """Return the lane of a job by its name; a name that this release does not know is of the rest."""
    return _LANES.get(name, Lane.REST)


@dataclass(frozen=True, slots=True)
class StartedJob:
    """A job handed to a worker: its row and the number of starts so far."""

    job_id: int
    attempt: int


def enqueue(job: Job, *, due: datetime | None = None, **ids: int) -> None:
    """Add a job in the caller's transaction; it runs after the commit, not before `due`.

    With Redis a pairing is published at the commit; a broker that is away costs nothing,
    because the relay finds the row. All others are found by the threads of their lane.
    """
    enqueue_each(job, [ids], due=due)


def enqueue_each(job: Job, each: Iterable[dict[str, int]], *, due: datetime | None = None) -> None:
    """Add one job per set of ids, as `enqueue` does, in one statement."""
    now = timezone.now()
    is_published = not settings.IS_EMBEDDED and job.lane is Lane.PAIRINGS and (due is None or due <= now)
    rows = [
        OutboxJob(name=job, args=ids, due_at=due or now, claimed_at=now if is_published else None)
        for ids in each
    ]
    put_off(_insert, rows, turn=_TURN)


def _insert(rows: Sequence[OutboxJob]) -> None:
    """Insert jobs in one statement, and publish those that are claimed after the commit."""
    insert_rows(rows)
    claimed = [row for row in rows if row.claimed_at is not None]
    if claimed:

        def publish_all() -> None:
            publish([StartedJob(row.pk, 0) for row in claimed])

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


def dead_jobs() -> QuerySet[OutboxJob]:
    """Return the rows of all dead jobs, the oldest one first."""
    return OutboxJob.objects.filter(is_dead=True).order_by("pk")


def requeue(job: Job, **ids: int) -> None:
    """Run a job again at once: reset its row with new attempts, or add one."""
    rows = OutboxJob.objects.filter(name=job, **{f"args__{key}": ids[key] for key in ids})
    fresh = rows.update(is_dead=False, attempts=0, claimed_at=None, due_at=timezone.now())
    if not fresh:
        enqueue_each(job, [ids])


def _due(now: datetime, *, is_broker_empty: bool = False) -> QuerySet[OutboxJob]:
    """Return the due jobs that no worker and no message has."""
    is_lost = Q(claimed_at__lt=now - CLAIM_TIMEOUT)
    if not is_broker_empty:
        waits = Lane.PAIRINGS.jobs & Q(started_at=None, claimed_at__gte=now - MESSAGE_TIMEOUT)
        is_lost &= ~waits
    is_free = Q(claimed_at=None) | is_lost
    # Claims in the future are from before the clock was set back.
    is_free |= Q(claimed_at__gt=now + CLAIM_TIMEOUT)
    return OutboxJob.objects.filter(is_free, is_dead=False, due_at__lte=now)


def _at_work(now: datetime) -> Q:
    """Return the jobs that a worker does."""
    return Q(started_at__isnull=False, claimed_at__gte=now - CLAIM_TIMEOUT)


def lanes_due() -> list[Lane]:
    """Return the lanes with a due job that nobody has, the most urgent one first; one query."""
    names = _due(timezone.now()).values_list("name", flat=True).order_by("name").distinct()
    lanes = {lane_of(name) for name in names}
    return [lane for lane in Lane if lane in lanes]


def relay() -> None:
    """Publish the pairings that no worker and no message has, after a failure of the broker or a worker."""
    publish(claim_due(is_broker_empty=_is_broker_empty()))


def _is_broker_empty() -> bool:
    """Whether no message waits in the broker, so that it has lost those which nobody has begun."""
    try:
        with current_app.pool.acquire(block=True) as link:
            name = current_app.conf.task_default_queue
            waiting: int = link.default_channel.queue_declare(name, passive=True).message_count
            return waiting == 0
    except ChannelError:
        # One that has just started does not know the queue.
        return True
    except (BrokerError, *current_app.connection_for_read().connection_errors):
        return False


def claim_due(
    *, lane: Lane = Lane.PAIRINGS, limit: int = 100, is_broker_empty: bool = False
) -> list[StartedJob]:
    """Claim the due jobs of a lane, including those of workers that died."""
    now = timezone.now()
    due = _due(now, is_broker_empty=is_broker_empty).filter(lane.jobs)
    # The query without a lock keeps an idle pump from taking SQLite's only write lock.
    if not due.exists():
        return []
    with transaction.atomic():
        skip_locked = connection.features.has_select_for_update_skip_locked
        rows = [
            row for row in due.select_for_update(skip_locked=skip_locked)[:limit] if not _has_rest(row, now)
        ]
        spent = [row.pk for row in rows if row.attempts >= MAX_ATTEMPTS]
        OutboxJob.objects.filter(pk__in=spent).update(
            is_dead=True, last_error="Its worker died every time it was started."
        )
        runnable = [row for row in rows if row.attempts < MAX_ATTEMPTS]
        OutboxJob.objects.filter(pk__in=[row.pk for row in runnable]).update(claimed_at=now, started_at=None)
    return [StartedJob(row.pk, row.attempts) for row in runnable]


def _has_rest(job: OutboxJob, now: datetime) -> bool:
    """Whether a job whose worker died rests first, and if so free its claim and put it off."""
    since = job.claimed_at
    if since is None or not DEATHS_WITHOUT_REST < job.attempts < MAX_ATTEMPTS:
        return False
    due = min(since, now) + _pause(job.attempts)
    if due > now:
        OutboxJob.objects.filter(pk=job.pk).update(claimed_at=None, due_at=due)
    return due > now


def _pause(attempts: int) -> timedelta:
    """Return how long a job waits after so many starts in vain."""
    return timedelta(seconds=min(2**attempts, LONGEST_PAUSE))


def in_flight() -> int:
    """Return the number of pairings that wait in the memory of a worker or are being done."""
    now = timezone.now()
    waits = Q(started_at=None, claimed_at__gte=now - MESSAGE_TIMEOUT)
    return OutboxJob.objects.filter(waits | _at_work(now), Lane.PAIRINGS.jobs, is_dead=False).count()


def is_late(*lanes: Lane, since: datetime) -> bool:
    """Whether a job of the lanes has been due since before this time and is not running."""
    of_lanes = reduce(or_, (lane.jobs for lane in lanes))
    late = OutboxJob.objects.filter(of_lanes, is_dead=False, due_at__lt=since)
    return late.exclude(_at_work(timezone.now())).exists()


@dataclass(frozen=True, slots=True)
class Backlog:
    """A lane's due jobs that no worker does, for how long the oldest of them is due, and its dead jobs."""

    lane: Lane
    due: int
    oldest: timedelta
    dead: int


def backlogs() -> list[Backlog]:
    """Return the backlog of each lane, in one statement."""
    now = timezone.now()
    is_due = Q(is_dead=False, due_at__lte=now) & ~_at_work(now)
    figures = {
        f"{lane}_{name}": aggregate
        for lane in Lane
        for name, aggregate in (
            ("due", Count("pk", filter=lane.jobs & is_due)),
            ("oldest", Min("due_at", filter=lane.jobs & is_due)),
            ("dead", Count("pk", filter=lane.jobs & Q(is_dead=True))),
        )
    }
    row = OutboxJob.objects.aggregate(**figures)
    return [
        Backlog(lane, row[f"{lane}_due"], now - (row[f"{lane}_oldest"] or now), row[f"{lane}_dead"])
        for lane in Lane
    ]


def start(claim: StartedJob) -> OutboxJob | None:
    """Start a claimed job; return None if it is done or started by another worker."""
    now = timezone.now()
    count = OutboxJob.objects.filter(pk=claim.job_id, attempts=claim.attempt, is_dead=False).update(
        attempts=claim.attempt + 1, claimed_at=now, started_at=now
    )
    return OutboxJob.objects.filter(pk=claim.job_id).first() if count else None


def release(claim: StartedJob) -> None:
    """Let a claimed job that could not be started be claimed again at once."""
    OutboxJob.objects.filter(pk=claim.job_id, attempts=claim.attempt).update(claimed_at=None)


def complete(job: OutboxJob) -> None:
    """Delete a finished job, in the transaction of its effect if there is one."""
    OutboxJob.objects.filter(pk=job.pk).delete()


def heartbeat(job: Job, **ids: int) -> None:
    """Renew the claim of a long job, so that it does not time out."""
    waiting(job, **ids).filter(claimed_at__isnull=False).update(claimed_at=timezone.now())


def fail(job: OutboxJob, error: str) -> None:
    """Schedule a failed job again after a growing pause, or mark it dead after the last attempt."""
    is_dead = job.attempts >= MAX_ATTEMPTS
    # A later start of the same job is left unchanged.
    OutboxJob.objects.filter(pk=job.pk, attempts=job.attempts).update(
        claimed_at=None,
        due_at=timezone.now() + _pause(job.attempts),
        last_error=error[-4000:],
        is_dead=is_dead,
    )


def postpone(job: OutboxJob, error: str, *, until: datetime) -> None:
    """Schedule a delivery again after a server failure, without counting the attempt; dead after `MAIL_KEPT`."""
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


def drop(jobs: QuerySet[OutboxJob]) -> int:
    """Delete dead jobs; return their number. What a sweep finds undone is enqueued anew."""
    count, _rows = jobs.filter(is_dead=True).delete()
    return count


def release_all() -> int:
    """Release all claims except mail, at the start of the only worker; return their number.

    Who was at work at many deaths of a worker rests first.
    """
    rows = OutboxJob.objects.filter(~Lane.MAIL.jobs, is_dead=False, claimed_at__isnull=False)
    now = timezone.now()
    resting = sum(_has_rest(row, now) for row in rows.filter(attempts__gt=DEATHS_WITHOUT_REST))
    return resting + rows.update(claimed_at=None)
