"""The first run: the one-time code on the terminal allows the creation of the first director."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from matches.models import Player
from tournaments.actions.fields import check_fields
from tournaments.errors.common import InvalidFields
from tournaments.errors.people import NotFirstRun, WrongCode

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH = 10
_MOST_WRONG = 10
_WRONG_KEY = "first-run-wrong-codes"


def is_first_run() -> bool:
    """Whether the installation has no active superuser yet."""
    return not Player.objects.filter(is_superuser=True, is_active=True).exists()


def code() -> str:
    """Create a one-time code for the first run; store only its hash, which replaces the previous one."""
    letters = "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))
    path = _path()
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as stream:
        stream.write(_hashed(letters))
    cache.delete(_WRONG_KEY)
    return f"{letters[:5]}-{letters[5:]}"


def is_valid(code: str) -> bool:
    """Whether this is the one-time code, ignoring spaces, hyphens and case; ten wrong codes lock it."""
    if not is_first_run() or not _path().exists() or cache.get(_WRONG_KEY, 0) >= _MOST_WRONG:
        return False
    letters = "".join(letter for letter in code.lower() if letter.isalnum())
    if hmac.compare_digest(_hashed(letters), _path().read_text()):
        return True
    cache.add(_WRONG_KEY, 0)
    cache.incr(_WRONG_KEY)
    return False


def require_code(code: str) -> None:
    """Raise NotFirstRun after the first director exists, and WrongCode for a wrong code."""
    if not is_first_run():
        raise NotFirstRun
    if not is_valid(code):
        raise WrongCode


def create_director(*, code: str, name: str, email: str, password: str, language: str = "") -> Player:
    """Create the first superuser and invalidate the code; raise InvalidFields with every fault."""
    require_code(code)
    director = Player(
        name=" ".join(name.split()),
        email=email.strip(),
        language=language,
        is_staff=True,
        is_superuser=True,
    )
    try:
        validate_password(password, user=director)
    except ValidationError as error:
        raise InvalidFields({"password": list(error.messages)}, names=[gettext("password")]) from error
    director.set_password(password)
    check_fields(director)
    with _taken_code():
        director.save()
    return director


@contextmanager
def _taken_code() -> Iterator[None]:
    """Invalidate the code within this context, and restore it on an error; raise NotFirstRun if used."""
    claim = _path().with_name(f"{_path().name}.{secrets.token_hex(4)}")
    try:
        # Only one of two concurrent requests can rename the file.
        _path().rename(claim)
    except FileNotFoundError:
        raise NotFirstRun from None
    try:
        yield
    except BaseException:
        claim.rename(_path())
        raise
    claim.unlink()


def _path() -> Path:
    return Path(settings.VIDEAU_DATA) / "first_run_code"


def _hashed(letters: str) -> str:
    return hashlib.sha256(letters.encode()).hexdigest()
