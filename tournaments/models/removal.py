"""What the daily job has removed because its time was over."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Removal(models.Model):
    """How many rows or files of a kind one run of the job has removed, none among them; it names nobody."""

    kind = models.CharField(max_length=20)
    count = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)

    class Meta:
        verbose_name = _("removal")
        verbose_name_plural = _("removals")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.count} {self.kind}"
