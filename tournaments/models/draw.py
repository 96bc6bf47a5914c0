"""Draws: announcement, input and result, so that anybody can verify and repeat them."""

from __future__ import annotations

from functools import cached_property

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, Player

from .draw_input import DrawInput
from .stage import Stage


class Commitment(Identified):
    """The announcement of a draw: the SHA-256 of its input and of its secret seed.

    `text` is the hashed text (`queries.draws.draw_input`): one line with the input, then one with the secret.
    The secret is published by the draw, or by the withdrawal of the announcement, which keeps the row.
    """

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="commitments")
    digest = models.CharField(_("SHA-256"), max_length=64)
    text = models.TextField()
    secret = models.CharField(_("secret"), max_length=64)
    input = models.JSONField()
    by = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    revealed_at = models.DateTimeField(_("revealed"), null=True, blank=True)
    taken_back_reason = models.CharField(_("reason"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("announced draw")
        verbose_name_plural = _("announced draws")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage"],
                condition=models.Q(revealed_at=None),
                name="commitment_one_open_per_stage",
                violation_error_message=_("The draw of this stage is announced already."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage_id}: {self.digest}"

    @cached_property
    def basis(self) -> DrawInput:
        """Return the announced input of the draw, parsed from any version of `input`."""
        return DrawInput.from_dict(self.input)


class Draw(Identified):
    """One draw of a stage with its seed, its canonical input and its placement.

    `dice` were rolled in the hall and are part of the seed. With `is_by_hand` the lines were drawn with
    cards, and the seed decides only later pairings. A voided draw keeps its row, so that its seed stays
    public; there is one valid draw per stage and purpose.
    """

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="draws")
    purpose = models.CharField(max_length=20, default="placement")
    format = models.CharField(_("format"), max_length=40)
    format_version = models.PositiveSmallIntegerField(_("version of the format"))
    seed = models.CharField(_("seed"), max_length=64)
    commitment = models.OneToOneField(
        Commitment, null=True, blank=True, on_delete=models.PROTECT, related_name="draw"
    )
    dice = models.CharField(_("dice"), max_length=80, blank=True)
    is_by_hand = models.BooleanField(_("made by hand with cards"), default=False)
    input = models.JSONField()
    placement = models.JSONField()
    by = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    voided_at = models.DateTimeField(_("voided"), null=True, blank=True)
    voided_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    void_reason = models.CharField(_("reason"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("draw")
        verbose_name_plural = _("draws")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "purpose"],
                condition=models.Q(voided_at=None),
                name="draw_one_valid_per_stage",
                violation_error_message=_("This stage is drawn already."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage_id}: {self.seed}"

    @cached_property
    def basis(self) -> DrawInput:
        """Return the input of the draw, parsed from any version of `input`."""
        return DrawInput.from_dict(self.input)
