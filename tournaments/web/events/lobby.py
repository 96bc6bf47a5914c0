"""The lobby of an event that starts when full, renewed while people come in."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.access import Visitor
from tournaments.models import Event, Registration
from tournaments.queries.lobby import lobbies
from tournaments.web.frame import etags
from tournaments.web.frame.visitors import visitor_of


@require_safe
def lobby_live(request: HttpRequest, uid: str) -> HttpResponse:
    """The lobby alone, or 304."""
    visitor = visitor_of(request)
    event = access.event_to_see(visitor, uid)
    etag = etags.tag(request, event.tournament.log_seq)
    if etags.is_known(request, etag):
        return etags.unchanged(etag)
    context = {**lobby_context(visitor, event), "event": event, "etag": etag}
    with timezone.override(event.tournament.time_zone):
        return etags.tagged(render(request, "tournaments/_lobby.html", context), etag)


def lobby_context(visitor: Visitor, event: Event) -> dict[str, Any]:
    """What the lobby shows; `lobby` is None for an event that does not start when full."""
    player = visitor.player_in(event.tournament)
    found = lobbies([event], player=player.pk if player is not None else None).get(event.pk)
    is_over = found is not None and found.is_started and not event.stages.filter(standings=None).exists()
    return {
        "lobby": found,
        "player": player,
        "is_open": event.registration == Registration.OPEN,
        "is_over": is_over,
    }
