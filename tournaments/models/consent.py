"""Consents: who agreed to which text on privacy, when, and until when."""

from __future__ import annotations

from datetime import date

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, Player

from .tournament import Tournament

# The text of the page on privacy that is agreed to now. Whoever changes what it says raises the number and the day.
PRIVACY_TEXT = 2
PRIVACY_TEXT_DAY = date(2026, 11, 27)


class ConsentPlace(models.TextChoices):
    """Where a person agreed."""

    ACCOUNT = "account", _("while making the account")
    ENTRY = "entry", _("while registering by a link")
    CLAIM = "claim", _("while taking over what a desk had typed")
    LATER = "later", _("on the page of consents")


class Consent(Identified):
    """That a person agreed to be shown as the text on privacy says, and until when.

    `tournament` is the one whose log proves it; None where the person agreed without one. A withdrawn row stays, because it
    shows what held when.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="consents")
    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    place = models.CharField(max_length=8, choices=ConsentPlace.choices)
    text_version = models.PositiveSmallIntegerField(default=PRIVACY_TEXT)
    by_guardian = models.BooleanField(default=False)
    given_at = models.DateTimeField(default=timezone.now, editable=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("consent")
        verbose_name_plural = _("consents")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "text_version"],
                condition=Q(withdrawn_at=None),
                name="consent_in_force_once",
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at=None) | Q(withdrawn_at__gte=F("given_at")),
                name="consent_withdrawn_after_given",
            ),
        ]

    def __str__(self) -> str:
        return f"consent {self.uid}"

    @property
    def is_in_force(self) -> bool:
        """Whether the person has not withdrawn it."""
        return self.withdrawn_at is None

    @property
    def is_of_present_text(self) -> bool:
        """Whether it is about the text that is on the page now."""
        return self.text_version == PRIVACY_TEXT
