"""Views in which players report, confirm and dispute a result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from matches.errors import DifferentReport, DomainError, PartnerReported, ReportRefused, TeamReported
from matches.models import Match, Source
from matches.queries import MatchState, conditions, games_of, length_in_force, situation
from tournaments import access
from tournaments.access import Visitor, tournament_of
from tournaments.actions import results
from tournaments.models import pairing_of
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.visitors import visitor_of

from .match_page import speaks_as_captain
from .reporting_forms import DisputeForm, ReportForm, ScoreForm, UnplayedForm
from .scoresheet import Scoresheet


@require_page_or_form
def report(request: HttpRequest, uid: str) -> HttpResponse:
    """Report the winner and the loser's points."""
    match = access.match_to_settle(visitor_of(request), uid)
    length = length_in_force(match)
    if request.method != "POST":
        initial = {"winner": request.GET.get("winner"), "together": bool(request.GET.get("together"))}
        form = ScoreForm(match=match, length=length, initial=initial)
        return _report_page(request, match, form=form)
    form = ScoreForm(request.POST, match=match, length=length)
    if not form.is_valid():
        return _report_page(request, match, form=form, status=422)
    if form.cleaned_data["together"] and not form.is_agreed:
        return _ask_both(request, match, form, score=form.score)
    return _send(request, match, form, score=form.score)


@require_page_or_form
def report_unplayed(request: HttpRequest, uid: str) -> HttpResponse:
    """Report a match that ended without being played out, with the score so far."""
    match = access.match_to_report(visitor_of(request), uid)
    data = request.POST if request.method == "POST" else None
    form = UnplayedForm(data, match=match, length=length_in_force(match))
    if data is None or not form.is_valid():
        return _unplayed_page(request, match, form, status=200 if data is None else 422)
    values = form.cleaned_data
    outcome = {"outcome": values["outcome"], "winner": values["winner"] or None, "score": form.score}
    return _send(request, match, form, **outcome)


@require_page_or_form
def scoresheet(request: HttpRequest, uid: str) -> HttpResponse:
    """Report a result game by game on a scoresheet that tallies the score."""
    visitor = visitor_of(request)
    match = access.match_to_report(visitor, uid)
    under = conditions(match)
    names = (match.one.name, match.two.name)
    if request.method != "POST":
        sheet = Scoresheet(names, under, Scoresheet.rows_of(_own_games(visitor, match)))
        form = ReportForm(match=match, length=under.final_length)
        return _sheet_page(request, match, sheet, form)
    sheet = Scoresheet(names, under, Scoresheet.rows_typed(request.POST.dict()))
    form = ReportForm(request.POST, match=match, length=under.final_length)
    if request.POST.get("do") == "check":
        return show(request, tournament_of(match), "matches/_tally.html", {"sheet": sheet})
    if request.POST.get("do") != "send":
        return _sheet_page(request, match, sheet, form)
    if not form.is_valid() or sheet.has_gaps:
        return _sheet_page(request, match, sheet, form, status=422)
    if form.cleaned_data["together"] and not form.is_agreed and sheet.tally.is_accepted:
        return _ask_both(request, match, form, score=sheet.tally.counted)
    try:
        return _store(request, match, form, games=sheet.games)
    except DifferentReport as difference:
        return _differs_page(request, match, difference)
    except DomainError as refusal:
        return _sheet_page(request, match, sheet, form, status=refusal.status, refusal=refusal)


@require_page_or_form
def confirm(request: HttpRequest, uid: str) -> HttpResponse:
    """Confirm the opponent's report."""
    visitor = visitor_of(request)
    report = access.report_to_confirm(visitor, uid)
    match = report.match
    tournament = tournament_of(match)
    if request.method != "POST":
        context = {"report": report, "match": match, "crumbs": _way(match, _("Confirm"))}
        return show(request, tournament, "matches/confirm.html", context)
    results.confirm(report, by=visitor.player_in(tournament), origin=visitor.origin)
    messages.success(request, _("Confirmed. The result is final."))
    return redirect("match", match.uid)


@require_page_or_form
def dispute(request: HttpRequest, uid: str) -> HttpResponse:
    """Dispute the opponent's report with a reason, for the director to decide."""
    visitor = visitor_of(request)
    report = access.report_to_dispute(visitor, uid)
    match = report.match
    tournament = tournament_of(match)
    data = request.POST if request.method == "POST" else None
    form = DisputeForm(data, match=match, length=length_in_force(match))
    if data is not None and form.is_valid():
        values = {"reason": form.cleaned_data["reason"], "score": form.score}
        player = visitor.player_in(tournament)
        try:
            record = results.dispute(report, by=player, origin=visitor.origin, **values)
        except DomainError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The director is told, and so is your opponent."))
            return redirect("dispute", record.uid)
    context = {"report": report, "match": match, "form": form, "crumbs": _way(match, _("Dispute"))}
    status = 200 if data is None else 422
    return show(request, tournament, "matches/dispute_report.html", context, status=status)


def _own_games(visitor: Visitor, match: Match) -> Any:
    """Return the games of the side's newest report, to prefill the scoresheet."""
    side = visitor.side_in(match)
    own = situation(match).newest.get(side) if side else None
    return games_of(own) if own is not None and own.has_games else ()


def _send(request: HttpRequest, match: Match, form: ReportForm, **values: Any) -> HttpResponse:
    """Store a report, or show the form again with the errors."""
    try:
        return _store(request, match, form, **values)
    except DifferentReport as difference:
        return _differs_page(request, match, difference)
    except DomainError as refusal:
        for reason in _reasons(refusal):
            form.add_error(None, reason)
        page = _unplayed_page if isinstance(form, UnplayedForm) else _report_page
        return page(request, match, form=form, status=refusal.status)


def _store(request: HttpRequest, match: Match, form: ReportForm, **values: Any) -> HttpResponse:
    visitor = visitor_of(request)
    outcome = results.report(
        match,
        by=visitor.player_in(tournament_of(match)),
        source=Source.TOGETHER if form.cleaned_data["together"] else None,
        insist=form.cleaned_data["insist"],
        reason=form.cleaned_data["reason"],
        origin=visitor.origin,
        **values,
    )
    # The script of the page that shows this message deletes the scoresheet draft.
    messages.success(request, _outcome(outcome.state), extra_tags=match.uid)
    event = pairing_of(match).stage.event
    if visitor.is_tablet_of(event):
        return redirect("tablet", event.uid)
    return redirect("match", match.uid)


def _outcome(state: MatchState) -> str:
    """Return the message shown after a report."""
    match state:
        case MatchState.FINAL:
            return _("Thank you. The result is final.")
        case MatchState.DISPUTED | MatchState.SCORE_OPEN:
            return _("Your report is kept. The two of you differ, so the director decides.")
        case _:
            return _("Thank you. Your opponent is asked to confirm.")


def _reasons(refusal: DomainError) -> list[str]:
    """Return the sentences of a refusal."""
    if isinstance(refusal, ReportRefused):
        return [f"{one.message} {one.way_out}" for one in refusal.refusals]
    return [str(refusal)]


def _general_reasons(refusal: DomainError, sheet: Scoresheet) -> list[str]:
    """Return the errors of a whole scoresheet; errors of single games appear at their lines."""
    if isinstance(refusal, ReportRefused) and any(line.refusals for line in sheet.lines):
        return [f"{one.message} {one.way_out}" for one in refusal.refusals if one.game is None]
    return _reasons(refusal)


def _way(match: Match, here: str) -> list[Crumb]:
    stage = pairing_of(match).stage
    back = Crumb(str(match), f"/m/{match.uid}/")
    return [*way_to(stage.event.tournament, stage.event, stage), back, Crumb(here)]


def _report_page(request: HttpRequest, match: Match, form: ReportForm, status: int = 200) -> HttpResponse:
    under = conditions(match)
    points = range(min(under.final_length, 100))
    context = {"match": match, "form": form, "length": under.final_length, "points": points}
    context["crumbs"] = _way(match, _("Report"))
    visitor = visitor_of(request)
    side, player = visitor.side_in(match), visitor.player_in(tournament_of(match))
    context["is_captain"] = side is not None and speaks_as_captain(match, side, player)
    return show(request, tournament_of(match), "matches/report.html", context, status=status)


def _unplayed_page(request: HttpRequest, match: Match, form: ReportForm, status: int = 200) -> HttpResponse:
    context = {"match": match, "form": form, "crumbs": _way(match, _("Report"))}
    return show(request, tournament_of(match), "matches/unplayed.html", context, status=status)


def _sheet_page(
    request: HttpRequest,
    match: Match,
    sheet: Scoresheet,
    form: ReportForm,
    *,
    status: int = 200,
    refusal: DomainError | None = None,
) -> HttpResponse:
    context = {
        "match": match,
        "sheet": sheet,
        "form": form,
        "reasons": _general_reasons(refusal, sheet) if refusal is not None else [],
        "wrong_games": [line.number for line in sheet.lines if line.refusals] if refusal is not None else [],
        "has_gaps": status == 422 and sheet.has_gaps,
        "crumbs": _way(match, _("Scoresheet")),
    }
    return show(request, tournament_of(match), "matches/scoresheet.html", context, status=status)


def _ask_both(
    request: HttpRequest, match: Match, form: ReportForm, *, score: tuple[int, int]
) -> HttpResponse:
    """Show the result and ask each side to confirm it on this device."""
    fields = _kept(request, without=("agree_one", "agree_two"))
    context = {"match": match, "score": score, "kept": fields, "crumbs": _way(match, _("Both agree"))}
    context["is_again"] = bool(form.cleaned_data["agree_one"] or form.cleaned_data["agree_two"])
    return show(request, tournament_of(match), "matches/together.html", context)


def _kept(request: HttpRequest, *, without: Sequence[str]) -> list[tuple[str, str]]:
    """Return the submitted fields for hidden inputs, except those in `without`."""
    left_out = {"csrfmiddlewaretoken", *without}
    return [(name, value) for name, value in request.POST.dict().items() if name not in left_out]


def _differs_page(request: HttpRequest, match: Match, difference: DifferentReport) -> HttpResponse:
    """Show both differing results, with the choice to agree or to insist."""
    fields = [
        (name, value) for name, value in request.POST.items() if name not in ("csrfmiddlewaretoken", "insist")
    ]
    context = {
        "match": match,
        "difference": difference.data,
        "is_partner": isinstance(difference, PartnerReported),
        "is_team": isinstance(difference, TeamReported),
        "kept": fields,
        "crumbs": _way(match, _("Two results")),
    }
    return show(request, tournament_of(match), "matches/differs.html", context, status=409)
