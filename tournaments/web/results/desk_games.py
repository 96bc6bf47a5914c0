"""The desk's scoresheet, which enters, rules or corrects a result game by game."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.errors import DomainError
from matches.models import Dispute, Match, Source
from matches.queries import conditions, games_of
from tournaments import access
from tournaments.actions import results
from tournaments.acts import EditedForm
from tournaments.errors.common import EditConflict
from tournaments.models import pairing_of
from tournaments.web.desk.conflicts import first_log_number, log_number, show_changed, typed, unchanged
from tournaments.web.desk.pages import UNPROCESSABLE, after_ruling, came_from, event_page
from tournaments.web.desk.refusals import overridable, reasons
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.pages import show
from tournaments.web.frame.visitors import visitor_of

from .correction_options import TAKE_START_BACK, ruling_shown_first, sequel_in, sequels_left, ways_left
from .desk_match import take_start_back
from .ruling_forms import GamesRulingForm
from .scoresheet import Scoresheet


@require_page_or_form
def match_games(request: HttpRequest, uid: str) -> HttpResponse:
    """Enter the games of an open match, or correct those of a final one."""
    return _sheet(request, access.match_to_direct(visitor_of(request), uid), None)


@require_page_or_form
def dispute_games(request: HttpRequest, uid: str) -> HttpResponse:
    """Rule on a dispute game by game."""
    dispute = access.dispute_to_rule(visitor_of(request), uid)
    return _sheet(request, dispute.match, dispute)


def _sheet(request: HttpRequest, match: Match, dispute: Dispute | None) -> HttpResponse:
    under = conditions(match)
    names = (match.one.name, match.two.name)
    needs_reason = dispute is not None or match.is_final
    if request.method != "POST":
        report = match.accepted_report or match.reports.filter(has_games=True).last()
        rows = Scoresheet.rows_of(games_of(report) if report is not None else ())
        sheet = Scoresheet(names, under, rows, is_desk=True)
        return _page(request, match, dispute, sheet, GamesRulingForm())
    sheet = Scoresheet(names, under, Scoresheet.rows_typed(request.POST.dict()), is_desk=True)
    if request.POST.get("do") == "check":
        tournament = pairing_of(match).stage.event.tournament
        return show(request, tournament, "matches/_tally.html", {"sheet": sheet})
    if request.POST.get("do") == TAKE_START_BACK:
        take_start_back(request)
    if request.POST.get("do") != "send":
        initial = {name: request.POST.get(name, "") for name in ("reason", "clause")}
        form = GamesRulingForm(initial=initial)
        return _page(request, match, dispute, sheet, form)
    form = GamesRulingForm(request.POST)
    form.fields["reason"].required = needs_reason
    if not form.is_valid() or sheet.has_gaps:
        return _page(request, match, dispute, sheet, form, status=UNPROCESSABLE)
    try:
        return _store(request, match, dispute, sheet, form)
    except EditConflict as error:
        tournament = pairing_of(match).stage.event.tournament
        score = "–".join(str(points) for points in sheet.tally.score)
        values = [f"{match.one.name} {score} {match.two.name}", *typed(form)]
        return show_changed(request, tournament, error, match, values=values, look_at=_back(match, dispute))
    except DomainError as refusal:
        return _page(request, match, dispute, sheet, form, status=refusal.status, refusal=refusal)


def _back(match: Match, dispute: Dispute | None) -> str:
    """Return the address of the page that links to the scoresheet."""
    if dispute is not None:
        return reverse("desk_dispute", args=[dispute.uid])
    return reverse("desk_match", args=[match.uid])


def _store(
    request: HttpRequest,
    match: Match,
    dispute: Dispute | None,
    sheet: Scoresheet,
    form: GamesRulingForm,
) -> HttpResponse:
    clause = form.cleaned_data["clause"]
    values: dict[str, Any] = {
        "by": visitor_of(request).account,
        "games": sheet.games,
        "reason": form.cleaned_data["reason"],
        "overrides": request.POST.getlist("overrides"),
    }
    if dispute is not None:
        uid, way = dispute.uid, sequel_in(request.POST)

        def rule() -> None:
            current = access.dispute_to_rule(visitor_of(request), uid)
            with unchanged(request, current.match, forms=(EditedForm.RULING,)):
                results.rule(current, clause=clause, follow=way, **values)

        if way is not None:
            follows = ruling_shown_first(request, match, rule, back_to=_back(match, dispute))
            if follows is not None:
                return follows
        rule()
        messages.success(request, _("You have ruled. Both sides are told."))
        return redirect(after_ruling(request, match))
    if match.is_final:
        sequel = sequel_in(request.POST)

        def act() -> None:
            anew = access.match_to_direct(visitor_of(request), match.uid)
            with unchanged(request, anew, forms=(EditedForm.RESULT,)):
                results.correct(anew, clause=clause, follow=sequel, **values)

        follows = ruling_shown_first(request, match, act, back_to=_back(match, None))
        if follows is not None:
            return follows
        act()
        messages.success(request, _("The result is corrected, and both sides are told."))
    else:
        results.report(match, source=Source.DIRECTOR, log_number=log_number(request), **values)
        messages.success(request, _("The result is final."))
    return redirect("desk_match", match.uid)


def _page(
    request: HttpRequest,
    match: Match,
    dispute: Dispute | None,
    sheet: Scoresheet,
    form: GamesRulingForm,
    *,
    status: int = 200,
    refusal: DomainError | None = None,
) -> HttpResponse:
    at, post_data = request.path, request.POST.dict()
    context = {
        "match": match,
        "dispute": dispute,
        "came_from": came_from(request),
        "sheet": sheet,
        "form": form,
        "reasons": reasons(refusal) if refusal else [],
        "ways": ways_left(refusal, match, reason=post_data.get("reason", ""), at=at, post_data=post_data)
        if dispute is None
        else sequels_left(refusal, at=at, post_data=post_data),
        "overridable": overridable(refusal) if refusal else (),
        "overrides": request.POST.getlist("overrides"),
        "has_gaps": status == UNPROCESSABLE and sheet.has_gaps,
        "before_send": "desk/_games_reason.html",
        "send_words": _("Give this ruling") if dispute is not None else _("Enter the result"),
    }
    event = pairing_of(match).stage.event
    version = first_log_number(request, event.tournament)
    return event_page(
        request,
        event,
        "desk/games.html",
        {**context, "seen": version},
        tab="control",
        here=_("Scoresheet"),
        status=status,
    )
