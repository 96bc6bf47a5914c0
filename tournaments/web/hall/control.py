"""Views of an event's control page: open matches and results entered by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches.errors import DomainError
from matches.models import Match
from rules.match import Side
from tournaments import access
from tournaments.actions import results
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling
from tournaments.errors import EditConflict, PlayerAtAnotherTable
from tournaments.models import Event, Table, pairing_of
from tournaments.queries.events.forecasts import Outlook, known
from tournaments.queries.results.matches import open_matches
from tournaments.web.desk.all_the_same import all_the_same
from tournaments.web.desk.conflicts import read_at, show_changed
from tournaments.web.desk.pages import event_context, event_page
from tournaments.web.desk.refusals import reasons
from tournaments.web.entrants.qualifying import way_on
from tournaments.web.frame import etags
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.numbers import number_typed
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.results.ruling_forms import TableForm

from .control_page import Control, control
from .quick_result import quick_results


@require_page_or_form
def control_page(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the open matches of an event, and enter a result from the quick line on POST."""
    event = access.event_to_desk(visitor_of(request), uid)
    if request.method == "POST":
        event = access.event_to_direct(visitor_of(request), uid)
        return _enter(request, event)
    return _page(request, event, words=request.GET.get("q", ""), last=request.GET.get("last", ""))


@require_safe
def quick(request: HttpRequest, uid: str) -> HttpResponse:
    """Return the matches and results that fit the text typed so far."""
    event = access.event_to_direct(visitor_of(request), uid)
    words = request.GET.get("q", "")
    context = {"event": event, "words": words, "results": quick_results(words, open_matches(event))}
    return render(request, "desk/_quick.html", context)


@require_safe
def control_live(request: HttpRequest, uid: str) -> HttpResponse:
    """Return the lists alone, or 304 if the ETag matches."""
    event = access.event_to_desk(visitor_of(request), uid)
    etag = _tag(request, event, known(event))
    if etags.is_known(request, etag):
        return etags.unchanged(etag)
    return etags.tagged(_board(request, event), etag)


@require_POST
def act_on_match(request: HttpRequest, uid: str, act: str) -> HttpResponse:
    """Start or call a match, free its table or confirm its report."""
    match = access.match_to_desk(visitor_of(request), uid)
    event = pairing_of(match).stage.event
    refusal: DomainError | None = None
    if act not in _ACTS:
        raise Http404
    try:
        _ACTS[act](request, match)
    except EditConflict as error:
        table = request.POST.get("table", "").strip()
        here = reverse("desk_match", args=[uid])
        call = _("call to table %(table)s") % {"table": table}
        return show_changed(request, event.tournament, error, match, values=call, look_at=here)
    except PlayerAtAnotherTable as error:
        refusal = error
        if visitor_of(request).may_direct(event.tournament):
            back = reverse("desk_event", args=[event.uid])
            return all_the_same(request, event.tournament, error, match, back=back)
    except DomainError as error:
        refusal = error
    if request.headers.get("HX-Request"):
        event.tournament.refresh_from_db()
        return _board(request, event, refusal=refusal, goes_on=act == "call")
    if refusal is not None:
        return _page(request, event, refusal=refusal)
    back = request.POST.get("back", "")
    if back == "match":
        return redirect("desk_match", uid)
    return redirect("desk_event", event.uid)


def _start(request: HttpRequest, match: Match) -> None:
    results.start(match, by=visitor_of(request).account)


def _call(request: HttpRequest, match: Match) -> None:
    """Call a match to the table with the submitted name, which is created if it does not exist."""
    form = TableForm(request.POST)
    if not form.is_valid():
        return
    by, tournament = visitor_of(request).account, pairing_of(match).stage.event.tournament
    name = form.cleaned_data["table"].strip()
    table = Table.objects.filter(tournament=tournament, name__iexact=name).first()
    if table is None:
        table = lifecycle.add_tables(tournament, by=by, names=[name])[0]
    overrides = request.POST.getlist("overrides")
    calling.assign(match, by=by, table=table, read_at=read_at(request), overrides=overrides)


def _free(request: HttpRequest, match: Match) -> None:
    use = match.table_uses.filter(until=None).select_related("table__tournament").first()
    if use is not None:
        calling.free(use.table, by=visitor_of(request).account)


def _stand(request: HttpRequest, match: Match) -> None:
    """Confirm the report that is waiting for confirmation."""
    report = get_object_or_404(match.reports, uid=request.POST.get("report", ""))
    report.match = match
    results.confirm(report, by=visitor_of(request).account)


_ACTS: Mapping[str, Callable[[HttpRequest, Match], None]] = {
    "start": _start,
    "call": _call,
    "free": _free,
    "stand": _stand,
}


def _enter(request: HttpRequest, event: Event) -> HttpResponse:
    """Enter the selected result; show the choices again if the text has changed since."""
    words = request.POST.get("q", "").strip()
    button = request.POST.get("do", "")
    if not words or button.count(":") != 2 or request.POST.get("for_q", "").strip() != words:
        return redirect(f"{_address(event)}?{urlencode({'q': words})}" if words else _address(event))
    uid, winner, text = button.split(":")
    points = number_typed(text)
    if winner not in tuple(Side) or points is None:
        raise Http404
    match = access.match_to_direct(visitor_of(request), uid)
    score = (match.length, points) if winner == Side.ONE else (points, match.length)
    try:
        results.report(match, by=visitor_of(request).account, score=score, read_at=read_at(request))
    except EditConflict as error:
        result = f"{match.one.name} {score[0]}–{score[1]} {match.two.name}"
        here = reverse("desk_match", args=[match.uid])
        return show_changed(request, event.tournament, error, match, values=result, look_at=here)
    except DomainError as refusal:
        return _page(request, event, words=words, refusal=refusal)
    return redirect(f"{_address(event)}?last={match.uid}")


def _page(
    request: HttpRequest, event: Event, *, words: str = "", last: str = "", refusal: DomainError | None = None
) -> HttpResponse:
    context = _context(request, event)
    lists: Control = context["control"]
    context |= {
        "words": words,
        "results": quick_results(words, lists.open) if words else None,
        "last": next((match for match in lists.latest if match.uid == last), None) if last else None,
        "refused": reasons(refusal) if refusal else [],
        **way_on(event),
    }
    status = refusal.status if refusal else 200
    return event_page(request, event, "desk/control.html", context, tab="control", status=status)


def _board(
    request: HttpRequest, event: Event, *, refusal: DomainError | None = None, goes_on: bool = False
) -> HttpResponse:
    """Return the fragment of the lists, which htmx swaps into the page.

    `goes_on` puts the focus on the next match to call.
    """
    context = event_context(request, event, tab="control") | _context(request, event)
    context |= {"board_refused": reasons(refusal) if refusal else [], "tournament": event.tournament}
    context["goes_on"] = goes_on
    with timezone.override(event.tournament.time_zone):
        return render(request, "desk/_board.html", context, status=422 if refusal else 200)


def _context(request: HttpRequest, event: Event) -> dict[str, Any]:
    outlook = known(event)
    lists = control(event)
    return {
        "control": lists,
        "outlook": outlook,
        "etag": _tag(request, event, outlook),
    }


def _tag(request: HttpRequest, event: Event, outlook: Outlook | None) -> str:
    """Return an ETag that changes with the log and with the forecast."""
    return etags.tag(request, event.tournament.log_seq, "" if outlook is None else outlook.at)


def _address(event: Event) -> str:
    return reverse("desk_event", args=[event.uid])
