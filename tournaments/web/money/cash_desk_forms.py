"""Forms of the cash desk: fees, payments, cash boxes and prizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import CashBox, Event, FeeKind, Means
from tournaments.models.ledger import LARGEST_AMOUNT
from tournaments.payouts import STRUCTURES, Payout, Structure
from tournaments.queries.money.ledger import SidePool
from tournaments.requests.frame import CurrencyRequest
from tournaments.requests.money import (
    CashBoxRequest,
    FeeRequest,
    PaymentRequest,
    PayoutRequest,
    WaiverRequest,
)
from tournaments.requests.reception import DeskPaymentRequest
from tournaments.web.frame.form_choices import offer
from tournaments.web.frame.form_fields import field_of
from tournaments.web.frame.numbers import decimal_words
from tournaments.web.wording.money import amount_read, amount_typed, decimals_of

_FLIGHTS = (
    pgettext_lazy("a flight of prizes", "main"),
    pgettext_lazy("a flight of prizes", "consolation"),
    pgettext_lazy("a flight of prizes", "last chance"),
)


class AmountField(forms.CharField):
    """An amount of money in the reader's format, cleaned to the smallest unit."""

    def __init__(self, *, currency: str, least: int = 0, **kwargs: Any) -> None:
        self.currency, self.least = currency, least
        kwargs.setdefault("widget", forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}))
        super().__init__(max_length=24, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Return an integer amount in the reader's format; return typed text unchanged."""
        return amount_typed(value, self.currency) if isinstance(value, int) else value

    def clean(self, value: Any) -> int | None:
        """Return the amount in the smallest unit, or None if empty."""
        text = super().clean(value)
        if not text:
            return None
        amount = amount_read(text, self.currency)
        if amount is None or not self.least <= amount <= LARGEST_AMOUNT:
            example = amount_typed(25 * 10 ** decimals_of(self.currency) // 2, self.currency)
            words = _("This is no amount in %(currency)s. Type it as in %(example)s.")
            raise ValidationError(
                words, code="invalid", params={"currency": self.currency, "example": example}
            )
        return amount


class FeeForm(forms.Form):
    """A form for a fee of an event."""

    kind = field_of(FeeRequest, "kind", label=_("Kind"), initial=FeeKind.ENTRY)
    name = field_of(
        FeeRequest,
        "name",
        label=_("Name"),
        help_text=_("To tell several of a kind apart, as in Pool 20. The same kind and name replaces a fee."),
    )
    is_optional = forms.BooleanField(label=_("Whoever wants chooses it, as a side pool"), required=False)

    def __init__(self, data: Any = None, *, currency: str) -> None:
        super().__init__(data)
        self.fields["amount"] = AmountField(label=_("Amount"), currency=currency)
        self.order_fields(["kind", "amount", "name", "is_optional"])


class EntryFeeForm(forms.Form):
    """A form for the entry fee of a new event."""

    def __init__(self, data: Any = None, *, currency: str) -> None:
        super().__init__(data)
        self.fields["entry_fee"] = AmountField(
            label=_("Entry fee in %(currency)s") % {"currency": currency},
            currency=currency,
            required=False,
            help_text=_(
                "Whoever has a place owes it. More fees and side pools are on the page of the money."
            ),
        )

    @property
    def entry_fee(self) -> int:
        """Return the fee in the smallest unit, or 0 if empty."""
        amount: int | None = self.cleaned_data["entry_fee"]
        return amount or 0


class PaymentForm(forms.Form):
    """A form for a payment or refund: amount, means and cash box."""

    means = field_of(PaymentRequest, "means", label=_("How"), initial=Means.CASH, required=True)
    box = forms.ChoiceField(label=_("Cash box"), required=False)
    note = field_of(PaymentRequest, "note", label=_("Note"))
    due_seen = field_of(DeskPaymentRequest, "due_seen")

    def __init__(self, data: Any = None, *, currency: str, boxes: Sequence[CashBox], due: int = 0) -> None:
        super().__init__(data)
        self.boxes = {box.uid: box for box in boxes}
        self.fields["amount"] = AmountField(
            label=_("Amount"), currency=currency, least=1, initial=abs(due) or None
        )
        offer(self, "box", [(box.uid, box.name) for box in boxes] or [("", _("a new one called Desk"))])
        self.order_fields(["amount", "means", "box", "note"])

    @property
    def given(self) -> dict[str, Any]:
        """Return the keyword arguments of the action."""
        data = self.cleaned_data
        box = self.boxes.get(data["box"]) if data["means"] == Means.CASH else None
        values = {name: data[name] for name in ("amount", "means", "note", "due_seen")}
        return {**values, "box": box}


class PrizeForm(PaymentForm):
    """A form for a single prize payment from the prizes or from a side pool."""

    pool = forms.ChoiceField(label=_("Out of"), required=False)

    def __init__(
        self,
        data: Any = None,
        *,
        currency: str,
        boxes: Sequence[CashBox],
        pools: Sequence[SidePool],
        due: int = 0,
    ) -> None:
        super().__init__(data, currency=currency, boxes=boxes, due=due)
        self.pools = {pool.fee.uid: pool.fee for pool in pools}
        offer(self, "pool", [("", _("the prizes")), *((uid, str(fee)) for uid, fee in self.pools.items())])
        self.fields["note"].label = _("Reason")
        self.fields["note"].help_text = _("Needed for more than is left, as for a final that was split.")
        self.auto_id = "prize_%s"
        self.order_fields(["amount", "pool", "means", "box", "note"])

    @property
    def given(self) -> dict[str, Any]:
        """Return the keyword arguments of the action."""
        values = {name: value for name, value in super().given.items() if name != "due_seen"}
        return {**values, "pool": self.pools.get(self.cleaned_data["pool"])}


class WaiverForm(forms.Form):
    """A form for the reason of waiving an entrant's fee."""

    reason = field_of(WaiverRequest, "reason", label=_("Reason"), help_text=_("It is kept with the line."))


class BoxForm(forms.Form):
    """A form for the name of a new cash box."""

    name = field_of(CashBoxRequest, "name", label=_("Name of the box"))


class CurrencyForm(forms.Form):
    """A form for the currency of a tournament."""

    currency = field_of(
        CurrencyRequest,
        "currency",
        label=_("Currency"),
        help_text=_("Three letters, as in EUR. It stays once there is an amount."),
        widget=forms.TextInput(attrs={"autocapitalize": "characters", "spellcheck": "false"}),
    )


class PayoutForm(forms.Form):
    """A form for the payout of an event: structure, percentage, added money and unit."""

    structure = forms.ChoiceField(label=_("Who gets how much"))
    percent = field_of(
        PayoutRequest, "percent", label=_("Per cent of the entry fees that are played for"), required=True
    )

    def __init__(self, data: Any = None, *, event: Event, fitting: Structure) -> None:
        super().__init__(data)
        currency = event.tournament.currency
        current = Payout.from_dict(event.payout) if event.payout is not None else None
        payout = current or Payout(fitting.code, unit=10 ** decimals_of(currency))
        self.fields["added"] = AmountField(
            label=_("Added by the organiser"), currency=currency, initial=payout.added, required=False
        )
        self.fields["unit"] = AmountField(
            label=_("Prizes are multiples of"), currency=currency, least=1, initial=payout.unit
        )
        offer(
            self,
            "structure",
            [
                ("", _("no prizes")),
                *((code, _label(one, fitting)) for code, one in STRUCTURES.items()),
            ],
        )
        self.fields["structure"].required = False
        self.initial = {
            "structure": current.structure if current else fitting.code,
            "percent": payout.percent,
        }

    @property
    def chosen(self) -> dict[str, object] | None:
        """Return the payout as plain values, or None for no prizes."""
        data = self.cleaned_data
        if not data["structure"]:
            return None
        return {
            "structure": data["structure"],
            "percent": data["percent"],
            "added": data["added"] or 0,
            "unit": data["unit"],
        }


def structure_words(structure: Structure) -> str:
    """Return the percentages of a structure: `main 36.4, 18.2, 9.1, 9.1; consolation 18.2, 9.1`."""
    flights = []
    for number, factors in enumerate(structure.flights):
        name = _FLIGHTS[number] if number < len(_FLIGHTS) else _("flight %(number)s") % {"number": number + 1}
        parts = " – ".join(decimal_words(factor * 100 / structure.parts) for factor in factors)
        flights.append(f"{name} {parts}" if len(structure.flights) > 1 else parts)
    return "; ".join(flights) + "\u00a0%"


def _label(structure: Structure, fitting: Structure) -> str:
    words = structure_words(structure)
    return f"{words} ({_('fits this event')})" if structure == fitting else words
