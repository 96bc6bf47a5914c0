"""Steps that officers have put away."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Player

from .tournament import Tournament


class StepMark(models.Model):
    """A step of the list of what is next that one officer has put away, until its number is more than it was then."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    step = models.CharField(max_length=80)
    number = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("step put away")
        verbose_name_plural = _("steps put away")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player", "step"], name="step_mark_once"),
        ]

    def __str__(self) -> str:
        return self.step
