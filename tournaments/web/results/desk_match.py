"""The desk page of a match: result, correction, penalties and length."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django import forms
from django.contrib import messages
from django.db.models import Exists, OuterRef, QuerySet, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.errors import DomainError
from matches.models import Match, Report, Source
from matches.models.match import OUTCOME_CHOICES
from matches.queries import read_once
from tournaments import access
from tournaments.actions import results, undo
from tournaments.acts import EditedForm
from tournaments.errors.common import EditConflict
from tournaments.models import Table, TableUse, Tournament
from tournaments.queries.draws.follow_ups import follow_ups
from tournaments.queries.results.reports import provenance
from tournaments.web.desk.conflicts import first_log_number, log_number, show_changed, typed, unchanged
from tournaments.web.desk.pages import UNPROCESSABLE, event_page
from tournaments.web.desk.refusals import overridable, put_into
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.results import team_match
from tournaments.web.templatetags.videau import result_words

from .correction_options import TAKE_START_BACK, ruling_shown_first, sequel_in, ways_left
from .match_page import MatchPage, match_page
from .ruling_forms import LengthForm, PenaltyForm, ResultForm, RulingForm, UnfinishedForm


@require_page_or_form
def match(request: HttpRequest, uid: str) -> HttpResponse:
    """Show a match with its reports and rulings, and apply the submitted form on POST."""
    visitor = visitor_of(request)
    row = access.match_to_desk(visitor, uid)
    prefetch_related_objects([row], "penalties", "length_changes")
    page = match_page(visitor, read_once(row))
    if page.is_whole:
        return team_match.team_match(request, page)
    if request.method != "POST":
        return _page(request, page)
    name = request.POST.get("do", "")
    if name == "result":
        access.match_to_enter(visitor, uid)
    else:
        access.match_to_direct(visitor, uid)
    if name in _WAYS_BACK:
        return _WAYS_BACK[name](request, page)
    if name == TAKE_START_BACK:
        take_start_back(request)
        page = match_page(visitor, read_once(access.match_to_desk(visitor, uid)))
        correction = _form("correct", page, request)
        return _page(request, page, {"correct": correction} if correction is not None else None)
    form = _form(name, page, request)
    if form is None:
        return redirect("desk_match", uid)
    if not form.is_valid():
        return _page(request, page, {name: form}, status=UNPROCESSABLE)
    try:
        if name == "correct":
            follows = _shown_first(request, page, form)
            if follows is not None:
                return follows
        message = _ACTS[name](request, row, form)
    except EditConflict as error:
        return _show_changed(request, page, error, form_name=name, form=form)
    except DomainError as refusal:
        put_into(form, refusal)
        return _page(request, page, {name: form}, status=refusal.status, refusal=refusal)
    messages.success(request, message)
    return redirect("desk_match", uid)


def _shown_first(request: HttpRequest, page: MatchPage, form: forms.Form) -> HttpResponse | None:
    """Return the preview of a correction's consequences, or None without any."""
    uid = page.match.uid

    def act() -> None:
        _correct(request, access.match_to_direct(visitor_of(request), uid), form)

    return _preview(request, page, act)


def _preview(request: HttpRequest, page: MatchPage, act: Callable[[], object]) -> HttpResponse | None:
    back_to = reverse("desk_match", args=[page.match.uid])
    return ruling_shown_first(request, page.match, act, back_to=back_to)


def _undo_correction(request: HttpRequest, page: MatchPage) -> HttpResponse:
    """Undo the newest correction after a preview of what follows."""
    uid = page.match.uid

    def act() -> None:
        visitor = visitor_of(request)
        undo.undo_correction(access.match_to_direct(visitor, uid), by=visitor.account)

    try:
        follows = _preview(request, page, act)
        if follows is not None:
            return follows
        act()
    except DomainError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The correction is undone, and both sides are told."))
    return redirect("desk_match", uid)


def _result(request: HttpRequest, match: Match, form: forms.Form) -> str:
    assert isinstance(form, ResultForm)  # noqa: S101 - narrows the type for mypy
    visitor = visitor_of(request)
    # Desk officers who may enter slips see this form and always enter signed results.
    may_direct = visitor.may_direct(access.tournament_of(match))
    results.report(
        match,
        by=visitor.account,
        source=Source.SIGNED if form.cleaned_data["is_signed"] or not may_direct else Source.DIRECTOR,
        score=form.score,
        overrides=request.POST.getlist("overrides"),
        reason=form.cleaned_data["reason"],
        log_number=log_number(request),
    )
    return _("The result is final.")


def _unfinished(request: HttpRequest, match: Match, form: forms.Form) -> str:
    assert isinstance(form, UnfinishedForm)  # noqa: S101 - narrows the type for mypy
    data = form.cleaned_data
    results.report(
        match,
        by=visitor_of(request).account,
        source=Source.DIRECTOR,
        outcome=data["outcome"],
        winner=data["winner"] or None,
        score=form.unfinished_score,
        reason=data["reason"],
        log_number=log_number(request),
    )
    return _("The match is closed.")


def _correct(request: HttpRequest, match: Match, form: forms.Form) -> str:
    assert isinstance(form, RulingForm)  # noqa: S101 - narrows the type for mypy
    before = match.accepted_report
    with unchanged(request, match, forms=(EditedForm.RESULT,)):
        after = results.correct(
            match,
            by=visitor_of(request).account,
            reason=form.cleaned_data["reason"],
            clause=form.cleaned_data["clause"],
            overrides=request.POST.getlist("overrides"),
            follow=sequel_in(request.POST),
            **form.result,
        )
    stays = before is not None and result_words(before, match) == result_words(after.report, match)
    if stays:
        return _("The result stays as it is. Your reason is kept beside it, and both sides are told.")
    return _("The result is corrected, and both sides are told.")


def _penalise(request: HttpRequest, match: Match, form: forms.Form) -> str:
    data = form.cleaned_data
    results.penalise(
        match,
        by=visitor_of(request).account,
        to=data["to"],
        points=data["points"],
        before_game=data["before_game"] - 1,
        reason=data["reason"],
        log_number=log_number(request),
    )
    return _("The penalty is noted.")


def _change_length(request: HttpRequest, match: Match, form: forms.Form) -> str:
    data = form.cleaned_data
    with unchanged(request, match, forms=(EditedForm.RESULT,)):
        results.change_length(
            match,
            by=visitor_of(request).account,
            length=data["length"],
            before_game=data["before_game"] - 1,
            reason=data["reason"],
        )
    words = ngettext(
        "The match is to %(length)s point now.", "The match is to %(length)s points now.", data["length"]
    )
    return words % data


_ACTS: Mapping[str, Callable[[HttpRequest, Match, forms.Form], str]] = {
    "result": _result,
    "unfinished": _unfinished,
    "correct": _correct,
    "penalise": _penalise,
    "length": _change_length,
}


def _show_changed(
    request: HttpRequest, page: MatchPage, error: EditConflict, *, form_name: str, form: forms.Form
) -> HttpResponse:
    """Show the submitted and the current values after an edit conflict."""
    values: str | list[str]
    if form_name == "result" and isinstance(form, ResultForm):
        one, two = form.score
        values = f"{page.match.one.name} {one}–{two} {page.match.two.name}"
    elif form_name == "penalise":
        points = form.cleaned_data["points"]
        words = ngettext("a penalty of %(points)s point", "a penalty of %(points)s points", points)
        values = words % {"points": points}
    elif form_name == "unfinished":
        values = str(dict(OUTCOME_CHOICES).get(form.cleaned_data["outcome"], ""))
    else:
        values = typed(form)
    at = reverse("desk_match", args=[page.match.uid])
    return show_changed(request, page.tournament, error, page.match, values=values, look_at=at)


def _take_back(request: HttpRequest, page: MatchPage) -> HttpResponse:
    penalty = get_object_or_404(page.match.penalties, uid=request.POST.get("penalty", ""))
    penalty.match = page.match
    try:
        results.take_back(penalty, by=visitor_of(request).account)
    except DomainError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Penalty removed."))
    return redirect("desk_match", page.match.uid)


_WAYS_BACK: Mapping[str, Callable[[HttpRequest, MatchPage], HttpResponse]] = {
    "take-back": _take_back,
    "undo-correction": _undo_correction,
}


def take_start_back(request: HttpRequest) -> None:
    """Take back the start of a match that follows from the corrected one.

    The page keeps the correction that was typed.
    """
    follower = access.match_to_direct(visitor_of(request), request.POST.get("follower", ""))
    try:
        results.take_back_start(follower, by=visitor_of(request).account)
    except DomainError as refusal:
        messages.error(request, str(refusal))
    else:
        words = _("Start of %(match)s undone. Your entry is kept: correct the result now.")
        messages.success(request, words % {"match": follower})


def _form(name: str, page: MatchPage, request: HttpRequest | None = None) -> forms.Form | None:
    """Return the form with this name, bound to the data of `request`, or None."""
    data = request.POST if request is not None else None
    match name:
        case "result":
            return ResultForm(data, match=page.match, length=page.length)
        case "unfinished":
            return UnfinishedForm(data, match=page.match, prefix="unfinished")
        case "correct":
            return RulingForm(
                data, match=page.match, length=page.length, reports=_other_reports(page), prefix="correct"
            )
        case "penalise":
            return PenaltyForm(data, match=page.match, prefix="penalty")
        case "length":
            return LengthForm(data, prefix="length", initial={"length": page.length})
    return None


def _other_reports(page: MatchPage) -> list[tuple[Report, str]]:
    """Return the sides' newest reports that differ from the accepted result, for a correction."""
    result = page.match.accepted_report
    others: dict[str, tuple[Report, str]] = {}
    for report in page.situation.newest.values():
        words = result_words(report, page.match)
        if result is None or (report.winner, report.counted) != (result.winner, result.counted):
            others.setdefault(words, (report, words))
    return list(others.values())


def _page(
    request: HttpRequest,
    page: MatchPage,
    bound: dict[str, forms.Form] | None = None,
    *,
    status: int = 200,
    refusal: DomainError | None = None,
) -> HttpResponse:
    match = page.match
    by_name = {name: _form(name, page) for name in _ACTS} | (bound or {})
    context = {
        "page": page,
        "match": match,
        "seen": first_log_number(request, page.tournament),
        "forms": by_name,
        "asked": next(iter(bound), "") if bound else request.GET.get("asked", ""),
        "overridable": overridable(refusal) if refusal else (),
        "reports": sorted(match.reports.all(), key=lambda report: report.pk),
        "penalties": [penalty for penalty in match.penalties.all() if penalty.voided_at is None],
        "length_changes": [change for change in match.length_changes.all() if change.voided_at is None],
        "followers": [match for match in follow_ups(match) if match.pairing.match_id]
        if match.is_final
        else [],
        "ways": ways_left(
            refusal,
            match,
            reason=request.POST.get("correct-reason", ""),
            at=request.path,
            post_data=request.POST.dict(),
        ),
        "is_corrected": any(ruling.dispute_id is None for ruling in page.rulings)
        and undo.last_correction(match) is not None,
        "provenance": provenance(match) if visitor_of(request).may_direct(page.tournament) else None,
        "may_enter": visitor_of(request).may_enter_slips(page.tournament),
        "free_tables": _free_tables(page.tournament),
    }
    return event_page(
        request, page.event, "desk/match.html", context, tab="control", here=str(match), status=status
    )


def _free_tables(tournament: Tournament) -> QuerySet[Table]:
    """Return the tables to which a match can be called."""
    uses = TableUse.objects.filter(table=OuterRef("pk"), until=None)
    return Table.objects.filter(~Exists(uses), tournament=tournament, is_out_of_order=False)
