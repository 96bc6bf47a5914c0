"""Views of the hall display, a full-screen page that advances by itself."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.models import Tournament
from tournaments.queries.hall.screen import announcements
from tournaments.web.frame import etags
from tournaments.web.frame.pages import show
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.hall.display_pages import Wanted, slide_of


@require_safe
def hall(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the display; `?views=`, `?events=`, `?seconds=` and `?theme=` set its content and style."""
    tournament = access.hall_to_see(visitor_of(request), uid)
    return show(request, tournament, "hall/hall.html", _slide(request, tournament))


@require_safe
def hall_live(request: HttpRequest, uid: str) -> HttpResponse:
    """Return the current slide alone, or 304 if the ETag matches."""
    tournament = access.hall_to_see(visitor_of(request), uid)
    etag = _etag(request, tournament)
    if etags.is_known(request, etag):
        return etags.unchanged(etag)
    with timezone.override(tournament.time_zone):
        context = {"tournament": tournament, **_slide(request, tournament)}
        return etags.tagged(render(request, "hall/_slide.html", context), etag)


def _slide(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    etag = _etag(request, tournament)
    now = timezone.now()
    options = Wanted.read(request.GET)
    news = announcements(tournament, now=now)
    slide = slide_of(tournament, options, now=now, news=news)
    query = {name: values for name, values in request.GET.lists() if name != "slide"}
    return {
        "etag": etag,
        "wanted": options,
        "slide": slide,
        "news": news,
        "counting": next((one for one in news if one.counts_down_to), None),
        "latest": next((one for one in news if not one.counts_down_to), None),
        "live_address": f"{reverse('hall_live', args=[tournament.uid])}?{urlencode(query, doseq=True)}",
        "next_address": f"?{urlencode({**query, 'slide': slide.following}, doseq=True)}",
    }


def _etag(request: HttpRequest, tournament: Tournament) -> str:
    """Return an ETag that changes with the log and every minute, because calls and announcements expire."""
    return etags.tag(request, tournament.log_seq, int(timezone.now().timestamp()) // 60)
