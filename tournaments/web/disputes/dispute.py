"""The public page of a dispute: reports, statements, records and rulings."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from matches.errors import DomainError
from matches.queries import read_once, situation
from tournaments import access
from tournaments.access import tournament_of
from tournaments.actions import results
from tournaments.models import pairing_of
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.records.record_page import checks_of
from tournaments.web.results.reporting_forms import StatementForm

from .file_page import file_of


@require_page_or_form
def dispute(request: HttpRequest, uid: str) -> HttpResponse:
    """Show a dispute to its sides and the directors, and add a statement on POST."""
    visitor = visitor_of(request)
    row = access.dispute_to_see(visitor, uid)
    match = row.match
    tournament = tournament_of(match)
    form = StatementForm(request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        access.dispute_to_state(visitor, uid)
        status = 422
        if form.is_valid():
            player = visitor.player_in(tournament)
            try:
                results.add_statement(row, by=player, text=form.cleaned_data["text"], origin=visitor.origin)
            except DomainError as refusal:
                form.add_error(None, str(refusal))
            else:
                messages.success(request, _("Your statement is kept."))
                return redirect("dispute", uid)
    side = visitor.side_in(match)
    now = situation(read_once(match))
    reports = [now.newest[name] for name in sorted(now.newest)]
    stage = pairing_of(match).stage
    context = file_of(row, visitor) | {
        "dispute": row,
        "match": match,
        "form": form if row.is_open and (side or visitor.may_direct(tournament)) else None,
        "statements": row.statements.select_related("by"),
        "reports": reports,
        "checks": checks_of(match, list(match.records.defer("data")), reports),
        "may_agree": row.is_open and side is not None and now.may_answer(side),
        "theirs": now.newest.get(side.other) if side is not None else None,
        "crumbs": [
            *way_to(tournament, stage.event, stage),
            Crumb(str(match), f"/m/{match.uid}/"),
            Crumb(_("Dispute")),
        ],
    }
    return show(request, tournament, "matches/dispute.html", context, status=status)
