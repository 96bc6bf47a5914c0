"""What strangers check a log with: its lines, its place in the tree, and the checkpoints."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import QuerySet
from drf_spectacular.types import OpenApiTypes

from tournaments import access
from tournaments.api.reading import LineRead, Look, reads
from tournaments.api.renderers import Lines
from tournaments.api.responses.proof import CheckpointResponse, LogPlaceResponse, TreeGrowthResponse
from tournaments.errors.common import NotInTheTree
from tournaments.models import Tournament, TreeHead
from tournaments.queries.audit.public_log import public_log
from tournaments.queries.audit.trees import LogInTree, TreeGrowth, growth_between, place_of


@reads(
    "tournaments/<slug:uid>/log/lines/",
    access.tournament_to_see,
    OpenApiTypes.STR,
    kind=LineRead,
    renderers=(Lines,),
    media_types=("application/x-ndjson",),
    has_etag=False,
)
def tournament_log_lines(row: Tournament, _look: Look) -> Iterator[str]:
    """Send the public log, one line an entry, which `verify.py` checks: its head, its entries, its draws."""
    return public_log(row)


@reads("tournaments/<slug:uid>/checkpoint/", access.tournament_to_see, LogPlaceResponse, has_etag=False)
def tournament_checkpoint(row: Tournament, _look: Look) -> LogInTree:
    """Show the place of the log in the newest checkpoint, to keep: it proves later that nothing before it was changed."""
    place = place_of(row)
    if place is None:
        raise NotInTheTree
    return place


@reads("checkpoints/", access.checkpoints_to_list, CheckpointResponse, order=("-pk",), has_etag=False)
def checkpoints(rows: QuerySet[TreeHead], _look: Look) -> QuerySet[TreeHead]:
    """List the checkpoints of all logs, the newest first; there is one every hour."""
    return rows


@reads(
    "checkpoints/<slug:uid>/after/<slug:first>/",
    access.checkpoints_to_compare,
    TreeGrowthResponse,
    has_etag=False,
)
def checkpoint_growth(rows: tuple[TreeHead, TreeHead], _look: Look) -> TreeGrowth:
    """Prove that between two checkpoints the tree has only grown (RFC 9162, 2.1.4)."""
    return growth_between(*rows)
