"""Result files in the office: what waits, one with its people and matches, a mailed one, and the directory taken along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from matches.models import Player
from matches.models.match import OUTCOME_CHOICES
from tournaments import access
from tournaments.actions.exchange import directories, submissions
from tournaments.actions.exchange.submissions import SubmissionCheck
from tournaments.errors.exchange import RowsRefused
from tournaments.exchange import LARGEST_PACKAGE, EventResults, MatchRow
from tournaments.formats import FORMATS
from tournaments.models import Federation, Submission, SubmissionState
from tournaments.models.wording import format_name
from tournaments.queries.exchange.people import UnknownPerson
from tournaments.queries.exchange.results import counts_of, results_in
from tournaments.requests.exchange import AskingBackRequest, RefusalOfResultsRequest, SubmissionRequest
from tournaments.web.desk.pages import UNPROCESSABLE, act, status_of
from tournaments.web.desk.refusals import RefusedLine, is_done, lines_of_refusal
from tournaments.web.frame.files import KeptFileForm, as_download
from tournaments.web.frame.form_fields import field_of
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.wording.result_files import counts_in_words, unrated_in_words

from .office import office_page, within
from .received_files import PersonToName, member_search, note_of

_TAB = "office_submissions"
_ROWS_PER_PAGE = 50
_WAITING = (SubmissionState.SUBMITTED, SubmissionState.ASKED_BACK)


class AskingBackForm(forms.Form):
    """A form for the reason for which another file is needed."""

    reason = field_of(
        AskingBackRequest,
        "reason",
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("The director reads it."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class RefusalOfResultsForm(forms.Form):
    """A form for the reason for which a file is refused for good."""

    reason = field_of(
        RefusalOfResultsRequest,
        "reason",
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("The director reads it."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class ResultFileForm(KeptFileForm):
    """A form for a result file that was mailed."""

    largest = LARGEST_PACKAGE

    answer = field_of(
        SubmissionRequest,
        "answer",
        required=False,
        label=gettext_lazy("Answer of the director"),
        help_text=gettext_lazy("Only where you asked this file back and it comes again as it was."),
    )


@dataclass(frozen=True, slots=True)
class FileMatchLine:
    """A match of a file in words; `before` is its result in the file in force, where that is another one."""

    winner: str
    loser: str
    score: str
    row: MatchRow
    outcome: str
    before: str = ""

    @property
    def stage(self) -> str:
        """The stage in words; one without a title has the name of its format."""
        return format_name(self.row.stage) if self.row.stage in FORMATS else self.row.stage


@dataclass(frozen=True, slots=True)
class FileContent:
    """What a result file holds, for a reader: its counts, matches, finishing order, and what differs from the file in force.

    `unrated` are the reasons why matches are not rated.
    """

    check: SubmissionCheck
    counts: str
    unrated: Sequence[str]
    matches: Sequence[FileMatchLine]
    positions: Sequence[tuple[int, str]]
    changed: Sequence[FileMatchLine]
    removed: Sequence[FileMatchLine]


@require_safe
def submission_list(request: HttpRequest, uid: str) -> HttpResponse:
    """List the result files that wait, and those that were decided on."""
    federation = access.federation_to_read(visitor_of(request), uid)
    rows = Submission.objects.filter(federation=federation).defer("content", "people")
    decisions = rows.exclude(state__in=_WAITING).order_by("-pk")
    context = {
        "waiting": rows.filter(state__in=_WAITING).order_by("pk"),
        "page": Paginator(decisions, _ROWS_PER_PAGE).get_page(request.GET.get("page")),
        "form": ResultFileForm(),
    }
    return office_page(request, federation, "federations/office_submissions.html", context, tab=_TAB)


@require_page_or_form
def submission(request: HttpRequest, uid: str, submission: str) -> HttpResponse:
    """Show a result file with its people and matches; accept, ask back or refuse it on POST."""
    visitor = visitor_of(request)
    federation = access.federation_to_read(visitor, uid)
    row = access.submission_to_read(visitor, submission)
    within(row, federation)
    back, refusal = AskingBackForm(prefix="back"), RefusalOfResultsForm(prefix="refusal")
    if request.method == "POST":
        row, by = access.submission_to_rate(visitor, submission), visitor.account
        if request.POST.get("do") == "ask_back":
            back = AskingBackForm(request.POST, prefix="back")
            is_complete = is_done(back, lambda data: submissions.ask_back_results(row, by=by, **data))
            words = _("The director is asked for another file.")
        elif request.POST.get("do") == "refuse":
            refusal = RefusalOfResultsForm(request.POST, prefix="refusal")
            is_complete = is_done(refusal, lambda data: submissions.refuse_results(row, by=by, **data))
            words = _("The file is refused.")
        else:
            return act(
                request,
                lambda: submissions.accept_results(row, by=by),
                message=_("The file is accepted. Its matches are in force."),
                back_to=reverse("office_submission", args=[federation.uid, row.uid]),
            )
        if is_complete:
            messages.success(request, words)
            return redirect("office_submissions", federation.uid)
    content = content_in_words(submissions.check_of(row), federation)
    context = {
        "submission": row,
        "content": content,
        "is_waiting": row.state in _WAITING,
        "unknown": [_to_name(one) for one in content.check.unknown],
        "asking_back": back,
        "refusal": refusal,
        **member_search(request, federation),
    }
    return office_page(
        request,
        federation,
        "federations/office_submission.html",
        context,
        tab=_TAB,
        here=row.event_name,
        status=status_of(back, refusal),
    )


@require_POST
def name_person(request: HttpRequest, uid: str, submission: str) -> HttpResponse:
    """Say who a person of a file is: a player here, or somebody new."""
    visitor = visitor_of(request)
    federation = access.federation_to_read(visitor, uid)
    row = access.submission_to_rate(visitor, submission)
    within(row, federation)
    player = None
    if request.POST.get("player"):
        player = get_object_or_404(Player, uid=request.POST["player"])
    return act(
        request,
        lambda: submissions.name_person(
            row, by=visitor.account, person=request.POST.get("person", ""), player=player
        ),
        message=_("The person is identified."),
        back_to=reverse("office_submission", args=[federation.uid, row.uid]),
    )


@require_page_or_form
def upload_results(request: HttpRequest, uid: str) -> HttpResponse:
    """Check a result file that was mailed, and enter it among those that wait."""
    visitor = visitor_of(request)
    federation = access.federation_to_rate(visitor, uid)
    form = ResultFileForm(request.POST or None, request.FILES or None)
    faults: list[RefusedLine] = []
    content: FileContent | None = None
    if request.method == "POST" and form.is_valid():
        results: list[Any] = []
        is_check = request.POST.get("do") != "store"

        def receive(values: dict[str, Any]) -> None:
            by, data = visitor.account, form.data_of_file
            try:
                results.append(
                    submissions.check_results(federation, data, by=by)
                    if is_check
                    else submissions.submit_results(federation, by=by, data=data, answer=values["answer"])
                )
            except RowsRefused as refused:
                faults.extend(lines_of_refusal(refused))
                raise

        is_complete = is_done(form, receive)
        if is_complete and not is_check:
            messages.success(request, _("File received. It does not count before it is accepted."))
            return redirect("office_submission", federation.uid, results[0].uid)
        content = content_in_words(results[0], federation) if is_complete else None
    return office_page(
        request,
        federation,
        "federations/office_upload_results.html",
        {
            "form": form,
            "refused": faults,
            "content": content,
            "keeps": form.keeps if content else {},
        },
        tab=_TAB,
        here=_("Upload a result file"),
        status=UNPROCESSABLE if faults else status_of(form),
    )


@require_POST
def download_directory(request: HttpRequest, uid: str) -> HttpResponse:
    """Send the numbers and memberships of the federation as a file for a laptop; the log notes it."""
    visitor = visitor_of(request)
    federation = access.federation_to_rate(visitor, uid)
    data = directories.export_directory(federation, by=visitor.account)
    return as_download(data, name=f"{federation.code}-directory.zip", content_type="application/zip")


def content_in_words(check: SubmissionCheck, federation: Federation) -> FileContent:
    """Return what a result file holds, with names in place of ids."""
    results = check.results
    names = _names(results)
    old = results_in(check.in_force) if check.in_force else None
    earlier = {row.match: row for row in old.matches} if old else {}
    rows = {row.match: row for row in results.matches}
    old_names = _names(old) if old else {}
    counts = counts_of(results)
    return FileContent(
        check,
        counts_in_words(counts),
        unrated_in_words(counts, federation),
        [_line(row, names) for row in results.matches],
        [(line.position, _joined(line.players, names)) for line in results.positions],
        [_line(rows[uid], names, before=_result(earlier[uid], old_names)) for uid in check.changes.changed],
        [_line(earlier[uid], old_names) for uid in check.changes.removed],
    )


def _to_name(unknown: UnknownPerson) -> PersonToName:
    person = unknown.person
    note = note_of(person.number, person.club, person.country)
    return PersonToName(person.player, person.name, note, unknown.candidates)


def _names(results: EventResults) -> dict[str, str]:
    return {person.player: person.name for person in results.people}


def _joined(players: Sequence[str], names: Mapping[str, str]) -> str:
    return " / ".join(names.get(player, player) for player in players)


def _line(row: MatchRow, names: Mapping[str, str], *, before: str = "") -> FileMatchLine:
    outcome = dict(OUTCOME_CHOICES).get(row.outcome, row.outcome) if row.outcome != "played" else ""
    score = f"{row.winner_score}–{row.loser_score}"
    return FileMatchLine(
        _joined(row.winner, names), _joined(row.loser, names), score, row, str(outcome), before
    )


def _result(row: MatchRow, names: Mapping[str, str]) -> str:
    winner, loser = _joined(row.winner, names), _joined(row.loser, names)
    return f"{winner} {row.winner_score}–{row.loser_score} {loser}"
