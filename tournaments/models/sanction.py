"""Sanctions: the events that a federation recognises, with their class and weight."""

from __future__ import annotations

from decimal import Decimal

from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from matches.models import Identified

from .event import Event
from .federation import Federation


class SanctionState(models.TextChoices):
    """How far the sanction of an event is."""

    REQUESTED = "requested", pgettext_lazy("sanction", "requested")
    GRANTED = "granted", pgettext_lazy("sanction", "sanctioned")
    REFUSED = "refused", pgettext_lazy("sanction", "refused")
    WITHDRAWN = "withdrawn", pgettext_lazy("sanction", "withdrawn")


class Sanction(Identified):
    """The recognition of an event by a federation; an event may have one of each federation.

    `event_class` is the federation's own word for the level of the event; `weight` multiplies points, and 1 is
    the usual.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="sanctions")
    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="sanctions")
    state = models.CharField(
        _("state"), max_length=9, choices=SanctionState.choices, default=SanctionState.REQUESTED
    )
    event_class = models.CharField(
        _("class"),
        max_length=20,
        blank=True,
        validators=[
            RegexValidator(r"\A[\w][\w .+/-]*\Z", _("Letters, digits and blanks, as in Main or Cat. A."))
        ],
    )
    weight = models.DecimalField(
        _("weight"),
        max_digits=6,
        decimal_places=3,
        default=Decimal(1),
        validators=[MinValueValidator(Decimal(0)), MaxValueValidator(Decimal(100))],
    )
    requested_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering = ["pk"]
        indexes = [models.Index(fields=["federation", "state"], name="sanctions_by_state")]
        constraints = [
            models.UniqueConstraint(fields=["event", "federation"], name="sanction_once_per_federation"),
            models.CheckConstraint(
                condition=models.Q(weight__gte=0, weight__lte=100), name="sanction_weight_in_bounds"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} {self.federation_id}: {self.state}"
