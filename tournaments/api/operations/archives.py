"""Archives of old results: checked, entered, their people named, imported and undone."""

from __future__ import annotations

from typing import Any

from matches.models import Player
from tournaments import access
from tournaments.actions.exchange import archives
from tournaments.api.naming import named
from tournaments.api.operation import Invocation, Operation, operation
from tournaments.api.responses.archives import ArchiveCheckResponse, ArchiveResponse
from tournaments.exchange import LARGEST_FILE
from tournaments.models import Archive, Federation
from tournaments.requests.exchange import ArchiveCheckRequest, ArchivePersonRequest, ArchiveRequest
from tournaments.requests.fields import ABSENT, NothingRequest


@operation(
    "POST federations/<slug:uid>/archives/check/",
    access.federation_to_rate,
    archives.check_archive,
    ArchiveCheckResponse,
    is_form=True,
)
def federation_check_archive(use: Invocation[Federation, ArchiveCheckRequest]) -> archives.ArchiveCheck:
    """Say what a table of old results holds, with every refused row, and store nothing."""
    data = use.body.file.read(LARGEST_FILE + 1)
    return archives.check_archive(use.row, data, by=use.by, kind=use.body.kind)


@operation(
    "POST federations/<slug:uid>/archives/",
    access.federation_to_rate,
    archives.enter_archive,
    ArchiveResponse,
    status=201,
    is_form=True,
)
def federation_enter_archive(use: Invocation[Federation, ArchiveRequest]) -> Archive:
    """Enter a table of old results, of which nothing counts before it is imported."""
    body = use.body
    more = {
        name: value
        for name, value in (("confidence", body.confidence), ("event_class", body.event_class))
        if value is not ABSENT
    }
    return archives.enter_archive(
        use.row, by=use.by, data=body.file.read(LARGEST_FILE + 1), kind=body.kind, source=body.source, **more
    )


@operation(
    "POST archives/<slug:uid>/people/",
    access.archive_to_rate,
    archives.name_in_archive,
    ArchiveResponse,
)
def archive_name_person(use: Invocation[Archive, ArchivePersonRequest]) -> Archive:
    """Say which player a person of the archive is, or that it is somebody new."""
    uid = use.body.player
    player = None if uid is ABSENT else named(Player.objects.all(), uid, field="player")
    return archives.name_in_archive(use.row, by=use.by, person=use.body.person, player=player)


archive_name_everybody = Operation(
    "archive_name_everybody",
    "POST archives/<slug:uid>/people/all/",
    access.archive_to_rate,
    archives.name_everybody,
    NothingRequest,
    ArchiveResponse,
    "Name each person who has one proposal, and add each one without a proposal.",
)
archive_import = Operation(
    "archive_import",
    "POST archives/<slug:uid>/import/",
    access.archive_to_rate,
    archives.import_archive,
    NothingRequest,
    ArchiveResponse,
    "Bring the whole archive into the feed, or make its positions readable.",
)
archive_undo = Operation(
    "archive_undo",
    "POST archives/<slug:uid>/undo/",
    access.archive_to_rate,
    archives.undo_archive,
    NothingRequest,
    ArchiveResponse,
    "Take the import back: matches are cancelled, positions are read no more. One that waits is put aside.",
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (
    federation_check_archive,
    federation_enter_archive,
    archive_name_person,
    archive_name_everybody,
    archive_import,
    archive_undo,
)
