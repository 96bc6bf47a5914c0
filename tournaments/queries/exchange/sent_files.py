"""What a director sent of an event to each federation: the last file, its state there, and whether more has changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, Subquery

from tournaments.models import (
    Event,
    Federation,
    FeedRow,
    Officer,
    ResultFile,
    Sanction,
    SanctionState,
    Submission,
    SubmissionState,
)

from .results import federations_to_send_to


@dataclass(frozen=True, slots=True)
class SentFile:
    """The last result file of an event for a federation.

    `changed` counts the matches that the feed has changed since it was made. `submission` is what the federation received
    of it, None where it is elsewhere or received nothing. `is_here` is whether officers keep the federation on this
    installation, and `is_sanctioned` whether they sanctioned the event.
    """

    federation: Federation
    file: ResultFile | None
    changed: int
    submission: Submission | None
    is_here: bool
    is_sanctioned: bool

    @property
    def must_be_sent_again(self) -> bool:
        """Whether the federation has an earlier result of a match, or asks for another file."""
        is_asked_back = self.submission is not None and self.submission.state == SubmissionState.ASKED_BACK
        return self.file is not None and (self.changed > 0 or is_asked_back)

    @property
    def may_answer(self) -> bool:
        """Whether the last file was asked back and is as it was, so that it is sent again with an answer."""
        is_asked_back = self.submission is not None and self.submission.state == SubmissionState.ASKED_BACK
        return is_asked_back and not self.changed and self.is_here and self.is_sanctioned

    @property
    def may_make(self) -> bool:
        """Whether there is no file yet, or more has changed since the last one."""
        return self.file is None or self.changed > 0

    @property
    def may_send(self) -> bool:
        """Whether the federation is here, has sanctioned the event, and has not got its results as they are."""
        return self.is_here and self.is_sanctioned and (self.may_make or self.submission is None)


def sent_files(event: Event) -> Sequence[SentFile]:
    """Return the last file for each federation of an event; six queries."""
    federations = list(federations_to_send_to(event))
    files: dict[int, ResultFile] = {}
    for file in ResultFile.objects.filter(event=event).defer("content").order_by("number"):
        files[file.federation_id] = file
    submissions = {
        (row.federation_id, row.digest): row
        for row in Submission.objects.filter(event_uid=event.uid).defer("content", "people")
    }
    keys = [federation.pk for federation in federations]
    here = set(Officer.objects.filter(federation__in=keys).values_list("federation", flat=True))
    sanctions = Sanction.objects.filter(event=event, state=SanctionState.GRANTED)
    bodies = set(sanctions.values_list("federation", flat=True))
    changes = list(FeedRow.objects.filter(event=event).values_list("match_uid", "at"))
    lines = []
    for federation in federations:
        last = files.get(federation.pk)
        lines.append(
            SentFile(
                federation,
                last,
                0 if last is None else len({match for match, at in changes if at > last.made_at}),
                None if last is None else submissions.get((federation.pk, last.digest)),
                federation.pk in here,
                federation.pk in bodies,
            )
        )
    return lines


def federations_to_inform(events: Collection[int]) -> Mapping[int, Sequence[str]]:
    """Return the abbreviations of the federations that have not got the results of these events as they are; one query.

    They keep officers here and sanctioned the event. A file that was asked back is none.
    """
    submissions = Submission.objects.filter(federation=OuterRef("federation"), digest=OuterRef("digest"))
    files = ResultFile.objects.filter(
        Exists(submissions.exclude(state=SubmissionState.ASKED_BACK)),
        event=OuterRef("event"),
        federation=OuterRef("federation"),
    )
    rows = Sanction.objects.filter(
        Exists(Officer.objects.filter(federation=OuterRef("federation"))),
        event__in=events,
        state=SanctionState.GRANTED,
    ).annotate(sent_at=Subquery(files.order_by("-number").values("made_at")[:1]))
    changes = FeedRow.objects.filter(event=OuterRef("event"), at__gt=OuterRef("sent_at"))
    by_event: dict[int, list[str]] = defaultdict(list)
    for event, code in (
        rows.filter(Q(sent_at=None) | Exists(changes))
        .order_by("federation__code")
        .values_list("event_id", "federation__code")
    ):
        by_event[event].append(code)
    return by_event
