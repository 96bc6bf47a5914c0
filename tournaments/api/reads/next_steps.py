"""What is next at the desk of a tournament or an event."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from tournaments import access
from tournaments.api.reading import Look, reads
from tournaments.api.responses.next_steps import NextStepsResponse
from tournaments.models import Event, Tournament
from tournaments.queries.next_steps.steps import DeskSteps, desk_steps


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
