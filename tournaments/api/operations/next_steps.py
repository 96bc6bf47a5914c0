"""The list of what is next: steps put away, and brought back."""

from __future__ import annotations

from typing import Any

from tournaments import access
from tournaments.actions.people import next_steps
from tournaments.api.operation import Operation
from tournaments.api.responses.next_steps import StepResponse
from tournaments.requests.next_steps import StepRequest

OPERATIONS: tuple[Operation[Any, Any], ...] = (
    Operation(
        "tournament_put_step_away",
        "POST tournaments/<slug:uid>/next/put-away/",
        access.tournament_to_desk,
        next_steps.put_away,
        StepRequest,
        StepResponse,
        "Put a step of the list of what is next away, for yourself alone, until there is more of it.",
    ),
    Operation(
        "tournament_bring_step_back",
        "POST tournaments/<slug:uid>/next/bring-back/",
        access.tournament_to_desk,
        next_steps.bring_back,
        StepRequest,
        StepResponse,
        "Bring a step back that you have put away.",
    ),
)
