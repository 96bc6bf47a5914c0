"""Pages on which officers decide on the events that directors submit."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.actions.federations import sanctions
from tournaments.models import SanctionState
from tournaments.queries.log_reasons import reasons_of_sanctions
from tournaments.requests.federations import SanctionGrantRequest, SanctionRefusalRequest
from tournaments.web.desk.pages import status_of
from tournaments.web.desk.refusals import is_done
from tournaments.web.frame.form_fields import field_of
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

from .office import office_page, within

_ROWS_PER_PAGE = 50


class GrantForm(forms.Form):
    """A form for the class and the weight of a sanctioned event."""

    event_class = field_of(
        SanctionGrantRequest,
        "event_class",
        label=gettext_lazy("Class"),
        help_text=gettext_lazy("The federation's own word, as in Main or Cat. A."),
    )
    weight = forms.DecimalField(
        label=gettext_lazy("Weight"),
        min_value=0,
        max_value=100,
        max_digits=6,
        decimal_places=3,
        localize=True,
        help_text=gettext_lazy("It multiplies points; 1 is the usual."),
    )


class RefusalForm(forms.Form):
    """A form for the reason for which an event is not sanctioned."""

    reason = field_of(
        SanctionRefusalRequest,
        "reason",
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("The director reads it."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )


@require_safe
def sanction_list(request: HttpRequest, uid: str) -> HttpResponse:
    """List the events submitted to a federation, those that wait first."""
    federation = access.federation_to_read(visitor_of(request), uid)
    rows = access.sanctions_to_see(visitor_of(request), federation).select_related("event__tournament")
    decisions = rows.exclude(state=SanctionState.REQUESTED).order_by("-pk")
    context = {
        "waiting": rows.filter(state=SanctionState.REQUESTED).order_by("requested_at", "pk"),
        "page": Paginator(decisions, _ROWS_PER_PAGE).get_page(request.GET.get("page")),
    }
    return office_page(
        request, federation, "federations/office_sanctions.html", context, tab="office_sanctions"
    )


@require_page_or_form
def sanction_page(request: HttpRequest, uid: str, sanction: str) -> HttpResponse:
    """Show an event submitted to the federation; sanction or refuse it on POST."""
    visitor = visitor_of(request)
    federation = access.federation_to_read(visitor, uid)
    row = access.sanction_to_see(visitor, sanction)
    within(row, federation)
    grant = GrantForm(initial={"event_class": row.event_class, "weight": row.weight})
    refusal = RefusalForm()
    if request.method == "POST":
        row = access.sanction_to_rate(visitor, sanction)
        if request.POST.get("do") == "refuse":
            refusal = RefusalForm(request.POST)
            is_complete = is_done(
                refusal, lambda data: sanctions.refuse_sanction(row, by=visitor.account, **data)
            )
            message = _("%(event)s is not sanctioned.")
        else:
            grant = GrantForm(request.POST)
            is_complete = is_done(
                grant, lambda data: sanctions.grant_sanction(row, by=visitor.account, **data)
            )
            message = _("%(event)s is sanctioned.")
        if is_complete:
            messages.success(request, message % {"event": row.event.name})
            return redirect("office_sanctions", federation.uid)
    context = {
        "sanction": row,
        "reason": reasons_of_sanctions([row]).get(row.pk, ""),
        "grant": grant,
        "refusal": refusal,
    }
    return office_page(
        request,
        federation,
        "federations/office_sanction.html",
        context,
        tab="office_sanctions",
        here=row.event.name,
        status=status_of(grant, refusal),
    )
