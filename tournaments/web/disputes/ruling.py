"""The desk page of a dispute, with both reports, the evidence and the ruling form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.errors import DomainError
from matches.models import Dispute, GameRecord, Match, Report
from matches.queries import conditions, length_in_force, read_once, scoresheet, side_of
from rules.match import Side
from rules.scoresheet import Tally
from tournaments import access
from tournaments.actions import results
from tournaments.acts import EditedForm
from tournaments.errors.common import EditConflict
from tournaments.models import pairing_of
from tournaments.web.desk.conflicts import first_log_number, show_changed, typed, unchanged
from tournaments.web.desk.pages import UNPROCESSABLE, after_ruling, came_from, event_page
from tournaments.web.desk.refusals import overridable, put_into
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.records.record_page import RecordCheck, RecordPage, checks_of, record_page
from tournaments.web.results.correction_options import ruling_shown_first, sequel_in, sequels_left
from tournaments.web.results.ruling_forms import RulingForm
from tournaments.web.templatetags.videau import result_words

from .file_page import file_of, newest_reports


@dataclass(frozen=True, slots=True)
class DisputedResult:
    """A side's report with its result in words, and its scoresheet if it listed games."""

    report: Report
    words: str
    sheet: Tally | None


@dataclass(frozen=True, slots=True)
class Silent:
    """A side without a report; `objects` is True if this side raised the dispute."""

    side: Side
    name: str
    objects: bool


@dataclass(frozen=True, slots=True)
class Evidence:
    """A game record with the findings of its check, compared with each side's report."""

    record: GameRecord
    record_page: RecordPage | None
    checks: Sequence[RecordCheck]


@require_page_or_form
def dispute(request: HttpRequest, uid: str) -> HttpResponse:
    """Show a dispute to a director, and store the ruling on POST."""
    row = access.dispute_to_rule(visitor_of(request), uid)
    if row.is_open:
        prefetch_related_objects([row.match], "penalties", "length_changes")
    claims = _claims(read_once(row.match))
    form = RulingForm(
        request.POST if request.method == "POST" else None,
        match=row.match,
        # A closed dispute takes no ruling, so any length will do.
        length=length_in_force(row.match) if row.is_open else row.match.length,
        reports=[(claim.report, claim.words) for claim in claims],
    )
    if request.method != "POST":
        return _page(request, row, claims, form)
    if not form.is_valid():
        return _page(request, row, claims, form, status=UNPROCESSABLE)
    result, sequel = form.result, sequel_in(request.POST)

    def act() -> None:
        current = access.dispute_to_rule(visitor_of(request), uid)
        with unchanged(request, current.match, forms=(EditedForm.RULING,)):
            results.rule(
                current,
                by=visitor_of(request).account,
                reason=form.cleaned_data["reason"],
                clause=form.cleaned_data["clause"],
                overrides=request.POST.getlist("overrides"),
                follow=sequel,
                **result,
            )

    try:
        if sequel is not None:
            follows = ruling_shown_first(request, row.match, act, back_to=reverse("desk_dispute", args=[uid]))
            if follows is not None:
                return follows
        act()
    except EditConflict as error:
        here, tournament = reverse("desk_dispute", args=[uid]), access.tournament_of(row.match)
        return show_changed(request, tournament, error, row.match, values=typed(form), look_at=here)
    except DomainError as refusal:
        put_into(form, refusal)
        return _page(request, row, claims, form, status=refusal.status, refusal=refusal)
    messages.success(request, _("You have ruled. Both sides are told."))
    return redirect(after_ruling(request, row.match))


def _claims(match: Match) -> list[DisputedResult]:
    """Return the newest report of each side, side one first."""
    reports = newest_reports(match)
    under = conditions(match) if any(report.has_games for report in reports) else None
    return [
        DisputedResult(
            report,
            result_words(report, match),
            scoresheet(report, under=under) if report.has_games else None,
        )
        for report in reports
    ]


def _silent(row: Dispute, claims: Sequence[DisputedResult]) -> list[Silent]:
    """Return the sides without a report."""
    match = row.match
    sources = {claim.report.source for claim in claims}
    if len(sources) == len(Side):
        return []
    objector = side_of(match, row.raised_by)
    return [Silent(side, match.side(side).name, side == objector) for side in Side if side not in sources]


def _evidence(match: Match, claims: Sequence[DisputedResult]) -> list[Evidence]:
    """Return the match's game records, each compared with both reports."""
    records = list(match.records.defer("data").select_related("uploaded_by", "analysis"))
    for record in records:
        record.match = match
    checks = checks_of(match, records, [claim.report for claim in claims])
    return [
        Evidence(
            record,
            record_page=record_page(record) if record.is_checked and record.findings else None,
            checks=[check for check in checks if check.record is record],
        )
        for record in records
    ]


def _page(
    request: HttpRequest,
    row: Dispute,
    claims: Sequence[DisputedResult],
    form: RulingForm,
    *,
    status: int = 200,
    refusal: DomainError | None = None,
) -> HttpResponse:
    match = row.match
    context = file_of(row, visitor_of(request)) | {
        "dispute": row,
        "match": match,
        "claims": claims,
        "silent": _silent(row, claims),
        "evidence": _evidence(match, claims),
        "statements": row.statements.select_related("by"),
        "form": form,
        "overridable": overridable(refusal) if refusal else (),
        "seen": first_log_number(request, access.tournament_of(match)),
        "is_own": visitor_of(request).side_in(match) is not None,
        "came_from": came_from(request),
        "ways": sequels_left(refusal, at=request.path, post_data=request.POST.dict()),
    }
    event = pairing_of(match).stage.event
    return event_page(
        request, event, "desk/dispute.html", context, tab="control", here=_("Dispute"), status=status
    )
