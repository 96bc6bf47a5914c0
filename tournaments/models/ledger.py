"""The money of a tournament: fees, cash boxes and ledger lines."""

from __future__ import annotations

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, Immutable, Player

from .entrant import Entrant
from .event import Event
from .tournament import Tournament

# The maximum amount, which catches typing errors and keeps sums within 64 bits.
LARGEST_AMOUNT = 1_000_000_000


class FeeKind(models.TextChoices):
    """The kind of a fee; entry fees and side pools go into prizes, the others to the organizer."""

    REGISTRATION = "registration", _("registration fee")
    ENTRY = "entry", _("entry fee")
    SIDE_POOL = "side_pool", _("side pool")
    LATE = "late", _("late fee")
    REENTRY = "reentry", _("re-entry")


class Fee(Identified):
    """A fee of an event, in the minor unit of the tournament's currency.

    `is_optional` marks a side pool that entrants may decline. An ended fee is kept with `ended_at`.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="fees")
    kind = models.CharField(_("kind"), max_length=12, choices=FeeKind.choices)
    name = models.CharField(_("name"), max_length=60, blank=True)
    amount = models.PositiveBigIntegerField(_("amount"), validators=[MaxValueValidator(LARGEST_AMOUNT)])
    is_optional = models.BooleanField(_("optional"), default=False)
    order = models.PositiveSmallIntegerField(default=0)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("fee")
        verbose_name_plural = _("fees")
        ordering = ["event_id", "order", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "kind", "name"], condition=Q(ended_at=None), name="fee_once_per_event"
            ),
        ]

    def __str__(self) -> str:
        return self.name or str(self.get_kind_display())


class CashBox(Identified):
    """A cash box at a desk."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="cash_boxes")
    name = models.CharField(_("name"), max_length=40)

    class Meta:
        verbose_name = _("cash box")
        verbose_name_plural = _("cash boxes")
        ordering = ["tournament_id", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="cash_box_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class LineKind(models.TextChoices):
    """The kind of a ledger line: charge, waiver, payment, refund or prize."""

    CHARGE = "charge", _("owed")
    WAIVER = "waiver", _("waived")
    PAYMENT = "payment", _("paid")
    REFUND = "refund", _("paid back")
    PRIZE = "prize", _("prize paid out")


class Means(models.TextChoices):
    """The means of a payment."""

    CASH = "cash", _("cash")
    CARD = "card", _("card")
    TRANSFER = "transfer", _("bank transfer")
    ENTRY = "entry", _("entry paid by a qualifier")


AT_THE_DESK = tuple(choice for choice in Means.choices if choice[0] != Means.ENTRY)
"""The means by which money changes hands; an entry that is a prize changes none."""


class LedgerLine(Identified, Immutable):
    """An immutable line of the ledger; a wrong line is reversed by another one (`reverses`).

    `amount` is positive, in the minor unit of the tournament's currency; the kind determines its direction. A
    reversal has the kind and amount of the reversed line. Payments, refunds and prizes have their means, and
    cash has its box. The payment of an entry that is a prize of another event is `paid_from` the line of that
    prize, and both have the means `entry`.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="ledger")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="ledger")
    fee = models.ForeignKey(Fee, null=True, blank=True, on_delete=models.PROTECT, related_name="lines")
    kind = models.CharField(_("kind"), max_length=8, choices=LineKind.choices)
    amount = models.PositiveBigIntegerField(_("amount"), validators=[MaxValueValidator(LARGEST_AMOUNT)])
    means = models.CharField(_("means"), max_length=8, blank=True, choices=Means.choices)
    box = models.ForeignKey(CashBox, null=True, blank=True, on_delete=models.PROTECT, related_name="lines")
    reverses = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="reversed_by"
    )
    paid_from = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="pays"
    )
    note = models.CharField(_("note"), max_length=200, blank=True)
    by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("line of the ledger")
        verbose_name_plural = _("ledger")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(amount__gte=1, amount__lte=LARGEST_AMOUNT),
                name="ledger_amount_more_than_nothing",
                violation_error_message=_("An amount is more than nothing."),
            ),
            models.CheckConstraint(
                condition=(
                    Q(kind__in=["charge", "waiver"], means="")
                    | ~Q(kind__in=["charge", "waiver"]) & ~Q(means="")
                ),
                name="ledger_money_has_means",
            ),
            models.CheckConstraint(
                condition=(Q(means="cash", box__isnull=False) | ~Q(means="cash") & Q(box=None)),
                name="ledger_cash_lies_in_a_box",
                violation_error_message=_("Cash is booked to a box, and nothing else is."),
            ),
            models.CheckConstraint(
                condition=(
                    Q(kind="payment", means="entry", reverses=None, paid_from__isnull=False)
                    | ~Q(kind="payment", means="entry", reverses=None) & Q(paid_from=None)
                ),
                name="ledger_entries_are_paid_from_prizes",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.amount}"
