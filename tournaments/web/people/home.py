"""The home page: the visitor's open matches and the tournaments."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from tournaments import access
from tournaments.access import Visitor
from tournaments.actions.people import first_run
from tournaments.models import Tournament
from tournaments.queries.draws.bracket import SlotState
from tournaments.queries.results.matches import MatchLine, matches_of_player
from tournaments.web.frame.visitors import visitor_of

# The number of past tournaments on the home page.
_PAST = 30


def home(request: HttpRequest) -> HttpResponse:
    """Show the visitor's open matches and the visible tournaments, current before past.

    Without tournaments and without a director, redirect to the setup page.
    """
    visitor = visitor_of(request)
    if not visitor.is_authenticated and not Tournament.objects.exists() and first_run.is_first_run():
        return redirect("setup")
    tournaments = access.tournaments_to_list(visitor)
    today = timezone.localdate()
    current = tournaments.filter(ends_on__gte=today).order_by("starts_on", "pk")
    past = tournaments.filter(ends_on__lt=today).order_by("-starts_on", "-pk")[:_PAST]
    context = {"section": "home", "current": current, "past": past, "mine": _open_matches(visitor)}
    return render(request, "home.html", context)


def _open_matches(visitor: Visitor) -> list[MatchLine]:
    """Return the visitor's unfinished matches; a private link covers its tournament alone."""
    if visitor.player is None:
        return []
    within = visitor.link.tournament if visitor.is_via_link and visitor.link is not None else None
    lines = matches_of_player(visitor.player, within)
    return [
        line
        for line in lines
        if line.state is not SlotState.FINAL and visitor.may_see(line.stage.event.tournament)
    ]
