"""The statistics of a game record as a table in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from rules.facts import SideFacts
from tournaments.queries.records.facts import RecordedFacts

# Attribute, label, and whether the row is shown if both counts are zero.
_ROWS = (
    ("wins", gettext_lazy("Games won"), True),
    ("gammons", pgettext_lazy("games won", "Gammons"), False),
    ("backgammons", pgettext_lazy("games won", "Backgammons"), False),
    ("wins_by_drop", gettext_lazy("Won by a dropped double"), False),
    ("wins_by_resignation", gettext_lazy("Won by resignation"), False),
    ("points", gettext_lazy("Points won"), True),
    ("turns", pgettext_lazy("of a game", "Turns"), True),
    ("dances", gettext_lazy("Turns without a move"), True),
    ("hits", gettext_lazy("Checkers hit"), True),
    ("doubles", pgettext_lazy("of the cube", "Doubles"), True),
    ("redoubles", pgettext_lazy("of the cube", "Redoubles"), False),
    ("takes", pgettext_lazy("of the cube", "Takes"), True),
    ("drops", pgettext_lazy("of the cube", "Drops"), True),
    ("beavers", pgettext_lazy("of the cube", "Beavers"), False),
    ("raccoons", pgettext_lazy("of the cube", "Raccoons"), False),
)


@dataclass(frozen=True, slots=True)
class FactRow:
    """A row of the table: a label with the count of each side of the file."""

    label: str
    one: int
    two: int


@dataclass(frozen=True, slots=True)
class FactTable:
    """The statistics of a record; `length` is the duration in words, or empty."""

    facts: RecordedFacts
    rows: tuple[FactRow, ...]
    length: str


def fact_table(facts: RecordedFacts) -> FactTable:
    """Return the statistics of a record in the reader's language."""
    length = _in_words(facts.duration) if facts.duration is not None else ""
    return FactTable(facts, tuple(_rows(facts.one, facts.two)), length)


def _rows(one: SideFacts, two: SideFacts) -> Iterator[FactRow]:
    for name, label, is_always_shown in _ROWS:
        row = FactRow(str(label), getattr(one, name), getattr(two, name))
        if is_always_shown or row.one or row.two:
            yield row


def _in_words(duration: timedelta) -> str:
    hours, minutes = divmod(round(duration.total_seconds() / 60), 60)
    if not hours:
        return _("%(minutes)s min") % {"minutes": minutes}
    return _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes}
