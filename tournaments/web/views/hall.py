"""The display in the hall, and the ceremony of a draw: full pages for a screen that nobody touches."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.access.addresses import public_address
from tournaments.models import Stage, Tournament
from tournaments.queries.hall import announcements
from tournaments.web.ceremony import ceremony_of
from tournaments.web.frame import etags
from tournaments.web.frame.numbers import number_typed
from tournaments.web.frame.pages import show
from tournaments.web.frame.qr import qr_svg
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.hall import Wanted, slide_of

# What reveals by itself takes its time, but does not stand still.
_SHORTEST, _LONGEST = 1, 60


@require_safe
def hall(request: HttpRequest, uid: str) -> HttpResponse:
    """A page that turns over by itself; `?views=`, `?events=`, `?seconds=` and `?theme=` say what and how."""
    tournament = access.tournament_to_see(visitor_of(request), uid)
    return show(request, tournament, "hall/hall.html", _slide(request, tournament))


@require_safe
def hall_live(request: HttpRequest, uid: str) -> HttpResponse:
    """The page on show alone, or 304."""
    tournament = access.tournament_to_see(visitor_of(request), uid)
    etag = _etag(request, tournament)
    if etags.is_known(request, etag):
        return etags.unchanged(etag)
    with timezone.override(tournament.time_zone):
        context = {"tournament": tournament, **_slide(request, tournament)}
        return etags.tagged(render(request, "hall/_slide.html", context), etag)


@require_safe
def ceremony(request: HttpRequest, uid: str) -> HttpResponse:
    """The draw of a stage, revealed one pairing after the other; before it the promise it will keep.

    The director reveals by hand; with `?seconds=` it goes on by itself at that pace.
    """
    stage = access.stage_to_see(visitor_of(request), uid)
    return show(request, stage.event.tournament, "hall/ceremony.html", _ceremony(request, stage))


@require_safe
def ceremony_live(request: HttpRequest, uid: str) -> HttpResponse:
    """What a ceremony that waits for the draw shows, or 304."""
    stage = access.stage_to_see(visitor_of(request), uid)
    tournament = stage.event.tournament
    etag = etags.tag(request, tournament.log_seq)
    if etags.is_known(request, etag):
        return etags.unchanged(etag)
    with timezone.override(tournament.time_zone):
        context = {"tournament": tournament, **_ceremony(request, stage)}
        return etags.tagged(render(request, "hall/_ceremony.html", context), etag)


def _slide(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    etag = _etag(request, tournament)
    now = timezone.now()
    wanted = Wanted.read(request.GET)
    news = announcements(tournament, now=now)
    slide = slide_of(tournament, wanted, now=now, news=news)
    asked = {name: values for name, values in request.GET.lists() if name != "slide"}
    return {
        "etag": etag,
        "wanted": wanted,
        "slide": slide,
        "news": news,
        "counting": next((one for one in news if one.counts_down_to), None),
        "latest": next((one for one in news if not one.counts_down_to), None),
        "live_address": f"{reverse('hall_live', args=[tournament.uid])}?{urlencode(asked, doseq=True)}",
        "next_address": f"?{urlencode({**asked, 'slide': slide.following}, doseq=True)}",
    }


def _etag(request: HttpRequest, tournament: Tournament) -> str:
    """Calls and announcements end with time, so the minute belongs to what is shown."""
    return etags.tag(request, tournament.log_seq, int(timezone.now().timestamp()) // 60)


def _ceremony(request: HttpRequest, stage: Stage) -> dict[str, Any]:
    tournament = stage.event.tournament
    found = ceremony_of(stage)
    seconds = number_typed(request.GET.get("seconds", ""))
    asked = f"?{request.GET.urlencode()}" if request.GET else ""
    context: dict[str, Any] = {
        "etag": etags.tag(request, tournament.log_seq),
        "stage": stage,
        "of": found,
        "seconds": min(max(seconds, _SHORTEST), _LONGEST) if seconds else None,
        "is_light": request.GET.get("theme") == "light",
        "live_address": f"{reverse('ceremony_live', args=[stage.uid])}{asked}",
    }
    if found.draw is not None:
        address = public_address(request, reverse("draw", args=[stage.uid]))
        context |= {"check_address": address, "qr": qr_svg(address, title=_("QR code of the draw"))}
    return context
