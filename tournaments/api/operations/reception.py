"""The registration desk: entry, check-in and payment in one transaction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matches.models import is_uid
from tournaments import access
from tournaments.actions.entrants import reception, registration
from tournaments.actions.entrants.list_reading import ListedPlayer
from tournaments.api.naming import named, with_players
from tournaments.api.operation import Invocation, Operation, at, at_row, operation
from tournaments.api.responses.entrants import EntrantResponse
from tournaments.api.responses.money import LineResponse
from tournaments.models import CashBox, Entrant, Event, LedgerLine, Tournament
from tournaments.queries.desk_search import findable_at
from tournaments.requests.entrants import MaybeReasonRequest, Similar
from tournaments.requests.reception import (
    ArrivalRequest,
    DeskPaymentRequest,
    DeskPrizeRequest,
    DeskPrizesRequest,
    DeskRefundRequest,
    PlayerArrivalRequest,
    PlayerPaymentRequest,
    ReceptionRequest,
)


def _given(use: Invocation[Any, Any]) -> dict[str, Any]:
    """Return the values of the body, with the player and the cash box that it names."""
    values: dict[str, Any] = use.body.given()
    if "box" in values:
        boxes = CashBox.objects.filter(tournament=access.tournament_of(use.row))
        values["box"] = named(boxes, values["box"], field="box")
    if "player" in values:
        findable = findable_at(access.tournament_of(use.row))
        values["player"] = named(findable, values["player"], field="player")
    return values


@operation(
    "POST events/<slug:uid>/reception/",
    access.event_to_desk,
    reception.enter,
    EntrantResponse,
    status=201,
    location=at("entrant"),
    others=(reception.enter_with_new, reception.walk_in, registration.walk_in),
)
def event_receive(use: Invocation[Event, ReceptionRequest]) -> Entrant:
    """Enter one side, check it in and book what it pays, all at once."""
    values = _given(use)
    *uids, last = values.pop("players")
    similar, club, country = values.pop("similar"), values.pop("club", ""), values.pop("country", "")
    findable = findable_at(use.row.tournament)
    players = [named(findable, uid, field="players") for uid in uids]
    if is_uid(last):
        players.append(named(findable, last, field="players"))
        return reception.enter(use.row, by=use.by, players=players, **values)
    new = ListedPlayer(line=1, name=last, club=club, country=country)
    if players:
        return reception.enter_with_new(use.row, by=use.by, first=players[0], new=new, **values)
    anyway = similar == Similar.ACCEPT
    return reception.walk_in(use.row, by=use.by, new=new, even_if_similar=anyway, **values)


@operation(
    "POST tournaments/<slug:uid>/reception/arrivals/",
    access.tournament_to_desk,
    reception.arrive,
    list[EntrantResponse],
)
def player_arrive(use: Invocation[Tournament, PlayerArrivalRequest]) -> list[Entrant]:
    """Check a player in wherever the player is entered, and book what is paid."""
    values = _given(use)
    entrants = reception.arrive(values.pop("player"), use.row, by=use.by, **values)
    rows = Entrant.objects.filter(pk__in=[entrant.pk for entrant in entrants])
    return list(with_players(rows).order_by("pk"))


@operation(
    "POST tournaments/<slug:uid>/reception/payments/",
    access.tournament_to_desk,
    reception.pay_all,
    list[LineResponse],
    status=201,
)
def player_pay_all(use: Invocation[Tournament, PlayerPaymentRequest]) -> list[LedgerLine]:
    """Book in cash all that is due for a player in the events of the tournament."""
    values = _given(use)
    return reception.pay_all(values.pop("player"), use.row, by=use.by, **values)


@operation(
    "POST entrants/<slug:uid>/reception/prize/",
    access.entrant_to_direct,
    reception.pay_prize,
    LineResponse,
    status=201,
    location=at_row("entrant_ledger"),
)
def entrant_pay_prize_at_desk(use: Invocation[Entrant, DeskPrizeRequest]) -> LedgerLine:
    """Pay an amount out as a prize; the first cash makes the first box."""
    values = _given(use)
    if "pool" in values:
        values["pool"] = named(use.row.event.fees.all(), values["pool"], field="pool")
    return reception.pay_prize(use.row, by=use.by, **values)


def _by_entrant(act: Callable[..., Any]) -> Callable[[Invocation[Entrant, Any]], Any]:
    return lambda use: act(use.row, by=use.by, **_given(use))


OPERATIONS: tuple[Operation[Any, Any], ...] = (
    event_receive,
    player_arrive,
    player_pay_all,
    Operation(
        "entrant_come",
        "POST entrants/<slug:uid>/reception/arrival/",
        access.entrant_to_desk,
        reception.come,
        ArrivalRequest,
        EntrantResponse,
        "Check an entrant in, and book what it pays.",
        perform=_by_entrant(reception.come),
    ),
    Operation(
        "entrant_pay_at_desk",
        "POST entrants/<slug:uid>/reception/payment/",
        access.entrant_to_desk,
        reception.pay,
        DeskPaymentRequest,
        LineResponse,
        "Book an amount that an entrant pays; the first cash makes the first box.",
        status=201,
        perform=_by_entrant(reception.pay),
        location=at_row("entrant_ledger"),
    ),
    Operation(
        "entrant_refund_at_desk",
        "POST entrants/<slug:uid>/reception/refund/",
        access.entrant_to_desk,
        reception.refund,
        DeskRefundRequest,
        LineResponse,
        "Book an amount that is paid back; the first cash makes the first box.",
        status=201,
        perform=_by_entrant(reception.refund),
        location=at_row("entrant_ledger"),
    ),
    entrant_pay_prize_at_desk,
    Operation(
        "entrant_pay_prizes",
        "POST entrants/<slug:uid>/reception/prizes/",
        access.entrant_to_direct,
        reception.pay_prizes,
        DeskPrizesRequest,
        LineResponse,
        "Pay an entrant in cash all that is left of its prizes.",
        status=201,
        perform=_by_entrant(reception.pay_prizes),
        location=at_row("entrant_ledger"),
    ),
    Operation(
        "entrant_leave",
        "POST entrants/<slug:uid>/reception/departure/",
        access.entrant_to_desk,
        reception.leave,
        MaybeReasonRequest,
        EntrantResponse,
        "Let an entrant leave; after the draw with a usual reason where none is given.",
    ),
)
