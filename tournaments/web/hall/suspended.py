"""Matches broken off: the form that notes how one stands, and the register of all of them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from matches.errors import DomainError, InvalidSuspension
from tournaments import access
from tournaments.actions.hall import suspending
from tournaments.errors import EditConflict
from tournaments.models import pairing_of
from tournaments.queries.suspended import suspensions
from tournaments.web.desk.conflicts import first_seen, seen_by, show_changed, typed
from tournaments.web.desk.pages import UNPROCESSABLE, event_page, tournament_page
from tournaments.web.desk.refusals import put_into
from tournaments.web.frame.visitors import visitor_of

from .board_forms import SuspendForm


@require_safe
def register(request: HttpRequest, uid: str) -> HttpResponse:
    """Every match of the tournament that is suspended, and those that were, with all that was noted; for print too."""
    tournament = access.tournament_to_desk(visitor_of(request), uid)
    rows = suspensions(tournament)
    context = {
        "open": [row for row in rows if row.resumed_at is None],
        "over": [row for row in rows if row.resumed_at is not None],
    }
    return tournament_page(
        request, tournament, "desk/board_suspended.html", context, here=_("Suspended matches")
    )


@require_http_methods(["GET", "HEAD", "POST"])
def suspend(request: HttpRequest, uid: str) -> HttpResponse:
    """Break a match off, and note what is needed to set it up again."""
    match = access.match_to_direct(visitor_of(request), uid)
    event = pairing_of(match).stage.event
    form = SuspendForm(request.POST or None, match=match)
    status = 200
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid():
            try:
                suspending.suspend(
                    match,
                    by=visitor_of(request).account,
                    seen=seen_by(request),
                    **form.noted,
                )
            except EditConflict as error:
                return show_changed(
                    request,
                    event.tournament,
                    error,
                    match,
                    wanted=[_("suspend the match"), *typed(form)],
                    look_at=reverse("desk_match", args=[uid]),
                    back=reverse("desk_board", args=[event.tournament.uid]),
                )
            except InvalidSuspension as refusal:
                form.add_error(str(refusal.data["field"]), str(refusal.data["reason"]))
            except DomainError as refusal:
                put_into(form, refusal)
                status = refusal.status
            else:
                messages.success(request, _("The match is suspended, and its table is free."))
                return redirect("desk_suspended", event.tournament.uid)
    context = {"match": match, "form": form, "seen": first_seen(request, event.tournament)}
    return event_page(
        request, event, "desk/suspend.html", context, tab="control", here=_("Suspend"), status=status
    )
