"""Views of a tournament's control board, which officers use by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from tournaments.actions.hall import calling, lateness, suspending
from tournaments.actions.hall import tables as hall
from tournaments.acts import Form
from tournaments.errors import EditConflict, PlayerAtAnotherTable
from tournaments.models import Table, TableUse, Tournament
from tournaments.queries.hall.board import board
from tournaments.queries.results.matches import open_matches
from tournaments.web.desk.all_the_same import all_the_same
from tournaments.web.desk.conflicts import read_at, show_changed, unchanged
from tournaments.web.desk.pages import UNPROCESSABLE, act, tournament_page
from tournaments.web.desk.refusals import reasons
from tournaments.web.frame import etags
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.numbers import number_typed
from tournaments.web.frame.visitors import visitor_of

from .board_page import board_context, board_tag, line_context, match_of, start_all
from .quick_result import quick_results


@require_page_or_form
def board_page(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the control board, and enter a result from its quick line on POST."""
    visitor = visitor_of(request)
    if request.method == "POST":
        return _enter(request, access.tournament_to_enter(visitor, uid))
    tournament = access.tournament_to_desk(visitor, uid)
    return _page(request, tournament, words=request.GET.get("q", ""), last=request.GET.get("last", ""))


@require_safe
def live(request: HttpRequest, uid: str) -> HttpResponse:
    """Return the lists of the board alone, or 304 if the ETag matches."""
    tournament = access.tournament_to_desk(visitor_of(request), uid)
    etag = board_tag(request, tournament)
    if etags.is_known(request, etag):
        return etags.unchanged(etag)
    return etags.tagged(_lists(request, tournament), etag)


@require_safe
def quick(request: HttpRequest, uid: str) -> HttpResponse:
    """Return the matches and results that fit the text typed so far."""
    tournament = access.tournament_to_enter(visitor_of(request), uid)
    words = request.GET.get("q", "")
    context = line_context(None, words, lines=open_matches(tournament)) | {"seen": tournament.log_seq}
    return render(request, "desk/_board_answers.html", context)


@require_POST
def act_on_match(request: HttpRequest, uid: str, match: str, act: str) -> HttpResponse:
    """Apply the action of a match's button, such as a call, start, penalty or forfeit."""
    if act not in _ACTS:
        raise Http404
    visitor = visitor_of(request)
    tournament = access.tournament_to_desk(visitor, uid)
    row = access.match_to_desk(visitor, match)
    if access.tournament_of(row) != tournament:
        raise Http404
    refusal: DomainError | None = None
    try:
        _ACTS[act](request, row)
    except EditConflict as error:
        return _show_changed(request, tournament, error, row, value=_wanted(request, row, act))
    except PlayerAtAnotherTable as error:
        refusal = error
        if visitor.may_direct(tournament):
            back = reverse("desk_board", args=[uid])
            return all_the_same(request, tournament, error, row, back=back)
    except DomainError as error:
        refusal = error
    if refusal is None and act in _SETTLING:
        return _settled(request, tournament, row)
    return _answer(request, tournament, refusal)


@require_POST
def next_to_table(request: HttpRequest, uid: str, table: str) -> HttpResponse:
    """Call the next ready match to a table."""
    visitor = visitor_of(request)
    tournament = access.tournament_to_desk(visitor, uid)
    row = get_object_or_404(Table.objects.select_related("tournament"), uid=table, tournament=tournament)
    refusal: DomainError | None = None
    try:
        calling.assign_next(row, by=visitor.account)
    except DomainError as error:
        refusal = error
    return _answer(request, tournament, refusal)


@require_POST
def start_called(request: HttpRequest, uid: str) -> HttpResponse:
    """Start every called match whose players are all present."""
    visitor = visitor_of(request)
    tournament = access.tournament_to_desk(visitor, uid)
    calls = board(tournament, now=timezone.now()).called
    return _after(request, tournament, errors=start_all(calls, by=visitor.account))


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
    if request.method == "POST":
        table = _table(request, tournament)
        try:
            return act(request, lambda: _change_table(request, table), message=_("Saved."), back_to=back_to)
        except EditConflict as error:
            purposes = _purposes(request, tournament)
            return show_changed(request, tournament, error, table, values=purposes, look_at=back_to)
    context = {
        "tables": Table.objects.filter(tournament=tournament).select_related("reserved_for"),
        "events": list(tournament.events.order_by("order")),
    }
    return tournament_page(request, tournament, "desk/board_tables.html", context, here=_("Tables"))


def _table(request: HttpRequest, tournament: Tournament) -> Table:
    tables = Table.objects.filter(tournament=tournament).select_related("tournament", "reserved_for")
    return get_object_or_404(tables, uid=request.POST.get("table", ""))


def _change_table(request: HttpRequest, table: Table) -> None:
    reserved = request.POST.get("reserved_for", "")
    events = table.tournament.events
    with unchanged(request, table):
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


def _call(request: HttpRequest, match: Match) -> None:
    """Call a match to the table in the request, or to the lowest suitable table."""
    by, name = visitor_of(request).account, request.POST.get("table", "").strip()
    overrides = request.POST.getlist("overrides")
    if not name:
        calling.assign_lowest(match, by=by, read_at=read_at(request), overrides=overrides)
        return
    tables = Table.objects.filter(tournament=access.tournament_of(match))
    table = get_object_or_404(tables, name__iexact=name)
    calling.assign(match, by=by, table=table, read_at=read_at(request), overrides=overrides)


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
        read_at=read_at(request),
    )


def _forfeit(request: HttpRequest, match: Match) -> None:
    """Record a loss without play for one side or both."""
    loser = None if request.POST.get("side") == "both" else _side(request)
    reason = request.POST.get("reason", "").strip() or _late_words(request)
    results.forfeit(
        match, by=visitor_of(request).account, loser=loser, reason=reason, read_at=read_at(request)
    )


def _stand(request: HttpRequest, match: Match) -> None:
    report = get_object_or_404(match.reports, uid=request.POST.get("report", ""))
    report.match = match
    results.confirm(report, by=visitor_of(request).account)


def _resume(request: HttpRequest, match: Match) -> None:
    with unchanged(request, match, forms=(Form.RESULT,)):
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

# Actions that give a match its result; the page offers to take them back.
_SETTLING = ("forfeit",)


def _settled(request: HttpRequest, tournament: Tournament, match: Match) -> HttpResponse:
    """Return the page with a button to take back the result just entered.

    An htmx request for the lists receives the whole board instead.
    """
    if not request.headers.get("HX-Request"):
        return _go_on(request, tournament, {"last": match.uid})
    tournament.refresh_from_db()
    answer = _page(request, tournament, last=match.uid, is_in_lists=True)
    answer["HX-Retarget"], answer["HX-Reswap"] = "#control", "outerHTML settle:0s"
    return answer


def _enter(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Enter the selected or only result of the quick line; show the choices if several fit."""
    words = request.POST.get("q", "").strip()
    reading = _chosen(request, tournament, words) if words else None
    if reading is None:
        return _go_on(request, tournament, {"q": words} if words else {})
    uid, winner, points = reading
    match = access.match_to_enter(visitor_of(request), uid)
    score = (match.length, points) if winner is Side.ONE else (points, match.length)
    try:
        results.report(match, by=visitor_of(request).account, score=score, read_at=read_at(request))
    except EditConflict as error:
        result = f"{match.one.name} {score[0]}–{score[1]} {match.two.name}"
        return _show_changed(request, tournament, error, match, value=result)
    except DomainError as refusal:
        return _page(request, tournament, words=words, refusal=refusal)
    return _go_on(request, tournament, {"last": match.uid})


def _chosen(request: HttpRequest, tournament: Tournament, words: str) -> tuple[str, Side, int] | None:
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
    readings = quick_results(words, open_matches(tournament))
    if len(readings) != 1 or not readings[0].is_complete:
        return None
    only = readings[0]
    return only.line.uid, only.winner, only.points or 0


def _go_on(request: HttpRequest, tournament: Tournament, query: Mapping[str, str]) -> HttpResponse:
    """Return the new page to htmx, or redirect to it."""
    if request.headers.get("HX-Request"):
        tournament.refresh_from_db()
        return _page(request, tournament, words=query.get("q", ""), last=query.get("last", ""))
    address = reverse("desk_board", args=[tournament.uid])
    return redirect(f"{address}?{urlencode(query)}" if query else address)


def _answer(request: HttpRequest, tournament: Tournament, refusal: DomainError | None) -> HttpResponse:
    """Return the updated board after an action, with the error messages of a refusal."""
    if refusal is None:
        return _after(request, tournament, errors=())
    return _after(request, tournament, errors=reasons(refusal), status=refusal.status)


def _after(
    request: HttpRequest, tournament: Tournament, *, errors: Sequence[str], status: int = DomainError.status
) -> HttpResponse:
    """Return the updated lists to htmx; otherwise show or redirect to the page."""
    if request.headers.get("HX-Request"):
        tournament.refresh_from_db()
        return _lists(request, tournament, errors=errors)
    if errors:
        return _page(request, tournament, board_refused=errors, status=status)
    return redirect("desk_board", tournament.uid)


def _page(
    request: HttpRequest,
    tournament: Tournament,
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
    context = board_context(request, tournament, errors=board_refused)
    context |= line_context(context["board"], words)
    context["last"] = match_of(tournament, last) if last else None
    context["is_in_lists"] = is_in_lists
    context["refused"] = reasons(refusal) if refusal else []
    if request.headers.get("HX-Request"):
        with timezone.override(tournament.time_zone):
            status = UNPROCESSABLE if refusal or board_refused else 200
            return render(request, "desk/_board_control.html", context, status=status)
    status = refusal.status if refusal else status
    return tournament_page(
        request, tournament, "desk/board.html", context, here=_("Control board"), status=status
    )


def _lists(request: HttpRequest, tournament: Tournament, *, errors: Sequence[str] = ()) -> HttpResponse:
    """Return the fragment of the lists, which htmx swaps into the page."""
    context = board_context(request, tournament, errors=errors)
    with timezone.override(tournament.time_zone):
        return render(request, "desk/_board_lists.html", context, status=UNPROCESSABLE if errors else 200)


def _show_changed(
    request: HttpRequest, tournament: Tournament, error: EditConflict, match: Match, *, value: str
) -> HttpResponse:
    """Show the submitted and the current value after an edit conflict."""
    return show_changed(
        request,
        tournament,
        error,
        match,
        values=value,
        look_at=reverse("desk_match", args=[match.uid]),
        back=reverse("desk_board", args=[tournament.uid]),
    )


def _wanted(request: HttpRequest, match: Match, act: str) -> str:
    """Return the action of a button in words."""
    if act == "call":
        name = request.POST.get("table", "").strip()
        return _("call to table %(table)s") % {"table": name} if name else _("call to the first free table")
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
