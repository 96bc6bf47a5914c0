"""The desk: by which rule players come back after a loss, who does, and lots for a bye."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from matches.errors import DomainError
from tournaments import access
from tournaments.actions.draws import byes
from tournaments.actions.entrants import reentry
from tournaments.actions.events import reentry_rule
from tournaments.acts import Form
from tournaments.errors import EditConflict
from tournaments.queries.reentry import rule_of
from tournaments.web.desk.conflicts import first_seen, show_changed, typed, unchanged
from tournaments.web.desk.pages import UNPROCESSABLE, act, event_page
from tournaments.web.desk.refusals import put_into
from tournaments.web.frame.visitors import visitor_of

from .reentry_forms import LotsForm, ReEntryForm


@require_http_methods(["GET", "HEAD", "POST"])
def rule(request: HttpRequest, uid: str) -> HttpResponse:
    """The rule of an event by which whoever loses may come back."""
    event = access.event_to_direct(visitor_of(request), uid)
    with timezone.override(event.tournament.time_zone):
        form = ReEntryForm.of(request.POST if request.method == "POST" else None, rule_of(event))
        if form.is_bound and form.is_valid():
            try:
                with unchanged(request, event, forms=(Form.COMING_BACK,)):
                    reentry_rule.set_rule(event, by=visitor_of(request).account, rule=form.chosen())
            except EditConflict as error:
                wanted, at = typed(form), request.path
                return show_changed(request, event.tournament, error, event, wanted=wanted, look_at=at)
            except DomainError as refusal:
                put_into(form, refusal)
            else:
                messages.success(request, _("Saved."))
                return redirect("desk_reentry", event.uid)
        status = UNPROCESSABLE if form.is_bound else 200
        return event_page(
            request,
            event,
            "desk/reentry.html",
            {"form": form, "seen": first_seen(request, event.tournament)},
            tab="settings",
            here=_("Coming back"),
            status=status,
        )


@require_POST
def come_back(request: HttpRequest, uid: str) -> HttpResponse:
    """Enter the players of an entrant who lost once more."""
    entrant = access.entrant_to_desk(visitor_of(request), uid)
    try:
        again = reentry.come_back(entrant, by=visitor_of(request).account)
    except DomainError as refusal:
        messages.error(request, str(refusal))
        return redirect("desk_entrant", entrant.uid)
    return redirect(f"{reverse('desk_entrants', args=[entrant.event.uid])}?last={again.uid}")


@require_POST
def lots(request: HttpRequest, uid: str) -> HttpResponse:
    """Set how many lots an entrant has in the draw for byes."""
    entrant = access.entrant_to_desk(visitor_of(request), uid)
    form = LotsForm(request.POST)
    back = reverse("desk_entrant", args=[entrant.uid])
    if not form.is_valid():
        messages.error(request, _("Lots for a bye are a number from 0 to 100."))
        return redirect(back)

    def done() -> None:
        byes.set_lots(entrant, by=visitor_of(request).account, lots=form.cleaned_data["lots"])

    return act(request, done, said=_("Saved."), back_to=back)
