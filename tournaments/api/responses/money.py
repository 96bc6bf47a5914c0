"""Fees, the ledger of an entrant, and money that changes hands; amounts are in the smallest unit of the currency."""

from __future__ import annotations

from datetime import datetime

from tournaments.api.response import Response, of

_IN_SMALLEST_UNIT = "In the smallest unit of the tournament's currency, as in 5000 for 50.00 EUR."


class FeeResponse(Response):
    """A fee in force."""

    id: str = of("uid")
    kind: str
    name: str
    amount: int = of(words=_IN_SMALLEST_UNIT)
    currency: str = of("event.tournament.currency")
    is_optional: bool


class CashBoxResponse(Response):
    """A cash box, and the cash that it should hold."""

    id: str = of("box.uid")
    name: str = of("box.name")
    came_in: int
    went_out: int
    total: int = of(words=_IN_SMALLEST_UNIT)


class LineResponse(Response):
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


class LedgerResponse(Response):
    """The account of an entrant: what it owes, what it has paid, and every line."""

    currency: str
    owed: int
    paid: int
    refunded: int
    due: int = of(words="Less than nothing is to be paid back.")
    lines: list[LineResponse]
    prize: int = of(words="What it has won; 0 while that is not certain.")
    prize_paid: int
    prize_due: int
    prize_over: int = of(words="What was paid out beyond its prizes.")


class PrizeLineResponse(Response):
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


class PrizeFlightResponse(Response):
    """The prizes of a stage; it is null where the event has too few stages."""

    stage: str | None = of("stage.uid")
    is_final: bool
    prizes: list[PrizeLineResponse] = of("lines")


class OverpaidResponse(Response):
    """An entrant paid more than its prizes, with the director's reasons."""

    entrant: str = of("entrant.uid")
    name: str = of("entrant.name")
    amount: int
    reasons: list[str]


class SidePoolResponse(Response):
    """A side pool, whose money is kept apart from the entry fees."""

    fee: str = of("fee.uid")
    name: str = of("fee.name")
    entrants: int
    collected: int = of(words="What is owed to it and not waived.")
    paid_out: int
    left: int


class PrizesResponse(Response):
    """The money of an event: the prizes, the fees received and the prizes paid out."""

    currency: str
    structure: str | None = of("structure.code", "Null where no prizes are set.")
    pool: int = of(words=_IN_SMALLEST_UNIT)
    house: int = of(words="What of the entry fees is not played for.")
    other_fees: int = of(words="Fees that are neither for prizes nor for side pools.")
    is_final: bool
    received: int
    outstanding: int
    missing: int = of(words="What of the pool has not come in.")
    paid_out: int = of(words="Of the pool; side pools have their own.")
    left_over: int = of(words="What of the pool is nobody's prize.")
    to_come_back: int
    flights: list[PrizeFlightResponse]
    overpaid: list[OverpaidResponse]
    side_pools: list[SidePoolResponse]
