"""Printable lists, slips and sheets, as HTML or as PDF if WeasyPrint is installed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.models import Audience, Match, name_order, show_to
from tournaments import access
from tournaments.access.addresses import public_address
from tournaments.formats import FORMATS, BySeasons, Shape
from tournaments.models import Event, Stage, Table, Tournament, has_boards
from tournaments.queries.closing.final_page import final_page_context
from tournaments.queries.draws.bracket import BracketView, bracket
from tournaments.queries.draws.standings import standings as standings_of
from tournaments.queries.exports import cross_sheets, paper, printed_rounds
from tournaments.queries.exports.paper import pdf_of
from tournaments.queries.hall.desk import EntrantLine
from tournaments.queries.hall.desk import entrants as entrants_of
from tournaments.queries.money.ledger import Balance, balances_of_event, statement
from tournaments.queries.money.prizes import prize_list
from tournaments.queries.ratings.counted import counting_of_lengths
from tournaments.queries.ratings.stakes import CountedMatch, with_stakes
from tournaments.queries.results.matches import MatchLine, match_line
from tournaments.web.frame.numbers import number_typed
from tournaments.web.frame.sharing import qr_svg
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.wording.rules import rule_words

from .print_page import address_of_choice

# The most games that fit on one printed scoresheet.
_MOST_GAMES = 25
_SLIPS_ON_A_PAGE = 4
# The sizes of a list beside A4, in which its type is as much smaller or larger.
_SHEETS = ("a3", "a5", "landscape")
# A PDF is made within the request; a page of scoresheets takes a seventh of a second.
_MOST_PAGES = 40


@dataclass(frozen=True, slots=True)
class Slip:
    """A match to print, with a QR code to report it, its game numbers, its group and what counts."""

    line: MatchLine
    qr: SafeString
    games: range
    group: int | None
    counting: Sequence[CountedMatch]


@require_safe
def table_cards(request: HttpRequest, uid: str) -> HttpResponse:
    """Print a card with the name of each table."""
    tournament = access.tournament_to_desk(visitor_of(request), uid)
    context = {"tables": Table.objects.filter(tournament=tournament)}
    back = reverse("desk_print_tournament", args=[uid])
    return _paper(request, tournament, "print/tables.html", context, back=back)


@require_safe
def entrants(request: HttpRequest, uid: str) -> HttpResponse:
    """Print the entrants of an event by name, with paid and due amounts."""
    event = access.event_to_desk(visitor_of(request), uid)
    lists = entrants_of(event)
    balances = balances_of_event(event)
    # Withdrawn entrants are listed only with an amount, so that the lines add up to the totals.
    leavers = [line for line in lists.withdrawn if any(_paid(line, balances)[1:])]
    groups = [
        (words, [_paid(line, balances) for line in sorted(lines, key=_by_name)])
        for words, lines in (
            ("", lists.placed),
            (_("Alternates"), lists.alternates),
            (_("Have left"), leavers),
        )
        if lines
    ]
    context = {"groups": groups, "has_money": bool(balances), "statement": statement(event)}
    return _of_event(request, event, "print/entrants.html", context)


@require_safe
def prizes(request: HttpRequest, uid: str) -> HttpResponse:
    """Print the prizes of an event, with lines for signatures."""
    event = access.event_to_desk(visitor_of(request), uid)
    return _of_event(request, event, "print/prizes.html", {"prizes": prize_list(event)})


@require_safe
def final_page(request: HttpRequest, uid: str) -> HttpResponse:
    """Print the final standings of an event: its winners, and every place with its derivation."""
    event = access.event_to_desk(visitor_of(request), uid)
    # It hangs on a wall and is handed on, so it has the names of the public page.
    show_to(Audience.EVERYBODY)
    address = public_address(request, reverse("finish", args=[uid]))
    context = final_page_context(event) | {"address": address}
    return _of_event(request, event, "print/finish.html", context)


@require_safe
def pairings(request: HttpRequest, uid: str) -> HttpResponse:
    """Print the pairings of a round, sorted by table or by player name."""
    stage = access.stage_to_desk(visitor_of(request), uid)
    rounds = printed_rounds.printed_rounds(stage)
    number = number_typed(request.GET.get("round", ""))
    by_number = {of.round.number: of for of in rounds}
    current = by_number.get(number or 0) or printed_rounds.under_play(rounds)
    is_by_name = request.GET.get("by") == "name"
    lines = () if current is None or not is_by_name else printed_rounds.by_name(current)
    context = {
        "printed": current,
        "named": lines,
        "is_by_name": is_by_name,
        "has_divisions": isinstance(FORMATS[stage.format], BySeasons),
    }
    return _of_stage(request, stage, "print/pairings.html", context)


@require_safe
def rounds(request: HttpRequest, uid: str) -> HttpResponse:
    """Print all rounds of a stage with results, or its overdue matches."""
    stage = access.stage_to_desk(visitor_of(request), uid)
    all_rounds = printed_rounds.printed_rounds(stage)
    is_overdue = request.GET.get("only") == "overdue"
    context = {
        "rounds": printed_rounds.overdue(all_rounds) if is_overdue else all_rounds,
        "is_overdue": is_overdue,
    }
    return _of_stage(request, stage, "print/rounds.html", context)


@require_safe
def standings(request: HttpRequest, uid: str) -> HttpResponse:
    """Print the current standings of a stage."""
    stage = access.stage_to_desk(visitor_of(request), uid)
    return _of_stage(request, stage, "print/standings.html", {"standings": standings_of(stage)})


@require_safe
def bracket_sheets(request: HttpRequest, uid: str) -> HttpResponse:
    """Print the bracket of a stage, divided into A4 or A3 sheets."""
    stage = access.stage_to_desk(visitor_of(request), uid)
    size = request.GET.get("paper", "a4")
    if size not in paper.SIZES or FORMATS[stage.format].shape is not Shape.BRACKET:
        raise Http404
    view = bracket(stage)
    sheets = () if view is None else paper.sheets(view, size=paper.SIZES[size])
    context = {"sheets": sheets, "has_parts": _has_parts(view), "size": size, "pages": len(sheets)}
    return _of_stage(request, stage, "print/bracket.html", context)


@require_safe
def cross_tables(request: HttpRequest, uid: str) -> HttpResponse:
    """Print the cross tables of a round-robin stage on A4 sheets."""
    stage = access.stage_to_desk(visitor_of(request), uid)
    size = request.GET.get("paper", "portrait")
    if size not in cross_sheets.SIZES or FORMATS[stage.format].shape is not Shape.TABLE:
        raise Http404
    view = bracket(stage)
    of_size = cross_sheets.SIZES[size]
    sheets = () if view is None else cross_sheets.cross_sheets(view, size=of_size)
    is_roomy = all(len(sheet.opponents) <= of_size.roomy for sheet in sheets)
    context = {"sheets": sheets, "size": size, "is_roomy": is_roomy, "pages": len(sheets)}
    return _of_stage(request, stage, "print/cross.html", context)


@require_safe
def slips(request: HttpRequest, uid: str) -> HttpResponse:
    """Print a slip for each undecided match, four to a page."""
    return _slips(request, uid, template="print/slips.html", on_a_page=_SLIPS_ON_A_PAGE)


@require_safe
def scoresheets(request: HttpRequest, uid: str) -> HttpResponse:
    """Print a scoresheet for each undecided match, one to a page."""
    return _slips(request, uid, template="print/scoresheets.html", on_a_page=1)


@require_safe
def slip(request: HttpRequest, uid: str) -> HttpResponse:
    """Print the slip of one match."""
    return _one_match(request, uid, template="print/slips.html")


@require_safe
def scoresheet(request: HttpRequest, uid: str) -> HttpResponse:
    """Print the scoresheet of one match."""
    return _one_match(request, uid, template="print/scoresheets.html")


def _slips(request: HttpRequest, uid: str, *, template: str, on_a_page: int) -> HttpResponse:
    stage = access.stage_to_desk(visitor_of(request), uid)
    lines = paper.slips(stage, number=number_typed(request.GET.get("round", "")))
    context = _slip_context(request, stage, lines)
    context["pages"] = -(-len(context["slips"]) // on_a_page)
    return _of_stage(request, stage, template, context)


def _one_match(request: HttpRequest, uid: str, *, template: str) -> HttpResponse:
    match = access.match_to_desk(visitor_of(request), uid)
    line = match_line(match)
    # A team match has slips for its boards, and a cancelled match has none.
    if line is None or has_boards(match):
        raise Http404
    context = _slip_context(request, line.stage, [line])
    back = reverse("desk_match", args=[uid])
    return _paper(request, line.event.tournament, template, {**context, "stage": line.stage}, back=back)


def _slip_context(request: HttpRequest, stage: Stage, lines: Iterable[MatchLine]) -> dict[str, Any]:
    groups = paper.groups_of(stage)
    slips, lines = [], list(lines)
    lengths = {line.match: line.match.length for line in lines}
    by_length = counting_of_lengths(stage, lengths.values())
    counting = with_stakes(lengths, {match: by_length[length] for match, length in lengths.items()})
    for line in lines:
        of = line.match if line.board is None else line.board.team_match
        slips.append(
            Slip(
                line,
                _qr(request, line.match),
                _games(line.match),
                groups.get(of.uid),
                counting[line.match],
            )
        )
    return {"event": stage.event, "slips": slips, "rules": rule_words(stage.event)}


def _qr(request: HttpRequest, match: Match) -> SafeString:
    return qr_svg(public_address(request, reverse("report", args=[match.uid])), title=_("Report the result"))


def _games(match: Match) -> range:
    """Return the numbers of all games possible in a match, limited to one sheet."""
    most = (match.length - match.start_one) + (match.length - match.start_two) - 1
    return range(1, min(most, _MOST_GAMES) + 1)


def _has_parts(view: BracketView | None) -> bool:
    return view is not None and len(view.parts) > 1


def _by_name(line: EntrantLine) -> tuple[str, str]:
    return name_order(line.name)


def _paid(line: EntrantLine, balances: Mapping[int, Balance]) -> tuple[EntrantLine, int, int]:
    """Return an entrant's line with the paid and due amounts."""
    balance = balances.get(line.entrant.pk, Balance())
    return line, balance.paid - balance.refunded, balance.due


def _of_stage(request: HttpRequest, stage: Stage, template: str, context: Mapping[str, Any]) -> HttpResponse:
    return _of_event(request, stage.event, template, {"stage": stage, **context})


def _of_event(request: HttpRequest, event: Event, template: str, context: Mapping[str, Any]) -> HttpResponse:
    back = address_of_choice(request, event, context.get("stage"))
    return _paper(request, event.tournament, template, {"event": event, **context}, back=back)


def _paper(
    request: HttpRequest, tournament: Tournament, template: str, context: Mapping[str, Any], *, back: str
) -> HttpResponse:
    """Return the page as PDF if requested, available and not too long, else as HTML."""
    wants_pdf = "pdf" in request.GET
    is_too_long = context.get("pages", 1) > _MOST_PAGES
    query = request.GET.copy()
    query["pdf"] = "1"
    sheet = request.GET.get("paper", "")
    shared = {
        "sheet": sheet if sheet in _SHEETS else "",
        "tournament": tournament,
        "back": back,
        "pdf_query": query.urlencode(),
        "is_without_pdf": wants_pdf,
        "is_too_long": is_too_long,
        "most_pages": _MOST_PAGES,
    }
    with timezone.override(tournament.time_zone):
        shared["printed_at"] = timezone.now()
        html = render_to_string(template, {**shared, **context}, request)
    pdf = pdf_of(html) if wants_pdf and not is_too_long else None
    if pdf is None:
        return HttpResponse(html)
    headers = {"Content-Disposition": 'inline; filename="videau.pdf"'}
    return HttpResponse(pdf, content_type="application/pdf", headers=headers)
