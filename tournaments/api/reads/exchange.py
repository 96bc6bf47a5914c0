"""Files between installations: result files of an event, and what a federation received."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.types import OpenApiTypes
from rest_framework.response import Response

from tournaments import access
from tournaments.actions.exchange.submissions import SubmissionCheck, check_of
from tournaments.api.reading import Look, reads
from tournaments.api.renderers import AsItIs
from tournaments.api.responses.exchange import (
    FileStatusResponse,
    ResultFileResponse,
    SubmissionCheckResponse,
    SubmissionResponse,
)
from tournaments.models import Event, Federation, ResultFile, Submission
from tournaments.queries.exchange.results import FileStatus, federations_to_send_to, file_status

_ZIP = "application/zip"


@reads("events/<slug:uid>/result-files/", access.event_to_direct, list[ResultFileResponse], has_etag=False)
def event_result_files(row: Event, _look: Look) -> QuerySet[ResultFile]:
    """List the result files that were made of the event, the oldest first."""
    files = ResultFile.objects.filter(event=row).select_related("event", "federation").defer("content")
    return files.order_by("pk")


@reads("events/<slug:uid>/results-to-send/", access.event_to_direct, list[FileStatusResponse], has_etag=False)
def event_results_to_send(row: Event, _look: Look) -> list[FileStatus]:
    """Say what each federation of the event has not been sent: all, or what has changed since the last file."""
    return [file_status(row, federation) for federation in federations_to_send_to(row)]


@reads(
    "result-files/<slug:uid>/content/",
    access.result_file_to_direct,
    OpenApiTypes.BINARY,
    has_etag=False,
    renderers=(AsItIs,),
    media_types=[_ZIP],
)
def result_file_content(row: ResultFile, _look: Look) -> Response:
    """Send the file as a download."""
    name = f"{row.federation.code}-{row.event.uid}-{row.number}.zip"
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "X-Content-Type-Options": "nosniff",
    }
    return Response(bytes(row.content), content_type=_ZIP, headers=headers)


@reads("events/<slug:uid>/submissions/", access.event_to_direct, list[SubmissionResponse], has_etag=False)
def event_submissions(row: Event, _look: Look) -> Any:
    """List what federations here received of the event, and what they decided with which reason."""
    rows = Submission.objects.filter(event_uid=row.uid).select_related("federation").defer("content")
    return rows.order_by("pk")


@reads(
    "federations/<slug:uid>/submissions/",
    access.federation_to_read,
    SubmissionResponse,
    order=("-pk",),
    has_etag=False,
)
def federation_submissions(row: Federation, _look: Look) -> QuerySet[Submission]:
    """List the result files that the federation received, the newest first."""
    return Submission.objects.filter(federation=row).select_related("federation").defer("content")


@reads("submissions/<slug:uid>/", access.submission_to_read, SubmissionResponse, has_etag=False)
def submission(row: Submission, _look: Look) -> Submission:
    """Show how far the file is."""
    return row


@reads("submissions/<slug:uid>/check/", access.submission_to_read, SubmissionCheckResponse, has_etag=False)
def submission_check(row: Submission, _look: Look) -> SubmissionCheck:
    """Show who in the file is still unknown, and what differs from what is in force of the event."""
    return check_of(row)
