"""The check-in page behind the QR code of a registration."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments import access
from tournaments.access.addresses import public_address
from tournaments.actions.entrants import reception
from tournaments.queries.money.ledger import balance
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.sharing import qr_svg
from tournaments.web.frame.visitors import visitor_of

from .register_desk import box_of


@require_page_or_form
def here(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the QR code of an entrant, and check the entrant in on POST.

    The player and the desk also see the balance. Other visitors see the code and the name only.
    """
    visitor = visitor_of(request)
    if request.method == "POST":
        entrant = access.entrant_to_desk(visitor, uid)
        is_paid = "paid" in request.POST
        box = box_of(request, entrant.event.tournament) if is_paid else None
        reception.come(entrant, by=visitor.account, is_paid=is_paid, box=box)
        messages.success(request, _("%(name)s is here.") % {"name": entrant.name})
        return redirect("here", uid)
    entrant = access.entrant_to_see(visitor, uid)
    event = entrant.event
    may_desk = visitor.may_desk(event.tournament)
    player = visitor.player_in(event.tournament)
    is_own = player is not None and entrant.entrant_players.filter(player=player).exists()
    address = public_address(request, reverse("here", args=[uid]))
    context = {
        "event": event,
        "entrant": entrant,
        "is_own": is_own,
        "may_desk": may_desk,
        "balance": balance(entrant) if is_own or may_desk else None,
        "qr": "" if may_desk else qr_svg(address, title=_("QR code to check in")),
        "crumbs": [*way_to(event.tournament, event), Crumb(_("Check-in"))],
    }
    return show(request, event.tournament, "tournaments/here.html", context)
