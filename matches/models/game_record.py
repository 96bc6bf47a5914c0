"""Game records as uploaded: the file and the findings of its check."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .identity import Identified
from .match import Match
from .player import Player

# The largest record accepted, in bytes: a 25-point match takes about 24 kB.
LARGEST_RECORD = 1024 * 1024


class Verdict(models.TextChoices):
    """The verdict of a record's check; empty while the check is pending."""

    CLEAN = "clean", _("clean")
    PROBLEMS = "problems", _("problems")
    INCOMPLETE = "incomplete", _("incomplete")
    UNREADABLE = "unreadable", _("unreadable")
    FAILED = "failed", _("not checked")


class GameRecord(Identified):
    """An uploaded file with its SHA-256, which is unique per match.

    `players_swapped` says that the file's first player is side two. `findings`
    holds codes and data only: `games`, `problems`, `players`, `length`, `score`,
    `winner`.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="records")
    uploaded_by = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    uploaded_at = models.DateTimeField(default=timezone.now, editable=False)
    file_name = models.CharField(_("file name"), max_length=200)
    data = models.BinaryField()
    size = models.PositiveIntegerField(_("size"))
    sha256 = models.CharField("SHA-256", max_length=64)
    checked_at = models.DateTimeField(_("checked"), null=True, blank=True)
    format = models.CharField(_("format"), max_length=20, blank=True)
    encoding = models.CharField(_("encoding"), max_length=20, blank=True)
    verdict = models.CharField(_("verdict"), max_length=10, blank=True, choices=Verdict.choices)
    players_swapped = models.BooleanField(null=True, blank=True)
    findings = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("game record")
        verbose_name_plural = _("game records")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["match", "sha256"], name="record_once_per_match"),
        ]

    def __str__(self) -> str:
        return self.file_name

    @property
    def is_checked(self) -> bool:
        """Whether the check is complete."""
        return self.checked_at is not None

    @property
    def has_failed(self) -> bool:
        """Whether the check itself failed, so that it can be repeated."""
        return self.verdict == Verdict.FAILED
