"""What the formats are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, pgettext_lazy

from tournaments.formats import FORMATS, BySeasons

FORMAT_NAMES: Mapping[str, Any] = {
    "single_elimination": pgettext_lazy("a format", "Single elimination"),
    "double_elimination": pgettext_lazy("a format", "Double elimination"),
    "michigan": pgettext_lazy("a format", "Michigan movement"),
    "consolation": pgettext_lazy("a format", "Consolation"),
    "swiss": pgettext_lazy("a format", "Swiss system"),
    "lives": pgettext_lazy("a format", "Lives"),
    "league": pgettext_lazy("a format", "League"),
    "ladder": pgettext_lazy("a format", "Ladder"),
    "stepladder": pgettext_lazy("a format", "Stepladder"),
    "round_robin": pgettext_lazy("a format", "Round robin"),
}


def group_words(code: str, number: int) -> str:
    """What a group of a stage in a format is called: a division in a league."""
    words = (
        gettext("Division %(number)s")
        if isinstance(FORMATS.get(code), BySeasons)
        else gettext("Group %(number)s")
    )
    return words % {"number": number}
