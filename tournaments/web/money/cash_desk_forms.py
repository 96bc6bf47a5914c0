"""Forms of the cash desk: fees, payments, cash boxes and prizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from tournaments.models import CashBox, Event, FeeKind, Means
from tournaments.models.ledger import LARGEST_AMOUNT
from tournaments.payouts import OWN, STRUCTURES, OwnPrizes, Payout, Structure
from tournaments.queries.money.amounts import amount_read, amount_typed, decimals_of
from tournaments.queries.money.ledger import SidePool
from tournaments.requests.money import (
    CashBoxRequest,
    FeeRequest,
    PaymentRequest,
    PayoutRequest,
    WaiverRequest,
)
from tournaments.requests.reception import DeskPaymentRequest
from tournaments.requests.tournaments import CurrencyRequest
from tournaments.web.frame.form_fields import field_of, offer
from tournaments.web.frame.numbers import decimal_words

_FLIGHTS = (
    pgettext_lazy("a flight of prizes", "main"),
    pgettext_lazy("a flight of prizes", "consolation"),
    pgettext_lazy("a flight of prizes", "last chance"),
)


# The choices of the form for prizes that the director types.
_OWN_AMOUNTS, _OWN_PERCENT = "own_amounts", "own_percent"


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
    is_optional = forms.BooleanField(label=_("Optional, as a side pool"), required=False)

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
                "Owed by every entrant with a place. More fees and side pools are on the money page."
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

    structure = forms.ChoiceField(label=_("Distribution"))
    own = forms.CharField(
        label=_("Your own prizes"),
        required=False,
        max_length=800,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocomplete": "off"}),
        help_text=_(
            "A line for each stage, the main one first, as in 200 100 50 50. Needed for own prizes alone."
        ),
    )
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
                (_OWN_AMOUNTS, _("my own amounts")),
                (_OWN_PERCENT, _("my own per cents of the pool")),
                *((code, _label(one, fitting)) for code, one in STRUCTURES.items()),
            ],
        )
        self.fields["structure"].required = False
        self.initial = {
            "structure": _choice_of(current) if current else fitting.code,
            "percent": payout.percent,
            "own": own_words(payout.own, currency),
        }
        self.currency = currency

    def clean(self) -> dict[str, Any]:
        """Read the own prizes where they are chosen, and refuse those typed beside another distribution."""
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("structure") in (_OWN_AMOUNTS, _OWN_PERCENT):
            is_amount = cleaned["structure"] == _OWN_AMOUNTS
            try:
                cleaned["own"] = own_read(cleaned.get("own", ""), self.currency if is_amount else "")
            except ValueError:
                self.add_error(
                    "own",
                    _(
                        "Type the prizes of each stage on a line of its own, the best place first, none less than the "
                        "next. Per cents are a hundred at most."
                    ),
                )
        elif cleaned.get("own") and "own" in self.changed_data:
            # They would be dropped without a word. Those that are stored may stay in the field.
            self.add_error(
                "own",
                _(
                    "Your own prizes count only with a distribution of your own. Choose amounts or per cents as the "
                    "distribution, or empty this field."
                ),
            )
        return cleaned

    @property
    def chosen(self) -> dict[str, object] | None:
        """Return the payout as plain values, or None for no prizes."""
        data = self.cleaned_data
        if not data["structure"]:
            return None
        is_own = isinstance(data["own"], OwnPrizes)
        return {
            "structure": OWN if is_own else data["structure"],
            "percent": data["percent"],
            "added": data["added"] or 0,
            "unit": data["unit"],
            **({"own": data["own"].to_dict()} if is_own else {}),
        }


def _choice_of(payout: Payout) -> str:
    """Return the choice of the form that stands for a payout."""
    if payout.own is None:
        return payout.structure
    return _OWN_AMOUNTS if payout.own.is_amount else _OWN_PERCENT


def own_words(own: OwnPrizes | None, currency: str) -> str:
    """Return the own prizes as they are typed, a line for each flight."""
    if own is None:
        return ""
    unit = currency if own.is_amount else ""
    return "\n".join(" ".join(amount_typed(prize, unit) for prize in flight) for flight in own.flights)


def own_read(text: str, currency: str) -> OwnPrizes:
    """Return the typed prizes: amounts in a currency, or per cents without one; raise ValueError for anything else."""
    flights = []
    for line in text.splitlines():
        words = [word.rstrip(",;%") for word in line.replace(";", " ").split()]
        prizes = [amount_read(word, currency) for word in words if word]
        if any(prize is None for prize in prizes):
            raise ValueError("own")
        if prizes:
            flights.append(tuple(prize for prize in prizes if prize is not None))
    return OwnPrizes(bool(currency), tuple(flights))


class OfferForm(forms.Form):
    """What each winner would get; a field left empty leaves its entrant out."""

    def __init__(
        self, data: Any = None, *, winners: Mapping[str, str], currency: str, prefix: str | None = None
    ) -> None:
        super().__init__(data, prefix=prefix)
        self.winners, self.currency = winners, currency
        for uid, name in winners.items():
            self.fields[f"amount_{uid}"] = AmountField(label=name, currency=currency, required=False)
        self.order_fields([f"amount_{uid}" for uid in winners])

    @property
    def amounts(self) -> dict[str, int]:
        """Return the amounts typed, by the uid of the entrant."""
        typed = {uid: self.cleaned_data[f"amount_{uid}"] for uid in self.winners}
        return {uid: amount for uid, amount in typed.items() if amount is not None}


class SplitForm(OfferForm):
    """What each winner gets by their agreement, which the director has from them or asks them for (`is_asked`)."""

    are_agreed = forms.BooleanField(
        label=_("They all agree"), help_text=_("Each of them is told, and can come to you if it is wrong.")
    )

    def __init__(
        self,
        data: Any = None,
        *,
        winners: Mapping[str, str],
        currency: str,
        is_asked: bool = False,
    ) -> None:
        super().__init__(data, winners=winners, currency=currency)
        self.is_asked = is_asked
        self.fields["are_agreed"].required = not is_asked


def payout_words(payout: Payout, currency: str) -> str:
    """Return how the prizes are made: the percentages of a structure, or the own prizes."""
    if payout.own is None:
        return structure_words(payout.places)
    flights = [line.replace(" ", " – ") for line in own_words(payout.own, currency).splitlines()]
    words = _between().join(flights)
    return f"{words}\u00a0{currency if payout.own.is_amount else '%'}"


def _between() -> str:
    return pgettext("between lists", "; ")


def structure_words(structure: Structure) -> str:
    """Return the percentages of a structure: `main 36.4, 18.2, 9.1, 9.1; consolation 18.2, 9.1`."""
    flights = []
    for number, factors in enumerate(structure.flights):
        name = _FLIGHTS[number] if number < len(_FLIGHTS) else _("flight %(number)s") % {"number": number + 1}
        parts = " – ".join(decimal_words(factor * 100 / structure.parts) for factor in factors)
        flights.append(f"{name} {parts}" if len(structure.flights) > 1 else parts)
    return _between().join(flights) + "\u00a0%"


def _label(structure: Structure, fitting: Structure) -> str:
    words = structure_words(structure)
    return f"{words} ({_('fits this event')})" if structure == fitting else words
