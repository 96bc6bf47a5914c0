"""Fees, the ledger of an entrant, and money that changes hands; amounts are in the smallest unit of the currency."""

from __future__ import annotations

from datetime import datetime

from tournaments.api.response import Response, given, of
from tournaments.models import Fee, LedgerLine
from tournaments.queries.money.ledger import Balance, BoxTotal, SidePool
from tournaments.queries.money.prizes import Overpaid, PrizeFlight, PrizeLine, PrizeList
from tournaments.queries.money.split_claims import OwnSplit

_IN_SMALLEST_UNIT = "In the smallest unit of the tournament's currency, as in 5000 for 50.00 EUR."


class FeeResponse(Response, row=Fee):
    """A fee in force."""

    id: str = of("uid")
    kind: str
    name: str
    amount: int = of(words=_IN_SMALLEST_UNIT)
    currency: str = of("event.tournament.currency")
    is_optional: bool


class CashBoxResponse(Response, row=BoxTotal):
    """A cash box, and the cash that it should hold."""

    id: str = of("box.uid")
    name: str = of("box.name")
    came_in: int
    went_out: int
    total: int = of(words=_IN_SMALLEST_UNIT)


class LineResponse(Response, row=LedgerLine):
    """A ledger line, which is immutable; `reverses` is the line that it cancels."""

    id: str = of("uid")
    kind: str
    amount: int = of(words=_IN_SMALLEST_UNIT)
    fee: str | None = of("fee.uid")
    means: str = of(words="Empty for what is owed or waived.")
    box: str | None = of("box.uid")
    note: str
    at: datetime
    reverses: str | None = of("reverses.uid")
    paid_from: str | None = of(
        "paid_from.uid", "The prize of another event that paid this entry; they are cancelled together."
    )


class LedgerResponse(Response, row=Balance):
    """The account of an entrant: what it owes, what it has paid, and every line."""

    currency: str = given()
    owed: int
    paid: int
    refunded: int
    due: int = of(words="Less than nothing is to be paid back.")
    lines: list[LineResponse] = given()
    prize: int = given("What it has won; 0 while that is not certain.")
    prize_paid: int = given()
    prize_due: int = given()
    prize_over: int = given("What was paid out beyond its prizes.")


class PrizeLineResponse(Response, row=PrizeLine):
    """The prize of a place, or of each who shares several; the entrant is null until the stage is over."""

    place: int
    last_place: int
    group: int | None
    amount: int = of(words=_IN_SMALLEST_UNIT)
    entrant: str | None = of("entrant.uid")
    name: str | None = of("entrant.name")
    paid: int
    due: int = of("left")
    over: int = of(words="What was paid out beyond all prizes of the entrant.")
    is_split: bool = of(words="Whether the amount is that of a split that its winners have agreed on.")
    entry: str | None = of("seat.entry.uid", "The entrant whose entry in the target event is the prize.")
    entry_to_pay: int = of(words="How much of it pays what that entrant owes there; the rest is due in cash.")


class SplitOfferResponse(Response):
    """A split that is proposed, or that all have agreed on; it counts for nobody before that."""

    amounts: dict[str, int] = of(words=f"By the id of the entrant. {_IN_SMALLEST_UNIT}")
    agreed: list[str] = of(words="The ids of those who agree.")
    is_agreed: bool


class EntrantSplitResponse(Response, row=OwnSplit):
    """With whom an entrant can share its prizes, and the splits that concern it."""

    currency: str = given()
    partners: dict[str, str] = of(
        words="The names by id of the entrant, with the own one; empty where there is nothing."
    )
    together: int = of(words="What they have won together, or play for in their final.")
    is_final_open: bool = of(words="Whether it is the prizes of a final that is still to be played.")
    offers: list[SplitOfferResponse] = given()


class PrizeFlightResponse(Response, row=PrizeFlight):
    """The prizes of a stage; it is null where the event has too few stages, and for entries in a target event."""

    stage: str | None = of("stage.uid")
    target: str | None = of("target.uid", "The event in which these prizes pay the entry.")
    is_final: bool
    prizes: list[PrizeLineResponse] = of("lines")


class OverpaidResponse(Response, row=Overpaid):
    """An entrant paid more than its prizes, with the director's reasons."""

    entrant: str = of("entrant.uid")
    name: str = of("entrant.name")
    amount: int
    reasons: list[str]


class SidePoolResponse(Response, row=SidePool):
    """A side pool, whose money is kept apart from the entry fees."""

    fee: str = of("fee.uid")
    name: str = of("fee.name")
    entrants: int
    collected: int = of(words="What is owed to it and not waived.")
    paid_out: int
    left: int


class PrizesResponse(Response, row=PrizeList):
    """The money of an event: the prizes, the fees received and the prizes paid out."""

    currency: str = given()
    structure: str | None = of(
        words="Null where no prizes are set but entries in another event.",
        get=lambda prizes: prizes.structure.code or None,
    )
    pool: int = of(words=_IN_SMALLEST_UNIT)
    house: int = of(words="What of the entry fees is not played for.")
    other_fees: int = given("Fees that are neither for prizes nor for side pools.")
    is_final: bool
    received: int = given()
    outstanding: int = given()
    missing: int = of(words="What of the pool has not come in.")
    paid_out: int = given("Of the pool; side pools have their own.")
    entries_in: int = given("What of the fees received came from the pools of qualifiers.")
    entries_out: int = given("What of the prizes paid out are entries in another event.")
    left_over: int = of(words="What of the pool is nobody's prize.")
    short: int = of(words="How much entries and the prizes that a director has typed are more than the pool.")
    to_come_back: int
    flights: list[PrizeFlightResponse]
    overpaid: list[OverpaidResponse]
    side_pools: list[SidePoolResponse] = given()
