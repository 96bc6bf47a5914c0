"""The lots of rounds: a hash chain announced with the draw, one link per act of pairing."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Immutable

from .draw import Draw


class LotChain(models.Model):
    """A hash chain: its `anchor` is public from the start, its `root` after the chain's last use.

    Link n is the root hashed `length - n` times, so that a link does not reveal the next one and is verified
    by the previous one. A draw gets another chain when one is used up, or is revealed before the stage is
    over.
    """

    draw = models.ForeignKey(Draw, on_delete=models.PROTECT, related_name="chains")
    number = models.PositiveSmallIntegerField(default=1)
    anchor = models.CharField("SHA-256", max_length=64)
    root = models.CharField(_("secret"), max_length=64)
    length = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now, editable=False)
    revealed_at = models.DateTimeField(_("revealed"), null=True, blank=True)

    class Meta:
        verbose_name = _("chain of lots")
        verbose_name_plural = _("chains of lots")
        ordering = ["draw_id", "number"]
        constraints = [models.UniqueConstraint(fields=["draw", "number"], name="chain_once_per_draw")]

    def __str__(self) -> str:
        return f"{self.draw_id}: {self.anchor}"


class Lot(Immutable):
    """A used link of the chain; the `lot` is derived from it and the digest of the input."""

    chain = models.ForeignKey(LotChain, on_delete=models.PROTECT, related_name="lots")
    number = models.PositiveIntegerField()
    link = models.CharField(max_length=64)
    input_digest = models.CharField(max_length=64)
    lot = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("lot")
        verbose_name_plural = _("lots")
        ordering = ["chain_id", "number"]
        constraints = [models.UniqueConstraint(fields=["chain", "number"], name="lot_once_per_link")]

    def __str__(self) -> str:
        return f"{self.chain_id}/{self.number}"
