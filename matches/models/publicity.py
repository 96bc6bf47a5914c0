"""What names of people are shown to whom: a person is public by name, by initials or by a pseudonym.

The public name of a player and of a side is stored beside the full name, empty where both are the same. The audience
is active in the context of a request, like the language and the time zone, so that every page asks the model for the
name and none can forget the choice. Outside of requests the audience is that of the hall.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum

from django.db import models
from django.utils.translation import gettext_lazy as _

from .names import name_words

_LONGEST = 250
_PARTS = re.compile(r"[\s\-\u2010\u2011]+")
# The number of a further entry stays behind a public name; a club or a country would tell the namesake.
_NUMBER = re.compile(r" \(\d+\)$")
_FEWEST_LETTERS = 2


class PublicAs(models.TextChoices):
    """How a person is named in public, the strictest last."""

    NAME = "name", _("by name")
    INITIALS = "initials", _("by initials")
    PSEUDONYM = "pseudonym", _("by a pseudonym")


class Audience(Enum):
    """Who reads the names."""

    EVERYBODY = "everybody"
    """Strangers, files and feeds: the choice of each person is honoured."""
    HALL = "hall"
    """The desk, the hall and the opponent: people have their names."""


_audience: ContextVar[Audience] = ContextVar("audience", default=Audience.HALL)


def audience() -> Audience:
    """Return the active audience."""
    return _audience.get()


def show_to(audience: Audience) -> None:
    """Make the audience active for the rest of this request."""
    _audience.set(audience)


@contextmanager
def shown_to(audience: Audience) -> Iterator[None]:
    """Make the audience active within a block."""
    token = _audience.set(audience)
    try:
        yield
    finally:
        _audience.reset(token)


def shown(full_name: str, public_name: str) -> str:
    """Return the name for the active audience; an empty `public_name` means the full name."""
    return public_name if public_name and _audience.get() is Audience.EVERYBODY else full_name


def initials(name: str) -> str:
    """Return the initials of a name, as in `J. D.` for Jane Doe."""
    parts = (
        next((c for c in unicodedata.normalize("NFC", part) if c.isalnum()), "")
        for part in _PARTS.split(name)
    )
    return " ".join(f"{letter.upper()}." for letter in parts if letter) or "?"


def is_telling(words: str, name: str) -> bool:
    """Whether a text has a word of a name, of two letters or more."""
    of_name = set(name_words(name))
    return any(word in of_name for word in name_words(words) if len(word) >= _FEWEST_LETTERS)


def is_telling_pseudonym(pseudonym: str, name: str) -> bool:
    """Whether a pseudonym has a word of a name, alone or within a longer word."""
    run = "".join(name_words(pseudonym))
    return is_telling(pseudonym, name) or any(
        word in run for word in name_words(name) if len(word) > _FEWEST_LETTERS
    )


def public_name_of_side(full_name: str, players: Sequence[tuple[str, str]]) -> str:
    """Return the public name of a side, empty where it is the full name.

    `players` are the full and public names of its members in order. The name of a team stays unless it has a word
    of the name of a member who is not public by name.
    """
    if not any(public for _full, public in players):
        return ""
    names = " / ".join(public or full for full, public in players)
    is_joined = full_name.startswith(" / ".join(full for full, _public in players)[: _LONGEST - 10])
    is_pair = len(players) <= 2 and " / " in full_name
    if len(players) > 1 and not is_joined and not is_pair and not _tells(full_name, players):
        return ""
    number = _NUMBER.search(full_name)
    return f"{names[: _LONGEST - 10]}{number[0] if number else ''}"


def _tells(team_name: str, players: Sequence[tuple[str, str]]) -> bool:
    """Whether the name of a team has a word of the name of a member who is not public by name."""
    return any(is_telling(team_name, full) for full, public in players if public)
