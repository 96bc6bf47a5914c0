"""How certain the ratings of a list are: derived beside the live ratings, by a run of Glicko-2 over the same matches."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.models import Player

from .rating_list import RatingList


class ListDeviation(models.Model):
    """Glicko-2 of a person of a list: rating and deviation in units of 0.00001, volatility in units of 0.0000001.

    It is computed with the list. The rating is on a scale of its own, which is not that of the list.
    """

    list = models.ForeignKey(
        RatingList, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    rating = models.BigIntegerField()
    deviation = models.BigIntegerField()
    volatility = models.BigIntegerField()

    class Meta:
        verbose_name = _("deviation of a rating")
        verbose_name_plural = _("deviations of ratings")
        ordering = ["list_id", "player_id"]
        constraints = [models.UniqueConstraint(fields=["list", "player"], name="list_deviation_once")]

    def __str__(self) -> str:
        return f"{self.list_id}: {self.player_id}"
