"""CSV and XLSX files of an event, and tab-separated text for a season's spreadsheet.

A file that strangers can have has public names for everybody, because files are passed on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from hashlib import sha256

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.formats import get_format
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from matches.models import Audience, show_to
from matches.models.match import OUTCOME_CHOICES
from tournaments import access
from tournaments.models import Event
from tournaments.queries.draws.round_files import as_text, round_file
from tournaments.queries.exports import sheets
from tournaments.queries.exports.sheets import MONEY, TIEBREAK, SheetTable
from tournaments.queries.exports.spreadsheets import Cell, as_csv, as_tabs, as_xlsx
from tournaments.queries.exports.trf import report_of
from tournaments.queries.money.amounts import decimals_of
from tournaments.web.desk.pages import event_page
from tournaments.web.frame.files import as_download
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.wording.formats import tiebreak_heading

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FILES = ("csv", "xlsx")
_HEADINGS = {
    "number": pgettext_lazy("number in a table", "No."),
    "name": gettext_lazy("Name"),
    "club": gettext_lazy("Club"),
    "country": gettext_lazy("Country"),
    "status": pgettext_lazy("of an entrant, heading of a column", "Status"),
    "checked_in": gettext_lazy("Checked in"),
    "entrant": pgettext_lazy("heading of a column", "Id of the entrant"),
    "match": pgettext_lazy("heading of a column", "Id of the match"),
    "rating": pgettext_lazy("of a player", "Rating"),
    "owed": gettext_lazy("Owed"),
    "paid": gettext_lazy("Paid"),
    "due": pgettext_lazy("money, heading of a column", "Due"),
    "round": gettext_lazy("Round"),
    "slot": pgettext_lazy("place in a round, heading of a column", "Slot"),
    "table": gettext_lazy("Table"),
    "one": gettext_lazy("Side one"),
    "two": gettext_lazy("Side two"),
    "length": gettext_lazy("Length"),
    "score_one": gettext_lazy("Score of side one"),
    "score_two": gettext_lazy("Score of side two"),
    "winner": gettext_lazy("Winner"),
    "outcome": gettext_lazy("Outcome"),
    "place": gettext_lazy("Place"),
    "last_place": gettext_lazy("Last place shared"),
    "group": gettext_lazy("Group"),
    "points": pgettext_lazy("in standings", "Points"),
    "lives": pgettext_lazy("in standings", "Lives"),
    "won": pgettext_lazy("number of matches", "Won"),
    "lost": pgettext_lazy("number of matches", "Lost"),
    "byes": gettext_lazy("Byes"),
    "board": gettext_lazy("Board"),
    "due_at": gettext_lazy("Deadline"),
    "final_at": pgettext_lazy("heading of a column", "Confirmed at"),
    "division": gettext_lazy("Division"),
}
_CODES = {
    "placed": pgettext_lazy("an entrant", "has a place"),
    "alternate": pgettext_lazy("an entrant", "alternate"),
    "withdrawn": gettext_lazy("withdrawn"),
    "yes": gettext_lazy("yes"),
    "no": gettext_lazy("no"),
    **dict(OUTCOME_CHOICES),
}
# Columns whose values are codes to translate, not text typed by users.
_CODED = frozenset({"status", "checked_in", "outcome"})


def headings(table: SheetTable) -> list[str]:
    """Return a table's column headings in the reader's language."""
    return [_heading(code, has_divisions=table.has_divisions) for code in table.columns]


def cells(table: SheetTable, *, currency: str) -> list[list[Cell]]:
    """Return a table's rows with codes translated and amounts in currency units."""
    return [
        [_cell(code, value, currency=currency) for code, value in zip(table.columns, row, strict=True)]
        for row in table.rows
    ]


def file_of(event: Event, table: SheetTable, *, name: str, ending: str) -> HttpResponse:
    """Return a table as a CSV or XLSX download; raise 404 for another ending."""
    rows = cells(table, currency=event.tournament.currency)
    if ending == "csv":
        # Spreadsheets expect semicolons in locales with a decimal comma.
        delimiter = ";" if has_comma() else ","
        data = as_csv(headings(table), rows, delimiter=delimiter, has_comma=has_comma(), has_bom=True)
        content = "text/csv; charset=utf-8"
    elif ending == "xlsx":
        data, content = as_xlsx(name, headings(table), rows), XLSX
    else:
        raise Http404
    kept_as = re.sub(r"[^\w -]+", "", f"{event.name} {name}").strip() or "videau"
    headers = {"Cache-Control": "private, no-cache", "X-Content-Type-Options": "nosniff"}
    answer = HttpResponse(data, content_type=content, headers=headers)
    disposition = content_disposition_header(as_attachment=True, filename=f"{kept_as}.{ending}")
    answer.headers["Content-Disposition"] = disposition or "attachment"
    return answer


def season_text(tables: Sequence[SheetTable], *, before: Sequence[str], currency: str) -> str:
    """Return rows of tables as tab-separated text, each row preceded by the cells of `before`."""
    rows = [[*before, *row] for table in tables for row in cells(table, currency=currency)]
    return as_tabs(rows, has_comma=has_comma())


def has_comma() -> bool:
    """Whether the reader's locale writes decimals with a comma."""
    return str(get_format("DECIMAL_SEPARATOR")) == ","


def file_words() -> dict[str, str]:
    """Return the translated titles of the tables."""
    return {
        "entrants": _("Entrants"),
        "pairings": _("Pairings"),
        "results": _("Results"),
        "standings": _("Standings"),
    }


def _heading(code: str, *, has_divisions: bool) -> str:
    if code.startswith(TIEBREAK):
        return tiebreak_heading(code.removeprefix(TIEBREAK))
    return str(_HEADINGS["division" if code == "group" and has_divisions else code])


def _cell(code: str, value: Cell, *, currency: str) -> Cell:
    if code in MONEY and isinstance(value, int):
        return Decimal(value).scaleb(-decimals_of(currency))
    if code in _CODED and isinstance(value, str):
        return str(_CODES.get(value, value))
    return value


@require_safe
def entrants(request: HttpRequest, uid: str, ending: str) -> HttpResponse:
    """Return the entrants of an event as a file."""
    event = access.event_to_see(visitor_of(request), uid)
    show_to(Audience.EVERYBODY)
    return file_of(event, sheets.entrant_table(event), name=file_words()["entrants"], ending=ending)


@require_safe
def entrants_with_money(request: HttpRequest, uid: str, ending: str) -> HttpResponse:
    """Return the entrants of an event with owed and paid amounts as a file, for officers."""
    event = access.event_to_desk(visitor_of(request), uid)
    table = sheets.entrant_table(event, with_money=True)
    return file_of(event, table, name=file_words()["entrants"], ending=ending)


@require_safe
def pairings(request: HttpRequest, uid: str, ending: str) -> HttpResponse:
    """Return the pairings of a stage as a file; `trf` is FIDE's report, with the results, of a stage without a bracket."""
    stage = access.stage_to_see(visitor_of(request), uid)
    show_to(Audience.EVERYBODY)
    if ending == "trf":
        report = report_of(stage)
        if report is None:
            raise Http404
        return as_download(report.encode(), name=f"{stage.uid}.trf", content_type="text/plain; charset=utf-8")
    return file_of(stage.event, sheets.pairing_table(stage), name=file_words()["pairings"], ending=ending)


@require_safe
def results(request: HttpRequest, uid: str, ending: str) -> HttpResponse:
    """Return the final results of a stage as a file."""
    stage = access.stage_to_see(visitor_of(request), uid)
    show_to(Audience.EVERYBODY)
    return file_of(stage.event, sheets.result_table(stage), name=file_words()["results"], ending=ending)


@require_safe
def standings(request: HttpRequest, uid: str, ending: str) -> HttpResponse:
    """Return the standings of a stage as a file."""
    stage = access.stage_to_see(visitor_of(request), uid)
    show_to(Audience.EVERYBODY)
    return file_of(stage.event, sheets.standing_table(stage), name=file_words()["standings"], ending=ending)


@require_safe
def round_json(request: HttpRequest, uid: str, number: int) -> HttpResponse:
    """Return the file of a round, from which anybody can pair it again; 404 before its first pairing."""
    visitor = visitor_of(request)
    stage = access.stage_to_see(visitor, uid)
    access.share(request, visitor, stage.event.tournament)
    show_to(Audience.EVERYBODY)
    file = round_file(stage, number)
    if file is None:
        raise Http404
    data = as_text(file).encode()
    answer = as_download(data, name=f"{stage.uid}-{number}.json", content_type="application/json")
    answer["ETag"] = f'"{sha256(data).hexdigest()}"'
    return answer


@require_safe
def season_sheet(request: HttpRequest, uid: str) -> HttpResponse:
    """Show a stage's standings and results as tab-separated text for a season's spreadsheet."""
    stage = access.stage_to_desk(visitor_of(request), uid)
    event, tournament = stage.event, stage.event.tournament
    texts = []
    for words, table in zip((_("Standings"), _("Results")), sheets.season_tables(stage), strict=True):
        before = (str(tournament.starts_on), event.name)
        text = season_text([table], before=before, currency=tournament.currency)
        texts.append((words, ", ".join([_("Date"), _("Event"), *headings(table)]), text))
    context = {"stage": stage, "texts": texts}
    return event_page(
        request, event, "print/season_sheet.html", context, tab="control", here=_("Season’s sheet")
    )
