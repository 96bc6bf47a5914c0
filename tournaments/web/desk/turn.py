"""The confirmation of a late entry ahead of a waiting alternate or beyond the number of places."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.errors import AlternateWaits, KeptForQualifiers, OverCapacity
from tournaments.models import Event

from .pages import event_page, in_place_of_all, posted_fields, status_in_place
from .refusals import reasons

# Refusals that the desk may override.
TURNS = (AlternateWaits, OverCapacity, KeptForQualifiers)


def ask_turn(
    request: HttpRequest,
    event: Event,
    refusal: AlternateWaits | OverCapacity | KeptForQualifiers,
    *,
    back: str,
    words: str = "",
    name: str = "",
) -> HttpResponse:
    """Render the refusal with the alternate next in line, and a button that overrides it.

    Nothing is written yet. `words` are the words in the search box, which gets them back afterwards.
    `name` is the entrant to admit, if the page does not name it otherwise.
    """
    first = refusal.data if isinstance(refusal, AlternateWaits) else {}
    context = {
        "refused": reasons(refusal),
        "alternate": {"name": first["alternate"], "uid": first["entrant"]} if first else None,
        "fields": [*posted_fields(request, "foreseen"), ("overrides", refusal.code)],
        "action": request.path,
        "back": back,
        "is_kept": isinstance(refusal, KeptForQualifiers),
        "words": words,
        "name": name,
    }
    page = event_page(
        request,
        event,
        "desk/turn.html",
        context,
        tab="entrants",
        here=_("Which player?"),
        status=status_in_place(request, refusal),
    )
    return in_place_of_all(request, page)
