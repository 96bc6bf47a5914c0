"""Archives of old results, and the finishing positions in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from tournaments import access
from tournaments.actions.exchange.archives import ArchiveCheck, check_of_archive
from tournaments.api.reading import Look, reads
from tournaments.api.responses.archives import (
    ArchiveCheckResponse,
    ArchivedPositionResponse,
    ArchiveResponse,
)
from tournaments.models import Archive, ArchivePosition, Federation
from tournaments.queries.feed.results import shown_positions


@reads(
    "federations/<slug:uid>/archives/",
    access.federation_to_read,
    ArchiveResponse,
    order=("-pk",),
    has_etag=False,
)
def federation_archives(row: Federation, _look: Look) -> QuerySet[Archive]:
    """List the archives that were entered, the newest first."""
    return Archive.objects.filter(federation=row).select_related("federation").defer("content", "people")


@reads("archives/<slug:uid>/check/", access.archive_to_read, ArchiveCheckResponse, has_etag=False)
def archive_check(row: Archive, _look: Look) -> ArchiveCheck:
    """Show what the archive holds, and who in it is still unnamed."""
    return check_of_archive(row)


def _shown(keys: Sequence[int], _archive: Archive, _look: Look) -> list[Any]:
    rows = {row.pk: row for row in ArchivePosition.objects.filter(pk__in=keys)}
    return shown_positions([rows[key] for key in keys])


@reads(
    "archives/<slug:uid>/positions/",
    access.archive_to_see,
    ArchivedPositionResponse,
    order=("line",),
    fill=_shown,
    has_etag=False,
)
def archive_positions(row: Archive, _look: Look) -> QuerySet[ArchivePosition]:
    """List the finishing positions of an imported archive."""
    return ArchivePosition.objects.filter(archive=row)
