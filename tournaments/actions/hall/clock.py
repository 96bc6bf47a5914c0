"""The system clock: after a jump or downtime, confirmation deadlines of reports are extended."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import F

from matches.models import Report
from tournaments import notices, queue
from tournaments.actions import log
from tournaments.actions.locks import lock_matches
from tournaments.acts.service import ClockJumped, ServiceStood
from tournaments.models import ClockMark, IdempotencyKey, Passed, Tournament, boot_time, pairing_of
from tournaments.models.clock_mark import TOLERATED
from tournaments.queue import Job, enqueue

logger = logging.getLogger(__name__)

_MARKED_EVERY = timedelta(seconds=30)
# The remaining time of a session whose expiry is uncertain.
_SPARED = timedelta(days=1)


def look(now: datetime) -> None:
    """Compare the clock with the last check; call before confirming overdue reports.

    After a jump, waiting reports get the time that was really left; reports that fell due during downtime, or
    whose remaining time is unknown, get the full time again, once. No deadline is extended further.
    """
    mark = ClockMark.objects.first()
    if mark is not None and not mark.passed(now).is_odd:
        if now - mark.at >= _MARKED_EVERY:
            _mark(mark, now)
        return
    with transaction.atomic():
        # The second of two concurrent workers finds an updated mark.
        mark = ClockMark.objects.select_for_update().first()
        if mark is None:
            boot, seconds = boot_time()
            ClockMark.objects.get_or_create(pk=1, defaults={"at": now, "boot": boot, "seconds": seconds})
        elif (elapsed := mark.passed(now)).is_odd:
            _mend(mark, elapsed, now)
            _mark(mark, now)


def _mark(mark: ClockMark, now: datetime) -> None:
    mark.at = now
    mark.boot, mark.seconds = boot_time()
    mark.save()


def _mend(mark: ClockMark, elapsed: Passed, now: datetime) -> None:
    """Correct the deadlines, sessions and jobs after a jump of the clock."""
    late_reports = _move_silence(mark, elapsed, now)
    if elapsed.has_jumped:
        logger.warning(
            "The clock jumped by %s minutes; results that wait: %s.", elapsed.minutes, len(late_reports)
        )
    else:
        logger.info(
            "Nobody looked for %s minutes; results that wait: %s.", elapsed.minutes, len(late_reports)
        )
    _keep_sessions(mark, elapsed, now)
    if elapsed.jump > timedelta(0):
        IdempotencyKey.objects.update(made_at=F("made_at") + elapsed.jump)
    if elapsed.clock < timedelta(0):
        queue.hurry(now)
    for tournament, reports in _by_tournament(late_reports).items():
        _tell(tournament, reports, mark, elapsed)


def _tell(tournament: Tournament, reports: list[Report], mark: ClockMark, elapsed: Passed) -> None:
    """Notify the directors of a tournament of the extended reports, and log the event."""
    minutes, count = abs(elapsed.minutes), len(reports)
    notices.time_given_again(
        tournament,
        has_jumped=elapsed.has_jumped,
        occasion=f"{tournament.uid} {mark.at.isoformat()}",
        minutes=minutes,
        count=count,
    )
    kind = ClockJumped if elapsed.has_jumped else ServiceStood
    uids = tuple(report.uid for report in reports)
    act = kind(tournament.uid, minutes=minutes, count=count, reports=uids)
    log.append(act, of=tournament, by=None, rows=[report.match for report in reports])


def _move_silence(mark: ClockMark, elapsed: Passed, now: datetime) -> list[Report]:
    """Recompute the confirmation deadlines of waiting reports; return the changed reports."""
    waiting = Report.objects.filter(
        confirm_by__isnull=False, match__final_at=None, match__cancelled_at=None
    ).order_by("pk")
    # Only the last report of a side waits for confirmation.
    newest = {report.match_id: report for report in waiting}
    reports = []
    for match in lock_matches(newest):
        report = newest[match.pk]
        report.match = match
        at = _moved(report, mark, elapsed, now)
        if at != report.silence_at and not match.is_final:
            match.silence_at = at
            match.save(update_fields=["silence_at"])
            enqueue(Job.CONFIRM_OVERDUE, due=at, report_id=report.pk)
            reports.append(report)
    return reports


def _moved(report: Report, mark: ClockMark, elapsed: Passed, now: datetime) -> datetime:
    """Return the corrected confirmation deadline of a report."""
    whole = now + timedelta(minutes=report.match.grace_minutes)
    was_moved = report.match.silence_at is not None
    if elapsed.jump and not was_moved and report.at > mark.at:
        # The report may be from before or after the jump.
        return whole
    at = (report.silence_at or whole) + elapsed.jump
    stood = elapsed.real is None or elapsed.real > TOLERATED
    return whole if at <= now and stood and not was_moved else min(at, whole)


def _keep_sessions(mark: ClockMark, elapsed: Passed, now: datetime) -> None:
    """Correct the expiry of sessions after a jump, within the usual maximum age."""
    alive = Session.objects.filter(expire_date__gt=mark.at)
    if elapsed.jump > timedelta(0):
        alive.update(expire_date=F("expire_date") + elapsed.jump)
    elif elapsed.real is None:
        alive.filter(expire_date__lt=now).update(expire_date=now + _SPARED)
    longest = now + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    Session.objects.filter(expire_date__gt=longest).update(expire_date=longest)


def _by_tournament(reports: Iterable[Report]) -> dict[Tournament, list[Report]]:
    """Return the reports by tournament, ordered by primary key."""
    groups: dict[Tournament, list[Report]] = {}
    for report in reports:
        groups.setdefault(pairing_of(report.match).stage.event.tournament, []).append(report)
    return dict(sorted(groups.items(), key=lambda one: one[0].pk))
