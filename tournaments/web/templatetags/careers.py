"""Template tags of the pages of players: the matches of a person."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.queries.careers.career_pages import CareerLine

register = template.Library()


@register.simple_tag
def career_items(lines: Iterable[CareerLine]) -> SafeString:
    """Render matches of a person as list items."""
    language = get_language()
    return mark_safe("".join(_career_item(line, language) for line in lines))  # noqa: S308 - joined of what templates have written


# A player has thousands of matches that stay as they are, and many visitors see the newest ones.
@lru_cache(maxsize=4096)
def _career_item(line: CareerLine, _language: str | None) -> SafeString:
    return render_to_string("people/_career_line.html", {"line": line})
