"""Analyses of game records by an engine, stored game by game."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import GameRecord


class RecordAnalysis(models.Model):
    """The analysis of one record; `done_at` is when it was completed or failed.

    `games` has an entry for each analysed game, in the order of the file: `one` and `two`, the totals of the
    sides, and `mistakes`. `failure` is the code of an `EngineRefusal`, empty if there is none.
    """

    record = models.OneToOneField(GameRecord, on_delete=models.PROTECT, related_name="analysis")
    asked_at = models.DateTimeField(default=timezone.now, editable=False)
    done_at = models.DateTimeField(null=True, blank=True)
    engine = models.CharField(_("engine"), max_length=60, blank=True)
    plies = models.PositiveSmallIntegerField(_("plies"), default=0)
    games = models.JSONField(default=list, blank=True)
    failure = models.CharField(_("failure"), max_length=20, blank=True)

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(failure="") | Q(done_at__isnull=False), name="analysis_given_up_is_done"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.record_id}: {self.failure or len(self.games)}"


def analysis_of(record: GameRecord) -> RecordAnalysis | None:
    """Return the analysis of a record, if any; no query if it was selected with the record."""
    analysis: Any = getattr(record, "analysis", None)
    return analysis if isinstance(analysis, RecordAnalysis) else None
