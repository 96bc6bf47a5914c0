"""Pages on which a director overrides a refusal: a turn, a division that is closed, a rule of the hall."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from matches.errors import DomainError
from matches.models import Match
from tournaments.errors.draws import AlternateWaits, OverCapacity
from tournaments.errors.entrants import KeptForQualifiers, NotEligible
from tournaments.models import Event, Tournament

from .pages import event_page, in_place_of_all, posted_fields, status_in_place, tournament_page
from .refusals import reasons

# Refusals that the desk may override.
TURNS = (AlternateWaits, OverCapacity, KeptForQualifiers)
LONGEST_REASON = 500


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
        # What the desk has overridden for the newcomer holds for the alternate too.
        "overridden": request.POST.getlist("overrides"),
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


def ask_override(
    request: HttpRequest, tournament: Tournament, refusal: DomainError, match: Match, *, back: str
) -> HttpResponse:
    """Render the refusal of a call with the submitted fields; its button repeats the request with the override."""
    context = {
        "match": match,
        "refused": reasons(refusal),
        "fields": [*posted_fields(request), ("overrides", refusal.code)],
        "action": request.path,
        "back": back,
    }
    here = _("Call anyway")
    page = tournament_page(
        request,
        tournament,
        "desk/override.html",
        context,
        here=here,
        status=status_in_place(request, refusal),
    )
    return in_place_of_all(request, page)
