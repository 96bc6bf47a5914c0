"""The page on which a director submits an event to federations, and reads what they decided."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments import access
from tournaments.actions.federations import sanctions
from tournaments.models import Federation, Sanction, SanctionState
from tournaments.queries.exchange.sent_files import sent_files
from tournaments.queries.log_reasons import reasons_of_sanctions
from tournaments.web.desk.pages import act, event_page
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of


@require_page_or_form
def sanctions_of_event(request: HttpRequest, uid: str) -> HttpResponse:
    """List the federations with what each decided on the event; submit or withdraw the event on POST."""
    event = access.event_to_direct(visitor_of(request), uid)
    rows = Sanction.objects.filter(event=event).select_related("event__tournament", "federation")
    if request.method == "POST":
        by, back = visitor_of(request).account, reverse("desk_sanctions", args=[event.uid])
        if withdrawal := request.POST.get("withdraw"):
            row = get_object_or_404(rows, uid=withdrawal)
            words = _("The event is withdrawn from %(federation)s.") % {"federation": row.federation.name}
            return act(request, lambda: sanctions.withdraw_sanction(row, by=by), message=words, back_to=back)
        federation = get_object_or_404(Federation, uid=request.POST.get("federation", ""))
        words = _("The event is submitted to %(federation)s.") % {"federation": federation.name}
        return act(
            request,
            lambda: sanctions.request_sanction(event, federation, by=by),
            message=words,
            back_to=back,
        )
    current = list(rows.exclude(state=SanctionState.WITHDRAWN).order_by("pk"))
    reasons = reasons_of_sanctions(current)
    bodies = {row.federation_id for row in current}
    context = {
        "sanctions": [(row, reasons.get(row.pk, "")) for row in current],
        "sent": sent_files(event),
        "federations": Federation.objects.exclude(pk__in=bodies).order_by("code", "pk"),
    }
    return event_page(request, event, "desk/sanctions.html", context, tab="settings", here=_("Federations"))
