"""The words of a format, which stand beside it."""

from collections.abc import Iterator, Mapping
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

    def every(self) -> Iterator[Words]:
        """Yield every text."""
        yield self.name
        yield self.sentence
        if self.by_hand is not None:
            yield self.by_hand
        for pair in self.options.values():
            yield from pair
        for table in (self.values, self.reasons, self.problems):
            yield from table.values()
