"""The first run: who reads the terminal may create the first director."""

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
from tournaments.errors import InvalidFields, NotFirstRun, WrongCode

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH = 10
_MOST_WRONG = 10
_WRONG_KEY = "first-run-wrong-codes"


def is_first_run() -> bool:
    """Whether nobody administers this installation yet."""
    return not Player.objects.filter(is_superuser=True, is_active=True).exists()


def code() -> str:
    """A new one-time code for the first-run page; the one before is void. Only its hash is stored, with mode 0600."""
    letters = "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))
    path = _path()
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as stream:
        stream.write(_hashed(letters))
    cache.delete(_WRONG_KEY)
    return f"{letters[:5]}-{letters[5:]}"


def is_valid(code: str) -> bool:
    """Whether this is the code on the terminal, spaces, hyphens and case aside; ten wrong ones close the door."""
    if not is_first_run() or not _path().exists() or cache.get(_WRONG_KEY, 0) >= _MOST_WRONG:
        return False
    letters = "".join(letter for letter in code.lower() if letter.isalnum())
    if hmac.compare_digest(_hashed(letters), _path().read_text()):
        return True
    cache.add(_WRONG_KEY, 0)
    cache.incr(_WRONG_KEY)
    return False


def require_code(code: str) -> None:
    """Refuse whoever has not read the code on the terminal, or comes after the first director: WrongCode, NotFirstRun."""
    if not is_first_run():
        raise NotFirstRun
    if not is_valid(code):
        raise WrongCode


def create_director(*, code: str, name: str, email: str, password: str, language: str = "") -> Player:
    """Create the account that runs this installation, and void the code; InvalidFields names every fault."""
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
    """Void the code by what happens inside, and give it back if that fails; NotFirstRun for whoever is not the first."""
    claim = _path().with_name(f"{_path().name}.{secrets.token_hex(4)}")
    try:
        # Of two at once, with the same code, only one can move it away.
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
