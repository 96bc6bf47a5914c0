"""The second step where a director insists: what speaks against an act, and one button that does it all the same."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from matches.errors import DomainError
from matches.models import Match
from tournaments.models import Tournament

from .pages import UNPROCESSABLE, in_place_of_all, tournament_page
from .refusals import reasons


def all_the_same(
    request: HttpRequest, tournament: Tournament, refusal: DomainError, match: Match, *, back: str
) -> HttpResponse:
    """The refusal with what was sent, to be sent once more with its code among the `overrides`."""
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name != "csrfmiddlewaretoken"
        for value in values
    ]
    context = {
        "match": match,
        "refused": reasons(refusal),
        "fields": [*fields, ("overrides", refusal.code)],
        "action": request.path,
        "back": back,
    }
    # htmx swaps no 409; the question takes the place of the whole page.
    status = UNPROCESSABLE if request.headers.get("HX-Request") else refusal.status
    here = _("Call all the same")
    page = tournament_page(request, tournament, "desk/all_the_same.html", context, here=here, status=status)
    return in_place_of_all(request, page)
