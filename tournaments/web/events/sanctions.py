"""The page on which a director submits an event to federations, and reads what they decided."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.models import Match
from tournaments import access
from tournaments.actions.federations import sanctions
from tournaments.models import Federation, Sanction, SanctionState
from tournaments.queries.exchange.sent_files import sent_files
from tournaments.queries.log_reasons import reasons_of_sanctions
from tournaments.queries.ratings.counted import counting_of_event
from tournaments.web.desk.pages import act, event_page
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

_PER_PAGE = 30


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
    others = Federation.objects.exclude(pk__in={row.federation_id for row in current})
    if words := request.GET.get("q", "").strip():
        others = others.filter(Q(name__icontains=words) | Q(code__icontains=words))
    page = Paginator(others.order_by("code", "pk"), _PER_PAGE).get_page(request.GET.get("page"))
    # Before the first result there is nothing to send, and after it the forecast is over.
    has_results = Match.objects.filter(pairing__stage__event=event, accepted_report__isnull=False).exists()
    context = {
        "sanctions": [(row, reasons.get(row.pk, "")) for row in current],
        "sent": sent_files(event) if has_results else (),
        "counting": () if has_results else counting_of_event(event),
        "page": page,
        "words": words,
    }
    return event_page(request, event, "desk/sanctions.html", context, tab="settings", here=_("Federations"))
