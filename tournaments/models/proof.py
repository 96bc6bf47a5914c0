"""Erasable data outside the hashed log: free texts, and the salts of digests."""

from __future__ import annotations

from django.db import models

from matches.models import Identified

from .federation import Federation
from .tournament import Tournament


class ProofSalt(models.Model):
    """The salt of one row's digest; it is deleted with the personal data of the row."""

    kind = models.CharField(max_length=12)
    key = models.CharField(max_length=32)
    salt = models.CharField(max_length=32)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "key"], name="proof_salt_once")]

    def __str__(self) -> str:
        return f"{self.kind}:{self.key}"


class LogText(Identified):
    """A free text of an entry of one log, such as a reason; the entry has its uid and a salted digest."""

    tournament = models.ForeignKey(Tournament, null=True, on_delete=models.PROTECT, related_name="log_texts")
    federation = models.ForeignKey(Federation, null=True, on_delete=models.PROTECT, related_name="log_texts")
    text = models.TextField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(tournament=None) ^ models.Q(federation=None), name="log_text_of_one_stream"
            ),
        ]

    def __str__(self) -> str:
        return self.text[:60]
