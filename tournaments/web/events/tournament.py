"""Desk pages that create, change and copy a tournament."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.errors import DomainError
from matches.models import Player
from tournaments import access
from tournaments.actions.events import copying, lifecycle
from tournaments.models import (
    Tournament,
    Visibility,
)
from tournaments.models.tournament import known_zones
from tournaments.requests.tournaments import CopyRequest, TournamentRequest
from tournaments.web.desk.conflicts import first_log_number, typed
from tournaments.web.desk.pages import status_of, tournament_page
from tournaments.web.desk.refusals import put_into
from tournaments.web.desk.submission import Edit, save
from tournaments.web.frame.form_fields import field_of
from tournaments.web.frame.form_idempotency import once
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.pages import Crumb
from tournaments.web.frame.visitors import visitor_of

_DEFAULT_ZONE = "Europe/Paris"


def _zones() -> list[tuple[str, str]]:
    """Return the time zones named after a place, and UTC."""
    regions = (
        "Africa",
        "America",
        "Antarctica",
        "Asia",
        "Atlantic",
        "Australia",
        "Europe",
        "Indian",
        "Pacific",
    )
    zones = sorted(zone for zone in known_zones() if zone.split("/")[0] in regions)
    return [(zone, zone.replace("_", " ")) for zone in [*zones, "UTC"]]


def _day(**attributes: str) -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date", **attributes}, format="%Y-%m-%d")


class TournamentForm(forms.Form):
    """The name, dates, place and visibility of a tournament."""

    name = field_of(TournamentRequest, "name", label=gettext_lazy("Name"))
    starts_on = forms.DateField(label=gettext_lazy("First day"), widget=_day())
    ends_on = forms.DateField(
        label=gettext_lazy("Last day"),
        required=False,
        widget=_day(),
        help_text=gettext_lazy("Leave empty for one day."),
    )
    venue = field_of(TournamentRequest, "venue", label=gettext_lazy("Venue"))
    city = field_of(TournamentRequest, "city", label=gettext_lazy("City"))
    zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        choices=_zones,
        help_text=gettext_lazy(
            "All times on the tournament's pages are in it. Another one changes no clock of the programme: 10:00 stays 10:00."
        ),
    )
    visibility = field_of(
        TournamentRequest,
        "visibility",
        label=gettext_lazy("Who sees it?"),
        widget=forms.RadioSelect,
        initial=Visibility.DRAFT,
        required=True,
    )
    desk_enters_slips = forms.BooleanField(
        label=gettext_lazy("The desk enters signed slips"),
        required=False,
        help_text=gettext_lazy(
            "Clerks enter results from slips signed by both sides; rulings stay with directors."
        ),
    )

    def clean(self) -> dict[str, Any]:
        """Default the last day to the first, and refuse a last day before it."""
        cleaned: dict[str, Any] = super().clean() or {}
        first: date | None = cleaned.get("starts_on")
        cleaned["ends_on"] = cleaned.get("ends_on") or first
        if first is not None and cleaned["ends_on"] < first:
            self.add_error("ends_on", gettext_lazy("The last day is not before the first."))
        return cleaned


class TournamentSettingsForm(TournamentForm):
    """The settings of a tournament that exists."""

    appeal_days = field_of(
        TournamentRequest,
        "appeal_days",
        label=gettext_lazy("Days for appeals and records"),
        help_text=gettext_lazy(
            "After an event is closed, players appeal and send game records for this long."
        ),
    )


class CopyForm(forms.Form):
    """The name and the first day of a copied tournament, and whether it keeps its officers."""

    name = field_of(CopyRequest, "name", label=gettext_lazy("Name"))
    starts_on = forms.DateField(
        label=gettext_lazy("First day"),
        widget=_day(),
        help_text=gettext_lazy("The last day and the starts of all events move with it."),
    )
    has_officers = forms.BooleanField(
        label=gettext_lazy("With its directors and desk staff"),
        required=False,
        help_text=gettext_lazy("Left out, you alone see the copy until you appoint others."),
    )


@require_page_or_form
@once
def new_tournament(request: HttpRequest) -> HttpResponse:
    """Create a tournament owned by the visitor."""
    account = access.own_account(visitor_of(request))
    form = TournamentForm(
        request.POST or None, initial={"zone": _usual_zone(account), "starts_on": timezone.localdate()}
    )
    if form.is_bound and form.is_valid():
        try:
            tournament = lifecycle.create_tournament(by=account, **form.cleaned_data)
        except DomainError as refusal:
            put_into(form, refusal)
        else:
            messages.success(request, _("%(name)s is open. Add its first event.") % {"name": tournament.name})
            return redirect("desk_new_event", tournament.uid)
    context = {
        "section": "desk",
        "form": form,
        "crumbs": [Crumb(_("Desk"), "/desk/"), Crumb(_("New tournament"))],
    }
    return render(request, "desk/new_tournament.html", context, status=status_of(form))


@require_page_or_form
def edit_tournament(request: HttpRequest, uid: str) -> HttpResponse:
    """Change the settings of a tournament."""
    tournament = access.tournament_to_direct(visitor_of(request), uid)
    initial = {name: getattr(tournament, name) for name in TournamentSettingsForm.base_fields}
    form = TournamentSettingsForm(request.POST or None, initial=initial)
    if form.is_bound and form.is_valid():
        by = visitor_of(request).account
        answer = save(
            request,
            Edit(tournament, typed(form)),
            lambda: lifecycle.change_tournament(tournament, by=by, **form.cleaned_data),
            into=form,
            message=lambda moved: _kept_clock(moved) if "zone" in form.changed_data else _("Saved."),
            back_to=reverse("desk_tournament", args=[tournament.uid]),
        )
        if answer is not None:
            return answer
    context = {"form": form, "seen": first_log_number(request, tournament)}
    return tournament_page(
        request, tournament, "desk/edit_tournament.html", context, here=_("Settings"), status=status_of(form)
    )


@require_page_or_form
@once
def copy_tournament(request: HttpRequest, uid: str) -> HttpResponse:
    """Create a copy of the tournament on other days."""
    tournament = access.tournament_to_direct(visitor_of(request), uid)
    form = CopyForm(request.POST or None, initial={"name": tournament.name, "has_officers": True})
    if form.is_bound and form.is_valid():
        try:
            copy = copying.copy_tournament(tournament, by=visitor_of(request).account, **form.cleaned_data)
        except DomainError as refusal:
            put_into(form, refusal)
        else:
            messages.success(request, _("%(name)s created as a draft.") % {"name": copy.name})
            return redirect("desk_tournament", copy.uid)
    return tournament_page(
        request,
        tournament,
        "desk/copy_tournament.html",
        {"form": form},
        here=_("Copy the tournament"),
        status=status_of(form),
    )


def _kept_clock(moved: int) -> str:
    """Return what became of the programme when the zone was changed."""
    if not moved:
        return _("Saved. No time of the programme was set yet.")
    return ngettext(
        "Saved. %(count)s time of the programme keeps its clock in the new zone.",
        "Saved. %(count)s times of the programme keep their clock in the new zone.",
        moved,
    ) % {"count": moved}


def _usual_zone(account: Player) -> str:
    """Return the time zone of the director's newest tournament, else the default one."""
    newest = (
        Tournament.objects.filter(roles__player=account)
        .order_by("-pk")
        .values_list("zone", flat=True)
        .first()
    )
    return newest or _DEFAULT_ZONE
