"""The page of the tables: what each is for, the longest wait, and whether they are given automatically."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import access
from tournaments.actions.hall import tables as hall
from tournaments.models import Table, Tournament
from tournaments.requests.hall import WaitingLimitRequest
from tournaments.web.desk.bar import Room
from tournaments.web.desk.pages import act, status_of, tournament_page
from tournaments.web.desk.submission import Edit, press
from tournaments.web.frame.form_fields import field_of
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of


class WaitingLimitForm(forms.Form):
    """The form for the longest wait for a table."""

    minutes = field_of(
        WaitingLimitRequest,
        "minutes",
        label=gettext_lazy("Longest wait for a table, in minutes"),
        help_text=gettext_lazy(
            "After so long a match goes before those with a longer way. Left empty, there is no limit."
        ),
    )


@require_page_or_form
def tables(request: HttpRequest, uid: str) -> HttpResponse:
    """Show and change the use of tables, and switch automatic assignment on or off."""
    visitor = visitor_of(request)
    tournament = access.tournament_to_desk(visitor, uid)
    back_to = reverse("desk_board_tables", args=[uid])
    if request.method == "POST" and request.POST.get("do") == "automatic":
        access.tournament_to_direct(visitor, uid)
        is_on = request.POST.get("is_on") == "on"
        message = _("Tables are given automatically now.") if is_on else _("Tables are given by hand now.")
        return act(
            request,
            lambda: hall.set_automatic(tournament, by=visitor.account, is_on=is_on),
            message=message,
            back_to=back_to,
        )
    form = WaitingLimitForm(
        request.POST if request.POST.get("do") == "limit" else None,
        initial={"minutes": tournament.waiting_limit},
    )
    if form.is_bound:
        access.tournament_to_direct(visitor, uid)
        if form.is_valid():
            minutes = form.cleaned_data["minutes"]
            return act(
                request,
                lambda: hall.set_waiting_limit(tournament, by=visitor.account, minutes=minutes),
                message=_("Saved."),
                back_to=back_to,
            )
    elif request.method == "POST":
        table = _table(request, tournament)
        return press(
            request,
            Edit(table, _purposes(request, tournament), look_at=back_to),
            lambda: _change_table(request, table),
            message=_("Saved."),
            back_to=back_to,
        )
    context = {
        "tables": Table.objects.filter(tournament=tournament).select_related("reserved_for"),
        "events": list(tournament.events.order_by("order")),
        "form": form,
    }
    return tournament_page(
        request,
        tournament,
        "desk/board_tables.html",
        context,
        here=_("Tables"),
        room=Room.BOARD,
        status=status_of(form),
    )


def _table(request: HttpRequest, tournament: Tournament) -> Table:
    tables = Table.objects.filter(tournament=tournament).select_related("tournament", "reserved_for")
    return get_object_or_404(tables, uid=request.POST.get("table", ""))


def _change_table(request: HttpRequest, table: Table) -> None:
    reserved = request.POST.get("reserved_for", "")
    events = table.tournament.events
    hall.change_table(
        table,
        by=visitor_of(request).account,
        is_out_of_order=request.POST.get("is_out_of_order") == "on",
        is_streaming=request.POST.get("is_streaming") == "on",
        reserved_for=get_object_or_404(events, uid=reserved) if reserved else None,
    )


def _purposes(request: HttpRequest, tournament: Tournament) -> list[str]:
    """Return the table's submitted settings in words."""
    reserved = tournament.events.filter(uid=request.POST.get("reserved_for", "")).first()
    parts = [
        _("out of order") if request.POST.get("is_out_of_order") else "",
        _("streaming table") if request.POST.get("is_streaming") else "",
        _("reserved for %(event)s") % {"event": reserved} if reserved else "",
    ]
    return [words for words in parts if words] or [_("an ordinary table")]
