"""Edit conflicts: the changes made since a form was opened, beside the values typed into it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from matches.models import EFFECTIVE, Match, Player
from tournaments.actions import edit_conflicts
from tournaments.acts import EditedForm
from tournaments.errors.common import EditConflict
from tournaments.models import WAY_TO_TOURNAMENT, Event, Tournament
from tournaments.web.frame.numbers import number_typed
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.templatetags.videau import result_words

from .log_lines import LogLine, log_lines
from .pages import in_place_of_all, posted_fields, status_in_place, tournament_page


@dataclass(frozen=True, slots=True)
class ConflictPage:
    """An edit conflict: an object changed by somebody else since the form was opened.

    `values` are the submitted values, line by line, `lines` the log entries since then, `now` the
    current state in words, as the result of a match, or empty. `fields` repeat the request to
    `action` with the newest log number.
    """

    name: str
    values: Sequence[str]
    lines: Sequence[LogLine]
    now: str
    action: str
    fields: Sequence[tuple[str, str]]
    look_at: str


def log_number(request: HttpRequest) -> int | None:
    """Return the log number at which the form was opened; every form that overwrites values submits it."""
    return number_typed(request.POST.get("seen", ""))


def first_log_number(request: HttpRequest, tournament: Tournament) -> int:
    """Return the log number for the form: the submitted one, else the current one."""
    return log_number(request) or tournament.log_seq


def unchanged(
    request: HttpRequest,
    subject: edit_conflicts.Subject,
    *,
    forms: Collection[EditedForm] = (EditedForm.SETTINGS,),
) -> AbstractContextManager[None]:
    """Return a transaction for the changes of this form.

    It raises EditConflict if somebody else has changed the same values since the form was opened.
    """
    by = visitor_of(request).account
    return edit_conflicts.unchanged(subject, log_number=log_number(request), by=by, forms=forms)


def refuse_if_kept_too_long(request: HttpRequest, match: Match, *, forms: Collection[EditedForm]) -> None:
    """Raise EditConflict if a form that a desk kept without a connection is out of date.

    Whoever changed the match since, even the same person at another desk: nobody saw it when the form was filled in.
    """
    if request.POST.get("kept") and forms:
        with edit_conflicts.unchanged(match, log_number=log_number(request), by=None, forms=forms):
            pass


def forms_of_new_event(tournament: Tournament, *, name: str) -> tuple[EditedForm, ...]:
    """Return what a new event overwrites: the events, where one of that name is there."""
    is_there = Event.objects.filter(tournament=tournament, name__iexact=name.strip()).exists()
    return (EditedForm.EVENTS,) if is_there else ()


def show_changed(
    request: HttpRequest,
    tournament: Tournament,
    refusal: EditConflict,
    subject: edit_conflicts.Subject | Player,
    *,
    values: str | Sequence[str],
    look_at: str,
    back: str = "",
    now: str = "",
) -> HttpResponse:
    """Render the edit conflict with both values, and a button that overwrites; 409, nothing is written.

    `now` is the current state in words if the log does not tell it; for a match it is the result.
    """
    entries = refusal.data["changes"]
    assert isinstance(entries, list)  # noqa: S101 - narrows the type for mypy
    newest = {"seen": str(max(entry.seq for entry in entries))}
    conflict = ConflictPage(
        str(subject),
        [values] if isinstance(values, str) else values,
        log_lines(entries),
        _result_now(subject) if isinstance(subject, Match) else now,
        request.path,
        [*posted_fields(request, "seen"), *newest.items()],
        look_at,
    )
    context = {"changed": conflict, "back": back or look_at}
    page = tournament_page(
        request,
        tournament,
        "desk/board_changed.html",
        context,
        here=_("Changed meanwhile"),
        status=status_in_place(request, refusal),
    )
    return in_place_of_all(request, page)


def typed(*filled: forms.Form) -> list[str]:
    """Return the changed fields of these forms as lines, each with its label and value."""
    return [line for form in filled for line in _typed(form)]


def _typed(form: forms.Form) -> list[str]:
    lines = []
    for name in form.changed_data:
        field = form[name]
        value = field.value()
        choices: Mapping[str, object] = {
            str(key): words for key, words in getattr(form.fields[name], "choices", ()) or ()
        }
        values = value if isinstance(value, list) else [value]
        words = ", ".join(str(choices.get(str(one), one)) for one in values if one not in (None, "", False))
        if value is True or words == "on":
            words = _("yes")
        lines.append(_("%(label)s: %(value)s") % {"label": field.label, "value": words or "–"})
    return lines


def _result_now(match: Match) -> str:
    """Return the current result of a match in words, or an empty text."""
    now = Match.objects.select_related("one", "two", "accepted_report", *WAY_TO_TOURNAMENT).get(pk=match.pk)
    report = now.accepted_report or now.reports.filter(EFFECTIVE).order_by("pk").last()
    return "" if report is None else result_words(report, now)
