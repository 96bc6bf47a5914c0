"""Emergency papers: the kept ones, and the bytes of one."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework.response import Response

from tournaments import access
from tournaments.api.reading import Look, reads
from tournaments.api.renderers import AsItIs
from tournaments.api.responses.emergency import EmergencyPaperResponse, EmergencyPapersResponse
from tournaments.models import EmergencyPaper, Tournament
from tournaments.queries.exports.emergency import is_expected, kept_papers


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
