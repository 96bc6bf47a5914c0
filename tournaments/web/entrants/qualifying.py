"""Qualification for another event, as far as the director decides it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments import access
from tournaments.actions.entrants import qualifying
from tournaments.models import Entrant, Event
from tournaments.queries.draws.qualifying import qualification
from tournaments.queries.entrants.lobby import lobbies
from tournaments.web.desk.pages import act
from tournaments.web.frame.visitors import visitor_of

_MOST_DIGITS = 5


@require_POST
def enter_qualified(request: HttpRequest, uid: str) -> HttpResponse:
    """Enter the ticked entrants in the other event; if none is ticked, all who have certainly qualified."""
    event = access.event_to_direct(visitor_of(request), uid)
    entrants = list(Entrant.objects.filter(event=event, uid__in=request.POST.getlist("entrant")))

    def done() -> None:
        qualifying.enter_qualified(event, by=visitor_of(request).account, entrants=entrants)

    return act(request, done, message=_("They are entered."), back_to=f"/desk/e/{event.uid}/entrants/")


@require_POST
def free_places(request: HttpRequest, uid: str) -> HttpResponse:
    """Release places that are kept in the other event, or keep them again."""
    event = access.event_to_direct(visitor_of(request), uid)
    words = request.POST.get("places", "")
    places = int(words) if words.isascii() and words.isdigit() and len(words) < _MOST_DIGITS else 0

    def done() -> None:
        qualifying.free_places(event, by=visitor_of(request).account, places=places)

    message = _("The places are free.") if places else _("The places are kept.")
    return act(request, done, message=message, back_to=f"/desk/e/{event.uid}/entrants/")


def way_on(event: Event) -> dict[str, Any]:
    """Return the template context of the qualification and the lobby of an event."""
    return {"qualification": qualification(event), "lobby": lobbies([event]).get(event.pk)}
