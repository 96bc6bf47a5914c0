"""The public page of a match, with a fragment that refreshes itself."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.access import tournament_of
from tournaments.models import Stage, pairing_of
from tournaments.queries.draws.next_places import NextPlace, next_places
from tournaments.queries.draws.round_words import round_words
from tournaments.web.frame import etags
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.sharing import shared
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.results.match_page import MatchPage, counting_for, match_page
from tournaments.web.results.reporting_forms import ScoreForm
from tournaments.web.templatetags.videau import result_words, stage_name


def next_words(place: NextPlace, *, stage: Stage) -> str:
    """Return the next place in words: `Semifinals, against Alma Alder`.

    The stage is named unless it is `stage`, the one of the match.
    """
    if place.has_won:
        return _("You have won %(stage)s.") % {"stage": stage.title or stage.event.name}
    if place.stage is not None:
        return _where(place, "" if place.stage.pk == stage.pk else stage_name(place.stage))
    if not place.is_in:
        return _("You are out.")
    record = _("You go on with %(wins)s–%(losses)s (wins and losses).")
    words = record % {"wins": place.wins, "losses": place.losses}
    if place.lives is None:
        return words
    lives = ngettext("%(lives)s life is left.", "%(lives)s lives are left.", place.lives)
    return f"{words} {lives % {'lives': place.lives}}"


def _where(place: NextPlace, elsewhere: str) -> str:
    """Return the next round and opponents in words, after the name in `elsewhere`."""
    round_name = round_words(place.declared) if place.declared is not None else ""
    where = ", ".join(part for part in (elsewhere, round_name) if part)
    match place.opponents:
        case ():
            return _("%(where)s; your opponent is not known yet.") % {"where": where}
        case (name,):
            return _("%(where)s, against %(name)s.") % {"where": where, "name": name}
        case (one, two):
            return _("%(where)s, against %(one)s or %(two)s.") % {"where": where, "one": one, "two": two}
    raise AssertionError("a place is played for by two at most")


@require_safe
def match(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the sides, table, length and state of a match, with the visitor's actions."""
    visitor = visitor_of(request)
    row = access.match_to_see(visitor, uid)
    stage = pairing_of(row).stage
    tournament = tournament_of(row)
    page = match_page(visitor, row)
    # The result has both names, so it stands in their place.
    title = result_words(row.accepted_report, row) if row.is_final and row.accepted_report else str(row)
    length = _("to %(points)s") % {"points": page.length}
    context = {
        "section": "match",
        "page": page,
        "counting": counting_for(visitor, row),
        "shared": shared(
            request,
            tournament,
            title,
            stage.event.name,
            tournament.name,
            length,
            picture=reverse("match_card", args=[row.uid]),
        ),
        # The form is part of the page, so that a result can be typed offline.
        "form": ScoreForm(match=row, length=page.length) if page.asks_for_result else None,
        "points": range(min(page.length, 100)),
        "etag": _etag(request, page, etags.tag(request, uid)),
        "crumbs": [*way_to(tournament, stage.event, stage), Crumb(str(row))],
    }
    return show(request, tournament, "matches/match.html", context)


@require_safe
def match_live(request: HttpRequest, uid: str) -> HttpResponse:
    """Return the changing part of the page, or 304 if the ETag matches."""
    visitor = visitor_of(request)
    tournament = access.tournament_of_match(visitor, uid)
    stem = etags.tag(request, uid)
    old_etag = etags.still_good(
        request, stem, tournament, concerns=lambda one: one.players is None or uid in one.matches
    )
    if old_etag is not None:
        return etags.unchanged(old_etag)
    row = access.match_to_see(visitor, uid)
    tournament = tournament_of(row)
    page = match_page(visitor, row)
    etag = _etag(request, page, stem)
    if etags.is_known(request, etag):
        return etags.unchanged(etag)
    context = {
        "page": page,
        "counting": counting_for(visitor, row),
        "etag": etag,
        "tournament": tournament,
    }
    with timezone.override(tournament.time_zone):
        return etags.tagged(render(request, "matches/_match.html", context), etag)


@require_safe
def match_next(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the visitor's next place after a win and after a loss; htmx gets a fragment."""
    visitor = visitor_of(request)
    row = access.match_to_see(visitor, uid)
    side = visitor.side_in(row)
    stage = pairing_of(row).stage
    tournament = tournament_of(row)
    after = None if side is None or row.is_final else next_places(pairing_of(row), of=row.side(side))
    context = {
        "section": "match",
        "match": row,
        "stage": stage,
        "next_win": next_words(after.win, stage=stage) if after is not None else "",
        "next_loss": next_words(after.loss, stage=stage) if after is not None else "",
        "crumbs": [
            *way_to(tournament, stage.event, stage),
            Crumb(str(row), reverse("match", args=[row.uid])),
            Crumb(_("What comes next")),
        ],
    }
    template = "matches/_next.html" if request.headers.get("HX-Request") else "matches/next.html"
    return show(request, tournament, template, context)


def _etag(request: HttpRequest, page: MatchPage, stem: str) -> str:
    """Return the ETag of the page.

    A score that becomes public at a set time disables the shortcut that skips log entries about
    other matches.
    """
    if page.withheld_until is None:
        return etags.grown(stem, page.tournament.log_seq)
    return etags.tag(request, page.match.uid, page.tournament.log_seq, page.withheld_until)
