"""Sides of matches: one player, a doubles pair or a consulting team."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from .identity import Identified
from .names import check_name
from .player import Player
from .publicity import shown


class Side(Identified):
    """A side of matches. Its members never change: a substitution creates a new side.

    `name` is the name for the active audience: what a page shows is the public name unless its visitor may read the
    full one. Actions compare and store `full_name`.
    """

    full_name = models.CharField(_("name"), max_length=250, validators=[check_name], db_column="name")
    # Derived of the choices of its players; empty where it is the full name.
    public_name = models.CharField(max_length=250, blank=True, default="", editable=False)
    players = models.ManyToManyField(Player, through="SideMember", related_name="sides")

    class Meta:
        verbose_name = _("side")
        verbose_name_plural = _("sides")

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The name for the active audience."""
        return shown(self.full_name, self.public_name)


class SideMember(models.Model):
    """A player's membership in a side."""

    side = models.ForeignKey(Side, on_delete=models.PROTECT, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="memberships")
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["side_id", "order"]
        constraints = [
            models.UniqueConstraint(fields=["side", "player"], name="player_once_in_side"),
            models.UniqueConstraint(fields=["side", "order"], name="place_once_in_side"),
        ]

    def __str__(self) -> str:
        return f"{self.side_id}:{self.player_id}"
