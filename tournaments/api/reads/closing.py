"""What is open in an event or a tournament before it is closed."""

from __future__ import annotations

from typing import Any

from tournaments import access
from tournaments.api.reading import Look, reads
from tournaments.api.responses.closing import (
    EventClosingResponse,
    TournamentClosingResponse,
    event_closing_shown,
)
from tournaments.models import Event, Tournament
from tournaments.queries.closing.matters import open_matters, tournament_matters


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
