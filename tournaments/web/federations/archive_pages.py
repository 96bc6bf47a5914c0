"""Archives of old results in the office: what waits, a table with its report, who its people are, import and undo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from matches.errors import DomainError
from matches.models import Player
from tournaments import access
from tournaments.actions.exchange import archives
from tournaments.actions.exchange.archives import ArchiveCheck
from tournaments.errors.exchange import RowsRefused
from tournaments.exchange import EXAMPLES, LARGEST_FILE
from tournaments.models import Archive, ArchiveKind, ArchiveState, Confidence
from tournaments.queries.exchange.archives import MatchedPerson, UnnamedPerson, people_like
from tournaments.queries.exports.spreadsheets import as_csv, as_xlsx
from tournaments.requests.exchange import ArchiveRequest
from tournaments.web.desk.pages import UNPROCESSABLE, act, status_of
from tournaments.web.desk.refusals import RefusedLine, is_done, lines_of_refusal, reasons, refused_lines
from tournaments.web.exports.files import XLSX
from tournaments.web.frame.files import KeptFileForm, as_download
from tournaments.web.frame.form_fields import field_of
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

from .office import office_page, within
from .received_files import PersonToName, member_search

_TAB = "office_archives"
_ROWS_PER_PAGE = 50
# So many people of each kind are shown before a table is stored.
_MOST_PEOPLE = 100

# What stands in the columns of a table; a table has all of the first and may have the others.
_COLUMN_WORDS: Mapping[str, str | Promise] = {
    "winner": gettext_lazy("name"),
    "loser": gettext_lazy("name"),
    "player": gettext_lazy("name"),
    "length": gettext_lazy("length of the match in points, an odd number"),
    "day": gettext_lazy("day as in 1998-05-02"),
    "event": gettext_lazy("name of the event"),
    "position": gettext_lazy("finishing position, 1 for the first"),
    "winner_number": gettext_lazy("number in the federation"),
    "loser_number": gettext_lazy("number in the federation"),
    "number": gettext_lazy("number in the federation"),
    "winner_score": gettext_lazy("score, where it is known; then both"),
    "loser_score": gettext_lazy("score, where it is known; then both"),
}
_MAY_BE_ABSENT = {"winner_number", "loser_number", "number", "winner_score", "loser_score"}


class ArchiveForm(KeptFileForm):
    """A form for a table of old results; its source is asked for when it is stored."""

    largest = LARGEST_FILE

    kind = field_of(
        ArchiveRequest,
        "kind",
        label=gettext_lazy("A line of the table is"),
        help_text="",
        initial=ArchiveKind.MATCHES,
        widget=forms.RadioSelect,
    )
    source = field_of(
        ArchiveRequest,
        "source",
        label=gettext_lazy("Source"),
        help_text=gettext_lazy("Where the results come from. Everybody may read it."),
    )
    confidence = field_of(
        ArchiveRequest,
        "confidence",
        label=gettext_lazy("Confidence"),
        help_text="",
        required=True,
        initial=Confidence.PROBABLE,
    )
    event_class = field_of(
        ArchiveRequest,
        "event_class",
        label=gettext_lazy("Class"),
        required=False,
        help_text=gettext_lazy("The class of the events, where your counting rules ask for one."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].widget.attrs["accept"] = ".xlsx, .csv, .txt"
        self.fields["source"].required = self.data.get("do") != "check"


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a table by its title, with what stands in it."""

    title: str
    words: str | Promise
    is_needed: bool


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A person of an archive: known here, or still to be named."""

    matched: MatchedPerson | None
    to_name: PersonToName | None


@require_safe
def archive_list(request: HttpRequest, uid: str) -> HttpResponse:
    """List the archives that wait, and those that were imported or undone."""
    federation = access.federation_to_read(visitor_of(request), uid)
    rows = Archive.objects.filter(federation=federation).defer("content", "people")
    others = rows.exclude(state=ArchiveState.WAITING).order_by("-pk")
    context = {
        "waiting": rows.filter(state=ArchiveState.WAITING).order_by("pk"),
        "page": Paginator(others, _ROWS_PER_PAGE).get_page(request.GET.get("page")),
        "tables": _tables(),
    }
    return office_page(request, federation, "federations/office_archives.html", context, tab=_TAB)


@require_safe
def archive_example(request: HttpRequest, uid: str) -> HttpResponse:
    """Send a table with some rows, as a workbook or as CSV."""
    access.federation_to_read(visitor_of(request), uid)
    kind = request.GET.get("kind") if request.GET.get("kind") in EXAMPLES else ArchiveKind.MATCHES
    headings, rows = EXAMPLES[str(kind)]
    name = f"{kind}-example"
    if request.GET.get("ending") == "csv":
        return as_download(as_csv(headings, rows, has_bom=True), name=f"{name}.csv", content_type="text/csv")
    return as_download(as_xlsx(name, headings, rows), name=f"{name}.xlsx", content_type=XLSX)


@require_page_or_form
def upload_archive(request: HttpRequest, uid: str) -> HttpResponse:
    """Check a table of old results with a report of each row, and store it once nothing is refused."""
    visitor = visitor_of(request)
    federation = access.federation_to_rate(visitor, uid)
    form = ArchiveForm(request.POST or None, request.FILES or None)
    checks: list[ArchiveCheck] = []
    entries: list[Archive] = []

    def receive(values: dict[str, Any]) -> None:
        by, data, kind = visitor.account, form.data_of_file, values["kind"]
        checks.append(archives.check_archive(federation, data, by=by, kind=kind))
        if request.POST.get("do") == "store" and not checks[0].faults:
            terms = {name: values[name] for name in ("source", "confidence", "event_class")}
            entries.append(archives.enter_archive(federation, by=by, data=data, kind=kind, **terms))

    if request.method == "POST":
        is_done(form, receive)
        form.keep()
        form.fields["source"].required = True
    if entries:
        messages.success(request, _("Table stored. It does not count before it is imported."))
        return redirect("office_archive", federation.uid, entries[0].uid)
    check = checks[0] if checks else None
    faults = check.faults if check else ()
    context = {
        "form": form,
        "check": check,
        "refused": refused_lines(faults),
        "is_kept": bool(form.is_bound and form.keeps),
        "most_people": f":{_MOST_PEOPLE}",
        "tables": _tables(),
    }
    status = UNPROCESSABLE if faults else status_of(form)
    return office_page(
        request,
        federation,
        "federations/office_upload_archive.html",
        context,
        tab=_TAB,
        here=_("Upload a table"),
        status=status,
    )


@require_page_or_form
def archive(request: HttpRequest, uid: str, archive: str) -> HttpResponse:
    """Show an archive with its people and lines; name everybody, import it or undo it on POST."""
    visitor = visitor_of(request)
    federation = access.federation_to_read(visitor, uid)
    row = access.archive_to_read(visitor, archive)
    within(row, federation)
    refusals: list[RefusedLine] = []
    if request.method == "POST":
        row = access.archive_to_rate(visitor, archive)
        try:
            return _act(request, row, by=visitor.account)
        except RowsRefused as refusal:
            refusals = lines_of_refusal(refusal)
    check = archives.check_of_archive(row)
    page = Paginator(_people(check), _ROWS_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "archive": row,
        "check": check,
        "page": page,
        "person": _asked_for(check, request.GET.get("person", "")),
        "refused": refusals,
        "is_waiting": row.state == ArchiveState.WAITING,
        **member_search(request, federation),
    }
    return office_page(
        request,
        federation,
        "federations/office_archive.html",
        context,
        tab=_TAB,
        here=row.source,
        status=UNPROCESSABLE if refusals else 200,
    )


@require_POST
def name_person(request: HttpRequest, uid: str, archive: str) -> HttpResponse:
    """Say who a person of an archive is: a player here, or somebody new."""
    visitor = visitor_of(request)
    federation = access.federation_to_read(visitor, uid)
    row = access.archive_to_rate(visitor, archive)
    within(row, federation)
    player = None
    if request.POST.get("player"):
        player = get_object_or_404(Player, uid=request.POST["player"])
    person = request.POST.get("person", "")
    return act(
        request,
        lambda: archives.name_in_archive(row, by=visitor.account, person=person, player=player),
        message=_("The person is identified."),
        back_to=reverse("office_archive", args=[federation.uid, row.uid]),
    )


def _act(request: HttpRequest, row: Archive, *, by: Player | None) -> HttpResponse:
    """Do what a button of the page says; raise RowsRefused for rows that are shown on it."""
    here = reverse("office_archive", args=[row.federation.uid, row.uid])
    do = request.POST.get("do")
    if do == "again":
        again = partial(
            archives.enter_archive,
            row.federation,
            by=by,
            data=bytes(row.content),
            kind=row.kind,
            source=row.source,
            confidence=row.confidence,
            event_class=row.event_class,
        )
        message = _("Table stored again. It does not count before it is imported.")
        return act(request, again, message=message, back_to=reverse(_TAB, args=[row.federation.uid]))
    if do == "undo":
        message = (
            _("The archive is undone. All lists become what they were without it.")
            if row.state == ArchiveState.IMPORTED
            else _("Table put aside. It does not count.")
        )
        return act(request, partial(archives.undo_archive, row, by=by), message=message, back_to=here)
    if do == "name_all":
        message = _("The clear cases are named. Decide on each name that several players have.")
        return act(request, partial(archives.name_everybody, row, by=by), message=message, back_to=here)
    if do == "import":
        _import(request, row, by=by)
    return redirect(here)


def _import(request: HttpRequest, row: Archive, *, by: Player | None) -> None:
    """Import an archive, or add its refusal as a message; raise RowsRefused."""
    try:
        archives.import_archive(row, by=by)
    except RowsRefused:
        raise
    except DomainError as refusal:
        for reason in reasons(refusal):
            messages.error(request, reason)
    else:
        messages.success(request, _("The archive is imported."))


def _people(check: ArchiveCheck) -> list[PersonLine]:
    """Return the people of an archive, those who have to be named first."""
    return [
        *(PersonLine(None, _to_name(one)) for one in check.unnamed),
        *(PersonLine(one, None) for one in check.matched),
    ]


def _to_name(one: UnnamedPerson) -> PersonToName:
    return PersonToName(one.key, one.person.name, one.person.number, one.candidates)


def _asked_for(check: ArchiveCheck, key: str) -> PersonToName | None:
    """Return the person whom the address asks about, with the players of the same name."""
    every = [one.person for one in check.matched] + [one.person for one in check.unnamed]
    people = [person for person in every if person.key == key]
    return _to_name(people_like(people[:1])[0]) if people else None


def _tables() -> list[tuple[str, str, list[TableColumn]]]:
    """Return the kinds of tables with their columns, those that every table has first."""
    tables = []
    for kind in ArchiveKind:
        headings, _rows = EXAMPLES[kind]
        columns = [
            TableColumn(title, _COLUMN_WORDS[title], title not in _MAY_BE_ABSENT) for title in headings
        ]
        tables.append(
            (str(kind.label), urlencode({"kind": kind}), sorted(columns, key=lambda one: not one.is_needed))
        )
    return tables
