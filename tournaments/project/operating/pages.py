"""The page of the service's state for everybody, and the page of its jobs for operators."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments import access, queue
from tournaments.models import OutboxJob
from tournaments.queries.people.retention import retention_report

from .state import LANE_NAMES, Health, parts

# How many dead jobs the page lists; the others follow once these are gone.
_LISTED = 50
_ALL = "all"
_KEY = re.compile(r"[0-9]{1,15}")


@dataclass(frozen=True, slots=True)
class _LaneRow:
    """A lane on the page of the operator."""

    name: Promise
    due: int
    minutes: int
    dead: int


@dataclass(frozen=True, slots=True)
class _DeadRow:
    """A dead job on the page of the operator, with the last line of its error."""

    key: int
    job: str
    lane: Promise
    made_at: object
    attempts: int
    reason: str


@never_cache
@require_safe
def status(request: HttpRequest) -> HttpResponse:
    """Show whether the service works; while the database is away every page says so."""
    now = timezone.now()
    known = list(parts(now))
    visitor = access.visitor(request)
    context = {
        "parts": known,
        "is_well": all(part.health is Health.WELL for part in known),
        "now": now,
        "is_operator": visitor.account is not None and visitor.account.is_staff,
    }
    return render(request, "operating/status.html", context)


@never_cache
@require_safe
def jobs(request: HttpRequest) -> HttpResponse:
    """Show the lanes with their backlog, and the dead jobs, for operators."""
    access.account_to_operate(access.visitor(request))
    backlogs = queue.backlogs()
    lanes = [
        _LaneRow(LANE_NAMES[one.lane], one.due, one.oldest // timedelta(minutes=1), one.dead)
        for one in backlogs
    ]
    context = {
        "lanes": lanes,
        "dead": [_dead_row(job) for job in queue.dead_jobs()[:_LISTED]],
        "count": sum(one.dead for one in backlogs),
    }
    return render(request, "operating/jobs.html", context)


@never_cache
@require_safe
def retention(request: HttpRequest) -> HttpResponse:
    """Show what is kept for how long, what is past its time, and what was removed, for operators."""
    access.account_to_operate(access.visitor(request))
    return render(request, "operating/retention.html", {"report": retention_report(timezone.now())})


@require_POST
def act_on_jobs(request: HttpRequest) -> HttpResponse:
    """Try dead jobs again, or drop one of them: `retry` and `drop` name it by its key, `retry` all by `all`."""
    access.account_to_operate(access.visitor(request))
    retry, drop = request.POST.get("retry", ""), request.POST.get("drop", "")
    if _KEY.fullmatch(drop):
        count = queue.drop(queue.dead_jobs().filter(pk=drop))
        words = ngettext("%(count)s job is dropped.", "%(count)s jobs are dropped.", count)
    else:
        rows = queue.dead_jobs()
        count = queue.revive(rows if retry == _ALL else rows.filter(pk=retry if _KEY.fullmatch(retry) else 0))
        words = ngettext("%(count)s job is tried again.", "%(count)s jobs are tried again.", count)
    if count:
        messages.success(request, words % {"count": count})
    else:
        messages.info(request, _("This job is no longer among the failed ones."))
    return redirect("service_jobs")


def _dead_row(job: OutboxJob) -> _DeadRow:
    lines = job.last_error.strip().splitlines() or [""]
    names = ", ".join(f"{name} {value}" for name, value in job.args.items())
    return _DeadRow(
        job.pk,
        f"{job.name} {names}".strip(),
        LANE_NAMES[queue.lane_of(job.name)],
        job.made_at,
        job.attempts,
        lines[-1],
    )
