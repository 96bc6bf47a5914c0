"""The first desk pages: the tournaments of an officer, and the overview of one tournament."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from tournaments import access
from tournaments.actions.events import lifecycle
from tournaments.models import (
    Role,
    Table,
    Tournament,
    Visibility,
)
from tournaments.web.audit.log import entries_of
from tournaments.web.desk.bar import more_pages
from tournaments.web.desk.log_lines import log_lines
from tournaments.web.desk.pages import act, status_of, tournament_page
from tournaments.web.events.next_steps import read_steps, steps_context
from tournaments.web.frame.pages import Crumb
from tournaments.web.frame.visitors import visitor_of


class TablesForm(forms.Form):
    """The tables of the hall, by name."""

    names = forms.CharField(
        label=gettext_lazy("Tables"),
        max_length=2000,
        help_text=gettext_lazy("Names with commas between, or a range as in 1-16."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "1-16"}),
    )

    def clean_names(self) -> list[str]:
        """Return the list of names, with ranges expanded."""
        names: list[str] = []
        for part in str(self.cleaned_data["names"]).split(","):
            first, dash, last = (word.strip() for word in part.partition("-"))
            if dash and first.isdecimal() and last.isdecimal() and 0 <= int(last) - int(first) < 500:
                names += [str(number) for number in range(int(first), int(last) + 1)]
            elif part.strip():
                names.append(part.strip())
        too_long = [name for name in names if len(name) > 20]
        if too_long:
            raise ValidationError(
                gettext_lazy("The name of a table has at most 20 characters."), code="too_long"
            )
        return names


@require_safe
def desk_home(request: HttpRequest) -> HttpResponse:
    """Show the tournaments in which the visitor holds an office, the newest first."""
    account = access.own_account(visitor_of(request))
    roles = (
        Role.objects.filter(player=account).select_related("tournament").order_by("-tournament__starts_on")
    )
    context = {"section": "desk", "roles": roles, "crumbs": [Crumb(_("Desk"))]}
    return render(request, "desk/home.html", context)


@require_safe
def tournament(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the events with their next steps, the tables, the officers and the last log entries."""
    return _front(request, access.tournament_to_desk(visitor_of(request), uid), TablesForm())


def _front(request: HttpRequest, tournament: Tournament, form: TablesForm) -> HttpResponse:
    steps = read_steps(request, tournament)
    context = {
        "cards": steps.cards,
        **steps_context(request, tournament, steps=steps),
        "log": log_lines(entries_of(tournament)[:8]),
        "tables": Table.objects.filter(tournament=tournament),
        "officers": _officers(tournament),
        "is_draft": tournament.visibility == Visibility.DRAFT,
        "more": more_pages(tournament.uid, may_direct=visitor_of(request).may_direct(tournament)),
        "form": form,
    }
    return tournament_page(request, tournament, "desk/tournament.html", context, status=status_of(form))


@require_POST
def publish(request: HttpRequest, uid: str) -> HttpResponse:
    """Make the tournament public."""
    tournament = access.tournament_to_direct(visitor_of(request), uid)

    def done() -> None:
        lifecycle.change_tournament(tournament, by=visitor_of(request).account, visibility=Visibility.PUBLIC)

    message = _("%(name)s is public now.") % {"name": tournament.name}
    return act(request, done, message=message, back_to=f"/desk/t/{tournament.uid}/")


@require_POST
def add_tables(request: HttpRequest, uid: str) -> HttpResponse:
    """Add tables by name or range."""
    tournament = access.tournament_to_desk(visitor_of(request), uid)
    form = TablesForm(request.POST)
    if not form.is_valid():
        return _front(request, tournament, form)
    names = form.cleaned_data["names"]

    def done() -> None:
        lifecycle.add_tables(tournament, by=visitor_of(request).account, names=names)

    return act(request, done, message=_("Tables added."), back_to=f"/desk/t/{tournament.uid}/")


def _officers(tournament: Tournament) -> Any:
    return (
        Role.objects.filter(tournament=tournament)
        .select_related("player")
        .order_by("-kind", "player__name_key", "player__name")
    )
