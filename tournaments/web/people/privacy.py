"""The pages on privacy: what is stored about people in plain words, and what a person agrees to."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.actions.people import consents
from tournaments.models import PRIVACY_TEXT, PRIVACY_TEXT_DAY
from tournaments.queries.people.own_data import own_consents
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of


@never_cache
@require_page_or_form
def consent(request: HttpRequest) -> HttpResponse:
    """Show the consents of the player; agree or withdraw on POST, for an account or a private link."""
    visitor = visitor_of(request)
    player = access.own_cards(visitor).current
    if request.method == "POST":
        if request.POST.get("do") == "withdraw":
            consents.withdraw(player, by=visitor.player, origin=visitor.origin)
            messages.success(request, _("Withdrawn. It takes effect at once, everywhere."))
        else:
            consents.give(player, by=visitor.player, origin=visitor.origin)
            messages.success(request, _("Noted, with today’s date."))
        return redirect("consent")
    rows = list(own_consents(player))
    in_force = [row for row in rows if row.is_in_force]
    context = {
        "section": "profile",
        "consents": rows,
        "is_in_force": bool(in_force),
        "is_present": any(row.is_of_present_text for row in in_force),
        "text": PRIVACY_TEXT,
        "text_day": PRIVACY_TEXT_DAY,
    }
    return render(request, "me/consent.html", context)


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show the page, with the contact that the operator names."""
    context = {
        "section": "",
        "operator": settings.OPERATOR_CONTACT,
        "text": PRIVACY_TEXT,
        "text_day": PRIVACY_TEXT_DAY,
    }
    return render(request, "people/privacy.html", context)
