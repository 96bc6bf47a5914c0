"""The uses of budgets: what is counted over an hour, a day or a month, so that a restart forgets none."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class BudgetUse(models.Model):
    """One use of a budget of the settings; `who` is a keyed hash, so it names no address and nobody."""

    budget = models.CharField(max_length=40)
    who = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("use of a budget")
        verbose_name_plural = _("uses of budgets")
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["budget", "who", "at"], name="budget_use")]

    def __str__(self) -> str:
        return f"{self.budget} {self.at}"
