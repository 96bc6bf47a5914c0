"""Shared parts of desk pages: breadcrumbs, event tabs, and the response to an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from matches.database.prepared import prepared
from matches.errors import DomainError
from matches.models import Match
from tournaments.errors.common import EditConflict
from tournaments.errors.money import BoxShort
from tournaments.models import (
    Draw,
    Event,
    Stage,
    Tournament,
    pairing_of,
)
from tournaments.queries.draws.winners import EventWinners, winners_by_event
from tournaments.web.desk.bar import EventTab, Room, bar_of, pages_of, pages_of_stages, tabs_of
from tournaments.web.desk.refusals import reasons
from tournaments.web.frame.pages import Crumb, show
from tournaments.web.frame.visitors import visitor_of

UNPROCESSABLE = 422
BOARD = "board"


def status_of(*forms: Any) -> int:
    """Return the status of a page with forms: 422 if one has errors."""
    return UNPROCESSABLE if any(form.is_bound and form.errors for form in forms) else 200


def way_in(tournament: Tournament, event: Event | None = None) -> list[Crumb]:
    """Return the breadcrumbs from the desk to a tournament and one of its events."""
    crumbs = [
        Crumb(_("Desk"), reverse("desk_home")),
        Crumb(tournament.name, reverse("desk_tournament", args=[tournament.uid])),
    ]
    if event is not None:
        crumbs.append(Crumb(event.name, reverse("desk_event", args=[event.uid])))
    return crumbs


def tournament_page(
    request: HttpRequest,
    tournament: Tournament,
    template: str,
    context: Mapping[str, Any],
    *,
    here: str = "",
    room: Room = Room.DESK,
    status: int = 200,
) -> HttpResponse:
    """Render a page of a tournament's desk; `here` is its breadcrumb, `room` its place in the bar."""
    may_direct = visitor_of(request).may_direct(tournament)
    shared = {
        "section": "desk",
        "may_direct": may_direct,
        "bar": bar_of(tournament, room=room, may_direct=may_direct),
        "crumbs": [*way_in(tournament), Crumb(here)] if here else _last_is_here(way_in(tournament)),
    }
    return show(request, tournament, template, {**shared, **context}, status=status)


def event_page(
    request: HttpRequest,
    event: Event,
    template: str,
    context: Mapping[str, Any],
    *,
    tab: str,
    here: str = "",
    status: int = 200,
) -> HttpResponse:
    """Render a page of an event's desk with its tabs; `tab` is the current one, empty for its papers."""
    shared = event_context(request, event, tab=tab)
    shared["bar"] = bar_of(
        event.tournament,
        room=None if tab else Room.PRINT,
        event=event,
        may_direct=shared["may_direct"],
    )
    shared["crumbs"] = (
        [*way_in(event.tournament, event), Crumb(here)]
        if here
        else _last_is_here(way_in(event.tournament, event))
    )
    return show(request, event.tournament, template, {**shared, **context}, status=status)


def event_context(request: HttpRequest, event: Event, *, tab: str) -> dict[str, Any]:
    """Return the template context of an event's tabs; one query for stages, one for winners if used."""
    stages = _stages_of(event.pk)
    current = EventTab(tab) if tab else None
    may_direct = visitor_of(request).may_direct(event.tournament)
    first = stages[0].uid if stages else None
    return {
        "section": "desk",
        "event": event,
        "stages": stages,
        "won": SimpleLazyObject(lambda: winners_by_event(stages).get(event.pk, EventWinners())),
        "is_over": bool(stages) and all(stage.completed_at is not None for stage in stages),
        "tabs": tabs_of(event.uid, first, may_direct=may_direct, tab=current),
        "tab_pages": pages_of(event, stages, tab=current, path=request.path, may_direct=may_direct),
        "stage_pages": pages_of_stages(stages) if current is EventTab.DRAW else (),
        "may_direct": may_direct,
    }


@prepared
def _stages_of(event: int) -> QuerySet[Stage]:
    is_drawn = Exists(Draw.objects.filter(stage=OuterRef("pk"), voided_at=None))
    return Stage.objects.filter(event=event).annotate(is_drawn=is_drawn).order_by("order")


def act(request: HttpRequest, action: Callable[[], Any], *, message: str, back_to: str) -> HttpResponse:
    """Run an action, add a message with its success or refusal, and redirect.

    EditConflict and BoxShort are raised again, since they have pages of their own.
    """
    try:
        action()
    except (EditConflict, BoxShort):
        raise
    except DomainError as refusal:
        for reason in reasons(refusal):
            messages.error(request, reason)
    else:
        messages.success(request, message)
    return redirect(back_to)


def posted_fields(request: HttpRequest, *but: str) -> list[tuple[str, str]]:
    """Return the submitted fields to submit again, without the CSRF token and those named."""
    return [
        (name, str(value))
        for name, values in request.POST.lists()
        if name not in ("csrfmiddlewaretoken", *but)
        for value in values
    ]


def status_in_place(request: HttpRequest, refusal: DomainError) -> int:
    """Return the status of a refusal's page; 422 for htmx, which does not swap a 409."""
    return UNPROCESSABLE if request.headers.get("HX-Request") else refusal.status


def in_place_of_all(request: HttpRequest, page: HttpResponse) -> HttpResponse:
    """Make htmx replace the whole content by this page, if it requested a fragment."""
    if request.headers.get("HX-Request"):
        page["HX-Retarget"] = page["HX-Reselect"] = "#content"
        page["HX-Reswap"] = "outerHTML"
    return page


def _last_is_here(crumbs: Sequence[Crumb]) -> list[Crumb]:
    return [*crumbs[:-1], Crumb(crumbs[-1].label)]


def came_from(request: HttpRequest) -> str:
    """Return BOARD if the request came from the control board, else an empty string."""
    word = (request.POST if request.method == "POST" else request.GET).get("from", "")
    return BOARD if word == BOARD else ""


def after_ruling(request: HttpRequest, match: Match) -> str:
    """Return the address of the control board or of the event's control page."""
    event = pairing_of(match).stage.event
    if came_from(request):
        return reverse("desk_board", args=[event.tournament.uid])
    return reverse("desk_event", args=[event.uid])
