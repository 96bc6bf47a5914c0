"""The page that confirms an action with consequences."""

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
    is_always: bool = False,
    words: str = "",
) -> HttpResponse | None:
    """Return the page of the consequences of an action.

    It is None if there are none (but for `is_always`), or if the visitor has confirmed just these. The page repeats the
    submitted fields with the newest log entry of the event: after another change, the consequences
    are shown again. `act` fetches its objects by itself; `words` say what it does. For an htmx request of a fragment, the page
    replaces the whole content.
    """
    version = str(log.event_version(event))
    earlier_version = request.POST.get(_SEEN, "")
    if earlier_version == version:
        return None
    impact = foresee(event, act, but=but)
    if impact.is_empty and not is_always:
        return None
    context = {
        "impact": impact,
        "about": but,
        "sequel": words,
        "sent": posted_fields(request, _SEEN),
        "version": version,
        "has_changed": bool(earlier_version),
        "back_to": back_to,
        "at": request.path,
    }
    answer = event_page(request, event, "desk/impact.html", context, tab=tab, here=_("Consequences"))
    return in_place_of_all(request, answer)
