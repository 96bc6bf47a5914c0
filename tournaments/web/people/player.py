"""The public pages of players: their search, the results of one, and the matches against another."""

from __future__ import annotations

import re

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.queries.careers.career import by_occasion, career, figures
from tournaments.queries.careers.career_pages import career_page
from tournaments.queries.federations.clubs import known_club
from tournaments.queries.publicity import persons_like
from tournaments.queries.ratings.personal import listed_ratings
from tournaments.web.frame.pages import Crumb
from tournaments.web.frame.visitors import visitor_of

# Events on a page of results.
_PER_PAGE = 20
_PERSONS_PER_PAGE = 50
_LONGEST_SEARCH = 120


@require_safe
def player(request: HttpRequest, uid: str) -> HttpResponse:
    """Show a person with a public profile: ratings, matches won and lost, opponents, and results by event."""
    person = access.person_to_see(visitor_of(request), uid)
    if person.uid != uid:
        return redirect("player", person.uid)
    matches = career(person)
    added_up = figures(matches)
    page = Paginator(by_occasion(matches), _PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "person": person,
        "club": known_club(person.club, country=person.country),
        "ratings": listed_ratings(person),
        "figures": added_up,
        "page": page,
        "career": career_page(person, list(page), added_up.by_opponent),
        "crumbs": [Crumb(_("Players"), reverse("players")), Crumb(person.shown_name)],
    }
    return render(request, "people/player.html", context)


@require_safe
def against(request: HttpRequest, uid: str, other: str) -> HttpResponse:
    """Show the matches of two persons against each other; both have a public profile."""
    person, opponent = access.persons_to_compare(visitor_of(request), uid, other)
    if (person.uid, opponent.uid) != (uid, other):
        return redirect("against", person.uid, opponent.uid)
    matches = [match for match in career(person) if match.opponent == opponent.pk]
    page = Paginator(by_occasion(matches), _PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "person": person,
        "opponent": opponent,
        "figures": figures(matches),
        "page": page,
        "career": career_page(person, list(page), {}),
        "crumbs": [
            Crumb(_("Players"), reverse("players")),
            Crumb(person.shown_name, reverse("player", args=[person.uid])),
            Crumb(opponent.shown_name),
        ],
    }
    return render(request, "people/against.html", context)


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """List the persons with a public profile, filtered by name, club and country."""
    words, club, country = (
        request.GET.get(name, "").strip()[:_LONGEST_SEARCH] for name in ("q", "club", "country")
    )
    country = country.upper()
    # What is no country is nobody's.
    is_country = not country or re.fullmatch(r"[A-Z]{2}", country) is not None
    persons = persons_like(words, club=club, country=country)
    page = Paginator(persons if is_country else persons.none(), _PERSONS_PER_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "section": "players",
        "words": words,
        "club": club,
        "country": country,
        "page": page,
    }
    return render(request, "people/players.html", context)
