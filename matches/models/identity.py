"""Public identifiers, used in URLs, the API and archives instead of primary keys."""

from __future__ import annotations

import secrets

from django.db import models

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH = 14
_NAMES = len(_ALPHABET) ** _LENGTH


def new_uid() -> str:
    """Return a random uid of 14 characters (69 bits), unique in practice and easy to read aloud."""
    number = secrets.randbelow(_NAMES)
    letters = []
    for _ in range(_LENGTH):
        number, letter = divmod(number, len(_ALPHABET))
        letters.append(_ALPHABET[letter])
    return "".join(letters)


def is_uid(text: str) -> bool:
    """Whether a text has the form of a uid, which no personal name has."""
    return len(text) == _LENGTH and set(text) <= set(_ALPHABET)


class Identified(models.Model):
    """An abstract model with a public `uid`, the only identifier outside the service."""

    uid = models.CharField(max_length=20, unique=True, default=new_uid, editable=False)

    class Meta:
        abstract = True
