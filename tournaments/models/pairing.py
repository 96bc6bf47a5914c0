"""Pairings: a match or a bye in a round of a stage."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, Match

from .draw import Draw
from .entrant import Entrant
from .stage import Stage


class Pairing(Identified):
    """One slot of one round. A bye has one seat and no match. A changed pairing is cancelled, never edited.

    `lot` decided what the rules left open; empty if the seed of the draw did.
    """

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="pairings")
    draw = models.ForeignKey(Draw, null=True, on_delete=models.PROTECT, related_name="pairings")
    round = models.PositiveSmallIntegerField(_("round"))
    slot = models.PositiveIntegerField(_("slot"))
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.PROTECT, related_name="pairing"
    )
    lot = models.CharField(max_length=64, blank=True, editable=False)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    cancelled_at = models.DateTimeField(_("cancelled"), null=True, blank=True)

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        ordering = ["stage_id", "round", "slot", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "round", "slot"],
                condition=Q(cancelled_at=None),
                name="pairing_once_per_slot",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage_id}/{self.round}/{self.slot}"

    @property
    def is_bye(self) -> bool:
        """Whether the pairing is a bye: its only entrant advances without playing."""
        return self.match_id is None


class Seat(models.Model):
    """The place of an entrant in a pairing, cancelled together with the pairing."""

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="seats")
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="seats")
    round = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="seats")
    side = models.CharField(max_length=3, choices=[("one", _("side one")), ("two", _("side two"))])
    cancelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["pairing_id", "side"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "round", "entrant"],
                condition=Q(cancelled_at=None),
                name="seat_once_per_round",
                violation_error_message=_("An entrant sits once in a round."),
            ),
            models.UniqueConstraint(fields=["pairing", "side"], name="seat_once_per_side"),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}/{self.side}: {self.entrant_id}"
