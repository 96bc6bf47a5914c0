"""Fees, the ledger of an entrant, cash boxes, and money that changes hands."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.api.schema import reads
from tournaments.api.serializers.money import (
    CashBoxResponse,
    FeeResponse,
    LedgerResponse,
    PrizesResponse,
)
from tournaments.models import Entrant
from tournaments.queries.money import ledger
from tournaments.queries.money.prizes import prize_list, prizes_of

from .endpoint import Endpoint


class EventFees(Endpoint):
    """The fees of an event."""

    @reads("event_fees", FeeResponse(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the fees in force."""
        event = access.event_to_see(self.visitor, uid)
        return self.read(event.tournament, lambda: FeeResponse(ledger.fees_of(event), many=True).data)


class TournamentCashBoxes(Endpoint):
    """The cash boxes of a tournament."""

    @reads("tournament_cash_boxes", CashBoxResponse(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the boxes with what should lie in them."""
        tournament = access.tournament_to_desk(self.visitor, uid)
        return self.read(tournament, lambda: CashBoxResponse(ledger.box_totals(tournament), many=True).data)


class EntrantLedger(Endpoint):
    """The ledger of an entrant."""

    @reads("entrant_ledger", LedgerResponse, has_etag=False)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show what the entrant owes and has paid, for its own players and the desk."""
        return Response(LedgerResponse(ledger_shown(access.entrant_to_withdraw(self.visitor, uid))).data)


class EventPrizes(Endpoint):
    """The prizes and side pools of an event."""

    @reads("event_prizes", PrizesResponse, has_etag=False)
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
        return Response(PrizesResponse(shown).data)


def ledger_shown(entrant: Entrant) -> dict[str, Any]:
    """What an entrant owes and has paid, as `LedgerResponse` says."""
    account, claim = ledger.balance(entrant), prizes_of(entrant)
    return {
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
