"""The page to which the director returns after a ruling."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse

from matches.models import Match
from tournaments.models import pairing_of

BOARD = "board"


def came_from(request: HttpRequest) -> str:
    """Return BOARD if the request came from the control board, else an empty string."""
    word = (request.POST if request.method == "POST" else request.GET).get("from", "")
    return BOARD if word == BOARD else ""


def after_ruling(request: HttpRequest, match: Match) -> str:
    """Return the address of the control board or of the event's control page."""
    event = pairing_of(match).stage.event
    if came_from(request):
        return reverse("desk_board", args=[event.tournament.uid])
    return reverse("desk_event", args=[event.uid])
