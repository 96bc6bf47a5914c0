"""Codes from a desk, by which a person claims the player whom the desk typed."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, Player

from .tournament import Tournament


class Claim(Identified):
    """A one-time code for a player without an account, and what became of it.

    Only a keyed hash of the code is stored. Once claimed, the player is merged into `account`, or is that account
    itself; `former` then has what the row was before. It holds until `undone_at`.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="claims")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="claims")
    hash = models.CharField(max_length=64, unique=True)
    # The address to which the code was mailed; empty for a code that the desk hands over.
    address = models.EmailField(blank=True)
    guardian_agrees = models.BooleanField(default=False)
    made_by = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(_("valid until"))
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)
    claimed_at = models.DateTimeField(_("claimed"), null=True, blank=True)
    account = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    former = models.JSONField(default=dict, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("claim of a player")
        verbose_name_plural = _("claims of players")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"],
                condition=Q(revoked_at=None, claimed_at=None),
                name="claim_code_once_per_player",
            ),
            models.UniqueConstraint(
                fields=["player"],
                condition=Q(claimed_at__isnull=False, undone_at=None),
                name="claim_in_force_once_per_player",
            ),
            models.CheckConstraint(
                condition=Q(claimed_at=None, account=None, undone_at=None)
                | Q(claimed_at__isnull=False, account__isnull=False, revoked_at=None),
                name="claim_has_one_end",
            ),
            models.CheckConstraint(
                condition=Q(undone_at=None) | Q(undone_at__gte=F("claimed_at")),
                name="claim_undone_after_claimed",
            ),
        ]

    def __str__(self) -> str:
        return f"claim {self.uid}"

    @property
    def is_open(self) -> bool:
        """Whether the code is still good: not used, revoked or expired."""
        return self.claimed_at is None and self.revoked_at is None and self.expires_at > timezone.now()

    @property
    def is_in_force(self) -> bool:
        """Whether the player was claimed, and that was not undone."""
        return self.claimed_at is not None and self.undone_at is None

    @property
    def is_merge(self) -> bool:
        """Whether the player was merged into an account of before, and did not become one."""
        return self.account_id is not None and self.account_id != self.player_id
