"""Re-entry of a player after a loss."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from matches.errors import DomainError
from tournaments import access
from tournaments.actions.entrants import reentry
from tournaments.actions.events.problems import problem_words
from tournaments.models import Registration
from tournaments.queries.entrants.reentry import reentry_of
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.visitors import visitor_of


@require_page_or_form
def come_back(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the price of the re-entry and whether it is possible; on POST, re-enter."""
    visitor = visitor_of(request)
    entrant = access.entrant_to_withdraw(visitor, uid)
    event = entrant.event
    message = ""
    if request.method == "POST":
        player = visitor.player_in(event.tournament)
        try:
            again = reentry.come_back(entrant, by=player, origin=visitor.origin)
        except DomainError as refusal:
            message = str(refusal)
        else:
            messages.success(request, _returned(again.name, is_waiting=again.is_alternate))
            return redirect("event", event.uid)
    view = reentry_of(entrant)
    context = {
        "event": event,
        "entrant": entrant,
        "found": view,
        "refused": message,
        "reason": "" if view is None else problem_words(reentry.refusals_of(entrant, view)),
        "is_open": event.registration == Registration.OPEN,
        "crumbs": [*way_to(event.tournament, event), Crumb(_("Coming back"))],
    }
    status = 422 if message else 200
    return show(request, event.tournament, "tournaments/come_back.html", context, status=status)


def _returned(name: str, *, is_waiting: bool) -> str:
    if is_waiting:
        return _("%(name)s waits as an alternate until a place is free.") % {"name": name}
    return _("You are in again, as %(name)s.") % {"name": name}
