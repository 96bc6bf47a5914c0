"""The second step where a director insists: what speaks against an act, and one button that does it all the same."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from matches.errors import DomainError
from matches.models import Match
from tournaments.models import Tournament

from .pages import in_place_of_all, posted_fields, status_in_place, tournament_page
from .refusals import reasons


def all_the_same(
    request: HttpRequest, tournament: Tournament, refusal: DomainError, match: Match, *, back: str
) -> HttpResponse:
    """The refusal with what was sent, to be sent once more with its code among the `overrides`."""
    context = {
        "match": match,
        "refused": reasons(refusal),
        "fields": [*posted_fields(request), ("overrides", refusal.code)],
        "action": request.path,
        "back": back,
    }
    here = _("Call all the same")
    page = tournament_page(
        request,
        tournament,
        "desk/all_the_same.html",
        context,
        here=here,
        status=status_in_place(request, refusal),
    )
    return in_place_of_all(request, page)
