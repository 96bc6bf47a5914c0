"""The one tree over the heads of all logs, to which rows are only added, and its signed heads."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, Immutable


class TreeLeaf(Immutable):
    """A leaf: the entry that was the head of a log, by its hash. `number` counts all leaves from 0 without gaps.

    `log` is the uid of a tournament or a federation.
    """

    number = models.PositiveBigIntegerField(primary_key=True)
    log = models.CharField(max_length=20)
    seq = models.PositiveBigIntegerField()
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("leaf of the tree of logs")
        verbose_name_plural = _("leaves of the tree of logs")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["log", "seq"], name="tree_leaf_once")]

    def __str__(self) -> str:
        return f"{self.number}: {self.log} {self.seq}"


class TreeNode(Immutable):
    """The hash over 2 to the power of `level` leaves, of which the first is leaf `place` times that number."""

    level = models.PositiveSmallIntegerField()
    place = models.PositiveBigIntegerField()
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["level", "place"]
        constraints = [models.UniqueConstraint(fields=["level", "place"], name="tree_node_once")]

    def __str__(self) -> str:
        return f"{self.level}/{self.place}"


class TreeHead(Identified, Immutable):
    """A checkpoint: the root over the first `size` leaves, as it was signed and published.

    `note` is the signed text (`tournaments.proof.tree`), `key` the public key in base64.
    """

    size = models.PositiveBigIntegerField()
    root = models.CharField(max_length=64)
    at = models.DateTimeField()
    note = models.TextField()
    key = models.CharField(max_length=44)

    class Meta:
        verbose_name = _("checkpoint of the logs")
        verbose_name_plural = _("checkpoints of the logs")
        ordering = ["-pk"]
        indexes = [models.Index(fields=["size"], name="tree_head_size")]

    def __str__(self) -> str:
        return f"{self.size}: {self.root[:16]}"
