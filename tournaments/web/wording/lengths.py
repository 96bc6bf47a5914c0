"""Match lengths in words: a list from the last round backwards, explained by round."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from matches.models import LONGEST
from tournaments.formats import BEST_OF, FORMATS, MOST_MATCHES, Round, RoundName, Shape
from tournaments.queries.draws.round_words import round_words
from tournaments.web.frame.numbers import number_typed

_BETWEEN = re.compile(r"[\s,;/]+")


@dataclass(frozen=True, slots=True)
class RoundLength:
    """A round, or all earlier ones, with its match length."""

    words: str
    length: int


def read_lengths(text: str) -> list[int]:
    """Return the lengths in a text like `11, 9, 7`.

    It raises ValidationError for anything but odd numbers up to the longest match (M1).
    """
    parts = [part for part in _BETWEEN.split(text.strip()) if part]
    numbers = [number_typed(part) or 0 for part in parts]
    if not numbers or any(number % 2 == 0 or number > LONGEST for number in numbers):
        message = gettext_lazy(
            "A match is to an odd number of points from 1 to %(longest)s (M1). Write them with the last round first, as "
            "in 11, 9, 7."
        )
        raise ValidationError(message, code="invalid_lengths", params={"longest": LONGEST})
    return numbers


def read_best_of(text: str) -> list[int]:
    """Return the matches of a pairing at most in a text like `3, 1`; empty for a single match everywhere.

    It raises ValidationError for anything but the odd numbers that a series can have.
    """
    parts = [part for part in _BETWEEN.split(text.strip()) if part]
    numbers = [number_typed(part) or 0 for part in parts] or [1]
    if any(number not in BEST_OF for number in numbers):
        message = gettext_lazy(
            "A series is best of an odd number of matches from 1 to %(most)s. Write them with the last round first, as in "
            "3, 1."
        )
        raise ValidationError(message, code="invalid_best_of", params={"most": MOST_MATCHES})
    return numbers


def write_lengths(lengths: Sequence[int]) -> str:
    """Return the lengths as text for a form field."""
    return ", ".join(str(length) for length in lengths)


def explained(lengths: Sequence[int], *, format: str = "") -> list[RoundLength]:  # noqa: A002 - the field's word
    """Return the length of each round from the last backwards, and one line for all earlier ones.

    Only a format with a bracket has names for its rounds, such as the final.
    """
    has_final = format in FORMATS and FORMATS[format].shape is Shape.BRACKET
    if len(lengths) == 1:
        return [RoundLength(_("Every round"), lengths[0])]
    words = _round if has_final else _counted_back
    rounds = [RoundLength(words(from_final), length) for from_final, length in enumerate(lengths[:-1])]
    return [*rounds, RoundLength(_("Every round before"), lengths[-1])]


def lengths_said(value: Any, *, format: str = "") -> dict[str, Any]:  # noqa: A002 - the field's word
    """Return the template context of the explained lengths, or of the error in them."""
    try:
        lengths = read_lengths(value if isinstance(value, str) else write_lengths(value or [7]))
    except ValidationError as error:
        return {"wrong": " ".join(error.messages)}
    return {"rounds": explained(lengths, format=format)}


def _round(from_final: int) -> str:
    names = (RoundName.FINAL, RoundName.SEMIFINAL, RoundName.QUARTERFINAL)
    name = names[from_final] if from_final < len(names) else RoundName.ROUND_OF
    return round_words(Round(1, name, from_final, 2 << from_final))


def _counted_back(from_last: int) -> str:
    if not from_last:
        return pgettext("without a bracket", "Last round")
    words = ngettext("%(number)s round before the last", "%(number)s rounds before the last", from_last)
    return words % {"number": from_last}
