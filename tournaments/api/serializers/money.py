"""Fees, the ledger of an entrant, and money that changes hands; amounts are in the smallest unit of the currency."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.fields import Asked, Choice, Flag, Number, Text
from tournaments.models import FeeKind, Means
from tournaments.models.ledger import LARGEST_AMOUNT

_IN_SMALLEST_UNIT = "In the smallest unit of the tournament's currency, as in 5000 for 50.00 EUR."


class FeeAsked(Asked):
    """A fee of an event; one of the same kind and name is replaced."""

    kind = Choice(choices=FeeKind.choices)
    amount = Number(min_value=0, max_value=LARGEST_AMOUNT, help_text=_IN_SMALLEST_UNIT)
    name = Text(max_length=60, required=False, allow_blank=True)
    is_optional = Flag(required=False, help_text="A side pool that an entrant may leave out.")


class FeeShown(serializers.Serializer[Any]):
    """A fee in force."""

    id = serializers.CharField(source="uid")
    kind = serializers.CharField()
    name = serializers.CharField()
    amount = serializers.IntegerField(help_text=_IN_SMALLEST_UNIT)
    currency = serializers.CharField(source="event.tournament.currency")
    is_optional = serializers.BooleanField()


class CashBoxAsked(Asked):
    """A cash box; one of that name is the same box."""

    name = Text(max_length=40)


class CashBoxShown(serializers.Serializer[Any]):
    """A cash box, and what should lie in it."""

    id = serializers.CharField(source="box.uid")
    name = serializers.CharField(source="box.name")
    came_in = serializers.IntegerField()
    went_out = serializers.IntegerField()
    total = serializers.IntegerField(help_text=_IN_SMALLEST_UNIT)


class PaymentAsked(Asked):
    """Money that changes hands."""

    amount = Number(
        min_value=1,
        max_value=LARGEST_AMOUNT,
        required=False,
        help_text=f"{_IN_SMALLEST_UNIT} Absent: all that is due, or to be paid back.",
    )
    means = Choice(choices=Means.choices, required=False)
    box = Text(required=False, help_text="The id of the cash box; absent where there is only one.")
    note = Text(max_length=200, required=False, allow_blank=True)


class LineShown(serializers.Serializer[Any]):
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


class LedgerShown(serializers.Serializer[Any]):
    """What an entrant owes and has paid, with every line."""

    currency = serializers.CharField()
    owed = serializers.IntegerField()
    paid = serializers.IntegerField()
    refunded = serializers.IntegerField()
    due = serializers.IntegerField(help_text="Less than nothing is to be paid back.")
    lines = LineShown(many=True)
