"""The Celery tasks: load what a job names, call one action.

Every action that a job calls is idempotent and safe to run twice at once, so a job
whose worker was killed between its effect and `finish` runs again without harm.
"""

from __future__ import annotations

import logging
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cache

from celery import shared_task
from django.conf import settings
from django.db import OperationalError
from django.db.models import Q
from django.utils import timezone
from django.utils.module_loading import import_string
from prometheus_client import Counter, Histogram
from structlog.contextvars import bound_contextvars, clear_contextvars

from matches.database.repeating import repeat_while_busy
from tournaments.actions.table_uses import ask_for_calls
from tournaments.formats import FORMATS, opens_rounds_by_calendar

from . import notices, queue
from .actions import checkpoints, results, retention, sealing
from .actions.draws import progress
from .actions.entrants import challenges, qualifying, teams
from .actions.feed import judging, writing
from .actions.hall import calling, clock, emergency
from .actions.lists import comparisons, packing, renewing, telling, variations
from .actions.people import accounts, publicity
from .actions.records import analyses, uploads
from .models import Event, OutboxJob, RatingList, Stage, Submission, Tournament
from .queries.events import forecasts, hall_forecasts
from .queue import Job, Lane, StartedJob

logger = logging.getLogger(__name__)
_job_log = logging.getLogger("videau.job")

JOB_SECONDS = Histogram(
    "videau_job_seconds", "Time of a job, by name.", ["job"], buckets=(0.01, 0.1, 0.5, 1, 2, 5, 10, 30, 60)
)
JOB_FAILURES = Counter("videau_job_failures", "Failed attempts of jobs, by name.", ["job"])

# A job that this release does not know rests for this long, so that a worker of a later one takes it.
_LEFT_TO_OTHERS = timedelta(seconds=5)
# The number of tournaments sealed per sweep, so that a sweep is short.
_SEALED_AT_ONCE = 5
# Sweeps include an event until this time after the last day of its tournament.
_LOOKED_AFTER = timedelta(days=2)
# Formats in which pairings follow from the date, and seasons outlast the tournament's dates.
_BY_WEEKS = frozenset(code for code, rules in FORMATS.items() if opens_rounds_by_calendar(rules))
# After a failure of the mail server deliveries pause, and then one mail is tried.
_mail_server = notices.Breaker(pause=5, longest=60)


def _pair(event_id: int) -> None:
    event = Event.objects.select_related("tournament").get(pk=event_id)
    # First the feed: pairing takes the job of every result away that it has seen.
    if writing.write(event.tournament):
        _judge_new()
    progress.advance(event)
    emergency.ask(event.tournament)


def _check_record(record_id: int) -> None:
    uploads.check(record_id)


def _analyse_record(record_id: int) -> None:
    analyses.analyse(record_id)


def _send_notice(notice_id: int) -> None:
    notices.mail(notice_id)


def _tell_phone(notice_id: int, subscription_id: int) -> None:
    notices.tell_phone(notice_id, subscription_id)


def _send_account_mail(mail_id: int) -> None:
    if not notices.mail_account(mail_id):
        accounts.give_up_mail(mail_id)


def _send_final_page(mail_id: int) -> None:
    notices.mail_final_page(mail_id)


def _confirm_overdue(report_id: int) -> None:
    now = timezone.now()
    clock.look(now)
    results.confirm_overdue_report(report_id, now)


def _public_name(player_id: int) -> None:
    publicity.renew_again(player_id)


def _qualify(event_id: int) -> None:
    qualifying.qualify(Event.objects.select_related("tournament", "qualifies_for").get(pk=event_id))


def _forecast(event_id: int) -> None:
    forecasts.renew(Event.objects.select_related("tournament").get(pk=event_id), now=timezone.now())


def _hall_forecast(tournament_id: int) -> None:
    tournament = Tournament.objects.get(pk=tournament_id)
    for _step in hall_forecasts.renewals(tournament, now=timezone.now()):
        queue.heartbeat(Job.HALL_FORECAST, tournament_id=tournament_id)


def _emergency_paper(tournament_id: int) -> None:
    for _paper in emergency.papers(Tournament.objects.get(pk=tournament_id)):
        queue.heartbeat(Job.EMERGENCY_PAPER, tournament_id=tournament_id)


def _call(tournament_id: int) -> None:
    calling.call_waiting(Tournament.objects.get(pk=tournament_id))


def _feed(tournament_id: int) -> None:
    if writing.write(Tournament.objects.get(pk=tournament_id)):
        _judge_new()


def _judge(**about: int) -> None:
    count = judging.judge_all()
    if about:
        count += judging.judge_again(**{f"{name.removesuffix('_id')}s": [key] for name, key in about.items()})
    # A merge changes lists without changing a verdict.
    if count or "player_id" in about:
        renewing.ask_all()


def _judge_new() -> None:
    if judging.judge_all():
        renewing.ask_all()


def _compute_list(list_id: int) -> None:
    renewing.renew(list_id)


def _variation(variation_id: int) -> None:
    variations.compute_variation(variation_id)


def _list_comparison(comparison_id: int) -> None:
    comparisons.compute_comparison(comparison_id)


def _list_records(list_id: int) -> None:
    packing.renew_records(RatingList.objects.get(pk=list_id))


def _event_rated(submission_id: int) -> None:
    # The file counts once its matches have verdicts.
    judging.judge_all()
    telling.tell_event_rated(Submission.objects.select_related("federation").get(pk=submission_id))


def _sweep() -> None:
    """Do the work of lost jobs, and ask once a day for the removal of what is past its time."""
    now = timezone.now()
    clock.look(now)
    results.confirm_overdue(now)
    challenges.remind(now)
    teams.remind_captains(now)
    challenges.expire(now)
    uploads.fail_dead()
    variations.fail_dead()
    comparisons.fail_dead()
    comparisons.ask_stale(now)
    sealing.seal_what_is_older(_SEALED_AT_ONCE)
    writing.write_all()
    judging.judge_all()
    renewing.ask_behind()
    is_near = Q(event__tournament__ends_on__gte=(now - _LOOKED_AFTER).date())
    running = Stage.objects.filter(
        is_near | Q(format__in=_BY_WEEKS), completed_at=None, draws__voided_at=None, draws__isnull=False
    )
    events = list(running.values_list("event_id", flat=True).distinct().order_by())
    for event_id in events:
        queue.enqueue(Job.PAIR, event_id=event_id)
    for event_id in forecasts.watched(events):
        # One that still waits will see all that has happened by then.
        if not queue.waiting(Job.FORECAST, event_id=event_id).exists():
            queue.enqueue(Job.FORECAST, event_id=event_id)
    for tournament in Tournament.objects.filter(events__in=events).distinct():
        emergency.ask(tournament)
    near = Tournament.objects.filter(calls_automatically=True, ends_on__gte=(now - _LOOKED_AFTER).date())
    for tournament in near:
        ask_for_calls(tournament)
    if retention.is_due(now) and not queue.waiting(Job.RETENTION).exists():
        queue.enqueue(Job.RETENTION)
    # Last, because a key that is none stops it.
    checkpoints.publish_due(now)


def _retention() -> None:
    for _line in retention.remove(timezone.now()):
        queue.heartbeat(Job.RETENTION)


_ACTIONS: Mapping[str, Callable[..., None]] = {
    Job.PAIR: _pair,
    Job.CHECK_RECORD: _check_record,
    Job.ANALYSE_RECORD: _analyse_record,
    Job.SEND_NOTICE: _send_notice,
    Job.TELL_PHONE: _tell_phone,
    Job.SEND_ACCOUNT_MAIL: _send_account_mail,
    Job.SEND_FINAL_PAGE: _send_final_page,
    Job.PUBLIC_NAME: _public_name,
    Job.CONFIRM_OVERDUE: _confirm_overdue,
    Job.QUALIFY: _qualify,
    Job.FORECAST: _forecast,
    Job.HALL_FORECAST: _hall_forecast,
    Job.EMERGENCY_PAPER: _emergency_paper,
    Job.CALL: _call,
    Job.FEED: _feed,
    Job.JUDGE: _judge,
    Job.VARIATION: _variation,
    Job.LIST_COMPARISON: _list_comparison,
    Job.LIST_RECORDS: _list_records,
    Job.EVENT_RATED: _event_rated,
    Job.COMPUTE_LIST: _compute_list,
    Job.RETENTION: _retention,
    Job.SWEEP: _sweep,
}

if _WITHOUT_ACTION := {*Job} - _ACTIONS.keys():
    raise LookupError(f"nothing does the jobs {', '.join(sorted(_WITHOUT_ACTION))}")


def run(claim: StartedJob) -> bool:
    """Run a claimed job; return whether it succeeded.

    While the database takes nothing, what became of the job is written again and again: a claim that nobody gives up
    keeps a hall waiting.
    """
    try:
        job = queue.start(claim)
    except OperationalError as error:
        logger.warning("The job %s cannot be started: %s", claim.job_id, error)
        repeat_while_busy(lambda: queue.release(claim))
        return False
    if job is None:
        return False
    clear_contextvars()
    with bound_contextvars(job=job.name, job_id=job.pk, attempt=job.attempts), _timed(job):
        return _around()(job, _run)


@cache
def _around() -> Callable[[OutboxJob, Callable[[OutboxJob], bool]], bool]:
    """Return what does a job, such as within a span of a trace."""
    around: Callable[[OutboxJob, Callable[[OutboxJob], bool]], bool] = (
        import_string(settings.AROUND_JOB) if settings.AROUND_JOB else lambda job, do: do(job)
    )
    return around


@contextmanager
def _timed(job: OutboxJob) -> Iterator[None]:
    """Log and measure the time of a job."""
    begin = time.perf_counter()
    yield
    seconds = time.perf_counter() - begin
    JOB_SECONDS.labels(job.name).observe(seconds)
    _job_log.info("%s ended", job.name, extra={"ms": round(1000 * seconds)})


def _run(job: OutboxJob) -> bool:
    if job.name not in _ACTIONS:
        # A deploy is under way: a worker of the later release does it, and no attempt is counted.
        _postpone(job, "A later release has this job.", until=timezone.now() + _LEFT_TO_OTHERS)
        return False
    try:
        _ACTIONS[job.name](**job.args)
    except notices.MailServerAway as error:
        _leave_mail_server_alone(job, error)
        return False
    except notices.PhoneWaits as error:
        _postpone(job, str(error), until=error.until)
        return False
    # Whatever went wrong, the job goes back to the outbox with it, and the next one runs.
    except Exception:
        logger.exception("The job %s failed at attempt %s.", job, job.attempts)
        JOB_FAILURES.labels(job.name).inc()
        stack = traceback.format_exc()
        repeat_while_busy(lambda: queue.fail(job, stack))
        return False
    repeat_while_busy(lambda: queue.complete(job))
    return True


def _postpone(job: OutboxJob, error: str, *, until: datetime) -> None:
    repeat_while_busy(lambda: queue.postpone(job, error, until=until))


def _leave_mail_server_alone(job: OutboxJob, error: Exception) -> None:
    logger.warning("The mail server is away, mails wait: %s", error)
    _mail_server.fail()
    _postpone(job, str(error), until=timezone.now() + timedelta(seconds=_mail_server.pause))


def deliver() -> bool | None:
    """Send the next waiting mail; return None if none is due or the mail server is paused."""
    if not _mail_server.admits():
        return None
    claims = queue.claim_due(lane=Lane.MAIL, limit=1)
    is_sent = any(run(claim) for claim in claims)
    if is_sent and _mail_server.succeed():
        # Mails that waited for the server are due now.
        queue.postponed().update(due_at=timezone.now(), last_error="")
    else:
        _mail_server.release()
    return is_sent if claims else None


def run_lane(lane: Lane, *, limit: int = 1) -> int | None:
    """Run the next due jobs of a lane, mails one at a time; return the successes, and None if there is nothing to do."""
    if lane is Lane.MAIL:
        return deliver()
    claims = queue.claim_due(lane=lane, limit=limit)
    return sum(run(claim) for claim in claims) if claims else None


def run_due() -> int:
    """Run all due jobs and their follow-up jobs in this process; return the number of successes."""
    count = 0
    while (successes := _run_most_urgent()) is not None:
        count += successes
    return count


def _run_most_urgent() -> int | None:
    """Run the due jobs of the most urgent lane that has some; return None if none has."""
    for lane in queue.lanes_due():
        if (successes := run_lane(lane, limit=100)) is not None:
            return successes
    return None


class Precedence:
    """Lets the jobs of other lanes begin after the pairings that this process is at: they share its processor."""

    def __init__(self) -> None:
        self._count = 0
        self._change = threading.Condition()

    def __enter__(self) -> None:
        with self._change:
            self._count += 1

    def __exit__(self, *_error: object) -> None:
        with self._change:
            self._count -= 1
            self._change.notify_all()

    def give_way(self, *, seconds: float) -> None:
        """Wait until no pairing is at work, or so long."""
        with self._change:
            self._change.wait_for(lambda: not self._count, timeout=seconds)


pairings = Precedence()


@shared_task(name=queue.TASK)
def run_job(job_id: int, attempt: int) -> None:
    """Run one job of the outbox that the broker has brought."""
    with pairings:
        run(StartedJob(job_id, attempt))


@shared_task(name="tournaments.relay")
def relay() -> None:
    """Publish due pairings that no worker has, after a failure of the broker or a worker."""
    queue.relay()


@shared_task(name="tournaments.request_sweep")
def request_sweep() -> None:
    """Enqueue a sweep, unless one is due soon."""
    soon = timezone.now() + timedelta(seconds=queue.LONGEST_PAUSE)
    if not queue.waiting(Job.SWEEP).filter(due_at__lte=soon).exists():
        queue.enqueue(Job.SWEEP)
