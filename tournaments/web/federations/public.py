"""The public pages of a federation and its clubs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from matches.models import NameOrder
from tournaments import access
from tournaments.models import Officer, Right
from tournaments.queries.federations.club_page import club_page
from tournaments.queries.federations.list_overview import lists_of
from tournaments.queries.points.season_table import seasons_of, state_of
from tournaments.web.frame.pages import Crumb
from tournaments.web.frame.visitors import visitor_of

from .seasons import STATE_WORDS

# The largest number of events on the page of a federation.
_MOST_EVENTS = 50


@require_safe
def federation(request: HttpRequest, uid: str) -> HttpResponse:
    """Show a federation: its lists, its officers, its clubs and the events that it sanctioned, the newest first."""
    visitor = visitor_of(request)
    row = access.federation_to_see(visitor, uid)
    sanctions = access.public_sanctions(row).select_related("event__tournament")
    context = {
        "federation": row,
        "has_office": Right.READ in access.rights_in(visitor, row),
        "officers": Officer.objects.filter(federation=row, ended_at=None).select_related("player"),
        "clubs": row.clubs.filter(merged_into=None).order_by(NameOrder("name"), "pk"),
        "seasons": [(season, STATE_WORDS[state_of(season)]) for season in seasons_of(row)],
        "lists": lists_of(row),
        "sanctions": sanctions.order_by("-event__tournament__starts_on", "-pk")[:_MOST_EVENTS],
    }
    return render(request, "federations/federation.html", context)


@require_safe
def club(request: HttpRequest, uid: str) -> HttpResponse:
    """Show a club: its players with a public profile, its ranking in each list, and its latest results."""
    row = access.club_to_see(visitor_of(request), uid)
    if row.merged_into is not None:
        return redirect("club", row.merged_into.uid)
    context = {
        "club": row,
        "content": club_page(row),
        "crumbs": [
            Crumb(row.federation.name, reverse("federation", args=[row.federation.uid])),
            Crumb(row.name),
        ],
    }
    return render(request, "federations/club.html", context)
