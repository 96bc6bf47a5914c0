"""The search of players with a public profile."""

from __future__ import annotations

import re

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.queries.people.search import persons_like

_PER_PAGE = 50
_LONGEST = 120


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """List the persons with a public profile, filtered by name, club and country."""
    words, club, country = (request.GET.get(name, "").strip()[:_LONGEST] for name in ("q", "club", "country"))
    country = country.upper()
    # What is no country is nobody's.
    is_country = not country or re.fullmatch(r"[A-Z]{2}", country) is not None
    persons = persons_like(words, club=club, country=country)
    page = Paginator(persons if is_country else persons.none(), _PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "section": "players",
        "words": words,
        "club": club,
        "country": country,
        "page": page,
    }
    return render(request, "people/players.html", context)
