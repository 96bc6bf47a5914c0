"""The public table of a season, in words: places, the lines that the points add up from, and who can still catch the leader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.points import SCHEMES
from tournaments.points.season import Counted
from tournaments.queries.draws.standing_words import place_range
from tournaments.queries.points.season_table import (
    SeasonState,
    SeasonTable,
    names_of_persons,
    season_table,
)
from tournaments.queries.points.words import WordedLine, shown_number, worded_lines
from tournaments.web.frame.pages import Crumb
from tournaments.web.frame.visitors import visitor_of

from .office import within

# The name in the reader's language; one without words here has its own.
_SCHEMES: Mapping[str, str | Promise] = {
    "club-table": gettext_lazy("Universal club table, advanced and open"),
    "club-table-intermediate": gettext_lazy("Universal club table, intermediate"),
    "nardgammon": gettext_lazy("Nardgammon: by the place, halved each month"),
    "nebc": gettext_lazy("NEBC: the lengths won, and a bonus for places"),
    "neu-isenburg": gettext_lazy("Neu-Isenburg: 9 for a win, 10 for attendance"),
    "norway-cup": gettext_lazy("Norway Cup: the root of the field, by the place"),
    "player-pool": gettext_lazy("A point for each player, shared by the places"),
    "usbgf-master-points": gettext_lazy("USBGF master points"),
    "viennagammon": gettext_lazy("Viennagammon: wins, attendance and eight places"),
}
STATE_WORDS: Mapping[SeasonState, str | Promise] = {
    SeasonState.PLANNED: pgettext_lazy("a season", "to come"),
    SeasonState.RUNNING: pgettext_lazy("a season", "under way"),
    SeasonState.ENDED: pgettext_lazy("a season", "over, not published"),
    SeasonState.FINAL: pgettext_lazy("a season", "final"),
}
_LINES_PER_PAGE = 100


def scheme_name(code: str) -> str:
    """Return the name of a scheme; a federation's own has no code."""
    if not code:
        return str(gettext_lazy("A scheme of its own"))
    return str(_SCHEMES.get(code, SCHEMES[code].name if code in SCHEMES else code))


@dataclass(frozen=True, slots=True)
class SeasonResult:
    """A result of a person in an event: what it is worth, whether it counts, and the lines that it adds up from."""

    name: str
    url: str
    points: str
    is_counted: bool
    lines: Sequence[WordedLine]


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A line of the table of a season, with the results of the person."""

    place: str
    person: str
    name: str
    points: str
    results: Sequence[SeasonResult]


@dataclass(frozen=True, slots=True)
class RaceWords:
    """Who can still catch a leader, with the points that each can have at best."""

    leader: str
    at_least: str
    caught_by: Sequence[tuple[str, str]]
    newcomer: str


@require_safe
def season_page(request: HttpRequest, uid: str, season: str) -> HttpResponse:
    """Show the table of a season, for everybody."""
    visitor = visitor_of(request)
    federation = access.federation_to_see(visitor, uid)
    row = access.season_to_see(visitor, season)
    within(row, federation)
    crumbs = [
        Crumb(federation.code, reverse("federation", args=[federation.uid])),
        Crumb(row.name),
    ]
    context = {"federation": federation, "crumbs": crumbs, **season_context(request, season_table(row))}
    with timezone.override(federation.time_zone):
        return render(request, "federations/season.html", context)


def season_context(request: HttpRequest, table: SeasonTable) -> dict[str, Any]:
    """Return what the table of a season shows; one query beside those of the table."""
    page = Paginator(table.lines, _LINES_PER_PAGE).get_page(request.GET.get("page"))
    races = table.races or ()
    chasers = {one.entrant for race in races for one in race.caught_by}
    leaders = {race.leader for race in races}
    names = names_of_persons({*chasers, *leaders, *(line.entrant for line in page)})
    return {
        "season": table.season,
        "table": table,
        "state": STATE_WORDS[table.state],
        "scheme": scheme_name(table.season.scheme),
        "rules": _rules(table),
        "page": page,
        "rows": [
            SeasonRow(
                place_range(line.first, line.last),
                line.entrant,
                names[line.entrant],
                shown_number(line.points, 3),
                _results(table, line.entrant, line.counted, line.dropped),
            )
            for line in page
        ],
        "races": [
            RaceWords(
                names[race.leader],
                shown_number(race.at_least, 3),
                [(names[one.entrant], shown_number(one.at_best, 3)) for one in race.caught_by],
                shown_number(race.newcomer_at_best, 3) if race.newcomer_can else "",
            )
            for race in races
        ],
    }


def _results(
    table: SeasonTable, person: str, counted: Sequence[Counted], dropped: Sequence[Counted]
) -> list[SeasonResult]:
    """Return the results of a person, those that count first; a published table names no event that is hidden since."""
    events = {one.event.uid: one for one in table.events}
    results = []
    for is_counted, group in ((True, counted), (False, dropped)):
        for one in group:
            event = events.get(one.event)
            entrant = table.entries.get((one.event, person))
            score = next((row for row in event.scores if row.entrant == entrant), None) if event else None
            results.append(
                SeasonResult(
                    event.event.name if event else _("an event that is no longer public"),
                    reverse("event", args=[one.event]) if event else "",
                    shown_number(one.worth, 3),
                    is_counted,
                    worded_lines(score.lines) if score and _is_of(score.points, one) else (),
                )
            )
    return results


def _is_of(points: Fraction, result: Counted) -> bool:
    """Whether lines of these points stand for a result: not where it was halved, or published before a correction."""
    return points == result.worth


def _rules(table: SeasonTable) -> list[str]:
    """Return which results count, in sentences."""
    rule = table.terms.scheme.season
    words = []
    if rule.best is not None:
        best = ngettext("The best result counts.", "The best %(number)s results count.", rule.best)
        words.append(best % {"number": rule.best})
    if rule.drop:
        words.append(_("Events that do not count: %(number)s.") % {"number": rule.drop})
    if rule.halving:
        halved = ngettext(
            "Points are halved every month.", "Points are halved every %(number)s months.", rule.halving
        )
        words.append(halved % {"number": rule.halving})
    if table.terms.classes:
        classes = ", ".join(one.name for one in table.terms.classes)
        words.append(_("Classes that count: %(classes)s.") % {"classes": classes})
    return words
