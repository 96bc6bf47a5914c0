"""Suspended matches, with everything needed to resume them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .identity import Identified
from .match import SIDE_CHOICES, Match
from .player import Player


class Suspension(Identified):
    """The state of a suspended match; the suspension ends at `resumed_at`, one at a time.

    Clocks are in seconds. `xgid` is the position, without the score at the start of a game; `cube_owner` is
    empty for a centred cube.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="suspensions")
    score_one = models.PositiveSmallIntegerField(_("score of side one"))
    score_two = models.PositiveSmallIntegerField(_("score of side two"))
    cube = models.PositiveIntegerField(_("cube"), default=1)
    cube_owner = models.CharField(_("owner of the cube"), max_length=3, blank=True, choices=SIDE_CHOICES)
    clock_one = models.PositiveIntegerField(_("clock of side one"), null=True, blank=True)
    clock_two = models.PositiveIntegerField(_("clock of side two"), null=True, blank=True)
    xgid = models.CharField(_("position (XGID)"), max_length=120, blank=True)
    note = models.CharField(_("note"), max_length=500, blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)
    by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    resumed_at = models.DateTimeField(_("resumed"), null=True, blank=True)
    resumed_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = _("suspension")
        verbose_name_plural = _("suspensions")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"],
                condition=Q(resumed_at=None),
                name="suspension_one_open_per_match",
                violation_error_message=_("This match is suspended already."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.score_one}-{self.score_two}"
