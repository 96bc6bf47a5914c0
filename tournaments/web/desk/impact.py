"""The page between a button and its act, where something else changes with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from matches.models import Match
from tournaments.actions import log
from tournaments.actions.impact import foresee
from tournaments.models import Entrant, Event

from .pages import event_page, in_place_of_all, posted_fields

_SEEN = "foreseen"


def shown_first(
    request: HttpRequest,
    event: Event,
    act: Callable[[], Any],
    *,
    tab: str,
    back_to: str,
    but: Match | Entrant | None = None,
) -> HttpResponse | None:
    """The page of what follows from the act; None where nothing does, or this visitor has seen just that.

    What was sent goes along, and with it the newest entry of the event's log: where somebody else has
    acted since, what follows is shown anew. `act` fetches what it acts on by itself.
    Where htmx asked for a part of a page, the page of what follows takes the place of the whole.
    """
    version = str(log.event_version(event))
    seen = request.POST.get(_SEEN, "")
    if seen == version:
        return None
    impact = foresee(event, act, but=but)
    if impact.is_empty:
        return None
    context = {
        "impact": impact,
        "about": but,
        "sent": posted_fields(request, _SEEN),
        "version": version,
        "has_changed": bool(seen),
        "back_to": back_to,
        "at": request.path,
    }
    answer = event_page(request, event, "desk/impact.html", context, tab=tab, here=_("What follows"))
    return in_place_of_all(request, answer)
