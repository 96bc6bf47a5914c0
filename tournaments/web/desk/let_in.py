"""The page on which a director lets a player in to whom a division is closed."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.errors import NotEligible
from tournaments.models import Event

from .pages import event_page, in_place_of_all, posted_fields, status_in_place
from .refusals import reasons

LONGEST_REASON = 500


def reason_typed(request: HttpRequest) -> str:
    """Return the reason why a director lets a player in, empty without one."""
    return request.POST.get("let_in", "").strip()[:LONGEST_REASON]


def ask_reason(
    request: HttpRequest, event: Event, refusal: NotEligible, *, back: str, words: str = ""
) -> HttpResponse:
    """Render every reason why the division is closed, with a form on which a director gives the reason to let in.

    Nothing is written yet. `words` are the words in the search box, which gets them back afterwards.
    """
    context = {
        "refused": reasons(refusal),
        "fields": posted_fields(request, "foreseen", "let_in"),
        "action": request.path,
        "back": back,
        "words": words,
        "is_missing": "let_in" in request.POST,
    }
    page = event_page(
        request,
        event,
        "desk/let_in.html",
        context,
        tab="entrants",
        here=_("Who may enter?"),
        status=status_in_place(request, refusal),
    )
    return in_place_of_all(request, page)
