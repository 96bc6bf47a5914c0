"""The form of a forecast: entrants, tables, minutes per point, and up to three ways to play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats import FORMATS, ByCalendar, Intake
from tournaments.models.wording import format_name
from tournaments.plans import TEMPLATES, PlannedEvent, PlannedStage, suited
from tournaments.web.wording.lengths import read_lengths

from .plan_words import template_name
from .stage_forms import lengths_field

MOST_ENTRANTS = 256
_MOST_TABLES = 200
# The choice that stands for the stages of the event itself.
OWN = "own"
_SIDES = ("first", "second", "third")


class ForecastForm(forms.Form):
    """The input of a forecast; `own` is the plan of the event, if it has one."""

    entrants = forms.IntegerField(label=_("Entrants"), min_value=2, max_value=MOST_ENTRANTS)
    tables = forms.IntegerField(
        label=_("Tables"),
        min_value=1,
        max_value=_MOST_TABLES,
        required=False,
        help_text=_("Leave empty for enough tables."),
    )
    minutes = forms.FloatField(
        label=_("Minutes for a point"),
        min_value=1,
        max_value=60,
        help_text=_("Eight are usual."),
        widget=forms.NumberInput(attrs={"step": "0.5"}),
    )

    def __init__(self, data: Any = None, *, own: PlannedEvent | None = None, initial: dict[str, Any]) -> None:
        super().__init__(data, initial=initial)
        self._own = own
        ways = _ways(has_own=own is not None)
        for number, side in enumerate(_SIDES):
            empty: list[tuple[Any, Any]] = [("", _("nothing"))] if number else []
            self.fields[side] = forms.ChoiceField(
                label=(_("How it is played"), _("Beside it"), _("And beside that"))[number],
                choices=[*empty, *ways],
                required=not number,
            )
            self.fields[f"{side}_lengths"] = lengths_field(
                required=False, help_text=_("Of the first stage. Leave empty for the usual lengths.")
            )

    def pairs(self) -> list[tuple[Any, Any]]:
        """Return the fields of each way to play: its choice and its lengths."""
        return [(self[side], self[f"{side}_lengths"]) for side in _SIDES]

    def clean(self) -> dict[str, Any]:
        """Parse the match lengths."""
        values = dict(super().clean() or {})
        for side in _SIDES:
            name = f"{side}_lengths"
            if values.get(name):
                try:
                    values[name] = read_lengths(values[name])
                except forms.ValidationError as error:
                    self.add_error(name, error)
        return values

    def plans(self) -> list[tuple[Any, PlannedEvent]]:
        """Return the chosen plans, each with its name."""
        values = self.cleaned_data
        rows = []
        for side in _SIDES:
            if way := values[side]:
                plan = self._plan(way, entrants=values["entrants"])
                lengths = values[f"{side}_lengths"]
                rows.append((way_name(way), _with_lengths(plan, lengths) if lengths else plan))
        return rows

    def _plan(self, way: str, *, entrants: int) -> PlannedEvent:
        if way == OWN and self._own is not None:
            return self._own
        if way in TEMPLATES:
            return suited(TEMPLATES[way], entrants=entrants)
        return PlannedEvent((PlannedStage(format=way.removeprefix("format:")),))


def way_name(way: str) -> Any:
    """Return the name of a way to play."""
    if way == OWN:
        return _("As this event is set up")
    return template_name(way) if way in TEMPLATES else format_name(way.removeprefix("format:"))


def _ways(*, has_own: bool) -> list[tuple[Any, Any]]:
    """Return the choices: the event itself, the templates, and single formats with usual options."""
    own: list[tuple[Any, Any]] = [(OWN, way_name(OWN))] if has_own else []
    templates = [(code, template_name(code)) for code, template in TEMPLATES.items() if template.hours]
    single = [
        (f"format:{code}", format_name(code))
        for code, rules in FORMATS.items()
        if rules.intake is Intake.DRAW and not isinstance(rules, ByCalendar)
    ]
    return [*own, (_("Templates"), templates), (_("One format, as it is usually played"), single)]


def _with_lengths(plan: PlannedEvent, lengths: Sequence[int]) -> PlannedEvent:
    first, *others = plan.stages
    return PlannedEvent((replace(first, lengths=tuple(lengths)), *others))
