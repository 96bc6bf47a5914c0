"""Comparisons of two rating lists of a federation: everybody in both, and how both predict the same matches."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, Player

from .federation import Federation
from .rating_list import OfficialList, RatingList


class ListComparison(Identified):
    """Two lists side by side, kept up to date by a job; `official` is the official list of `other` that is meant.

    `number` says how far the feed was read, `inputs` what the lists were then, and `result` what came of it. `failure`
    is the code of the reason for which nothing was computed.
    """

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="comparisons")
    list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="comparisons")
    other = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="+")
    official = models.ForeignKey(
        OfficialList, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    by = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now, editable=False)
    done_at = models.DateTimeField(null=True, blank=True)
    failure = models.CharField(_("failure"), max_length=20, blank=True)
    number = models.PositiveBigIntegerField(default=0)
    inputs = models.CharField(max_length=200, blank=True)
    result: Any = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("comparison of lists")
        verbose_name_plural = _("comparisons of lists")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["list", "other"], condition=Q(official=None), name="list_comparison_once"
            ),
            models.UniqueConstraint(
                fields=["list", "official"],
                condition=Q(official__isnull=False),
                name="official_comparison_once",
            ),
            models.CheckConstraint(
                condition=Q(failure="") | Q(done_at__isnull=False), name="comparison_given_up_is_done"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.list_id}: {self.other_id}"

    @property
    def is_computed(self) -> bool:
        """Whether there is a result, of now or of before."""
        return bool(self.result)

    @property
    def is_under_way(self) -> bool:
        """Whether an answer to the last question is to come."""
        return self.done_at is None or self.done_at < self.asked_at


class ComparisonLine(models.Model):
    """A person of one or both lists of a comparison; who is not in a list has no rating there.

    The rows stand in the order of the greatest difference, then of the ratings. Ratings are billionths of a point.
    """

    comparison = models.ForeignKey(ListComparison, on_delete=models.CASCADE, related_name="lines")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    place = models.PositiveIntegerField(null=True)
    rating = models.BigIntegerField(null=True)
    other_place = models.PositiveIntegerField(null=True)
    other_rating = models.BigIntegerField(null=True)

    class Meta:
        verbose_name = _("line of a comparison")
        verbose_name_plural = _("lines of comparisons")
        ordering = ["comparison_id", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["comparison", "player"], name="comparison_line_once"),
            models.CheckConstraint(
                condition=Q(rating__isnull=False) | Q(other_rating__isnull=False),
                name="comparison_line_of_a_list",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.comparison_id}: {self.player_id}"
