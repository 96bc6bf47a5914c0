"""Challenges in a ladder: new ones, and withdrawal before the match."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments import access
from tournaments.actions.entrants import challenges
from tournaments.models import Entrant
from tournaments.web.desk.pages import act
from tournaments.web.frame.visitors import visitor_of


@require_POST
def challenge(request: HttpRequest, uid: str) -> HttpResponse:
    """Challenge the chosen entrant, for the visitor's own entrant or, by a director, for any other."""
    visitor = visitor_of(request)
    stage = access.stage_to_challenge(visitor, uid)
    challenger_uid = request.POST.get("challenger") or request.POST.get("directed-challenger", "")
    other = request.POST.get("challenged") or request.POST.get("directed-challenged", "")
    challenger = access.entrant_to_challenge(visitor, challenger_uid)
    challenged = get_object_or_404(Entrant.objects.select_related("side"), uid=other, event=stage.event_id)

    def done() -> None:
        challenges.challenge(
            stage,
            challenger=challenger,
            challenged=challenged,
            by=visitor.player_in(stage.event.tournament),
            origin=visitor.origin,
        )

    message = _("%(challenger)s challenges %(challenged)s.") % {
        "challenger": challenger.name,
        "challenged": challenged.name,
    }
    return act(request, done, message=message, back_to=reverse("bracket", args=[stage.uid]))


@require_POST
def take_back(request: HttpRequest, uid: str) -> HttpResponse:
    """Withdraw a challenge before the match."""
    visitor = visitor_of(request)
    challenge = access.challenge_to_take_back(visitor, uid)
    tournament = challenge.stage.event.tournament

    def done() -> None:
        challenges.take_back(challenge, by=visitor.player_in(tournament), origin=visitor.origin)

    message = _("Challenge withdrawn.")
    return act(request, done, message=message, back_to=reverse("bracket", args=[challenge.stage.uid]))
