"""The question where somebody would pass a waiting alternate or the number of places: who comes in?"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.errors import AlternateWaits, KeptForQualifiers, OverCapacity
from tournaments.models import Event

from .pages import event_page, in_place_of_all, posted_fields, status_in_place
from .refusals import reasons

# What the desk may let stand.
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
    """The refusal, the alternate whose turn it is, and what was sent, to be sent once more as the desk's decision.

    Nothing is written yet. `words` are what was typed into the box of the desk, which has them again afterwards.
    `name` is whom the desk lets in, where the page has not just been told.
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
        here=_("Who comes in?"),
        status=status_in_place(request, refusal),
    )
    return in_place_of_all(request, page)
