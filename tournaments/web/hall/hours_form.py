"""The form of the hours of a hall: one row for each day of the tournament."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.errors import DomainError
from tournaments.models import HallHours, Tournament, by_clock, day_of, hours_of
from tournaments.models.dates import date_words

# A tournament of more days is a season, whose hall is somebody's home.
MOST_DAYS = 14
_NAMES = ("opens", "closes", "lunch_from", "lunch_to", "dinner_from", "dinner_to")
_LABELS = {
    "opens": gettext_lazy("Opens"),
    "closes": gettext_lazy("Curfew"),
    "lunch_from": gettext_lazy("Lunch from"),
    "lunch_to": gettext_lazy("Lunch to"),
    "dinner_from": gettext_lazy("Dinner from"),
    "dinner_to": gettext_lazy("Dinner to"),
}


class HoursForm(forms.Form):
    """Opening, meals and curfew of each day; a day without opening and curfew is no day of play."""

    def __init__(self, data: Any = None, *, tournament: Tournament) -> None:
        self._tournament = tournament
        known = {day_of(hours, tournament): hours for hours in hours_of(tournament)}
        length = min((tournament.ends_on - tournament.starts_on).days + 1, MOST_DAYS)
        self._days = [tournament.starts_on + timedelta(days=number) for number in range(length)]
        super().__init__(data)
        for number, day in enumerate(self._days):
            clocks = self._clocks(known[day]) if day in known else {}
            for name in _NAMES:
                self.fields[f"{name}_{number}"] = forms.TimeField(
                    label=_LABELS[name],
                    required=False,
                    initial=clocks.get(name),
                    widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
                )

    def rows(self) -> list[tuple[str, list[Any]]]:
        """Return each day in words with its fields."""
        return [
            (date_words(day, "l j F"), [self[f"{name}_{number}"] for name in _NAMES])
            for number, day in enumerate(self._days)
        ]

    def clean(self) -> dict[str, Any]:
        """Ask for the other half of a time of which one half was typed, and for times that come once."""
        values = dict(super().clean() or {})
        for number in range(len(self._days)):
            pairs = [
                (f"{one}_{number}", f"{other}_{number}")
                for one, other in zip(_NAMES[::2], _NAMES[1::2], strict=True)
            ]
            for first, second in pairs:
                for name, beside in ((first, second), (second, first)):
                    if not values.get(name) and values.get(beside) and name not in self.errors:
                        self.add_error(name, _("Type both times, or neither."))
            has_meals = any(values.get(name) for pair in pairs[1:] for name in pair)
            if has_meals and not values.get(pairs[0][0]) and pairs[0][0] not in self.errors:
                self.add_error(pairs[0][0], _("When does the hall open on this day?"))
        if not self.errors:
            try:
                self.days()
            except DomainError as refusal:
                self.add_error(None, str(refusal))
        return values

    def days(self) -> list[HallHours]:
        """Return the days on which the hall opens; those of a valid form have no time that the clocks skip or repeat."""
        return [
            self._hours(day, number) for number, day in enumerate(self._days) if self._typed("opens", number)
        ]

    def _typed(self, name: str, number: int) -> time | None:
        clock: time | None = self.cleaned_data.get(f"{name}_{number}")
        return clock

    def _hours(self, day: date, number: int) -> HallHours:
        opens = self._typed("opens", number) or time()
        breaks = tuple(
            (self._moment(day, begins, opens), self._moment(day, ends, opens))
            for meal in ("lunch", "dinner")
            if (begins := self._typed(f"{meal}_from", number)) and (ends := self._typed(f"{meal}_to", number))
        )
        closes = self._typed("closes", number) or opens
        return HallHours(self._moment(day, opens, opens), self._moment(day, closes, opens), breaks)

    def _moment(self, day: date, clock: time, opens: time) -> datetime:
        """Return a time of this day; one before the opening is after midnight."""
        after = timedelta(days=int(clock < opens))
        return by_clock(datetime.combine(day + after, clock), self._tournament.time_zone)

    def _clocks(self, hours: HallHours) -> dict[str, time]:
        """Return stored hours as the form shows them."""
        zone = self._tournament.time_zone
        clocks = {"opens": hours.opens, "closes": hours.closes}
        for meal, (begins, ends) in zip(_meals(hours), hours.breaks, strict=False):
            clocks |= {f"{meal}_from": begins, f"{meal}_to": ends}
        return {name: at.astimezone(zone).time() for name, at in clocks.items()}


def _meals(hours: HallHours) -> Sequence[str]:
    """Return the meals of a day; the only break of an afternoon is dinner."""
    is_dinner = len(hours.breaks) == 1 and hours.breaks[0][0] - hours.opens > timedelta(hours=6)
    return ("dinner",) if is_dinner else ("lunch", "dinner")


def hours_words(days: Iterable[HallHours], tournament: Tournament) -> list[str]:
    """Return each day in words."""
    zone = tournament.time_zone

    def clock(at: datetime) -> str:
        return date_words(at.astimezone(zone), "TIME_FORMAT")

    def words(hours: HallHours) -> str:
        is_later = hours.closes.astimezone(zone).date() > day_of(hours, tournament)
        if is_later:
            return _("%(day)s: %(opens)s to %(closes)s the next day")
        return _("%(day)s: %(opens)s to %(closes)s")

    return [
        words(hours)
        % {
            "day": date_words(day_of(hours, tournament), "l"),
            "opens": clock(hours.opens),
            "closes": clock(hours.closes),
        }
        + "".join(
            _(", break %(begins)s to %(ends)s") % {"begins": clock(begins), "ends": clock(ends)}
            for begins, ends in hours.breaks
        )
        for hours in days
    ]
