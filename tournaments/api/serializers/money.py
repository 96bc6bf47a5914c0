"""Fees, the ledger of an entrant, and money that changes hands; amounts are in the smallest unit of the currency."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

_IN_SMALLEST_UNIT = "In the smallest unit of the tournament's currency, as in 5000 for 50.00 EUR."


class FeeResponse(serializers.Serializer[Any]):
    """A fee in force."""

    id = serializers.CharField(source="uid")
    kind = serializers.CharField()
    name = serializers.CharField()
    amount = serializers.IntegerField(help_text=_IN_SMALLEST_UNIT)
    currency = serializers.CharField(source="event.tournament.currency")
    is_optional = serializers.BooleanField()


class CashBoxResponse(serializers.Serializer[Any]):
    """A cash box, and what should lie in it."""

    id = serializers.CharField(source="box.uid")
    name = serializers.CharField(source="box.name")
    came_in = serializers.IntegerField()
    went_out = serializers.IntegerField()
    total = serializers.IntegerField(help_text=_IN_SMALLEST_UNIT)


class LineResponse(serializers.Serializer[Any]):
    """A line of the ledger, which is never changed; `reverses` is the line that it takes back."""

    id = serializers.CharField(source="uid")
    kind = serializers.CharField()
    amount = serializers.IntegerField(help_text=_IN_SMALLEST_UNIT)
    fee = serializers.CharField(source="fee.uid", allow_null=True, default=None)
    means = serializers.CharField(help_text="Empty for what is owed or waived.")
    box = serializers.CharField(source="box.uid", allow_null=True, default=None)
    note = serializers.CharField()
    at = serializers.DateTimeField()
    reverses = serializers.CharField(source="reverses.uid", allow_null=True, default=None)


class LedgerResponse(serializers.Serializer[Any]):
    """What an entrant owes and has paid, with every line."""

    currency = serializers.CharField()
    owed = serializers.IntegerField()
    paid = serializers.IntegerField()
    refunded = serializers.IntegerField()
    due = serializers.IntegerField(help_text="Less than nothing is to be paid back.")
    lines = LineResponse(many=True)
    prize = serializers.IntegerField(help_text="What it has won; 0 while that is not certain.")
    prize_paid = serializers.IntegerField()
    prize_due = serializers.IntegerField()
    prize_over = serializers.IntegerField(help_text="What was paid out beyond its prizes.")


class PrizeLineResponse(serializers.Serializer[Any]):
    """The prize of a place, or of each who shares several; the entrant is null until the stage is over."""

    place = serializers.IntegerField()
    last_place = serializers.IntegerField()
    group = serializers.IntegerField(allow_null=True)
    amount = serializers.IntegerField(help_text=_IN_SMALLEST_UNIT)
    entrant = serializers.CharField(source="entrant.uid", allow_null=True, default=None)
    name = serializers.CharField(source="entrant.name", allow_null=True, default=None)
    paid = serializers.IntegerField()
    due = serializers.IntegerField(source="left")
    over = serializers.IntegerField(help_text="What was paid out beyond all prizes of the entrant.")


class PrizeFlightResponse(serializers.Serializer[Any]):
    """The prizes of a stage; it is null where the event has too few stages."""

    stage = serializers.CharField(source="stage.uid", allow_null=True, default=None)
    is_final = serializers.BooleanField()
    prizes = PrizeLineResponse(source="lines", many=True)


class OverpaidResponse(serializers.Serializer[Any]):
    """Who got more than its prizes are, with the reasons that a director gave."""

    entrant = serializers.CharField(source="entrant.uid")
    name = serializers.CharField(source="entrant.name")
    amount = serializers.IntegerField()
    reasons = serializers.ListField(child=serializers.CharField())


class SidePoolResponse(serializers.Serializer[Any]):
    """A side pool, whose money is its own."""

    fee = serializers.CharField(source="fee.uid")
    name = serializers.CharField(source="fee.name")
    entrants = serializers.IntegerField()
    collected = serializers.IntegerField(help_text="What is owed to it and not waived.")
    paid_out = serializers.IntegerField()
    left = serializers.IntegerField()


class PrizesResponse(serializers.Serializer[Any]):
    """The money of an event: what is promised, what has come in, and what was paid out."""

    currency = serializers.CharField()
    structure = serializers.CharField(allow_null=True, help_text="Null where no prizes are set.")
    pool = serializers.IntegerField(help_text=_IN_SMALLEST_UNIT)
    house = serializers.IntegerField(help_text="What of the entry fees is not played for.")
    other_fees = serializers.IntegerField(help_text="Fees that are neither for prizes nor for side pools.")
    is_final = serializers.BooleanField()
    received = serializers.IntegerField()
    outstanding = serializers.IntegerField()
    missing = serializers.IntegerField(help_text="What of the pool has not come in.")
    paid_out = serializers.IntegerField(help_text="Of the pool; side pools have their own.")
    left_over = serializers.IntegerField(help_text="What of the pool is nobody's prize.")
    to_come_back = serializers.IntegerField()
    flights = PrizeFlightResponse(many=True)
    overpaid = OverpaidResponse(many=True)
    side_pools = SidePoolResponse(many=True)
