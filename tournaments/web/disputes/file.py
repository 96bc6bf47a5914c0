"""Views of a dispute file: exhibits, appeal, votes and the printed file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches.errors import DomainError
from matches.models import Dispute, ExhibitKind, Vote
from matches.queries import read_once
from tournaments import access
from tournaments.access import tournament_of
from tournaments.actions.disputes import appeals, exhibits
from tournaments.models import pairing_of
from tournaments.web.desk.pages import act
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.records.record_page import checks_of

from .file_forms import EXHIBIT_FORMS, AppealForm
from .file_page import file_of, newest_reports

_ENDINGS = {"image/jpeg": "jpg", "image/png": "png", "image/webp": "webp"}
_EMPTY = 422


@require_page_or_form
def add_exhibit(request: HttpRequest, uid: str) -> HttpResponse:
    """Add a position, clock times, a photo or a game record to the dispute."""
    visitor = visitor_of(request)
    dispute = access.dispute_to_state(visitor, uid)
    player = visitor.player_in(tournament_of(dispute))
    forms = {name: form(match=dispute.match) for name, form in EXHIBIT_FORMS.items()}
    exhibit_kind = request.POST.get("kind", "")
    if request.method != "POST":
        return _exhibit_page(request, dispute, forms)
    if exhibit_kind not in EXHIBIT_FORMS:
        return _exhibit_page(request, dispute, forms, status=_EMPTY)
    form = forms[exhibit_kind] = EXHIBIT_FORMS[exhibit_kind](request.POST, request.FILES, match=dispute.match)
    if not form.is_valid():
        return _exhibit_page(request, dispute, forms, kind=exhibit_kind, status=_EMPTY)
    try:
        exhibits.add(dispute, by=player, origin=visitor.origin, **form.said)
    except DomainError as refusal:
        field = str(refusal.data.get("field", ""))
        form.add_error(field if field in form.fields else None, str(refusal))
        return _exhibit_page(request, dispute, forms, kind=exhibit_kind, status=refusal.status)
    messages.success(request, _("It is in the file now."))
    return redirect("dispute", uid)


@require_safe
def photo(request: HttpRequest, uid: str, exhibit: str) -> HttpResponse:
    """Return an exhibit's photo as a download, so that browsers never render it inline."""
    dispute = access.dispute_to_see(visitor_of(request), uid)
    row = get_object_or_404(dispute.exhibits, uid=exhibit, kind=ExhibitKind.PHOTO)
    if row.photo is None or row.photo_type not in _ENDINGS:
        raise Http404
    name = f"{row.uid}.{_ENDINGS[row.photo_type]}"
    return HttpResponse(
        bytes(row.photo),
        content_type=row.photo_type,
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "private, no-store",
        },
    )


@require_page_or_form
def appeal(request: HttpRequest, uid: str) -> HttpResponse:
    """File an appeal against the ruling."""
    visitor = visitor_of(request)
    dispute = access.dispute_to_state(visitor, uid)
    form = AppealForm(request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        status = _EMPTY
        if form.is_valid():
            by = visitor.player_in(tournament_of(dispute))
            try:
                appeals.appeal(dispute, by=by, reason=form.cleaned_data["reason"], origin=visitor.origin)
            except DomainError as refusal:
                form.add_error(None, str(refusal))
                status = refusal.status
            else:
                messages.success(request, _("Your appeal is kept. The director names a committee."))
                return redirect("dispute", uid)
    context = {"form": form, "rulings": dispute.rulings.select_related("by", "report")}
    return _show(request, dispute, "matches/appeal.html", context, here=_("Appeal"), status=status)


@require_POST
def take_back(request: HttpRequest, uid: str) -> HttpResponse:
    """Withdraw an appeal."""
    return _act(request, uid, message=_("Appeal withdrawn."), do=appeals.take_back)


@require_POST
def vote(request: HttpRequest, uid: str) -> HttpResponse:
    """Store the visitor's vote as a committee member."""
    visitor = visitor_of(request)
    dispute = access.dispute_to_see(visitor, uid)
    player = visitor.player_in(tournament_of(dispute))
    cast = request.POST.get("vote", "")
    if cast not in Vote.values or player is None:
        messages.error(request, _("Choose what you vote for."))
        return redirect("dispute", uid)
    return _act(request, uid, message=_("Your vote is kept."), do=appeals.vote, member=player, vote=cast)


@require_safe
def paper(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the whole dispute file as a page for printing."""
    visitor = visitor_of(request)
    dispute = access.dispute_to_see(visitor, uid)
    match = dispute.match
    reports = newest_reports(read_once(match))
    context = file_of(dispute, visitor) | {
        "statements": dispute.statements.select_related("by"),
        "reports": reports,
        "checks": checks_of(match, list(match.records.defer("data")), reports),
        "event": pairing_of(match).stage.event,
    }
    return _show(request, dispute, "matches/dispute_paper.html", context, here=_("File of a dispute"))


def _act(
    request: HttpRequest, uid: str, *, message: str, do: Callable[..., Any], **options: Any
) -> HttpResponse:
    """Call an action on the newest appeal of a dispute, then redirect to the dispute."""
    visitor = visitor_of(request)
    dispute = access.dispute_to_see(visitor, uid)
    newest = dispute.appeals.select_related("ruling", "by").order_by("pk").last()
    if newest is None:
        raise Http404
    newest.ruling.match = dispute.match
    by = visitor.player_in(tournament_of(dispute))
    return act(
        request,
        lambda: do(newest, by=by, origin=visitor.origin, **options),
        message=message,
        back_to=reverse("dispute", args=[uid]),
    )


def _exhibit_page(
    request: HttpRequest, dispute: Dispute, forms: Mapping[str, Any], *, kind: str = "", status: int = 200
) -> HttpResponse:
    context = {"forms": forms, "asked": kind, "has_records": dispute.match.records.exists()}
    return _show(request, dispute, "matches/exhibit.html", context, here=_("Add to the file"), status=status)


def _show(
    request: HttpRequest,
    dispute: Dispute,
    template: str,
    context: Mapping[str, Any],
    *,
    here: str,
    status: int = 200,
) -> HttpResponse:
    match = dispute.match
    stage = pairing_of(match).stage
    tournament = tournament_of(match)
    crumbs = [
        *way_to(tournament, stage.event, stage),
        Crumb(str(match), reverse("match", args=[match.uid])),
        Crumb(_("Dispute"), reverse("dispute", args=[dispute.uid])),
        Crumb(here),
    ]
    shared = {"dispute": dispute, "match": match, "crumbs": crumbs}
    return show(request, tournament, template, shared | dict(context), status=status)
