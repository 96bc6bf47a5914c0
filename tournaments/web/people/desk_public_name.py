"""The page on which a desk writes down how a player wishes to be named in public."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from matches.errors import DomainError
from matches.models import Player
from tournaments import access
from tournaments.actions.people import publicity
from tournaments.errors.people import ChosenByThemselves
from tournaments.web.desk.pages import event_page
from tournaments.web.desk.refusals import put_into, reasons
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

from .profile_forms import PublicPersonForm


@require_page_or_form
def public_name(request: HttpRequest, uid: str, player: str) -> HttpResponse:
    """Show and change what is public of a player without an account."""
    entrant = access.entrant_to_desk(visitor_of(request), uid)
    event, by = entrant.event, visitor_of(request).account
    rows = Player.objects.filter(uid=player, entries__entrant=entrant).distinct()
    person = get_object_or_404(rows).current
    form = PublicPersonForm(request.POST) if request.method == "POST" else PublicPersonForm.showing(person)
    errors: list[str] = []
    try:
        publicity.require_no_account(person)
        if form.is_bound and form.is_valid():
            publicity.choose_for(person, event.tournament, form.wish, by=by)
            messages.success(request, _("Saved. It takes effect at once, everywhere."))
            return redirect("desk_entrant", entrant.uid)
    except ChosenByThemselves as refusal:
        errors = reasons(refusal)
    except DomainError as refusal:
        person.refresh_from_db()
        put_into(form, refusal)
    context = {"entrant": entrant, "player": person, "form": form, "refused": errors}
    return event_page(
        request,
        event,
        "desk/public_name.html",
        context,
        tab="entrants",
        here=_("Public name"),
        status=422 if form.is_bound else 200,
    )
