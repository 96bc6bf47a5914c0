"""Salts of the digests that the log holds of rows: without its salt nobody finds out what an erased row said."""

from __future__ import annotations

from django.db import models


class ProofSalt(models.Model):
    """The salt of one row's digest; it is deleted with what the row said of a person."""

    kind = models.CharField(max_length=12)
    key = models.CharField(max_length=32)
    salt = models.CharField(max_length=32)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "key"], name="proof_salt_once")]

    def __str__(self) -> str:
        return f"{self.kind}:{self.key}"
