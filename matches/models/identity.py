"""Opaque public identity: what URLs, the API and archives use instead of a primary key."""

from __future__ import annotations

import secrets

from django.db import models

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH = 14


def new_uid() -> str:
    """A random name of 14 characters (69 bits), unique across installations and easy to read aloud."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))


class Identified(models.Model):
    """A row that the public may name: it has a `uid`, and only that leaves the service."""

    uid = models.CharField(max_length=20, unique=True, default=new_uid, editable=False)

    class Meta:
        abstract = True
