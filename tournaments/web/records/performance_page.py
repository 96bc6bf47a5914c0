"""How well a player plays, over all of the matches that were recorded and analysed: for the player alone."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.models import rows_of_person
from tournaments import access
from tournaments.queries.records.performance import (
    FEWEST_MATCHES,
    AnalysedMatch,
    analysed_matches,
    over_matches,
)
from tournaments.web.frame.visitors import visitor_of

from .analysis_words import per_cent

_MATCHES_PER_PAGE = 30


@dataclass(frozen=True, slots=True)
class PerformanceLine:
    """A match of the page: the opponent, and the result without luck in words."""

    row: AnalysedMatch
    opponent: str
    without_luck: str


@require_safe
def my_performance(request: HttpRequest) -> HttpResponse:
    """Show the visitor how well they play, match by match and over all of them."""
    visitor = visitor_of(request)
    player = access.own_cards(visitor)
    keys = rows_of_person(player.person_key).values_list("pk", flat=True)
    rows = analysed_matches(access.own_matches(visitor), list(keys))
    page = Paginator(rows, _MATCHES_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "section": "me",
        "overall": over_matches([row.performance for row in rows]),
        "fewest": FEWEST_MATCHES,
        "page": page,
        "lines": [_line(row) for row in page],
    }
    return render(request, "me/performance.html", context)


def _line(row: AnalysedMatch) -> PerformanceLine:
    opponent = row.match.two if row.is_one else row.match.one
    without = "–" if row.result_without is None else per_cent(row.result_without)
    return PerformanceLine(row, opponent.name, without)
