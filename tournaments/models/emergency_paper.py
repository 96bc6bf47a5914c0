"""Emergency papers: the state of a tournament on paper, from which a hall can go on with pens."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified

from .tournament import Tournament


class EmergencyPaper(Identified):
    """A file with the state of a tournament in one language, derived again after every round.

    `log_seq` is the log entry up to which it goes. `body` is a PDF, or a whole page of HTML where the
    installation makes no PDF.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="emergency_papers")
    language = models.CharField(max_length=10)
    log_seq = models.PositiveBigIntegerField()
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    is_pdf = models.BooleanField()
    body = models.BinaryField()
    # Bytes of the body, on rows that were read without it.
    size: int

    class Meta:
        verbose_name = _("emergency paper")
        verbose_name_plural = _("emergency papers")
        ordering = ["-log_seq", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "language", "log_seq"], name="emergency_paper_once_for_a_state"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.log_seq} ({self.language})"

    @property
    def media_type(self) -> str:
        """Return the media type of the file."""
        return "application/pdf" if self.is_pdf else "text/html; charset=utf-8"
