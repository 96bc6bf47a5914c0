"""The page of a match, and what renews itself on it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.access import tournament_of
from tournaments.models import pairing_of
from tournaments.web import freshness
from tournaments.web.forms.reporting import ScoreForm
from tournaments.web.match_page import match_page
from tournaments.web.pages import Crumb, show, way_to
from tournaments.web.visitors import visitor_of


@require_safe
def match(request: HttpRequest, uid: str) -> HttpResponse:
    """Who plays whom, where, to how many points; how it stands, and what this visitor can do now."""
    visitor = visitor_of(request)
    found = access.match_to_see(visitor, uid)
    stage = pairing_of(found).stage
    tournament = tournament_of(found)
    page = match_page(visitor, found)
    context = {
        "section": "match",
        "page": page,
        # On the page itself, so that a result can be typed when the network is gone.
        "form": ScoreForm(match=found, length=page.length) if page.asks_for_result else None,
        "points": range(min(page.length, 100)),
        "etag": freshness.tag(request, tournament.log_seq),
        "crumbs": [*way_to(tournament, stage.event, stage), Crumb(str(found))],
    }
    return show(request, tournament, "matches/match.html", context)


@require_safe
def match_live(request: HttpRequest, uid: str) -> HttpResponse:
    """The part of the page that changes, or 304."""
    visitor = visitor_of(request)
    found = access.match_to_see(visitor, uid)
    tournament = tournament_of(found)
    etag = freshness.tag(request, tournament.log_seq)
    if freshness.is_known(request, etag):
        return freshness.unchanged(etag)
    context = {"page": match_page(visitor, found), "etag": etag, "tournament": tournament}
    with timezone.override(tournament.time_zone):
        return freshness.tagged(render(request, "matches/_match.html", context), etag)
