"""Disputes over results, their statements and rulings."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from .identity import Identified
from .match import Match
from .player import Player
from .report import Immutable, Report


class Dispute(Identified):
    """A contested report, closed by a ruling or an agreement; a match has one open dispute."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="disputes")
    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="disputes")
    counter_report = models.ForeignKey(
        Report, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    raised_by = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    reason = models.TextField(_("reason"), max_length=2000)
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    closed_at = models.DateTimeField(pgettext_lazy("a dispute", "closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("dispute")
        verbose_name_plural = _("disputes")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"],
                condition=Q(closed_at=None),
                name="dispute_one_open_per_match",
                violation_error_message=_("This match has an open dispute already."),
            ),
        ]

    def __str__(self) -> str:
        return self.uid

    @property
    def is_open(self) -> bool:
        """Whether the dispute has neither a ruling nor an agreement."""
        return self.closed_at is None


class Statement(Immutable):
    """A statement in a dispute, by a player or a director."""

    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, related_name="statements")
    by = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    text = models.TextField(_("statement"), max_length=2000)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("statement")
        verbose_name_plural = _("statements")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.text[:60]


class Ruling(Identified, Immutable):
    """A director's decision with its reason; a correction is a ruling without a dispute."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="rulings")
    dispute = models.ForeignKey(
        Dispute, null=True, blank=True, on_delete=models.PROTECT, related_name="rulings"
    )
    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="rulings")
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="rulings")
    reason = models.TextField(_("reason"), max_length=2000)
    clause = models.CharField(_("clause of the rules"), max_length=120, blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.reason[:60]
