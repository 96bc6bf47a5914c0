"""What a page gives to phones and other sites: the Open Graph data, and QR codes of addresses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import segno
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, to_locale

from tournaments.access import limits
from tournaments.models import Tournament, Visibility

from .share_card import ShareCard
from .visitors import visitor_of

# Languages whose country code differs from theirs; a new language needs no entry.
_COUNTRIES = {"en": "en_GB"}


@dataclass(frozen=True, slots=True)
class Shared:
    """The Open Graph data of a page; addresses are absolute, locales as in `fr_FR`."""

    title: str
    description: str
    address: str
    picture: str
    locale: str
    other_locales: Sequence[str]


def absolute(request: HttpRequest, path: str) -> str:
    """Return the absolute address of a path, at the public host of this service."""
    base = str(settings.BASE_URL)
    return f"{base.rstrip('/')}{path}" if base else request.build_absolute_uri(path)


def shared(
    request: HttpRequest, tournament: Tournament, title: str, *facts: str, path: str = "", picture: str = ""
) -> Shared | None:
    """Return the Open Graph data of a tournament page; None for drafts and private links.

    `picture` is the path of the card of the page; without one it has that of the tournament.

    It contains lasting public facts only: names, dates, final results. Scores of running matches may be hidden,
    and sites that store the data do not fetch it again.
    """
    if tournament.visibility == Visibility.DRAFT or visitor_of(request).link is not None:
        return None
    language = get_language() or settings.LANGUAGE_CODE
    return Shared(
        title,
        " · ".join(fact for fact in facts if fact),
        absolute(request, path or request.path),
        absolute(request, picture or reverse("tournament_card", args=[tournament.uid])),
        _locale(language),
        [_locale(code) for code, _name in settings.LANGUAGES if code != language],
    )


def days(tournament: Tournament) -> str:
    """Return the dates of the tournament in words."""
    return strip_tags(render_to_string("tournaments/_days.html", {"tournament": tournament})).strip()


def place_of(tournament: Tournament) -> str:
    """Return the venue and city of the tournament, as far as known."""
    return ", ".join(place for place in (tournament.venue, tournament.city) if place)


def _locale(language: str) -> str:
    """Return the locale of a language for Open Graph, as in `fr_FR`."""
    code = to_locale(language)
    return _COUNTRIES.get(code, code if "_" in code else f"{code}_{code.upper()}")


def card_answer(request: HttpRequest, card: ShareCard) -> HttpResponse:
    """Return a card as a picture, or the way to the one that says nothing if its typeface lacks a character."""
    if not card.is_drawable:
        return redirect(static("videau/share.png"))
    limits.spend("card", limits.actor(visitor_of(request), request), limit=settings.PAGE_RATES["card"])
    return HttpResponse(card.png(), content_type="image/png")


def qr_svg(address: str, *, title: str) -> SafeString:
    """Return the QR code of an address; the style sheet sets its size and colour."""
    drawing = segno.make(address, error="m").svg_inline(
        title=title, border=4, omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(drawing)  # noqa: S308 - drawn by segno, which escapes the title
