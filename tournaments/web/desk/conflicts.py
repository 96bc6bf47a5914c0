"""Two directors at once: what somebody else has changed since a form was opened, beside what was typed into it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from matches.models import UNSPOKEN, Match, Player
from tournaments.actions import edit_conflicts
from tournaments.acts import Form
from tournaments.errors import EditConflict
from tournaments.models import WAY_TO_TOURNAMENT, Event, Tournament
from tournaments.web.frame.numbers import number_typed
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.templatetags.videau import result_words

from .log_lines import LogLine, log_lines
from .pages import in_place_of_all, posted_fields, status_in_place, tournament_page


@dataclass(frozen=True, slots=True)
class Changed:
    """Something that somebody else has changed since it was shown.

    `wanted` is what was asked, line by line, `lines` what has happened since, `now`
    how it stands, as the result of a match, empty where that needs no words. `fields`
    send to `action` the same once more, with the knowledge of what has happened.
    """

    name: str
    wanted: Sequence[str]
    lines: Sequence[LogLine]
    now: str
    action: str
    fields: Sequence[tuple[str, str]]
    look_at: str


def seen_by(request: HttpRequest) -> int | None:
    """The number of the log at which the form was shown; every form that can overwrite something sends it."""
    return number_typed(request.POST.get("seen", ""))


def first_seen(request: HttpRequest, tournament: Tournament) -> int:
    """What a form sends as seen: the number of the log as it was when the form was opened, also where it is shown anew."""
    return seen_by(request) or tournament.log_seq


def unchanged(
    request: HttpRequest, subject: edit_conflicts.Subject, *, forms: Collection[Form] = (Form.SETTINGS,)
) -> AbstractContextManager[None]:
    """One transaction for what this form overwrites; EditConflict where somebody else has done so since it was shown."""
    by = visitor_of(request).account
    return edit_conflicts.unchanged(subject, seen=seen_by(request), by=by, forms=forms)


def made_twice(request: HttpRequest, tournament: Tournament, *, name: str) -> AbstractContextManager[None]:
    """The same for a form that adds an event: EditConflict where somebody else has just added one of that name."""
    is_there = Event.objects.filter(tournament=tournament, name__iexact=name.strip()).exists()
    return unchanged(request, tournament, forms=(Form.EVENTS,) if is_there else ())


def show_changed(
    request: HttpRequest,
    tournament: Tournament,
    refusal: EditConflict,
    subject: edit_conflicts.Subject | Player,
    *,
    wanted: str | Sequence[str],
    look_at: str,
    back: str = "",
    now: str = "",
) -> HttpResponse:
    """The page of both values, with one button that decides for what was typed; 409, and nothing is written.

    `now` is how it stands, where the log does not say it; of a match it is the result.
    """
    entries = refusal.data["changes"]
    assert isinstance(entries, list)  # noqa: S101 - narrows the type for mypy
    known = {"seen": str(max(entry.seq for entry in entries))}
    found = Changed(
        str(subject),
        [wanted] if isinstance(wanted, str) else wanted,
        log_lines(entries),
        _result_now(subject) if isinstance(subject, Match) else now,
        request.path,
        [*posted_fields(request, "seen"), *known.items()],
        look_at,
    )
    context = {"changed": found, "back": back or look_at}
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
    """What was typed into these forms, each changed field with its name and its words."""
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
    """The result of a match as it stands, in words; empty where nobody has said one."""
    now = Match.objects.select_related("one", "two", "accepted_report", *WAY_TO_TOURNAMENT).get(pk=match.pk)
    report = now.accepted_report or now.reports.exclude(UNSPOKEN).order_by("pk").last()
    return "" if report is None else result_words(report, now)
