"""The page on which a director overrides a refusal with one button."""

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
    """Render the refusal and the submitted fields; its button repeats the request with the override."""
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
        "desk/all_the_same.html",
        context,
        here=here,
        status=status_in_place(request, refusal),
    )
    return in_place_of_all(request, page)
