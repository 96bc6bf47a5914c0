"""An event: one division or side event with its own entrants."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from matches.models import Identified

from .tournament import Tournament, days_of_our_time


class Registration(models.TextChoices):
    """Whether an event takes entrants."""

    CLOSED = "closed", pgettext_lazy("registration for an event", "closed")
    DESK = "desk", _("at the desk only")
    OPEN = "open", _("open to players")


class Event(Identified):
    """One competition of a tournament, with its own entrants.

    `capacity` is the largest number of entrants, nothing for no limit; who
    comes after that waits as an alternate.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="events")
    name = models.CharField(_("name"), max_length=120)
    order = models.PositiveSmallIntegerField(default=0)
    registration = models.CharField(
        _("registration"), max_length=6, choices=Registration.choices, default=Registration.DESK
    )
    capacity = models.PositiveIntegerField(
        _("places"), null=True, blank=True, validators=[MinValueValidator(2), MaxValueValidator(1024)]
    )
    grace_minutes = models.PositiveSmallIntegerField(
        _("minutes to confirm a result"),
        default=10,
        help_text=_("A winner's report counts when nobody objects within this time."),
    )
    starts_at = models.DateTimeField(_("starts"), null=True, blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["tournament_id", "order", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(capacity=None) | models.Q(capacity__gte=2),
                name="event_two_places",
                violation_error_message=_("An event has at least two places."),
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="event_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Check the start."""
        days_of_our_time(self, "starts_at")
