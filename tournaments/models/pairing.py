"""Pairings: a match or a bye in a round of a stage."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, Match, Ruling
from tournaments.formats import BEST_OF

from .draw import Draw
from .entrant import Entrant
from .stage import Stage


class Pairing(Identified):
    """One slot of one round. A bye has one seat and no match. A changed pairing is cancelled, never edited; that of
    two who meet as before moves to the slot, lot and time of a round paired again.

    `best_of` above 1 makes it a series: its match is won by whoever wins more than half of so many matches. `lot` decided what the rules left open; empty if the seed of the draw did. A cancelled pairing `is_set_aside` if a
    correction took it out of the stage: it comes back once the same two sit in its slot again. `decided_by` is the ruling
    by which `advances` goes on and `drops` takes the losers' way, whatever the result says; None stands for nobody.
    """

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="pairings")
    draw = models.ForeignKey(Draw, null=True, on_delete=models.PROTECT, related_name="pairings")
    round = models.PositiveSmallIntegerField(_("round"))
    slot = models.PositiveIntegerField(_("slot"))
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.PROTECT, related_name="pairing"
    )
    best_of = models.PositiveSmallIntegerField(_("matches at most"), default=1)
    lot = models.CharField(max_length=64, blank=True, editable=False)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    cancelled_at = models.DateTimeField(_("cancelled"), null=True, blank=True)
    is_set_aside = models.BooleanField(_("set aside"), default=False)
    decided_by = models.ForeignKey(Ruling, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    advances = models.ForeignKey(Entrant, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    drops = models.ForeignKey(Entrant, null=True, blank=True, on_delete=models.PROTECT, related_name="+")

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
            models.CheckConstraint(
                condition=Q(best_of__in=list(BEST_OF)),
                name="pairing_best_of_odd",
                violation_error_message=_("A series has an odd number of matches."),
            ),
            models.CheckConstraint(
                condition=Q(is_set_aside=False) | Q(cancelled_at__isnull=False),
                name="pairing_set_aside_is_cancelled",
                violation_error_message=_("Only a cancelled pairing is set aside."),
            ),
            models.CheckConstraint(
                condition=Q(decided_by__isnull=False, match__isnull=False)
                | Q(decided_by=None, advances=None, drops=None),
                name="pairing_decision_has_ruling",
                violation_error_message=_("A decision on a slot rests on a ruling about its match."),
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
