"""The agenda of an officer: everything in a federation that waits for a decision or is news to it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments.acts.disputes import ResultCorrected
from tournaments.models import (
    Archive,
    ArchiveState,
    Federation,
    FeedRow,
    LogEntry,
    ResultFile,
    Right,
    Sanction,
    SanctionState,
    Submission,
    SubmissionState,
)
from tournaments.queries.exchange.results import ResultCounts, counts_of, results_in
from tournaments.queries.people.duplicates import LikelyDuplicate, likely_duplicates

_NEWS = timedelta(days=30)
_MOST_CORRECTIONS = 10
# How many of the files to decide on are read.
FIRST_FILES = 5


@dataclass(frozen=True, slots=True)
class Agenda:
    """What waits in a federation; `sanctions` are the submitted events, the oldest first.

    `submissions` are the files to decide on, and `outdated` those in force of events played here of which a result has
    changed since. `archives` are those that wait to be imported. `duplicates` is empty for officers who may not merge. `corrections` are those of the results of
    sanctioned events within 30 days, the newest first. `counts` are those of the first files to decide on.
    """

    sanctions: Sequence[Sanction]
    submissions: Sequence[Submission]
    outdated: Sequence[Submission]
    archives: Sequence[Archive]
    duplicates: Sequence[LikelyDuplicate]
    corrections: Sequence[LogEntry]
    counts: Mapping[int, ResultCounts]


def agenda_of(federation: Federation, *, rights: Collection[Right]) -> Agenda:
    """Return what waits for an officer with these rights; a fixed number of queries."""
    requests = Sanction.objects.filter(federation=federation, state=SanctionState.REQUESTED)
    grants = Sanction.objects.filter(federation=federation, state=SanctionState.GRANTED)
    corrections = LogEntry.objects.filter(
        event__in=grants.values("event"), code=ResultCorrected.code, at__gte=timezone.now() - _NEWS
    )
    archives = Archive.objects.filter(federation=federation, state=ArchiveState.WAITING)
    files = Submission.objects.filter(federation=federation).defer("content", "people")
    submissions = list(files.filter(state=SubmissionState.SUBMITTED).order_by("sent_at", "pk"))
    first = [row.pk for row in submissions[:FIRST_FILES]]
    return Agenda(
        sanctions=list(requests.select_related("event__tournament").order_by("requested_at", "pk")),
        submissions=submissions,
        outdated=list(_outdated(files.filter(state=SubmissionState.ACCEPTED)).order_by("pk")),
        archives=list(archives.defer("content", "people").order_by("pk")),
        duplicates=likely_duplicates(federation) if Right.REGISTER in rights else (),
        corrections=list(corrections.select_related("event", "by").order_by("-pk")[:_MOST_CORRECTIONS]),
        counts={row.pk: counts_of(results_in(row)) for row in Submission.objects.filter(pk__in=first)},
    )


def _outdated(submissions: QuerySet[Submission]) -> QuerySet[Submission]:
    """Return those of events played here of which the feed has a later change."""
    times = ResultFile.objects.filter(digest=OuterRef("digest")).values("made_at")[:1]
    rows = submissions.annotate(made_at=Coalesce(Subquery(times), F("sent_at")))
    later = FeedRow.objects.filter(event__uid=OuterRef("event_uid"), at__gt=OuterRef("made_at"))
    return rows.filter(Exists(later))
