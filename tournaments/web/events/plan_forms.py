"""Forms of a plan: the event, and every stage with its options and feeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats import FORMATS, USUAL_FORMAT, Feed, Problem
from tournaments.models.wording import format_name
from tournaments.plans import PlannedEvent, PlannedStage
from tournaments.requests.events import PlanRequest
from tournaments.web.events.event_forms import EventForm, KindForm
from tournaments.web.frame.form_fields import field_of
from tournaments.web.wording.lengths import write_lengths

from .stage_forms import FeedForm, OptionsForm, StageForm

# The limits of this page: stages of a plan, and feeds of a stage.
MOST_STAGES = 8
_FEWEST_FEEDS = 2
_MOST_FEEDS = 6
# The form fields whose names differ from those of a feed.
_FIELDS_OF_FEED = {"nearest": "end", "farthest": "end"}


class SuitForm(forms.Form):
    """The expected entrants, hours and tables, to which templates are adapted."""

    entrants = forms.IntegerField(
        label=_("Entrants expected"), required=False, min_value=2, max_value=1024, initial=None
    )
    hours = forms.IntegerField(label=_("Hours there are"), required=False, min_value=1, max_value=99)
    tables = forms.IntegerField(label=_("Tables"), required=False, min_value=1, max_value=500)


class PlannedEventForm(KindForm, EventForm):
    """The event of a plan, with the entrants and tables of its preview."""

    entrants = field_of(
        PlanRequest,
        "entrants",
        label=_("Entrants expected"),
        help_text=_("Number of players to check the plan for. Leave empty for any usual number."),
    )
    tables = field_of(PlanRequest, "tables", label=_("Tables"), help_text=_("Leave empty for enough tables."))
    starts_when_full = forms.BooleanField(
        label=_("Starts when full"),
        required=False,
        help_text=_("It is drawn as soon as the last place is taken, and the next one opens."),
    )

    def clean(self) -> dict[str, Any]:
        """Require a number of places for an event that starts when full."""
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("starts_when_full") and not cleaned.get("capacity"):
            self.add_error("capacity", _("How many places does it have? It starts when they are taken."))
        return cleaned


@dataclass(frozen=True, slots=True)
class StageForms:
    """The forms of one stage."""

    number: int
    format: str
    stage: StageForm
    options: OptionsForm
    feeds: tuple[FeedForm, ...]

    @property
    def all(self) -> tuple[forms.Form, ...]:
        """Return every form of the stage."""
        return self.stage, self.options, *self.feeds

    @property
    def has_errors(self) -> bool:
        """Whether a field of the stage has errors, so that the stage is unfolded."""
        return any(form.errors for form in self.all)

    @property
    def has_wrong_options(self) -> bool:
        """Whether an option has errors, so that the options are unfolded."""
        return bool(self.options.errors)

    def value(self) -> PlannedStage:
        """Return the stage of its valid forms."""
        return PlannedStage(
            name=self.stage.cleaned_data["name"],
            format=self.format,
            options={name: value for name, value in self.options.chosen().items() if value is not None},
            lengths=tuple(self.stage.cleaned_data["lengths"]),
            best_of=tuple(self.stage.cleaned_data["best_of"]),
            feeds=tuple(feed for form in self.feeds if (feed := form.value()) is not None),
        )


def forms_of(plan: PlannedEvent) -> list[StageForms]:
    """Return unbound forms for the stages of a plan."""
    names = [stage.name or format_name(stage.format) for stage in plan.stages]
    return [
        _stage(
            None,
            number,
            format_=stage.format,
            names=names,
            feeds=stage.feeds,
            initial={
                "name": stage.name,
                "lengths": write_lengths(stage.lengths),
                "best_of": write_lengths(stage.best_of),
            },
            options=stage.options,
        )
        for number, stage in enumerate(plan.stages)
    ]


def forms_from(data: Mapping[str, Any]) -> list[StageForms]:
    """Return bound forms for the submitted stages; an unknown format becomes the usual one."""
    formats = _formats_in(data)
    names = [data.get(f"s{number}-name") or format_name(code) for number, code in enumerate(formats)]
    return [_stage(data, number, format_=code, names=names, feeds=()) for number, code in enumerate(formats)]


def without(data: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return the submitted data without one stage; later stages are renumbered, feeds from it emptied."""
    return _renumbered(data, lambda old: None if old == number else old - (old > number))


def with_one_more(data: Mapping[str, Any], code: str) -> dict[str, Any]:
    """Return the submitted data with one more stage at the end, with usual options of its format."""
    count = len(_formats_in(data))
    if count >= MOST_STAGES or code not in FORMATS:
        return dict(data)
    names = [data.get(f"s{number}-name") or format_name(data[f"s{number}-format"]) for number in range(count)]
    usual = _stage(None, count, format_=code, names=[*names, ""], feeds=(), initial={"lengths": "7"})
    result = dict(data)
    for form in usual.all:
        for name in form.fields:
            value = form[name].value()
            if value not in (None, "", False):
                result[form.add_prefix(name)] = "on" if value is True else str(value)
    return {**result, f"s{count}-format": code}


def put_problems(event: PlannedEventForm, stages: Sequence[StageForms], problem: Problem, words: str) -> None:
    """Add a problem of the plan as an error to the field concerned."""
    first, _dot, rest = str(problem.data.get("path", "")).partition(".")
    if first in event.fields:
        event.add_error(first, words)
        return
    number, *inner = rest.split(".")
    if first != "stages" or not number.isdigit() or int(number) >= len(stages):
        event.add_error(None, words)
        return
    part = stages[int(number)]
    form, name = _place(part, inner)
    form.add_error(name if name in form.fields else None, words)


def _place(part: StageForms, inner: Sequence[str]) -> tuple[forms.Form, str | None]:
    """Return the form and the field of a path below a stage."""
    if inner[:1] == ["options"] and len(inner) > 1:
        return part.options, inner[1]
    if inner[:1] in (["lengths"], ["best_of"]):
        return part.stage, inner[0]
    if inner[:1] == ["feeds"] and part.feeds:
        position = int(inner[1]) if len(inner) > 1 else 0
        field = inner[2] if len(inner) > 2 else "stage"
        return part.feeds[min(position, len(part.feeds) - 1)], _FIELDS_OF_FEED.get(field, field)
    return part.stage, None


def _stage(
    data: Mapping[str, Any] | None,
    number: int,
    *,
    format_: str,
    names: Sequence[str],
    feeds: Sequence[Feed],
    initial: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
) -> StageForms:
    before = list(enumerate(names[:number]))
    feed_count = (
        len(feeds) + 1 if data is None else sum(f"s{number}-feed-{k}-stage" in data for k in range(1, 9))
    )
    count = min(_MOST_FEEDS, max(_FEWEST_FEEDS, feed_count)) if number else 0
    return StageForms(
        number,
        format_,
        StageForm(data, prefix=f"s{number}", initial=dict(initial or {})),
        OptionsForm(data, format=format_, values=options, prefix=f"s{number}-option"),
        tuple(
            FeedForm(
                data,
                stages=before,
                format=format_,
                prefix=f"s{number}-feed-{position}",
                feed=feeds[position - 1] if position <= len(feeds) else None,
                is_first=position == 1,
            )
            for position in range(1, count + 1)
        ),
    )


def _formats_in(data: Mapping[str, Any]) -> list[str]:
    """Return the formats of the submitted stages, in order."""
    codes = []
    for number in range(MOST_STAGES):
        code = data.get(f"s{number}-format")
        if code is None:
            break
        codes.append(code if code in FORMATS else USUAL_FORMAT)
    return codes


def _renumbered(data: Mapping[str, Any], new: Any) -> dict[str, Any]:
    """Return the submitted data with the stages renumbered by `new`; None removes a stage."""
    result: dict[str, Any] = {}
    for name, value in data.items():
        prefix, dash, rest = name.partition("-")
        if not dash or prefix[:1] != "s" or not prefix[1:].isdigit():
            result[name] = value
            continue
        number = new(int(prefix[1:]))
        if number is None:
            continue
        if rest.startswith("feed-") and rest.endswith("-stage") and str(value).isdigit():
            feeder = new(int(value))
            value = "" if feeder is None else str(feeder)
        result[f"s{number}-{rest}"] = value
    return result
