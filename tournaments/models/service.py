"""What the service remembers of its own work: requests with a key, uses of budgets, and removals."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class IdempotencyKey(models.Model):
    """The response to the first request with this key, stored in the transaction of its effect.

    `owner` is the uid of a player or link, or `form` for a form on a page. `body_hash` is the SHA-256 of the
    request, so that the same key with another body is refused.
    """

    owner = models.CharField(max_length=30)
    key = models.CharField(max_length=80)
    request = models.CharField(max_length=200)
    body_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    response = models.JSONField()
    made_at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)

    class Meta:
        verbose_name = _("idempotency key")
        verbose_name_plural = _("idempotency keys")
        constraints = [
            models.UniqueConstraint(fields=["owner", "key"], name="idempotency_key_once"),
        ]

    def __str__(self) -> str:
        return self.key


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
