"""The log page of a tournament, with buttons that undo entries."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from matches.errors import DomainError
from matches.models import Match
from tournaments import access
from tournaments.actions import undo
from tournaments.models import LogEntry, Tournament
from tournaments.web.desk.impact import shown_first
from tournaments.web.desk.log_lines import log_lines
from tournaments.web.desk.pages import act, tournament_page
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.numbers import number_typed
from tournaments.web.frame.visitors import visitor_of

_ENTRIES_PER_PAGE = 50


@require_page_or_form
def log_page(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the log of a tournament, newest first, and undo an entry on POST."""
    visitor = visitor_of(request)
    tournament = access.tournament_to_desk(visitor, uid)
    if request.method == "POST":
        return _undo(request, tournament)
    page = Paginator(entries_of(tournament), _ENTRIES_PER_PAGE).get_page(request.GET.get("page"))
    account, may_direct = access.own_account(visitor), visitor.may_direct(tournament)
    context = {
        "page": page,
        "log": log_lines(list(page)),
        "undoable": undo.undoable(list(page), by=account, is_director=may_direct),
    }
    return tournament_page(request, tournament, "desk/log.html", context, here=_("Log"))


def _undo(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Undo an entry once its consequences have been shown, as those of a correction are."""
    seq = number_typed(request.POST.get("seq", ""))
    entry = get_object_or_404(entries_of(tournament).select_related("tournament"), seq=seq)
    by = access.own_account(visitor_of(request))
    text = log_lines([entry])[0].text

    def undone() -> None:
        undo.undo(LogEntry.objects.select_related("tournament").get(pk=entry.pk), by=by)

    # What is refused is refused below, in words above the log.
    with suppress(DomainError):
        follows = entry.event and shown_first(
            request,
            entry.event,
            undone,
            tab="control",
            back_to=request.get_full_path(),
            but=Match.objects.filter(uid=entry.subject).first(),
            words=_("To be undone: %(entry)s") % {"entry": text},
        )
        if follows is not None:
            return follows
    message = _("Undone: %(entry)s") % {"entry": text}
    return act(request, undone, message=message, back_to=request.get_full_path())


def entries_of(tournament: Tournament) -> Any:
    """Return the log entries of a tournament, newest first."""
    return LogEntry.objects.filter(tournament=tournament).select_related("by", "event").order_by("-seq")
