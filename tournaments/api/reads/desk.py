"""What a desk has before it: what is next, what is open before a closing, and papers for an emergency."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from rest_framework.response import Response

from tournaments import access
from tournaments.api.reading import Look, reads
from tournaments.api.renderers import AsItIs
from tournaments.api.responses.closing import (
    EventClosingResponse,
    TournamentClosingResponse,
    event_closing_shown,
)
from tournaments.api.responses.desk import EmergencyPaperResponse, EmergencyPapersResponse, NextStepsResponse
from tournaments.models import EmergencyPaper, Event, Tournament
from tournaments.queries.closing.matters import open_matters, tournament_matters
from tournaments.queries.exports.emergency import is_expected, kept_papers
from tournaments.queries.next_steps.steps import DeskSteps, desk_steps


@reads("events/<slug:uid>/close/", access.event_to_direct, EventClosingResponse, has_etag=False)
def event_closing(row: Event, _look: Look) -> Any:
    """List what is open in the event: what stands in the way of its closing, what that ends, what may follow."""
    return event_closing_shown(row.uid, row.name, row.closed_at, open_matters(row))


@reads(
    "tournaments/<slug:uid>/close/", access.tournament_to_direct, TournamentClosingResponse, has_etag=False
)
def tournament_closing(row: Tournament, _look: Look) -> Any:
    """List what is open in each event of the tournament that is not closed."""
    view = tournament_matters(row)
    return {
        "tournament": row.uid,
        "closed_at": row.closed_at,
        "is_ready": not view.to_settle,
        "events": [
            event_closing_shown(line.event.uid, line.event.name, line.event.closed_at, line.matters)
            for line in view.events
        ],
    }


def papers_of(tournament: Tournament) -> dict[str, Any]:
    """Return the kept papers as the API shows them."""
    papers = [EmergencyPaperResponse.from_row(paper) for paper in kept_papers(tournament)]
    return {"is_expected": is_expected(tournament), "papers": papers}


@reads(
    "tournaments/<slug:uid>/emergency-papers/",
    access.tournament_to_desk,
    EmergencyPapersResponse,
    has_etag=False,
)
def emergency_papers(row: Tournament, _look: Look) -> Any:
    """List the kept emergency papers of the tournament, newest first."""
    return papers_of(row)


@reads(
    "emergency-papers/<slug:uid>/content/",
    access.emergency_paper_to_desk,
    OpenApiTypes.BINARY,
    has_etag=False,
    renderers=(AsItIs,),
    media_types=["application/pdf", "text/html"],
)
def emergency_paper_content(row: EmergencyPaper, _look: Look) -> Response:
    """Send the paper as a download: a PDF, or a page of HTML where the installation makes no PDF."""
    ending = "pdf" if row.is_pdf else "html"
    headers = {
        "Content-Disposition": f'attachment; filename="{row.uid}.{ending}"',
        "X-Content-Type-Options": "nosniff",
    }
    return Response(bytes(row.body), content_type=row.media_type, headers=headers)


@reads("tournaments/<slug:uid>/next/", access.tournament_to_desk, NextStepsResponse, has_etag=False)
def tournament_next(row: Tournament, look: Look) -> Any:
    """List what is next in the tournament: disputes, late and slow tables, draws, fees, prizes, closing."""
    return {"tournament": row.uid, "event": None, "steps": _steps(row, look).steps}


@reads("events/<slug:uid>/next/", access.event_to_desk, NextStepsResponse, has_etag=False)
def event_next(row: Event, look: Look) -> Any:
    """List what is next in the event."""
    steps = _steps(row.tournament, look).of_event(row).steps
    return {"tournament": row.tournament.uid, "event": row.uid, "steps": steps}


def _steps(tournament: Tournament, look: Look) -> DeskSteps:
    visitor = look.visitor
    may_direct = visitor.may_direct(tournament)
    return desk_steps(tournament, player=visitor.account, may_direct=may_direct, now=timezone.now())
