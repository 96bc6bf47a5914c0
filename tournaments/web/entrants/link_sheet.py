"""The sheet of private links: a QR code for each player, to be cut and handed out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from matches.models import Player, name_order
from tournaments.access.addresses import public_address
from tournaments.actions.people import links
from tournaments.models import Entrant, EntrantPlayer, Tournament
from tournaments.web.frame.form_idempotency import key_of
from tournaments.web.frame.sharing import qr_svg
from tournaments.web.frame.visitors import visitor_of


@dataclass(frozen=True, slots=True)
class LinkSlip:
    """A private link on paper: whose it is, in which events, and until when."""

    name: str
    events: tuple[str, ...]
    address: str
    qr: SafeString
    expires_at: datetime


def private_links(
    request: HttpRequest, tournament: Tournament, entrants: Sequence[Entrant], *, back: str
) -> HttpResponse:
    """Make a private link for each player of these entrants, and show all of them once on one sheet."""
    players, events = _players_of(entrants)
    pairs = links.make_player_links(tournament, players, by=visitor_of(request).account, key=key_of(request))
    names = {player.pk: player.name for player in players}
    slips = [
        LinkSlip(
            names[link.player_id],
            events[link.player_id],
            address,
            qr_svg(address, title=_("QR code of the link")),
            link.expires_at,
        )
        for link, token in pairs
        if link.player_id is not None
        for address in [public_address(request, reverse("link", args=[token]))]
    ]
    context = {"slips": slips, "tournament": tournament, "back": back}
    with timezone.override(tournament.time_zone):
        response = render(request, "print/links.html", context)
    add_never_cache_headers(response)
    response["Referrer-Policy"] = "no-referrer"
    return response


def _players_of(entrants: Sequence[Entrant]) -> tuple[list[Player], Mapping[int, tuple[str, ...]]]:
    """Return the players of entrants by name, each once, and the names of the events of each; one query."""
    places = EntrantPlayer.objects.filter(entrant__in=entrants).select_related("player", "event")
    players: dict[int, Player] = {}
    events: dict[int, list[str]] = {}
    for place in places.order_by("event__order", "pk"):
        players[place.player_id] = place.player
        events.setdefault(place.player_id, []).append(place.event.name)
    in_order = sorted(players.values(), key=lambda player: name_order(player.name))
    return in_order, {key: tuple(dict.fromkeys(names)) for key, names in events.items()}
