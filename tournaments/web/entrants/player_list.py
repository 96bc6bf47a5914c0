"""Import of a list of players: a check of each row with its questions, then the import."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from matches.errors import DomainError
from tournaments import access
from tournaments.actions.entrants import player_list
from tournaments.actions.entrants.list_headings import CHOICES, ListField
from tournaments.actions.entrants.list_reading import (
    LARGEST_LIST,
    MOST_COLUMNS,
    ListOptions,
    ListReading,
    encoding_of_list,
    read_list,
    text_of_list,
)
from tournaments.actions.entrants.player_list import ListCheck
from tournaments.exchange import LEGACY
from tournaments.models import Event
from tournaments.web.desk.pages import UNPROCESSABLE, event_page
from tournaments.web.desk.refusals import reasons
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

_ENCODINGS = (
    ("utf-8", gettext_lazy("Unicode (UTF-8)")),
    ("cp1252", gettext_lazy("Western Europe (Windows-1252)")),
    ("cp1250", gettext_lazy("Central Europe (Windows-1250)")),
    ("cp1254", gettext_lazy("Turkish (Windows-1254)")),
    ("cp1257", gettext_lazy("Baltic (Windows-1257)")),
    ("cp1253", gettext_lazy("Greek (Windows-1253)")),
    ("cp1251", gettext_lazy("Cyrillic (Windows-1251)")),
    ("mac_roman", gettext_lazy("Western Europe (Mac Roman)")),
    ("cp850", gettext_lazy("Western Europe (DOS-850)")),
    ("cp852", gettext_lazy("Central Europe (DOS-852)")),
)
_FIELDS = {
    ListField.NAME: pgettext_lazy("column of a list", "whole name"),
    ListField.FAMILY: pgettext_lazy("column of a list", "last name"),
    ListField.GIVEN: pgettext_lazy("column of a list", "first name"),
    ListField.CLUB: pgettext_lazy("column of a list", "club"),
    ListField.COUNTRY: pgettext_lazy("column of a list", "country"),
    ListField.EMAIL: pgettext_lazy("column of a list", "e-mail"),
    ListField.NUMBER: pgettext_lazy("column of a list", "number in a federation"),
}
# A column is what its title says.
_AUTO = "auto"
_HIGHEST_LINE = 10**6


@dataclass(frozen=True, slots=True)
class _ListInput:
    """What is sent: the text of the list, the encoding in which it was read, and what somebody has said of it."""

    text: str = ""
    encoding: str = ""
    options: ListOptions = field(default_factory=ListOptions)

    @property
    def data(self) -> bytes:
        return self.text.encode("utf-8", "replace")


@require_page_or_form
def import_list(request: HttpRequest, uid: str) -> HttpResponse:
    """Check each row of a file or a pasted list, and import the list on the second button."""
    event = access.event_to_desk(visitor_of(request), uid)
    if request.method != "POST":
        return _page(request, event, _ListInput())
    try:
        sent = _sent(request, event)
    except DomainError as refusal:
        sent = _ListInput(request.POST.get("list", ""))
        return _page(request, event, sent, errors=reasons(refusal))
    if not sent.text.strip():
        words = _("There is nothing in this list. Choose a file, or paste the rows.")
        return _page(request, event, _ListInput(), errors=[words])
    answers = _answers(request.POST)
    try:
        if request.POST.get("do") == "import":
            result = player_list.import_players(
                event,
                by=visitor_of(request).account,
                data=sent.data,
                answers=answers,
                options=sent.options,
            )
            messages.success(request, _entered(len(result.entrants)))
            if not result.check.refused:
                return redirect("desk_entrants", event.uid)
            return _page(request, event, sent, check=result.check, is_done=True)
        check = player_list.read_player_list(event, sent.data, answers=answers, options=sent.options)
        return _page(request, event, sent, check=check)
    except DomainError as refusal:
        return _page(request, event, sent, errors=reasons(refusal), reading=_reading(sent))


def _reading(sent: _ListInput) -> ListReading | None:
    """Return the columns of a list that is refused, so that somebody can say what they hold; None without columns."""
    try:
        return read_list(sent.data, sent.options)
    except DomainError:
        return None


def _sent(request: HttpRequest, event: Event) -> _ListInput:
    """Return the uploaded file, or the pasted text if there is no file; raise ListUnreadable.

    A list that was read in one encoding is read again in the one that is chosen.
    """
    data, file = request.POST, request.FILES.get("file")
    chosen = data.get("encoding", "") if data.get("encoding") in {"utf-8", *LEGACY} else ""
    if file is None or not file.size:
        before = data.get("read_as", "") if data.get("read_as") in LEGACY else ""
        text = data.get("list", "")
        if chosen and before and chosen != before:
            text, before = text.encode(before, "replace").decode(chosen, "replace"), chosen
        return _ListInput(text, before, _options(data))
    content: bytes = file.read(LARGEST_LIST + 1)
    zone = event.tournament.zone
    encoding = chosen or encoding_of_list(content, zone=zone)
    return _ListInput(text_of_list(content, encoding=encoding), encoding)


def _options(data: QueryDict) -> ListOptions:
    """Return what is said of the columns and the heading; nothing where the columns were not shown."""
    columns = {
        position: str(data[f"column-{position}"])
        for position in range(1, MOST_COLUMNS + 1)
        if data.get(f"column-{position}") in {"", *CHOICES}
    }
    line = data.get("heading_line", "")
    is_line = line.isascii() and line.isdigit() and int(line[:9]) <= _HIGHEST_LINE
    return ListOptions(columns=columns, heading_line=int(line) if columns and is_line else None)


def _answers(data: QueryDict) -> dict[int, str]:
    """Return who is meant, by line; what is left open is left out."""
    lines = {key.removeprefix("answer-"): str(data[key]) for key in data if key.startswith("answer-")}
    return {
        int(line): answer
        for line, answer in lines.items()
        if answer and line.isascii() and line.isdigit() and int(line[:9]) <= _HIGHEST_LINE
    }


def _entered(number: int) -> str:
    return ngettext("%(number)s player is entered.", "%(number)s players are entered.", number) % {
        "number": number
    }


def _page(
    request: HttpRequest,
    event: Event,
    sent: _ListInput,
    *,
    check: ListCheck | None = None,
    errors: list[str] | None = None,
    is_done: bool = False,
    reading: ListReading | None = None,
) -> HttpResponse:
    of_list = check or reading
    columns, heading_line = (of_list.columns, of_list.heading_line) if of_list else ((), 0)
    context: dict[str, Any] = {
        "text": sent.text,
        "check": check,
        "refused": errors or [],
        "is_done": is_done,
        "rows": check.refused if check and is_done else check.rows if check else (),
        "columns": [(column, sent.options.columns.get(column.position, _AUTO)) for column in columns],
        "heading_line": heading_line,
        "fields": _FIELDS.items(),
        "has_no_names": reading is not None and not reading.has_names,
        "encodings": _ENCODINGS,
        "read_as": sent.encoding,
        "read_as_words": dict(_ENCODINGS).get(sent.encoding, ""),
        "by_hand": sent.options.columns.items(),
        "has_questions": check is not None and any(row.may_be_answered for row in check.refused),
        "has_choices": check is not None and any(row.may_be_answered for row in check.rows),
    }
    status = UNPROCESSABLE if errors else 200
    return event_page(
        request, event, "desk/import.html", context, tab="entrants", here=_("Import a list"), status=status
    )
