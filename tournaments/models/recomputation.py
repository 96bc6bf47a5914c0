"""Computations of a list that changed what it had counted before, with everybody who moved by one."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from matches.models import Identified

from .rating_list import RatingList


class MoveCause(models.TextChoices):
    """Why a list changed what it had counted before."""

    CORRECTION = "correction", pgettext_lazy("list", "a result was corrected")
    LATE = "late", pgettext_lazy("list", "a late result came in")
    MERGE = "merge", pgettext_lazy("list", "two entries became one person")
    UNMERGE = "unmerge", pgettext_lazy("list", "a merge was undone")
    VERDICTS = "verdicts", pgettext_lazy("list", "other matches count")
    PUBLISHED = "published", pgettext_lazy("list", "late results count since an official list")
    RULES = "rules", pgettext_lazy("list", "new rules or settings")


class Recomputation(Identified):
    """A computation that moved a player by other means than a new result; the last ones of a list are kept.

    `causes` counts what led to it by code. `moved` people moved by a shown point or more, `touched` by anything at all.
    `moves` packs three numbers for each of them who is told: the key of a person, the rating before and after, in billionths,
    or -1 for somebody who is not in the list. What new results of a person changed is in neither.
    """

    list = models.ForeignKey(
        RatingList, on_delete=models.PROTECT, related_name="recomputations", db_index=False
    )
    number = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now)
    causes: Any = models.JSONField()
    moved = models.PositiveIntegerField()
    touched = models.PositiveIntegerField()
    moves = models.BinaryField()

    class Meta:
        verbose_name = _("recomputation of a list")
        verbose_name_plural = _("recomputations of lists")
        ordering = ["list_id", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["list", "number"], name="recomputation_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.list_id}: {self.number}"

    @property
    def cause(self) -> MoveCause:
        """The cause that is told: the first of those there are, in the order of their declaration."""
        return next(cause for cause in MoveCause if cause in self.causes)
