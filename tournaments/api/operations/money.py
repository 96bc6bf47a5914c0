"""Fees, cash boxes, payments and prizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.urls import reverse

from tournaments import access
from tournaments.actions.money import entry_prizes, prize_money, prize_offers, prize_splits
from tournaments.actions.money import ledger as money
from tournaments.api.naming import named
from tournaments.api.operation import Invocation, Operation, at_row, operation
from tournaments.api.reads.entrants import ledger_shown, split_shown
from tournaments.api.responses.links import PayoutResponse
from tournaments.api.responses.money import (
    CashBoxResponse,
    EntrantSplitResponse,
    FeeResponse,
    LedgerResponse,
    LineResponse,
)
from tournaments.errors.money import NothingDue
from tournaments.models import CashBox, Entrant, Event, LedgerLine
from tournaments.queries.money import ledger
from tournaments.queries.money.prizes import prizes_of
from tournaments.requests.fields import NothingRequest
from tournaments.requests.money import (
    CashBoxRequest,
    ChoiceRequest,
    FeeRequest,
    PaymentRequest,
    PayoutRequest,
    PrizeRequest,
    PrizeSplitEndRequest,
    PrizeSplitRequest,
    RefundRequest,
    TakingBackRequest,
    WaiverRequest,
)


def boxed(use: Invocation[Entrant, Any]) -> dict[str, Any]:
    """Return the values of the body, with the cash box that it names."""
    values: dict[str, Any] = use.body.given()
    if "box" in values:
        boxes = CashBox.objects.filter(tournament=use.row.event.tournament)
        values["box"] = named(boxes, values["box"], field="box")
    return values


def paid_out(use: Invocation[Entrant, PrizeRequest]) -> dict[str, Any]:
    """Return the values of a prize payment; raise NothingDue if nothing is left and no amount is named."""
    values = boxed(use)
    if "pool" in values:
        values["pool"] = named(use.row.event.fees.all(), values["pool"], field="pool")
    values["note"] = values.pop("reason", "")
    values["amount"] = values.get("amount") or prizes_of(use.row).left
    if not values["amount"]:
        raise NothingDue(entrant=use.row.name)
    return values


def _booking(book: Callable[..., LedgerLine]) -> Callable[[Invocation[Entrant, Any]], LedgerLine]:
    return lambda use: book(use.row, by=use.by, **boxed(use))


@operation(
    "POST entrants/<slug:uid>/prizes/",
    access.entrant_to_direct,
    prize_money.pay_prize,
    LineResponse,
    status=201,
    location=at_row("entrant_ledger"),
)
def entrant_pay_prize(use: Invocation[Entrant, PrizeRequest]) -> LedgerLine:
    """Book the payment of a prize: all that is left, an amount, or a prize of a side pool."""
    return prize_money.pay_prize(use.row, by=use.by, **paid_out(use))


@operation(
    "POST entrants/<slug:uid>/entry-prize/",
    access.entrant_to_direct,
    entry_prizes.pay_entry,
    LineResponse,
    status=201,
    location=at_row("entrant_ledger"),
)
def entrant_pay_entry(use: Invocation[Entrant, NothingRequest]) -> LedgerLine:
    """Pay what the entrant owes in the event that it has qualified for, as a prize of this one."""
    return entry_prizes.pay_entry(use.row, by=use.by)


@operation(
    "POST entrants/<slug:uid>/fee-choices/",
    access.entrant_to_desk,
    money.choose_fee,
    LedgerResponse,
    show=lambda use, _line: ledger_shown(use.row),
)
def entrant_choose_fee(use: Invocation[Entrant, ChoiceRequest]) -> object:
    """Put the entrant into an optional side pool, or take it out again."""
    fees = use.row.event.fees.filter(is_optional=True, ended_at=None)
    fee = named(fees, use.body.fee, field="fee")
    return money.choose_fee(use.row, fee, by=use.by, is_chosen=use.body.is_chosen)


@operation(
    "POST entrants/<slug:uid>/waivers/",
    access.entrant_to_direct,
    money.waive,
    LineResponse,
    status=201,
    location=at_row("entrant_ledger"),
)
def entrant_waive(use: Invocation[Entrant, WaiverRequest]) -> LedgerLine:
    """Let the entrant off a fee that it owes."""
    fee = named(use.row.event.fees.all(), use.body.fee, field="fee")
    return money.waive(use.row, fee, by=use.by, reason=use.body.reason)


@operation(
    "POST events/<slug:uid>/payout/",
    access.event_to_direct,
    money.set_payout,
    PayoutResponse,
    show=lambda _use, event: event.payout or {},
)
def event_set_payout(use: Invocation[Event, PayoutRequest]) -> Event:
    """Set the prize structure of the event, or the director's own prizes; agreed splits end with it."""
    payout = None if use.body.structure is None else use.body.given()
    return money.set_payout(use.row, by=use.by, payout=payout)


def _payout_shown(_use: Invocation[Event, Any], event: Event) -> Any:
    return event.payout or {}


def _entrant_again(use: Invocation[Entrant, Any], _event: Event) -> Any:
    use.row.event.refresh_from_db(fields=["payout"])
    return split_shown(use.row)


@operation(
    "POST entrants/<slug:uid>/prize-split/offer/",
    access.entrant_to_split,
    prize_offers.offer_split,
    EntrantSplitResponse,
    show=_entrant_again,
)
def entrant_offer_split(use: Invocation[Entrant, PrizeSplitRequest]) -> Event:
    """Propose a split of prizes, as a player of one of its entrants, who agrees with it, or as a director."""
    return prize_offers.offer_split(use.row.event, by=use.by, amounts=use.body.amounts, origin=use.origin)


@operation(
    "POST entrants/<slug:uid>/prize-split/agree/",
    access.entrant_to_agree,
    prize_offers.agree_to_split,
    EntrantSplitResponse,
    show=_entrant_again,
)
def entrant_agree_to_split(use: Invocation[Entrant, PrizeSplitRequest]) -> Event:
    """Agree to just the amounts that are proposed; with the last agreement the prizes are split so."""
    return prize_offers.agree_to_split(use.row.event, by=use.by, amounts=use.body.amounts, origin=use.origin)


@operation(
    "POST entrants/<slug:uid>/prize-split/withdraw/",
    access.entrant_to_split,
    prize_offers.withdraw_offer,
    EntrantSplitResponse,
    show=_entrant_again,
)
def entrant_withdraw_split(use: Invocation[Entrant, PrizeSplitEndRequest]) -> Event:
    """Withdraw a split that is proposed to the entrant, before all have agreed."""
    return prize_offers.withdraw_offer(
        use.row.event, by=use.by, entrants=use.body.entrants, origin=use.origin
    )


OPERATIONS: tuple[Operation[Any, Any], ...] = (
    Operation(
        "event_split_prizes",
        "POST events/<slug:uid>/prize-splits/",
        access.event_to_direct,
        prize_splits.split_prizes,
        PrizeSplitRequest,
        PayoutResponse,
        "Give winners the amounts that they agreed on instead of their prizes, and tell them.",
        show=_payout_shown,
    ),
    Operation(
        "event_end_prize_split",
        "POST events/<slug:uid>/prize-splits/end/",
        access.event_to_direct,
        prize_splits.end_split,
        PrizeSplitEndRequest,
        PayoutResponse,
        "Take a split of prizes back.",
        show=_payout_shown,
    ),
    entrant_offer_split,
    entrant_agree_to_split,
    entrant_withdraw_split,
    Operation(
        "event_set_fee",
        "POST events/<slug:uid>/fees/",
        access.event_to_direct,
        money.set_fee,
        FeeRequest,
        FeeResponse,
        "Set a fee: everybody who owed one of the same kind and name owes this one instead.",
    ),
    Operation(
        "fee_end",
        "POST fees/<slug:uid>/end/",
        access.fee_to_direct,
        money.end_fee,
        NothingRequest,
        FeeResponse,
        "Take the fee off the list; what was charged for it is taken back.",
    ),
    Operation(
        "tournament_add_cash_box",
        "POST tournaments/<slug:uid>/cash-boxes/",
        access.tournament_to_desk,
        money.add_box,
        CashBoxRequest,
        list[CashBoxResponse],
        "Add a box by name, where there is none of that name, and list them all.",
        status=201,
        show=lambda use, _box: ledger.box_totals(use.row),
    ),
    Operation(
        "entrant_pay",
        "POST entrants/<slug:uid>/payments/",
        access.entrant_to_desk,
        money.pay,
        PaymentRequest,
        LineResponse,
        "Book what the entrant pays, all that is due unless an amount is given.",
        status=201,
        perform=_booking(money.pay),
        location=at_row("entrant_ledger"),
    ),
    Operation(
        "entrant_refund",
        "POST entrants/<slug:uid>/refunds/",
        access.entrant_to_desk,
        money.refund,
        RefundRequest,
        LineResponse,
        "Book what is paid back, all that was paid too much unless an amount is given.",
        status=201,
        perform=_booking(money.refund),
        location=at_row("entrant_ledger"),
    ),
    entrant_pay_prize,
    entrant_pay_entry,
    entrant_choose_fee,
    entrant_waive,
    Operation(
        "line_take_back",
        "POST lines/<slug:uid>/take-back/",
        access.line_to_desk,
        money.take_back,
        TakingBackRequest,
        LineResponse,
        "Take the line back by another one, which is answered.",
        status=201,
        location=lambda use, _line: reverse("api_entrant_ledger", args=[use.row.entrant.uid]),
    ),
    event_set_payout,
)
