"""The desk of a tournament: events and tournaments closed and reopened, and steps of what is next put away."""

from __future__ import annotations

from typing import Any

from tournaments import access
from tournaments.actions.events import closing
from tournaments.actions.events.final_page import mail_final_page
from tournaments.actions.people import next_steps
from tournaments.api.operation import Operation
from tournaments.api.responses.closing import FinalPageMailedResponse, PlacesToldResponse
from tournaments.api.responses.desk import StepResponse
from tournaments.api.responses.tournaments import EventResponse, TournamentResponse, event_shown
from tournaments.requests.events import ClosingRequest, FinalPageRequest, StepRequest
from tournaments.requests.fields import NothingRequest

OPERATIONS: tuple[Operation[Any, Any], ...] = (
    Operation(
        "event_close",
        "POST events/<slug:uid>/close/",
        access.event_to_direct,
        closing.close_event,
        ClosingRequest,
        EventResponse,
        "Close the event: it is finished, its registration ends, and alternates and unanswered notices are cleared.",
        show=lambda _use, event: event_shown(event),
    ),
    Operation(
        "event_reopen",
        "POST events/<slug:uid>/reopen/",
        access.event_to_direct,
        closing.reopen_event,
        NothingRequest,
        EventResponse,
        "Reopen the event as it was before, with its alternates, and its tournament.",
        show=lambda _use, event: event_shown(event),
    ),
    Operation(
        "event_tell_places",
        "POST events/<slug:uid>/places/tell/",
        access.event_to_direct,
        closing.tell_places,
        NothingRequest,
        PlacesToldResponse,
        "Tell every entrant of a closed event its place, by mail too where there is an address.",
        show=lambda _use, count: {"entrants": count},
    ),
    Operation(
        "event_mail_final_page",
        "POST events/<slug:uid>/final-page/mail/",
        access.event_to_direct,
        mail_final_page,
        FinalPageRequest,
        FinalPageMailedResponse,
        "Mail the final page of a closed event as a PDF to its players and to an address; nobody gets the same twice.",
    ),
    Operation(
        "tournament_close",
        "POST tournaments/<slug:uid>/close/",
        access.tournament_to_direct,
        closing.close_tournament,
        ClosingRequest,
        TournamentResponse,
        "Close the tournament with all of its events.",
    ),
    Operation(
        "tournament_reopen",
        "POST tournaments/<slug:uid>/reopen/",
        access.tournament_to_direct,
        closing.reopen_tournament,
        NothingRequest,
        TournamentResponse,
        "Reopen the tournament; its events stay closed until each is reopened.",
    ),
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
