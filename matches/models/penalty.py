"""A director's changes to a match in progress: penalty points and match length."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .identity import Identified
from .match import LONGEST, SIDE_CHOICES, Match
from .player import Player


class Penalty(Identified):
    """Penalty points given to one side before a game, for the opponent's lateness or conduct (M5, P3).

    `before_game` counts from 0. The Crawford test uses the score after them. A
    penalty taken back is kept with `voided_at`.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="penalties")
    to = models.CharField(_("points go to"), max_length=3, choices=SIDE_CHOICES)
    points = models.PositiveSmallIntegerField(_("points"))
    before_game = models.PositiveSmallIntegerField(_("before game"), default=0)
    reason = models.CharField(_("reason"), max_length=500)
    by = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    voided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        ordering = ["before_game", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(points__gte=1),
                name="penalty_at_least_one_point",
                violation_error_message=_("A penalty is at least one point."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.points} > {self.to}"


class LengthChange(models.Model):
    """The match length from a game on; Crawford uses the length at the start of each game (M5a).

    A change taken back is kept with `voided_at`.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="length_changes")
    before_game = models.PositiveSmallIntegerField(_("before game"), default=0)
    length = models.PositiveSmallIntegerField(_("points to win"))
    reason = models.CharField(_("reason"), max_length=500)
    by = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    voided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("change of length")
        verbose_name_plural = _("changes of length")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(length__in=list(range(1, LONGEST + 1, 2))),
                name="changed_length_odd",
                violation_error_message=_("A match is to an odd number of points (M1)."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.length} from game {self.before_game}"
