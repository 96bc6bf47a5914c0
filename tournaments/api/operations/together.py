"""Acts on several entrants of a tournament at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tournaments import access
from tournaments.actions.entrants import together
from tournaments.actions.people import links
from tournaments.api.naming import named, with_players
from tournaments.api.operation import Invocation, Operation, operation
from tournaments.api.operations.links import with_address
from tournaments.api.responses.entrants import EntrantResponse
from tournaments.api.responses.links import NewPrivateLinkResponse
from tournaments.api.responses.money import LineResponse
from tournaments.models import AccessLink, CashBox, Entrant, EntrantPlayer, LedgerLine, Tournament
from tournaments.requests.entrants import (
    EntrantsMessageRequest,
    EntrantsPaymentRequest,
    EntrantsRequest,
    EntrantsWithdrawalRequest,
)


def _chosen(use: Invocation[Tournament, Any]) -> list[Entrant]:
    """Return the entrants that the body names, in its order; one query, another for one that is not there."""
    own = Entrant.objects.filter(event__tournament=use.row)
    by_uid = {row.uid: row for row in own.filter(uid__in=use.body.entrants)}
    return [by_uid.get(uid) or named(own, uid, field="entrants") for uid in dict.fromkeys(use.body.entrants)]


def _with_players(entrants: Sequence[Entrant]) -> list[Entrant]:
    rows = Entrant.objects.filter(pk__in=[entrant.pk for entrant in entrants])
    return list(with_players(rows).order_by("pk"))


@operation(
    "POST tournaments/<slug:uid>/entrants/check-in/",
    access.tournament_to_desk,
    together.check_in,
    list[EntrantResponse],
)
def entrants_check_in(use: Invocation[Tournament, EntrantsRequest]) -> list[Entrant]:
    """Note that these entrants are there: all of them, or none."""
    return _with_players(together.check_in(use.row, by=use.by, entrants=_chosen(use)))


@operation(
    "POST tournaments/<slug:uid>/entrants/undo-check-in/",
    access.tournament_to_desk,
    together.undo_check_in,
    list[EntrantResponse],
)
def entrants_undo_check_in(use: Invocation[Tournament, EntrantsRequest]) -> list[Entrant]:
    """Undo the check-in of these entrants."""
    return _with_players(together.undo_check_in(use.row, by=use.by, entrants=_chosen(use)))


@operation(
    "POST tournaments/<slug:uid>/entrants/payments/",
    access.tournament_to_desk,
    together.pay,
    list[LineResponse],
    status=201,
)
def entrants_pay(use: Invocation[Tournament, EntrantsPaymentRequest]) -> list[LedgerLine]:
    """Book in cash all that each of these entrants owes."""
    uid = use.body.given().get("box")
    box = None if uid is None else named(CashBox.objects.filter(tournament=use.row), uid, field="box")
    return together.pay(use.row, by=use.by, entrants=_chosen(use), box=box)


@operation(
    "POST tournaments/<slug:uid>/entrants/withdraw/",
    access.tournament_to_desk,
    together.withdraw,
    list[EntrantResponse],
)
def entrants_withdraw(use: Invocation[Tournament, EntrantsWithdrawalRequest]) -> list[Entrant]:
    """Let these entrants leave: all of them, or none; after the draw a director alone."""
    reason = use.body.given().get("reason", "")
    entrants = together.withdraw(use.row, by=use.by, entrants=_chosen(use), reason=reason)
    return _with_players(entrants)


@operation(
    "POST tournaments/<slug:uid>/entrants/links/",
    access.tournament_to_direct,
    links.make_player_links,
    list[NewPrivateLinkResponse],
    status=201,
    show=lambda use, pairs: [with_address(use, pair) for pair in pairs],
    is_claimed=lambda _use: False,
)
def entrants_make_links(use: Invocation[Tournament, EntrantsRequest]) -> list[tuple[AccessLink, str]]:
    """Make a private link for each player of these entrants; the same key shows the same links."""
    places = EntrantPlayer.objects.filter(entrant__in=_chosen(use)).select_related("player").order_by("pk")
    players = {place.player_id: place.player for place in places}
    return links.make_player_links(use.row, list(players.values()), by=use.by, key=use.key)


@operation(
    "POST tournaments/<slug:uid>/entrants/message/",
    access.tournament_to_desk,
    together.send_message,
    list[EntrantResponse],
    status=201,
)
def entrants_message(use: Invocation[Tournament, EntrantsMessageRequest]) -> list[Entrant]:
    """Send a message to the players of these entrants; it cannot be undone."""
    rows = together.send_message(use.row, by=use.by, entrants=_chosen(use), message=use.body.message)
    return _with_players(rows)


OPERATIONS: tuple[Operation[Any, Any], ...] = (
    entrants_check_in,
    entrants_undo_check_in,
    entrants_pay,
    entrants_withdraw,
    entrants_make_links,
    entrants_message,
)
