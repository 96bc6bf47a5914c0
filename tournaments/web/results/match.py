"""The page of a match, and what renews itself on it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.access import tournament_of
from tournaments.models import pairing_of
from tournaments.queries.next_places import next_places
from tournaments.web.frame import etags
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.sharing import shared
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.templatetags.videau import result_words

from .match_page import MatchPage, match_page
from .next_words import next_words
from .reporting_forms import ScoreForm


@require_safe
def match(request: HttpRequest, uid: str) -> HttpResponse:
    """Who plays whom, where, to how many points; how it stands, and what this visitor can do now."""
    visitor = visitor_of(request)
    found = access.match_to_see(visitor, uid)
    stage = pairing_of(found).stage
    tournament = tournament_of(found)
    page = match_page(visitor, found)
    result = result_words(found.accepted_report, found) if found.is_final and found.accepted_report else ""
    length = _("to %(points)s") % {"points": page.length}
    context = {
        "section": "match",
        "page": page,
        "shared": shared(request, tournament, str(found), result, stage.event.name, tournament.name, length),
        # On the page itself, so that a result can be typed when the network is gone.
        "form": ScoreForm(match=found, length=page.length) if page.asks_for_result else None,
        "points": range(min(page.length, 100)),
        "etag": _etag(request, page, etags.tag(request, uid)),
        "crumbs": [*way_to(tournament, stage.event, stage), Crumb(str(found))],
    }
    return show(request, tournament, "matches/match.html", context)


@require_safe
def match_live(request: HttpRequest, uid: str) -> HttpResponse:
    """The part of the page that changes, or 304."""
    visitor = visitor_of(request)
    tournament = access.tournament_of_match(visitor, uid)
    stem = etags.tag(request, uid)
    known = etags.still_good(
        request, stem, tournament, concerns=lambda one: one.players is None or uid in one.matches
    )
    if known is not None:
        return etags.unchanged(known)
    found = access.match_to_see(visitor, uid)
    tournament = tournament_of(found)
    page = match_page(visitor, found)
    etag = _etag(request, page, stem)
    if etags.is_known(request, etag):
        return etags.unchanged(etag)
    context = {"page": page, "etag": etag, "tournament": tournament}
    with timezone.override(tournament.time_zone):
        return etags.tagged(render(request, "matches/_match.html", context), etag)


@require_safe
def match_next(request: HttpRequest, uid: str) -> HttpResponse:
    """What comes for the visitor's side if it wins, and if it loses: alone for the page of the match, else a page."""
    visitor = visitor_of(request)
    found = access.match_to_see(visitor, uid)
    side = visitor.side_in(found)
    stage = pairing_of(found).stage
    tournament = tournament_of(found)
    after = None if side is None or found.is_final else next_places(pairing_of(found), of=found.side(side))
    context = {
        "section": "match",
        "match": found,
        "stage": stage,
        "next_win": next_words(after.win, stage=stage) if after is not None else "",
        "next_loss": next_words(after.loss, stage=stage) if after is not None else "",
        "crumbs": [
            *way_to(tournament, stage.event, stage),
            Crumb(str(found), reverse("match", args=[found.uid])),
            Crumb(_("What comes next")),
        ],
    }
    template = "matches/_next.html" if request.headers.get("HX-Request") else "matches/next.html"
    return show(request, tournament, template, context)


def _etag(request: HttpRequest, page: MatchPage, stem: str) -> str:
    """The tag of the page; one with a score that becomes public without anybody acting is asked for each time."""
    if page.withheld_until is None:
        return etags.grown(stem, page.tournament.log_seq)
    return etags.tag(request, page.match.uid, page.tournament.log_seq, page.withheld_until)
