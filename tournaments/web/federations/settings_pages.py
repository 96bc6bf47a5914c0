"""The particulars of a federation, and its log."""

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
from tournaments.actions.federations import setup
from tournaments.models import FederationEntry
from tournaments.requests.federations import FederationChangeRequest, FederationRequest
from tournaments.web.desk.log_lines import federation_log_lines
from tournaments.web.desk.pages import status_of
from tournaments.web.desk.refusals import is_done
from tournaments.web.frame.form_fields import field_of
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.people.profile_forms import CountryField

from .office import office_page

_ENTRIES_PER_PAGE = 50


class FederationForm(forms.Form):
    """A form for the particulars of a federation."""

    name = field_of(FederationRequest, "name", label=gettext_lazy("Name"))
    country = CountryField(
        label=gettext_lazy("Country"), required=False, help_text=gettext_lazy("Two letters, as in FR or GB.")
    )
    site = field_of(
        FederationChangeRequest, "site", label=gettext_lazy("Website"), widget=forms.URLInput, required=False
    )
    zone = field_of(
        FederationChangeRequest,
        "zone",
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy("As in Europe/Paris: days of the federation begin there."),
        required=True,
    )


@require_page_or_form
def settings(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the particulars of a federation, and change them on POST."""
    visitor = visitor_of(request)
    federation = access.federation_to_manage(visitor, uid)
    names = ("name", "country", "site", "zone")
    form = FederationForm(request.POST or None, initial={name: getattr(federation, name) for name in names})
    if request.method == "POST" and is_done(
        form, lambda data: setup.change_federation(federation, by=visitor.account, **data)
    ):
        messages.success(request, _("Saved."))
        return redirect("office_settings", federation.uid)
    return office_page(
        request,
        federation,
        "federations/office_settings.html",
        {"form": form},
        tab="office_settings",
        status=status_of(form),
    )


@require_safe
def log_page(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the log of a federation, newest first."""
    federation = access.federation_to_read(visitor_of(request), uid)
    entries = FederationEntry.objects.filter(federation=federation).select_related("by").order_by("-seq")
    page = Paginator(entries, _ENTRIES_PER_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "log": federation_log_lines(list(page))}
    return office_page(request, federation, "federations/office_log.html", context, tab="office_log")
