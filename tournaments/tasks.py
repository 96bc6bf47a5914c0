"""The Celery tasks: load what a job names, call one action.

Every action that a job calls is idempotent and safe to run twice at once, so a job
whose worker was killed between its effect and `finish` runs again without harm.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Mapping
from datetime import timedelta

from celery import shared_task
from django.contrib.sessions.models import Session
from django.db.models import Q
from django.utils import timezone

from tournaments.formats import FORMATS, opens_rounds_by_calendar

from . import notices, queue
from .actions import results, sealing
from .actions.draws import progress
from .actions.entrants import challenges, qualifying
from .actions.hall import calling, clock
from .actions.people import accounts
from .actions.records import analyses, uploads
from .models import AccountMail, Event, IdempotencyKey, OutboxJob, Stage, Tournament
from .queries.events import forecasts
from .queue import Job, Lane, StartedJob

logger = logging.getLogger(__name__)

# The time for which idempotency keys are kept.
KEPT_KEYS = timedelta(hours=24)
# The number of tournaments sealed per sweep, so that a sweep is short.
_SEALED_AT_ONCE = 5
# Sweeps include an event until this time after the last day of its tournament.
_LOOKED_AFTER = timedelta(days=2)
# Formats in which pairings follow from the date, and seasons outlast the tournament's dates.
_BY_WEEKS = frozenset(code for code, rules in FORMATS.items() if opens_rounds_by_calendar(rules))
# After a failure of the mail server deliveries pause, and then one mail is tried.
_mail_server = notices.Breaker(pause=5, longest=60)


def _pair(event_id: int) -> None:
    progress.advance(Event.objects.select_related("tournament").get(pk=event_id))


def _check_record(record_id: int) -> None:
    uploads.check(record_id)


def _analyse_record(record_id: int) -> None:
    analyses.analyse(record_id)


def _send_notice(notice_id: int) -> None:
    notices.mail(notice_id)


def _send_account_mail(mail_id: int) -> None:
    if not notices.mail_account(mail_id):
        accounts.give_up_mail(mail_id)


def _confirm_overdue(report_id: int) -> None:
    now = timezone.now()
    clock.look(now)
    results.confirm_overdue_report(report_id, now)


def _qualify(event_id: int) -> None:
    qualifying.qualify(Event.objects.select_related("tournament", "qualifies_for").get(pk=event_id))


def _forecast(event_id: int) -> None:
    forecasts.renew(Event.objects.select_related("tournament").get(pk=event_id), now=timezone.now())


def _call(tournament_id: int) -> None:
    calling.call_waiting(Tournament.objects.get(pk=tournament_id))


def _sweep() -> None:
    """Do the work of lost jobs, and delete outdated rows."""
    now = timezone.now()
    clock.look(now)
    results.confirm_overdue(now)
    challenges.remind(now)
    challenges.expire(now)
    uploads.fail_dead()
    sealing.seal_what_is_older(_SEALED_AT_ONCE)
    is_near = Q(event__tournament__ends_on__gte=(now - _LOOKED_AFTER).date())
    running = Stage.objects.filter(
        is_near | Q(format__in=_BY_WEEKS), completed_at=None, draws__voided_at=None, draws__isnull=False
    )
    for event_id in running.values_list("event_id", flat=True).distinct().order_by():
        queue.enqueue(Job.PAIR, event_id=event_id)
        # One that still waits will see all that has happened by then.
        if not queue.waiting(Job.FORECAST, event_id=event_id).exists():
            queue.enqueue(Job.FORECAST, event_id=event_id)
    near = Tournament.objects.filter(calls_automatically=True, ends_on__gte=(now - _LOOKED_AFTER).date())
    for tournament in near:
        calling.ask(tournament)
    AccountMail.objects.filter(made_at__lt=now - queue.MAIL_KEPT).delete()
    IdempotencyKey.objects.filter(made_at__lt=now - KEPT_KEYS).delete()
    Session.objects.filter(expire_date__lt=now).delete()


_ACTIONS: Mapping[Job, Callable[..., None]] = {
    Job.PAIR: _pair,
    Job.CHECK_RECORD: _check_record,
    Job.ANALYSE_RECORD: _analyse_record,
    Job.SEND_NOTICE: _send_notice,
    Job.SEND_ACCOUNT_MAIL: _send_account_mail,
    Job.CONFIRM_OVERDUE: _confirm_overdue,
    Job.QUALIFY: _qualify,
    Job.FORECAST: _forecast,
    Job.CALL: _call,
    Job.SWEEP: _sweep,
}


def run(claim: StartedJob) -> bool:
    """Run a claimed job; return whether it succeeded."""
    job = queue.start(claim)
    if job is None:
        return False
    try:
        _ACTIONS[Job(job.name)](**job.args)
    except notices.MailServerAway as error:
        _leave_mail_server_alone(job, error)
        return False
    # Whatever went wrong, the job goes back to the outbox with it, and the next one runs.
    except Exception:
        logger.exception("The job %s failed at attempt %s.", job, job.attempts)
        queue.fail(job, traceback.format_exc())
        return False
    queue.complete(job)
    return True


def _leave_mail_server_alone(job: OutboxJob, error: Exception) -> None:
    logger.warning("The mail server is away, mails wait: %s", error)
    _mail_server.fail()
    queue.postpone(job, str(error), until=timezone.now() + timedelta(seconds=_mail_server.pause))


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


def run_due() -> int:
    """Run all due jobs and their follow-up jobs in this process; return the number of successes."""
    count = 0
    while claims := queue.claim_due():
        count += sum(run(claim) for claim in claims)
    while (is_sent := deliver()) is not None:
        count += is_sent
    return count


@shared_task(name=queue.TASK)
def run_job(job_id: int, attempt: int) -> None:
    """Run one job of the outbox."""
    run(StartedJob(job_id, attempt))


@shared_task(name="tournaments.relay")
def relay() -> None:
    """Publish due jobs that no worker has, after a failure of the broker or a worker."""
    queue.publish(queue.claim_due())


@shared_task(name="tournaments.request_sweep")
def request_sweep() -> None:
    """Enqueue a sweep, unless one is due soon."""
    soon = timezone.now() + timedelta(seconds=queue.LONGEST_PAUSE)
    if not queue.waiting(Job.SWEEP).filter(due_at__lte=soon).exists():
        queue.enqueue(Job.SWEEP)
