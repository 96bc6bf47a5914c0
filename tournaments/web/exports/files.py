"""Files of an event for other programs, and its results as a text to paste into a season's sheet."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.queries import sheets
from tournaments.web.desk.pages import event_page
from tournaments.web.frame.visitors import visitor_of

from .tables import file_of, file_words, headings, season_text


@require_safe
def entrants(request: HttpRequest, uid: str, ending: str) -> HttpResponse:
    """The entrants of an event."""
    event = access.event_to_see(visitor_of(request), uid)
    return file_of(event, sheets.entrant_table(event), name=file_words()["entrants"], ending=ending)


@require_safe
def entrants_with_money(request: HttpRequest, uid: str, ending: str) -> HttpResponse:
    """The entrants of an event with what they owe and have paid, for the desk."""
    event = access.event_to_desk(visitor_of(request), uid)
    table = sheets.entrant_table(event, with_money=True)
    return file_of(event, table, name=file_words()["entrants"], ending=ending)


@require_safe
def pairings(request: HttpRequest, uid: str, ending: str) -> HttpResponse:
    """The pairings of a stage."""
    stage = access.stage_to_see(visitor_of(request), uid)
    return file_of(stage.event, sheets.pairing_table(stage), name=file_words()["pairings"], ending=ending)


@require_safe
def results(request: HttpRequest, uid: str, ending: str) -> HttpResponse:
    """The final results of a stage."""
    stage = access.stage_to_see(visitor_of(request), uid)
    return file_of(stage.event, sheets.result_table(stage), name=file_words()["results"], ending=ending)


@require_safe
def standings(request: HttpRequest, uid: str, ending: str) -> HttpResponse:
    """The standings of a stage."""
    stage = access.stage_to_see(visitor_of(request), uid)
    return file_of(stage.event, sheets.standing_table(stage), name=file_words()["standings"], ending=ending)


@require_safe
def season_sheet(request: HttpRequest, uid: str) -> HttpResponse:
    """The standings and the results of a stage as texts with tabs, to be pasted into a season's sheet."""
    stage = access.stage_to_desk(visitor_of(request), uid)
    event, tournament = stage.event, stage.event.tournament
    texts = []
    for words, table in zip((_("Standings"), _("Results")), sheets.season_tables(stage), strict=True):
        before = (str(tournament.starts_on), event.name)
        text = season_text([table], before=before, currency=tournament.currency)
        texts.append((words, ", ".join([_("Date"), _("Event"), *headings(table)]), text))
    context = {"stage": stage, "texts": texts}
    return event_page(
        request, event, "print/season_sheet.html", context, tab="print", here=_("Season’s sheet")
    )
