"""What the pages of the hall display are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy, pgettext_lazy

_WORDS: Mapping[str, Any] = {
    "calls": gettext_lazy("Who plays where"),
    "tables": gettext_lazy("Being played"),
    "pairings": gettext_lazy("Pairings"),
    "bracket": pgettext_lazy("the page of a stage", "Bracket"),
    "standings": gettext_lazy("Standings"),
    "news": gettext_lazy("Announcements"),
}


def view_words(view: str) -> str:
    """The name of a view of the display."""
    return str(_WORDS[view])
