"""Live lists kept up to date by jobs: an action that changes what a list depends on enqueues its job.

Each list has a job of its own, so a list that cannot be computed stops no other; its state says why.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.errors.federations import NoCountingRules
from tournaments.models import Federation, ListFault, ListOrigin, ListState, OutboxJob, RatingList
from tournaments.queue import Job, enqueue_each, waiting

from .computing import compute, is_behind

_PAUSE = timedelta(seconds=5)
"""A list waits so long for further results, so that many of them cost one computation."""


def renew(list_id: int) -> None:
    """Bring a live list up to all that is known, or note why that is impossible; its waiting jobs are done then."""
    jobs = list(waiting(Job.COMPUTE_LIST, list_id=list_id).values_list("pk", flat=True))
    rating_list = RatingList.objects.select_related("federation", "club").get(pk=list_id)
    try:
        with transaction.atomic():
            compute(rating_list)
            OutboxJob.objects.filter(pk__in=jobs).delete()
    except NoCountingRules:
        # The rules ask for the list once they are set.
        _note(rating_list, ListFault.NO_COUNTING_RULES)
        OutboxJob.objects.filter(pk__in=jobs).delete()
    # Whatever failed, officers see that the list is behind; the error goes on to the runner, which tries again.
    except Exception:
        _note(rating_list, ListFault.FAILED)
        raise


def ask(*lists: RatingList) -> None:
    """Enqueue these lists in the transaction of an action that changes them."""
    enqueue_each(Job.COMPUTE_LIST, [{"list_id": one.pk} for one in lists if one.is_computed])


def ask_of(federation: Federation) -> None:
    """Enqueue the lists of a federation in the transaction of an action that changes what counts in it."""
    ask(*RatingList.objects.filter(federation=federation).order_by("pk"))


def ask_all() -> int:
    """Enqueue every computed list after verdicts were given, unless its job is still to start; return their number."""
    now = timezone.now()
    # A job that starts from now on sees what the caller knows.
    new = _computed().exclude(pk__in=_waiting(attempts=0, due_at__gte=now)).values_list("pk", flat=True)
    jobs = [{"list_id": key} for key in new]
    enqueue_each(Job.COMPUTE_LIST, jobs, due=now + _PAUSE)
    return len(jobs)


def ask_behind() -> int:
    """Enqueue every list that is behind what is known, because its job was lost; return their number."""
    idle = _computed().exclude(pk__in=_waiting()).select_related("federation", "club")
    jobs = [{"list_id": one.pk} for one in idle if is_behind(one)]
    enqueue_each(Job.COMPUTE_LIST, jobs)
    return len(jobs)


def _computed() -> QuerySet[RatingList]:
    return RatingList.objects.filter(origin=ListOrigin.COMPUTED).order_by("pk")


def _waiting(**conditions: Any) -> list[int]:
    """Return the keys of the lists that have a job."""
    jobs = waiting(Job.COMPUTE_LIST).filter(**conditions)
    return [args["list_id"] for args in jobs.values_list("args", flat=True)]


def _note(rating_list: RatingList, fault: ListFault) -> None:
    ListState.objects.get_or_create(list=rating_list)
    ListState.objects.filter(list=rating_list).update(fault=fault, fault_at=timezone.now())
