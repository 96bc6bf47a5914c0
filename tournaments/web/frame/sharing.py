"""What a page says of itself where somebody shares its address: a title, a line and a picture (Open Graph)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import strip_tags
from django.utils.translation import get_language, to_locale

from tournaments.models import Tournament, Visibility

from .visitors import visitor_of

# The languages whose country is not named like them; a new language needs no line here.
_COUNTRIES = {"en": "en_GB"}
_PICTURE = "videau/share.png"


@dataclass(frozen=True, slots=True)
class Shared:
    """The card of a page; addresses are whole, locales as in `fr_FR`."""

    title: str
    description: str
    address: str
    picture: str
    locale: str
    other_locales: Sequence[str]


def absolute(request: HttpRequest, path: str) -> str:
    """The whole address of a path, as others reach this service."""
    base = str(settings.BASE_URL)
    return f"{base.rstrip('/')}{path}" if base else request.build_absolute_uri(path)


def shared(
    request: HttpRequest, tournament: Tournament, title: str, *facts: str, path: str = ""
) -> Shared | None:
    """The card of a page of the tournament, told in facts; None in a draft and by a private link.

    It shows what everybody may see for good: names, dates, final results. What is
    running may be hidden, and the sites that keep the card do not ask again.
    """
    if tournament.visibility == Visibility.DRAFT or visitor_of(request).link is not None:
        return None
    language = get_language() or settings.LANGUAGE_CODE
    return Shared(
        title,
        " · ".join(fact for fact in facts if fact),
        absolute(request, path or request.path),
        absolute(request, static(_PICTURE)),
        _locale(language),
        [_locale(code) for code, _name in settings.LANGUAGES if code != language],
    )


def days(tournament: Tournament) -> str:
    """The days of the tournament in words."""
    return strip_tags(render_to_string("tournaments/_days.html", {"tournament": tournament})).strip()


def place_of(tournament: Tournament) -> str:
    """Where it is played, as far as that is said."""
    return ", ".join(place for place in (tournament.venue, tournament.city) if place)


def _locale(language: str) -> str:
    """A language with its country, as the protocol wants it."""
    code = to_locale(language)
    return _COUNTRIES.get(code, code if "_" in code else f"{code}_{code.upper()}")
