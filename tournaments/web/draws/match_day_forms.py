"""The form of match days: a date and a place for each round, and for each encounter that is moved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournaments.formats import FORMATS, ByMatchDays, DayCalendar
from tournaments.models import Stage, StoredMatchDay
from tournaments.models.dates import date_words
from tournaments.queries.draws.match_days import Encounter, Fixtures, calendar_state
from tournaments.queries.draws.round_words import round_words
from tournaments.requests.draws import MatchDayRequest
from tournaments.web.frame.form_fields import MomentField, field_of

# The rounds that have a date before the draw says how many there are.
_BEFORE_DRAW = 1


@dataclass(frozen=True, slots=True)
class EncounterRow:
    """An encounter with its own date and place, each empty if it is played with its round."""

    encounter: Encounter
    at: BoundField
    venue: BoundField


@dataclass(frozen=True, slots=True)
class DayRow:
    """A round with its date and place, its encounters, and the names of those without an opponent."""

    words: str
    at: BoundField
    venue: BoundField
    encounters: tuple[EncounterRow, ...]
    byes: tuple[str, ...]

    @property
    def is_unfolded(self) -> bool:
        """Whether an encounter of the round is moved, or has an error."""
        return any(row.at.errors or row.encounter.is_moved for row in self.encounters)


class MatchDaysForm(forms.Form):
    """The dates and places of all rounds, as they are now; a date left empty follows the round before."""

    moves_later = forms.BooleanField(
        required=False,
        label=gettext_lazy("Move the later match days along"),
        help_text=gettext_lazy("By as many days as the first one whose date you change."),
    )

    def __init__(self, data: Any = None, *, stage: Stage, fixtures: Fixtures | None) -> None:
        super().__init__(data)
        self._stage, self._fixtures = stage, fixtures
        rules = FORMATS[stage.format]
        if not isinstance(rules, ByMatchDays):
            raise TypeError(stage.format)
        draw = None if fixtures is None else fixtures.bracket.draw
        self._calendar: DayCalendar = rules.calendar(calendar_state(stage, draw))
        self._own = {day.place: day for day in stage.stored_match_days}
        for number in self.numbers:
            venue = self._venue_of(number, None)
            self._add(f"{number}", at=self._calendar.begins(number), venue=venue)
            for one in self._encounters(number):
                at = one.at if one.is_moved else None
                self._add(f"{number}-{one.slot.slot}", at=at, venue=self._venue_of(number, one.slot.slot))

    @property
    def numbers(self) -> range:
        """The numbers of the rounds."""
        last = _BEFORE_DRAW if self._fixtures is None else len(self._fixtures.bracket.rounds)
        return range(1, max([last, *(number for number, _slot in self._own)]) + 1)

    @property
    def rows(self) -> Iterator[DayRow]:
        """The rounds with their fields."""
        for number in self.numbers:
            encounters = tuple(
                EncounterRow(one, *self._bound(f"{number}-{one.slot.slot}"))
                for one in self._encounters(number)
            )
            byes = () if self._fixtures is None else self._fixtures.byes.get(number, ())
            yield DayRow(self._words_of(number), *self._bound(f"{number}"), encounters, byes)

    def days(self) -> list[StoredMatchDay]:
        """Return all rounds and encounters as typed; a date that would follow anyway is not stored."""
        own = dict(self._typed_rounds())
        starts, step = self._calendar.starts_at, timedelta(days=self._calendar.days)
        following: datetime | None = starts
        days = []
        for number in self.numbers:
            at = own.get(number)
            is_own = at is not None and at != following
            days.append(StoredMatchDay(number, None, at if is_own else None, self._venue(f"{number}")))
            now = at if at is not None else following
            following = None if now is None else timezone.localtime(now) + step
            for one in self._encounters(number):
                key = f"{number}-{one.slot.slot}"
                days.append(StoredMatchDay(number, one.slot.slot, self._at(key), self._venue(key)))
        return days

    def words(self) -> list[str]:
        """Return the dates of the rounds in words, to be compared with those that another director has set."""
        dates = {
            number: "–" if at is None else date_words(at, "DATETIME_FORMAT")
            for number, at in self._typed_rounds()
        }
        return [
            _("%(label)s: %(value)s") % {"label": self._words_of(number), "value": at}
            for number, at in dates.items()
        ]

    def _typed_rounds(self) -> Iterator[tuple[int, datetime | None]]:
        """Yield the date of each round as typed; the later ones move along where the director says so."""
        moved_by: timedelta | None = None
        for number in self.numbers:
            at, before = self._at(f"{number}"), self._calendar.begins(number)
            if at is not None and before is not None and at != before:
                if moved_by is None:
                    moved_by = at.replace(tzinfo=None) - timezone.localtime(before).replace(tzinfo=None)
            elif at is not None and moved_by is not None and self.cleaned_data["moves_later"]:
                at = timezone.localtime(at) + moved_by
            yield number, at

    def _add(self, key: str, *, at: datetime | None, venue: str) -> None:
        self.fields[f"at-{key}"] = MomentField(
            label=_("Date and time"),
            required=False,
            initial=at,
        )
        self.fields[f"venue-{key}"] = field_of(
            MatchDayRequest, "venue", label=pgettext("of a match day", "Place"), required=False, initial=venue
        )

    def _bound(self, key: str) -> tuple[BoundField, BoundField]:
        return self[f"at-{key}"], self[f"venue-{key}"]

    def _at(self, key: str) -> datetime | None:
        at: datetime | None = self.cleaned_data.get(f"at-{key}")
        return at

    def _venue(self, key: str) -> str:
        return str(self.cleaned_data.get(f"venue-{key}") or "")

    def _words_of(self, number: int) -> str:
        """Return the name of a round, which before the draw is not known in full."""
        if self._fixtures is None:
            return _("Match day %(number)s") % {"number": number}
        return round_words(self._fixtures.bracket.rounds[number - 1])

    def _venue_of(self, number: int, slot: int | None) -> str:
        day = self._own.get((number, slot))
        return "" if day is None else day.venue

    def _encounters(self, number: int) -> tuple[Encounter, ...]:
        return () if self._fixtures is None else self._fixtures.in_round(number)
