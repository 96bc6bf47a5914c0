"""Merges of players, and pairs of players that are known to be different people."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, Player

from .federation import Federation
from .membership import Member
from .tournament import Tournament


class Merge(Identified):
    """The merge of a duplicate `player` into the player that goes on; it ends at `undone_at`.

    `keeps` is the number that goes on where both had one. `Player.merged_into` and `Member.is_former` follow from the
    merges in force (`actions.people.merges`).
    """

    is_waiting: ClassVar[bool] = False

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="merges")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="merges")
    into = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    keeps = models.ForeignKey(Member, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
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


class MergeProposal(Identified):
    """A merge to which somebody has still to agree; until `ended_at`, when it was made, declined or withdrawn."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="merge_proposals")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    into = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    keeps = models.ForeignKey(Member, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True, editable=False)
    merge = models.OneToOneField(
        Merge, null=True, blank=True, on_delete=models.PROTECT, related_name="proposal"
    )

    class Meta:
        verbose_name = _("proposal of a merge")
        verbose_name_plural = _("proposals of merges")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["federation", "player"], condition=Q(ended_at=None), name="merge_proposed_once"
            ),
            models.CheckConstraint(condition=~Q(player=F("into")), name="merge_proposed_of_two_players"),
            models.CheckConstraint(
                condition=Q(merge=None) | Q(ended_at__isnull=False), name="merge_proposal_ends_with_merge"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} into {self.into_id}"

    @property
    def is_waiting(self) -> bool:
        """Whether somebody has still to agree."""
        return self.ended_at is None

    @property
    def undone_at(self) -> None:
        """Nothing was done yet, so nothing is undone."""


class MergeAgreement(Identified):
    """Somebody agreed to a merge: a director for a tournament, or without one the person with the account."""

    proposal = models.ForeignKey(MergeProposal, on_delete=models.PROTECT, related_name="agreements")
    tournament = models.ForeignKey(Tournament, null=True, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("agreement to a merge")
        verbose_name_plural = _("agreements to merges")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["proposal", "tournament"], name="merge_agreed_once_per_tournament"
            ),
            models.UniqueConstraint(
                fields=["proposal"], condition=Q(tournament=None), name="merge_agreed_once_by_account"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} to {self.proposal_id}"


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
