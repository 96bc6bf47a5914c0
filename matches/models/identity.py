"""Opaque public identity: what URLs, the API and archives use instead of a primary key."""

from __future__ import annotations

import secrets

from django.db import models

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH = 14
_NAMES = len(_ALPHABET) ** _LENGTH


def new_uid() -> str:
    """Return a random name of 14 characters (69 bits), globally unique in practice and easy to read aloud."""
    number = secrets.randbelow(_NAMES)
    letters = []
    for _ in range(_LENGTH):
        number, letter = divmod(number, len(_ALPHABET))
        letters.append(_ALPHABET[letter])
    return "".join(letters)


def is_uid(text: str) -> bool:
    """Whether a text has the form of a uid; no name of a person has it."""
    return len(text) == _LENGTH and set(text) <= set(_ALPHABET)


class Identified(models.Model):
    """A row with a public `uid`, the only identifier that leaves the service."""

    uid = models.CharField(max_length=20, unique=True, default=new_uid, editable=False)

    class Meta:
        abstract = True
