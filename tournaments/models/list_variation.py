"""Variations of rating lists: what other rules or another formula would make of the same results, for a time."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, Player

from .federation import Federation
from .rating_list import RatingList


class ListVariation(Identified):
    """A list computed in another way beside the present one; it is deleted after some weeks.

    `terms` say what is other, `number` how far the feed was read, and `result` how well both lists predict. `failure`
    is the code of the reason for which nothing was computed.
    """

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="variations")
    list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="variations")
    by = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    done_at = models.DateTimeField(null=True, blank=True)
    failure = models.CharField(_("failure"), max_length=20, blank=True)
    number = models.PositiveBigIntegerField(default=0)
    terms: Any = models.JSONField(default=dict)
    result: Any = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("variation of a list")
        verbose_name_plural = _("variations of lists")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["federation"], condition=Q(done_at=None), name="variation_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(failure="") | Q(done_at__isnull=False), name="variation_given_up_is_done"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.list_id}: {self.uid}"

    @property
    def is_computed(self) -> bool:
        """Whether there is a result."""
        return self.done_at is not None and not self.failure


class VariationMove(models.Model):
    """A person in the list as it is and in a variation of it, in the order of the variation.

    Ratings are billionths of a point. Who has no place has none for the same reasons as in an official list.
    """

    variation = models.ForeignKey(ListVariation, on_delete=models.CASCADE, related_name="moves")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    place = models.PositiveIntegerField(null=True)
    rating = models.BigIntegerField()
    matches = models.PositiveIntegerField()
    other_place = models.PositiveIntegerField(null=True)
    other_rating = models.BigIntegerField()
    other_matches = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("move in a variation")
        verbose_name_plural = _("moves in variations")
        ordering = ["variation_id", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["variation", "player"], name="variation_move_once"),
        ]

    def __str__(self) -> str:
        return f"{self.variation_id}: {self.player_id}"

    @property
    def change(self) -> int | None:
        """What the variation adds to the rating; None for a player without a match in one of the two lists."""
        return self.other_rating - self.rating if self.matches and self.other_matches else None
