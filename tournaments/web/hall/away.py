"""When a player can be called: said by the player on the own page, or at the desk for anybody."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.errors import DomainError
from matches.models import Player
from tournaments import access
from tournaments.actions.hall import tables
from tournaments.models import Availability, Entrant
from tournaments.web.desk.refusals import put_into
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.visitors import visitor_of

from .board_forms import AwayForm


@dataclass(frozen=True, slots=True)
class Away:
    """A player of the entrant with the form of their times."""

    player: Player
    form: AwayForm


@require_http_methods(["GET", "HEAD", "POST"])
def away(request: HttpRequest, uid: str) -> HttpResponse:
    """Say it for oneself, or at the desk for each player of an entrant."""
    visitor = visitor_of(request)
    entrant = access.entrant_to_withdraw(visitor, uid)
    tournament = entrant.event.tournament
    with timezone.override(tournament.time_zone):
        shown = _forms(request, entrant, own=visitor.player_in(tournament))
        asked = next((one for one in shown if one.form.is_bound), None)
        if asked is not None and asked.form.is_valid():
            try:
                tables.set_availability(
                    tournament,
                    asked.player,
                    by=visitor.player_in(tournament),
                    note=asked.form.cleaned_data["note"],
                    origin=visitor.origin,
                    **asked.form.moments,
                )
            except DomainError as refusal:
                put_into(asked.form, refusal)
            else:
                messages.success(request, _("Saved."))
                return redirect("away", entrant.uid)
    context = {
        "event": entrant.event,
        "entrant": entrant,
        "shown": shown,
        "crumbs": [*way_to(tournament, entrant.event), Crumb(_("Away and back"))],
    }
    status = 422 if asked is not None else 200
    return show(request, tournament, "tournaments/away.html", context, status=status)


def _forms(request: HttpRequest, entrant: Entrant, *, own: Player | None) -> list[Away]:
    """A form for the own times of a player of the entrant, else at the desk for those of each."""
    players = list(Player.objects.filter(entries__entrant=entrant).order_by("entries__pk"))
    mine = [player for player in players if own is not None and player.pk == own.pk]
    rows = Availability.objects.filter(tournament=entrant.event.tournament, player__in=players)
    known = {row.player_id: row for row in rows}
    asked = request.POST.get("player", "") if request.method == "POST" else ""
    shown: list[Away] = []
    for player in mine or players:
        row = known.get(player.pk)
        names = ("away_until", "leaves_at", "not_before", "note")
        initial = {} if row is None else {name: getattr(row, name) for name in names}
        data = request.POST if asked == player.uid else None
        shown.append(Away(player, AwayForm(data, initial=initial, prefix=f"p{len(shown)}")))
    return shown
