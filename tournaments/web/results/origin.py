"""The page from which a director opened a dispute, to which the ruling leads back."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse

from matches.models import Match
from tournaments.models import pairing_of

BOARD = "board"


def came_from(request: HttpRequest) -> str:
    """The word for the page one came from: the control board, else empty for the matches of the event."""
    word = (request.POST if request.method == "POST" else request.GET).get("from", "")
    return BOARD if word == BOARD else ""


def after_ruling(request: HttpRequest, match: Match) -> str:
    """The address of the page one came from."""
    event = pairing_of(match).stage.event
    if came_from(request):
        return reverse("desk_board", args=[event.tournament.uid])
    return reverse("desk_event", args=[event.uid])
