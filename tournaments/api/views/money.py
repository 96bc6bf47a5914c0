"""Fees, the ledger of an entrant, cash boxes, and money that changes hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from django.http.response import HttpResponseBase
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.actions import money, prize_money
from tournaments.actions.money_errors import NothingDue
from tournaments.api.schema import reads, writes
from tournaments.api.serializers.entrants import NothingAsked
from tournaments.api.serializers.money import (
    CashBoxAsked,
    CashBoxShown,
    ChoiceAsked,
    FeeAsked,
    FeeShown,
    LedgerShown,
    LineShown,
    PaymentAsked,
    PrizeAsked,
    PrizesShown,
    RefundAsked,
    TakingBackAsked,
    WaiverAsked,
)
from tournaments.models import Entrant, LedgerLine
from tournaments.queries import ledger
from tournaments.queries.prizes import prize_list, prizes_of

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
        return Response(_ledger(access.entrant_to_withdraw(self.visitor, uid)))


class EntrantPayments(Endpoint):
    """What an entrant pays."""

    asked: ClassVar[type[PaymentAsked]] = PaymentAsked

    @writes("entrant_pay", PaymentAsked, LineShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Book what the entrant pays, all that is due unless an amount is given."""
        return self._booked(request, uid, money.pay)

    def _booked(self, request: Request, uid: str, book: Callable[..., LedgerLine]) -> Response:
        entrant = access.entrant_to_desk(self.visitor, uid)
        given = _given(entrant, self.asked.of(request))
        by = self.acting_in(entrant.event.tournament)

        def effect() -> Response:
            line = book(entrant, by=by, **given)
            return created(LineShown(line).data, at=reverse("api_ledger", args=[uid]))

        return self.once(effect)


class EntrantRefunds(EntrantPayments):
    """What an entrant is paid back."""

    asked: ClassVar[type[PaymentAsked]] = RefundAsked

    @writes("entrant_refund", RefundAsked, LineShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Book what is paid back, all that was paid too much unless an amount is given."""
        return self._booked(request, uid, money.refund)


class EntrantPrizes(Endpoint):
    """What an entrant is paid out."""

    @writes("entrant_pay_prize", PrizeAsked, LineShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Book a prize that is paid out: all that is left of the entrant's own, an amount, or one of a side pool."""
        entrant = access.entrant_to_desk(self.visitor, uid)
        event = access.event_to_direct(self.visitor, entrant.event.uid)
        given = _given(entrant, PrizeAsked.of(request))
        by = self.acting_in(event.tournament)
        if "pool" in given:
            given["pool"] = named(event.fees.all(), given["pool"], field="pool")
        given["note"] = given.pop("reason", "")

        def effect() -> Response:
            amount = given.pop("amount", None) or prizes_of(entrant).left
            if not amount:
                raise NothingDue(entrant=entrant.name)
            line = prize_money.pay_prize(entrant, by=by, amount=amount, **given)
            return created(LineShown(line).data, at=reverse("api_ledger", args=[uid]))

        return self.once(effect)


class EntrantFeeChoices(Endpoint):
    """Optional side pools of an entrant."""

    @writes("entrant_choose_fee", ChoiceAsked, LedgerShown)
    def post(self, request: Request, uid: str) -> Response:
        """Put the entrant into an optional side pool, or take it out again."""
        entrant = access.entrant_to_desk(self.visitor, uid)
        asked = ChoiceAsked.of(request)
        fee = named(entrant.event.fees.filter(is_optional=True, ended_at=None), asked["fee"], field="fee")
        by = self.acting_in(entrant.event.tournament)

        def effect() -> Response:
            money.choose_fee(entrant, fee, by=by, is_chosen=asked["is_chosen"])
            return Response(_ledger(entrant))

        return self.once(effect)


class EntrantWaivers(Endpoint):
    """Fees that an entrant is let off."""

    @writes("entrant_waive", WaiverAsked, LineShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Let the entrant off a fee that it owes."""
        entrant = access.entrant_to_desk(self.visitor, uid)
        event = access.event_to_direct(self.visitor, entrant.event.uid)
        asked = WaiverAsked.of(request)
        fee = named(event.fees.all(), asked["fee"], field="fee")
        by = self.acting_in(event.tournament)

        def effect() -> Response:
            line = money.waive(entrant, fee, by=by, reason=asked["reason"])
            return created(LineShown(line).data, at=reverse("api_ledger", args=[uid]))

        return self.once(effect)


class EventPrizes(Endpoint):
    """The prizes and side pools of an event."""

    @reads("event_prizes", PrizesShown, has_etag=False)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show what is promised, who has it, what has come in, and what was paid out."""
        event = access.event_to_desk(self.visitor, uid)
        prizes, stands = prize_list(event), ledger.statement(event)
        shown = {
            "currency": event.tournament.currency,
            "structure": None if prizes is None else prizes.structure.code,
            "pool": 0 if prizes is None else prizes.pool,
            "house": stands.pool if prizes is None else prizes.house,
            "other_fees": stands.to_house,
            "is_final": prizes is not None and prizes.is_final,
            "received": stands.received,
            "outstanding": stands.outstanding,
            "missing": 0 if prizes is None else prizes.missing,
            "paid_out": stands.prizes_paid,
            "left_over": 0 if prizes is None else prizes.left_over,
            "to_come_back": 0 if prizes is None else prizes.to_come_back,
            "flights": () if prizes is None else prizes.flights,
            "overpaid": () if prizes is None else prizes.overpaid,
            "side_pools": ledger.side_pools(event),
        }
        return Response(PrizesShown(shown).data)


class LineTakenBack(Endpoint):
    """Taking a line of the ledger back."""

    @writes("line_take_back", TakingBackAsked, LineShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Take the line back by another one, which is answered."""
        line = access.line_to_desk(self.visitor, uid)
        asked = TakingBackAsked.of(request)
        by = self.acting_in(line.tournament)

        def effect() -> Response:
            taken_back = money.take_back(line, by=by, **asked)
            return created(LineShown(taken_back).data, at=reverse("api_ledger", args=[line.entrant.uid]))

        return self.once(effect)


def _given(entrant: Entrant, asked: dict[str, Any]) -> dict[str, Any]:
    if "box" not in asked:
        return asked
    boxes = entrant.event.tournament.cash_boxes.all()
    return {**asked, "box": named(boxes, asked["box"], field="box")}


def _ledger(entrant: Entrant) -> Any:
    account, claim = ledger.balance(entrant), prizes_of(entrant)
    shown = {
        "currency": entrant.event.tournament.currency,
        "owed": account.owed,
        "paid": account.paid,
        "refunded": account.refunded,
        "due": account.due,
        "lines": ledger.lines_of(entrant),
        "prize": claim.amount,
        "prize_paid": claim.paid,
        "prize_due": claim.left,
        "prize_over": 0 if claim.overpaid is None else claim.overpaid.amount,
    }
    return LedgerShown(shown).data
