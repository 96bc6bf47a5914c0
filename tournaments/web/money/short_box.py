"""The confirmation page for a payment that would make a cash box negative."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.errors.money import BoxShort
from tournaments.models import Tournament
from tournaments.queries.money.amounts import amount_words
from tournaments.web.desk.bar import Room
from tournaments.web.desk.pages import posted_fields, tournament_page
from tournaments.web.desk.refusals import reasons

_YES = "is_short_allowed"


def is_allowed(request: HttpRequest) -> bool:
    """Whether the request confirms that the cash box may become negative."""
    return request.POST.get(_YES) == "yes"


def ask(request: HttpRequest, tournament: Tournament, refusal: BoxShort, *, back: str) -> HttpResponse:
    """Show a page that asks for confirmation and submits the same data again."""
    there = _("There: %(amount)s.") % {"amount": amount_words(refusal.total, tournament.currency)}
    context = {
        "refused": [*reasons(refusal), there],
        "fields": [*posted_fields(request), (_YES, "yes")],
        "action": request.path,
        "back": back,
    }
    here = _("The box is short")
    return tournament_page(
        request,
        tournament,
        "desk/short_box.html",
        context,
        here=here,
        room=Room.MONEY,
        status=refusal.status,
    )
