"""The words of a format, which stand beside it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournaments.words import Words

__all__ = ["FormatWords", "Words"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatWords:
    """All words of a format: its name, a short description, and its own options and codes.

    `options` are the name and the description of each option, `values` the values of an option by `Kind.value`.
    `reasons` and `problems` are by code. `by_hand` says how a hall goes on with pens, without the service. Words that several formats share are in `shared_words.py`.
    """

    name: Words
    sentence: Words
    by_hand: Words | None = None
    options: Mapping[str, tuple[Words, Words]] = field(default_factory=dict)
    values: Mapping[str, Words] = field(default_factory=dict)
    reasons: Mapping[str, Words] = field(default_factory=dict)
    problems: Mapping[str, Words] = field(default_factory=dict)
