"""The page on which a player says how everybody reads the own name."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from matches.errors import DomainError
from tournaments import access
from tournaments.actions.people import publicity
from tournaments.queries.publicity import public_persons
from tournaments.web.desk.refusals import put_into
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

from .profile_forms import PublicPersonForm


@require_page_or_form
def public_name(request: HttpRequest) -> HttpResponse:
    """Show and change what is public of the player, for an account or a private link."""
    visitor = visitor_of(request)
    player = access.own_cards(visitor).current
    form = PublicPersonForm(request.POST) if request.method == "POST" else PublicPersonForm.showing(player)
    if form.is_bound and form.is_valid():
        try:
            publicity.choose(player, form.wish, by=visitor.player, origin=visitor.origin)
        except DomainError as refusal:
            player.refresh_from_db()
            put_into(form, refusal)
        else:
            messages.success(request, _("Saved. It takes effect at once, everywhere."))
            return redirect("public_name")
    context = {
        "section": "profile",
        "form": form,
        "player": player,
        "has_profile": public_persons().filter(pk=player.pk).exists(),
    }
    return render(request, "me/public_name.html", context, status=422 if form.is_bound else 200)
