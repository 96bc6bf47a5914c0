"""One-time codes that a person types or scans: made by chance, stored as a keyed hash."""

from __future__ import annotations

import secrets

from django.utils.crypto import salted_hmac

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH = 10


def new_code() -> str:
    """Return a new code: ten letters and digits without those that look alike."""
    return _grouped("".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH)))


def derived(salt: str, *words: str) -> str:
    """Return the code that follows from these words and the secret key, so that it need not be stored."""
    digest = salted_hmac(salt, "\n".join(words), algorithm="sha256").digest()
    number = int.from_bytes(digest, "big")
    letters = []
    for _ in range(_LENGTH):
        number, place = divmod(number, len(_ALPHABET))
        letters.append(_ALPHABET[place])
    return _grouped("".join(letters))


def hash_of(code: str, *, purpose: str) -> str:
    """Return the stored hash of a code, however it is typed: keyed, because 50 bits are few against a copy of the database."""
    letters = "".join(letter for letter in code.lower() if letter.isalnum())
    return salted_hmac(purpose, letters, algorithm="sha256").hexdigest()


def _grouped(letters: str) -> str:
    return f"{letters[: _LENGTH // 2]}-{letters[_LENGTH // 2 :]}"
