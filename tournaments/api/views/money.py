"""Fees, the ledger of an entrant, cash boxes, and money that changes hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http.response import HttpResponseBase
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.actions import money
from tournaments.api.schema import reads, writes
from tournaments.api.serializers.entrants import NothingAsked
from tournaments.api.serializers.money import (
    CashBoxAsked,
    CashBoxShown,
    FeeAsked,
    FeeShown,
    LedgerShown,
    LineShown,
    PaymentAsked,
)
from tournaments.models import Entrant, LedgerLine
from tournaments.queries import ledger

from .endpoint import Endpoint, created
from .naming import named


class EventFees(Endpoint):
    """The fees of an event."""

    @reads("event_fees", FeeShown(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the fees in force."""
        event = access.event_to_see(self.visitor, uid)
        return self.read(event.tournament, lambda: FeeShown(ledger.fees_of(event), many=True).data)

    @writes("event_set_fee", FeeAsked, FeeShown)
    def post(self, request: Request, uid: str) -> Response:
        """Set a fee: everybody who owed one of the same kind and name owes this one instead."""
        event = access.event_to_direct(self.visitor, uid)
        asked = FeeAsked.of(request)
        by = self.acting_in(event.tournament)
        return self.once(lambda: Response(FeeShown(money.set_fee(event, by=by, **asked)).data))


class FeeEnded(Endpoint):
    """Taking a fee off the list."""

    @writes("fee_end", NothingAsked, FeeShown)
    def post(self, request: Request, uid: str) -> Response:
        """Take the fee off the list; what was charged for it is taken back."""
        fee = access.fee_to_direct(self.visitor, uid)
        NothingAsked.of(request)
        by = self.acting_in(fee.event.tournament)
        return self.once(lambda: Response(FeeShown(money.end_fee(fee, by=by)).data))


class TournamentCashBoxes(Endpoint):
    """The cash boxes of a tournament."""

    @reads("tournament_cash_boxes", CashBoxShown(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the boxes with what should lie in them."""
        tournament = access.tournament_to_desk(self.visitor, uid)
        return self.read(tournament, lambda: CashBoxShown(ledger.box_totals(tournament), many=True).data)

    @writes("tournament_add_cash_box", CashBoxAsked, CashBoxShown(many=True), status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Add a box by name, where there is none of that name, and list them all."""
        tournament = access.tournament_to_desk(self.visitor, uid)
        asked = CashBoxAsked.of(request)

        def effect() -> Response:
            money.add_box(tournament, by=self.acting_in(tournament), **asked)
            return Response(CashBoxShown(ledger.box_totals(tournament), many=True).data, status=201)

        return self.once(effect)


class EntrantLedger(Endpoint):
    """The ledger of an entrant."""

    @reads("entrant_ledger", LedgerShown, has_etag=False)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show what the entrant owes and has paid, for its own players and the desk."""
        entrant = access.entrant_to_withdraw(self.visitor, uid)
        found = ledger.balance(entrant)
        shown = {
            "currency": entrant.event.tournament.currency,
            "owed": found.owed,
            "paid": found.paid,
            "refunded": found.refunded,
            "due": found.due,
            "lines": ledger.lines_of(entrant),
        }
        return Response(LedgerShown(shown).data)


class EntrantPayments(Endpoint):
    """What an entrant pays."""

    @writes("entrant_pay", PaymentAsked, LineShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Book what the entrant pays, all that is due unless an amount is given."""
        return self._booked(request, uid, money.pay)

    def _booked(self, request: Request, uid: str, book: Callable[..., LedgerLine]) -> Response:
        entrant = access.entrant_to_desk(self.visitor, uid)
        given = _given(entrant, PaymentAsked.of(request))
        by = self.acting_in(entrant.event.tournament)

        def effect() -> Response:
            line = book(entrant, by=by, **given)
            return created(LineShown(line).data, at=reverse("api_ledger", args=[uid]))

        return self.once(effect)


class EntrantRefunds(EntrantPayments):
    """What an entrant is paid back."""

    @writes("entrant_refund", PaymentAsked, LineShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Book what is paid back, all that was paid too much unless an amount is given."""
        return self._booked(request, uid, money.refund)


class LineTakenBack(Endpoint):
    """Taking a line of the ledger back."""

    @writes("line_take_back", NothingAsked, LineShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Take the line back by another one, which is answered."""
        line = access.line_to_desk(self.visitor, uid)
        NothingAsked.of(request)
        by = self.acting_in(line.tournament)

        def effect() -> Response:
            taken_back = money.take_back(line, by=by)
            return created(LineShown(taken_back).data, at=reverse("api_ledger", args=[line.entrant.uid]))

        return self.once(effect)


def _given(entrant: Entrant, asked: dict[str, Any]) -> dict[str, Any]:
    if "box" not in asked:
        return asked
    boxes = entrant.event.tournament.cash_boxes.all()
    return {**asked, "box": named(boxes, asked["box"], field="box")}
