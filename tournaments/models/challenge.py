"""Challenges in a ladder: one entrant asks another for a match."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified

from .entrant import Entrant
from .stage import Stage


class Challenge(Identified):
    """A challenge in a ladder; its `number` in the stage, from 1, is the round of its match.

    `due_at` is the deadline of the match; `expired_at` is when the ladder's options ended the challenge. A
    withdrawn challenge keeps its number.
    """

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="challenges")
    number = models.PositiveSmallIntegerField()
    challenger = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="challenges_made")
    challenged = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="challenges_met")
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    due_at = models.DateTimeField(_("to be played by"), null=True, blank=True)
    expired_at = models.DateTimeField(_("not played in time"), null=True, blank=True)
    taken_back_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True)

    class Meta:
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")
        ordering = ["stage_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="challenge_number_once"),
            models.CheckConstraint(
                condition=~Q(challenger=models.F("challenged")),
                name="challenge_another",
                violation_error_message=_("Nobody can challenge themselves."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage_id}/{self.number}"
