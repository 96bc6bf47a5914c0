"""Views of game records: upload, findings and replay."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from matches.errors import DomainError
from matches.models import GameRecord
from matches.queries import situation
from tournaments import access
from tournaments.access import tournament_of
from tournaments.actions.records import uploads
from tournaments.models import pairing_of
from tournaments.web.frame import etags
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.records.record_page import checks_of, record_page


class RecordForm(forms.Form):
    """A form for the upload of one file."""

    file = forms.FileField(
        label=gettext_lazy("The file"),
        help_text=gettext_lazy("A .mat, .sgf or .xg file of this match, at most 1 MiB."),
        widget=forms.ClearableFileInput(attrs={"accept": ".mat,.txt,.sgf,.xg,text/plain"}),
        error_messages={
            "required": gettext_lazy("Choose the file first."),
            "empty": gettext_lazy("This file is empty. Choose the game record of this match."),
        },
    )


@require_page_or_form
def upload(request: HttpRequest, uid: str) -> HttpResponse:
    """Upload a game record to a match; a background task checks it."""
    visitor = visitor_of(request)
    match = access.match_to_upload(visitor, uid)
    tournament = tournament_of(match)
    form = RecordForm() if request.method != "POST" else RecordForm(request.POST, request.FILES)
    status = 200
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        try:
            record = uploads.upload(
                match,
                by=visitor.player_in(tournament),
                file_name=file.name,
                data=file.read(),
                origin=visitor.origin,
            )
        except DomainError as refusal:
            form.add_error("file", str(refusal))
            status = refusal.status
        else:
            messages.success(request, _("The record is kept and is being checked."))
            return redirect("record", record.uid)
    stage = pairing_of(match).stage
    context = {
        "match": match,
        "form": form,
        "crumbs": [
            *way_to(tournament, stage.event, stage),
            _match_crumb(str(match), uid),
            Crumb(_("Record")),
        ],
    }
    if form.errors and status == 200:
        status = 422
    return show(request, tournament, "matches/upload.html", context, status=status)


@require_safe
def record(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the findings of a game record by game, compared with the reports."""
    row = access.record_to_see(visitor_of(request), uid)
    match = row.match
    stage = pairing_of(match).stage
    tournament = tournament_of(match)
    context = _record(request, row) | {
        "crumbs": [
            *way_to(tournament, stage.event, stage),
            _match_crumb(str(match), match.uid),
            Crumb(_("Record")),
        ]
    }
    return show(request, tournament, "matches/record.html", context)


@require_safe
def record_live(request: HttpRequest, uid: str) -> HttpResponse:
    """Return the findings alone, or 304 if the ETag matches; the page polls this view."""
    row = access.record_to_see(visitor_of(request), uid)
    tournament = tournament_of(row)
    etag = etags.tag(request, tournament.log_seq)
    if etags.is_known(request, etag):
        return etags.unchanged(etag)
    with timezone.override(tournament.time_zone):
        return etags.tagged(render(request, "matches/_record.html", _record(request, row)), etag)


@require_page_or_form
def check_again(request: HttpRequest, uid: str) -> HttpResponse:
    """Repeat a failed check on POST; otherwise redirect to the record."""
    visitor = visitor_of(request)
    if request.method != "POST":
        return redirect("record", access.record_to_see(visitor, uid).uid)
    row = access.record_to_check(visitor, uid)
    by = visitor.player_in(tournament_of(row))
    uploads.check_again(row, by=by, origin=visitor.origin)
    messages.success(request, _("The record is being checked again."))
    return redirect("record", row.uid)


def _record(request: HttpRequest, row: GameRecord) -> dict[str, object]:
    match = row.match
    visitor = visitor_of(request)
    reports = [match.accepted_report] if match.accepted_report else list(situation(match).newest.values())
    return {
        "etag": etags.tag(request, tournament_of(match).log_seq),
        "record": row,
        "match": match,
        "findings": record_page(row) if row.is_checked else None,
        "may_ask_again": row.has_failed
        and (visitor.side_in(match) is not None or visitor.may_direct(tournament_of(match))),
        "checks": checks_of(match, [row], reports),
    }


def _match_crumb(label: str, uid: str) -> Crumb:
    return Crumb(label, f"/m/{uid}/")
