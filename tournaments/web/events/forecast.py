"""Forecasts of an event before play: several ways to play it, side by side."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.access import limits
from tournaments.models import Entrant, Event, Stage, Table, Tournament
from tournaments.plans import PlannedEvent, problems
from tournaments.queries.events.planning import Busy, ForecastAnswer, Question, expected
from tournaments.queries.events.plans import plan_of_stages
from tournaments.web.desk.pages import UNPROCESSABLE, event_page, tournament_page
from tournaments.web.frame.visitors import visitor_of

from .forecast_forms import MOST_ENTRANTS, OWN, ForecastForm
from .forecast_page import figure_names, ways

_BUSY = 503
_USUAL_ENTRANTS = 32
_USUAL_MINUTES = 8


@require_safe
def of_tournament(request: HttpRequest, uid: str) -> HttpResponse:
    """Show forecasts of an event that does not exist yet."""
    tournament = access.tournament_to_desk(visitor_of(request), uid)
    context, status = _context(
        request, tournament, entrants=_USUAL_ENTRANTS, minutes=_USUAL_MINUTES, own=None
    )
    return tournament_page(
        request, tournament, "desk/forecast.html", context, here=_("Forecast"), status=status
    )


@require_safe
def of_event(request: HttpRequest, uid: str) -> HttpResponse:
    """Show forecasts of an event, its own plan first."""
    event = access.event_to_desk(visitor_of(request), uid)
    count = Entrant.objects.filter(event=event, withdrawn_at=None, is_alternate=False).count()
    context, status = _context(
        request,
        event.tournament,
        entrants=min(max(count, 2), MOST_ENTRANTS) if count else event.capacity or _USUAL_ENTRANTS,
        minutes=event.minutes_per_point,
        own=_plan(event),
        starts_at=event.starts_at,
    )
    return event_page(
        request, event, "desk/event_forecast.html", context, tab="control", here=_("Forecast"), status=status
    )


def _plan(event: Event) -> PlannedEvent | None:
    """Return the plan of the event's stages, or None if it has no stage."""
    stages = list(Stage.objects.filter(event=event).order_by("order"))
    return plan_of_stages(stages) if stages else None


def _context(
    request: HttpRequest,
    tournament: Tournament,
    *,
    entrants: int,
    minutes: int,
    own: PlannedEvent | None,
    starts_at: datetime | None = None,
) -> tuple[dict[str, Any], int]:
    initial = {
        "entrants": entrants,
        "tables": Table.objects.filter(tournament=tournament, is_out_of_order=False).count() or None,
        "minutes": minutes,
        "first": OWN if own is not None else "one_day",
    }
    is_asked = "first" in request.GET
    form = ForecastForm(request.GET if is_asked else None, own=own, initial=initial)
    context: dict[str, Any] = {"form": form}
    if not is_asked:
        return context, 200
    if not form.is_valid():
        return context, UNPROCESSABLE
    try:
        return context | _found(request, form, starts_at=starts_at), 200
    except Busy:
        return context | {"is_busy": True}, _BUSY


def _found(request: HttpRequest, form: ForecastForm, *, starts_at: datetime | None) -> dict[str, Any]:
    """Return the template context of the forecasts, with a refusal for each plan that cannot be played."""
    values, plans = form.cleaned_data, form.plans()
    visitor = visitor_of(request)

    def counted() -> None:
        limits.spend("forecast", limits.actor(visitor, request), limit=settings.PAGE_RATES["forecast"])

    faults = [problems(plan, entrants=values["entrants"], tables=values["tables"]) for _name, plan in plans]
    questions = [
        Question(plan, values["entrants"], values["tables"], values["minutes"])
        for (_name, plan), fault in zip(plans, faults, strict=True)
        if not fault
    ]
    results = iter(expected(questions, before_working=counted))
    answers = [ForecastAnswer(None, fault[0]) if fault else next(results) for fault in faults]
    options = ways(
        [name for name, _plan in plans],
        [plan for _name, plan in plans],
        answers,
        entrants=values["entrants"],
        starts_at=starts_at,
    )
    rows = [
        (name, [way.figures[number] if way.figures else "–" for way in options])
        for number, name in enumerate(figure_names())
    ]
    return {"ways": options, "rows": rows}
