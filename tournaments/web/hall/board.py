"""Views of the control board, of a whole tournament or of one event, which officers use by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from matches.errors import DomainError
from matches.models import Match
from rules.match import Side
from tournaments import access
from tournaments.actions import results
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling, lateness, suspending
from tournaments.acts import EditedForm
from tournaments.errors.common import EditConflict
from tournaments.errors.hall import PlayerAtAnotherTable
from tournaments.models import Event, Table, TableUse
from tournaments.queries.ratings.counted import counting_of_event
from tournaments.web.desk.bar import Room
from tournaments.web.desk.conflicts import log_number, refuse_if_kept_too_long, show_changed, unchanged
from tournaments.web.desk.overrides import ask_override
from tournaments.web.desk.pages import UNPROCESSABLE, event_context, event_page, tournament_page
from tournaments.web.desk.refusals import reasons
from tournaments.web.entrants.qualifying import way_on
from tournaments.web.events.next_steps import steps_context
from tournaments.web.frame import etags
from tournaments.web.frame.form_idempotency import once
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.numbers import number_typed
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.results.ruling_forms import TableForm

from .board_page import BoardScope, board_context, board_tag, line_context, match_of, scope_of, start_all
from .quick_result import quick_results


@require_page_or_form
def board_page(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the control board, and enter a result from its quick line on POST."""
    visitor = visitor_of(request)
    if request.method == "POST":
        return _enter(request, scope_of(request, access.tournament_to_enter(visitor, uid)))
    scope = BoardScope(access.tournament_to_desk(visitor, uid))
    return _page(request, scope, words=request.GET.get("q", ""), last=request.GET.get("last", ""))


@require_safe
def matches_of_event(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the control board of one event, with the results that it has."""
    event = access.event_to_desk(visitor_of(request), uid)
    scope = scope_of(request, event.tournament, event)
    return _page(request, scope, words=request.GET.get("q", ""), last=request.GET.get("last", ""))


@require_safe
def live(request: HttpRequest, uid: str) -> HttpResponse:
    """Return the lists of the board alone, or 304 if the ETag matches."""
    scope = scope_of(request, access.tournament_to_desk(visitor_of(request), uid))
    etag = board_tag(request, scope)
    if etags.is_known(request, etag):
        return etags.unchanged(etag)
    return etags.tagged(_lists(request, scope), etag)


@require_safe
def quick(request: HttpRequest, uid: str) -> HttpResponse:
    """Return the matches and results that fit the text typed so far."""
    scope = scope_of(request, access.tournament_to_enter(visitor_of(request), uid))
    context = line_context(request.GET.get("q", ""), scope.open_matches())
    return render(request, "desk/_quick.html", {**context, "scope": scope, "seen": scope.tournament.log_seq})


@require_POST
@once
def act_on_match(request: HttpRequest, uid: str, match: str, act: str) -> HttpResponse:
    """Apply the action of a match's button, such as a call, start, penalty or forfeit."""
    if act not in _ACTS:
        raise Http404
    visitor = visitor_of(request)
    tournament = access.tournament_to_desk(visitor, uid)
    row = access.match_to_desk(visitor, match)
    if access.tournament_of(row) != tournament:
        raise Http404
    scope = scope_of(request, tournament)
    refusal: DomainError | None = None
    try:
        refuse_if_kept_too_long(request, row, forms=_CONFLICTS.get(act, ()))
        _ACTS[act](request, row)
    except EditConflict as error:
        return _show_changed(request, scope, error, row, value=_wanted(request, row, act))
    except PlayerAtAnotherTable as error:
        refusal = error
        if visitor.may_direct(tournament):
            return ask_override(request, tournament, error, row, back=scope.address)
    except DomainError as error:
        refusal = error
    if refusal is None and request.POST.get("back") == "match":
        return redirect("desk_match", row.uid)
    if refusal is None and act in _SETTLING:
        return _settled(request, scope, row)
    return _answer(request, scope, refusal)


@require_POST
def next_to_table(request: HttpRequest, uid: str, table: str) -> HttpResponse:
    """Call the next ready match to a table."""
    visitor = visitor_of(request)
    tournament = access.tournament_to_desk(visitor, uid)
    row = get_object_or_404(Table.objects.select_related("tournament"), uid=table, tournament=tournament)
    scope = scope_of(request, tournament)
    refusal: DomainError | None = None
    try:
        calling.assign_next(row, by=visitor.account, event=scope.event)
    except DomainError as error:
        refusal = error
    return _answer(request, scope, refusal)


@require_POST
def start_called(request: HttpRequest, uid: str) -> HttpResponse:
    """Start every called match whose players are all present."""
    visitor = visitor_of(request)
    tournament = access.tournament_to_desk(visitor, uid)
    scope = scope_of(request, tournament)
    return _after(request, scope, errors=start_all(scope.board().called, by=visitor.account))


def _call(request: HttpRequest, match: Match) -> None:
    """Call a match to the table in the request, which is added if it is new, or to the lowest suitable table."""
    by, name = visitor_of(request).account, request.POST.get("table", "").strip()
    overrides = request.POST.getlist("overrides")
    if not name:
        calling.assign_lowest(match, by=by, log_number=log_number(request), overrides=overrides)
        return
    if not TableForm(request.POST).is_valid():
        raise Http404
    tournament = access.tournament_of(match)
    table = Table.objects.filter(tournament=tournament, name__iexact=name).first()
    if table is None:
        table = lifecycle.add_tables(tournament, by=by, names=[name])[0]
    calling.assign(match, by=by, table=table, log_number=log_number(request), overrides=overrides)


def _free(request: HttpRequest, match: Match) -> None:
    use = TableUse.objects.filter(match=match, until=None).select_related("table__tournament").first()
    if use is not None:
        calling.free(use.table, by=visitor_of(request).account)


def _start(request: HttpRequest, match: Match) -> None:
    results.start(match, by=visitor_of(request).account)


def _call_again(request: HttpRequest, match: Match) -> None:
    lateness.call_again(match, by=visitor_of(request).account)


def _note_absent(request: HttpRequest, match: Match) -> None:
    lateness.note_absent(match, side=_side(request), by=visitor_of(request).account)


def _note_there(request: HttpRequest, match: Match) -> None:
    lateness.note_there(match, side=_side(request), by=visitor_of(request).account)


def _penalise(request: HttpRequest, match: Match) -> None:
    """Give the opponent of a late side the points that the rules propose."""
    points = number_typed(request.POST.get("points", ""))
    if points is None:
        raise Http404
    results.penalise(
        match,
        by=visitor_of(request).account,
        to=Side(_side(request)).other,
        points=points,
        reason=_late_words(request),
        log_number=log_number(request),
    )


def _forfeit(request: HttpRequest, match: Match) -> None:
    """Record a loss without play for one side or both."""
    loser = None if request.POST.get("side") == "both" else _side(request)
    reason = request.POST.get("reason", "").strip() or _late_words(request)
    results.forfeit(
        match, by=visitor_of(request).account, loser=loser, reason=reason, log_number=log_number(request)
    )


def _stand(request: HttpRequest, match: Match) -> None:
    report = get_object_or_404(match.reports, uid=request.POST.get("report", ""))
    report.match = match
    results.confirm(report, by=visitor_of(request).account)


def _resume(request: HttpRequest, match: Match) -> None:
    with unchanged(request, match, forms=(EditedForm.RESULT,)):
        suspending.resume(match, by=visitor_of(request).account)


def _take_back(request: HttpRequest, match: Match) -> None:
    results.take_back_result(match, by=visitor_of(request).account)


_ACTS: Mapping[str, Callable[[HttpRequest, Match], None]] = {
    "call": _call,
    "free": _free,
    "start": _start,
    "again": _call_again,
    "absent": _note_absent,
    "there": _note_there,
    "penalise": _penalise,
    "forfeit": _forfeit,
    "stand": _stand,
    "resume": _resume,
    "take-back": _take_back,
}

# What another desk may have done meanwhile, for an act that was kept without a connection.
_CONFLICTS: Mapping[str, Sequence[EditedForm]] = {
    "call": (EditedForm.RESULT, EditedForm.CALL),
    "start": (EditedForm.RESULT,),
    "forfeit": (EditedForm.RESULT,),
}
# Actions that give a match its result; the page offers to take them back.
_SETTLING = ("forfeit",)


def _settled(request: HttpRequest, scope: BoardScope, match: Match) -> HttpResponse:
    """Return the page with a button to take back the result just entered.

    An htmx request for the lists receives the whole board instead.
    """
    if not request.headers.get("HX-Request"):
        return _go_on(request, scope, {"last": match.uid})
    scope.tournament.refresh_from_db()
    answer = _page(request, scope, last=match.uid, is_in_lists=True)
    answer["HX-Retarget"], answer["HX-Reswap"] = "#control", "outerHTML settle:0s"
    return answer


def _enter(request: HttpRequest, scope: BoardScope) -> HttpResponse:
    """Enter the selected or only result of the quick line; show the choices if several fit."""
    words = request.POST.get("q", "").strip()
    reading = _chosen(request, scope, words) if words else None
    if reading is None:
        return _go_on(request, scope, {"q": words} if words else {})
    uid, winner, points = reading
    match = access.match_to_enter(visitor_of(request), uid)
    score = (match.length, points) if winner is Side.ONE else (points, match.length)
    try:
        refuse_if_kept_too_long(request, match, forms=(EditedForm.RESULT,))
        results.report(match, by=visitor_of(request).account, score=score, log_number=log_number(request))
    except EditConflict as error:
        result = f"{match.one.name} {score[0]}–{score[1]} {match.two.name}"
        return _show_changed(request, scope, error, match, value=result)
    except DomainError as refusal:
        return _page(request, scope, words=words, refusal=refusal)
    return _go_on(request, scope, {"last": match.uid})


def _chosen(request: HttpRequest, scope: BoardScope, words: str) -> tuple[str, Side, int] | None:
    """Return match, winner and loser's points of the pressed button or the only fitting result.

    A button is ignored if the text of the quick line has changed since.
    """
    button = request.POST.get("do", "")
    if button.count(":") == 2 and request.POST.get("for_q", "").strip() == words:
        uid, winner, text = button.split(":")
        points = number_typed(text)
        if winner not in tuple(Side) or points is None:
            raise Http404
        return uid, Side(winner), points
    # If only one result fits, no choice is needed.
    readings = quick_results(words, scope.open_matches())
    if len(readings) != 1 or not readings[0].is_complete:
        return None
    only = readings[0]
    return only.line.uid, only.winner, only.points or 0


def _go_on(request: HttpRequest, scope: BoardScope, query: Mapping[str, str]) -> HttpResponse:
    """Return the new page to htmx, or redirect to it."""
    if request.headers.get("HX-Request"):
        scope.tournament.refresh_from_db()
        return _page(request, scope, words=query.get("q", ""), last=query.get("last", ""))
    return redirect(f"{scope.address}?{urlencode(query)}" if query else scope.address)


def _answer(request: HttpRequest, scope: BoardScope, refusal: DomainError | None) -> HttpResponse:
    """Return the updated board after an action, with the error messages of a refusal."""
    if refusal is None:
        return _after(request, scope, errors=())
    return _after(request, scope, errors=reasons(refusal), status=refusal.status)


def _after(
    request: HttpRequest, scope: BoardScope, *, errors: Sequence[str], status: int = DomainError.status
) -> HttpResponse:
    """Return the updated lists to htmx; otherwise show or redirect to the page."""
    if request.headers.get("HX-Request"):
        scope.tournament.refresh_from_db()
        return _lists(request, scope, errors=errors)
    if errors:
        return _page(request, scope, board_refused=errors, status=status)
    return redirect(scope.address)


def _page(
    request: HttpRequest,
    scope: BoardScope,
    *,
    words: str = "",
    last: str = "",
    is_in_lists: bool = False,
    refusal: DomainError | None = None,
    board_refused: Sequence[str] = (),
    status: int = 200,
) -> HttpResponse:
    """Return the whole page.

    The quick line takes the focus unless the last key belonged to the lists.
    """
    context = board_context(request, scope, errors=board_refused)
    context |= line_context(words, context["board"].lines)
    context["last"] = match_of(scope.tournament, last) if last else None
    context["is_in_lists"] = is_in_lists
    context["has_line"] = scope.event is None or context["board"].lines or context["results_number"]
    context["refused"] = reasons(refusal) if refusal else []
    if request.headers.get("HX-Request"):
        status = UNPROCESSABLE if refusal or board_refused else 200
        return _fragment(request, scope, "desk/_board_control.html", context, status=status)
    status = refusal.status if refusal else status
    if scope.event is not None:
        return _page_of_event(request, scope.event, context, status=status)
    return tournament_page(
        request,
        scope.tournament,
        "desk/board.html",
        context,
        here=_("Control board"),
        room=Room.BOARD,
        status=status,
    )


def _page_of_event(
    request: HttpRequest, event: Event, context: Mapping[str, Any], *, status: int
) -> HttpResponse:
    """Return the board of an event below what the event asks of its director."""
    is_before_play = not context["results_number"] and not context["board"].playing
    more = {
        "counting": counting_of_event(event) if is_before_play else (),
        **way_on(event),
        **steps_context(request, event.tournament, event),
    }
    return event_page(
        request, event, "desk/event_matches.html", {**context, **more}, tab="control", status=status
    )


def _lists(request: HttpRequest, scope: BoardScope, *, errors: Sequence[str] = ()) -> HttpResponse:
    """Return the fragment of the lists, which htmx swaps into the page."""
    context = board_context(request, scope, errors=errors)
    status = UNPROCESSABLE if errors else 200
    return _fragment(request, scope, "desk/_board_lists.html", context, status=status)


def _fragment(
    request: HttpRequest, scope: BoardScope, template: str, context: Mapping[str, Any], *, status: int
) -> HttpResponse:
    """Render a part of the page, which names the winners of its event."""
    of_event = {} if scope.event is None else event_context(request, scope.event, tab="control")
    with timezone.override(scope.tournament.time_zone):
        return render(request, template, {**of_event, **context}, status=status)


def _show_changed(
    request: HttpRequest, scope: BoardScope, error: EditConflict, match: Match, *, value: str
) -> HttpResponse:
    """Show the submitted and the current value after an edit conflict."""
    return show_changed(
        request,
        scope.tournament,
        error,
        match,
        values=value,
        look_at=reverse("desk_match", args=[match.uid]),
        back=scope.address,
    )


def _wanted(request: HttpRequest, match: Match, act: str) -> str:
    """Return the action of a button in words."""
    if act == "call":
        name = request.POST.get("table", "").strip()
        return _("call to table %(table)s") % {"table": name} if name else _("call to the first free table")
    if act == "start":
        return _("start the match")
    if act == "resume":
        return _("resume the match")
    if act == "penalise":
        points = number_typed(request.POST.get("points", "")) or 0
        words = ngettext("a penalty of %(points)s point", "a penalty of %(points)s points", points)
        return words % {"points": points}
    return _("a forfeit")


def _side(request: HttpRequest) -> str:
    side = request.POST.get("side", "")
    if side not in tuple(Side):
        raise Http404
    return side


def _late_words(request: HttpRequest) -> str:
    """Return the reason of a penalty for lateness in words."""
    minutes = number_typed(request.POST.get("minutes", "")) or 0
    words = ngettext("%(minutes)s minute late", "%(minutes)s minutes late", minutes)
    return words % {"minutes": minutes}
