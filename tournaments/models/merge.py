"""Merges of players, and pairs of players that are known to be different people."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, Player

from .federation import Federation


class Merge(Identified):
    """The merge of a duplicate `player` into the player that goes on; it ends at `undone_at`.

    `Player.merged_into` follows from the merges that are in force (`actions.federations.merging`).
    """

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="merges")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="merges")
    into = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    undone_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("merge of players")
        verbose_name_plural = _("merges of players")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=Q(undone_at=None), name="merge_once_per_player"
            ),
            models.CheckConstraint(condition=~Q(player=F("into")), name="merge_of_two_players"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} into {self.into_id}"


class NoDuplicate(Identified):
    """Two players who are different people, so that nobody proposes again to merge them; `one` has the lower key."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="no_duplicates")
    one = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    two = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = _("pair of different people")
        verbose_name_plural = _("pairs of different people")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["federation", "one", "two"], name="no_duplicate_once"),
            models.CheckConstraint(condition=Q(one__lt=F("two")), name="no_duplicate_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} is not {self.two_id}"
