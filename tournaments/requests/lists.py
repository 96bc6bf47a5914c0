"""Rating lists: made, changed, published and uploaded."""

from __future__ import annotations

from datetime import date
from typing import Any

from tournaments.models import LatePolicy, ListOrder, ListOrigin, UncertaintyPeriod

from .fields import Maybe, Request, choice, day, file, flag, items, json, number, text, uid


class ListSettingsRequest(Request):
    """What to change of a rating list."""

    name: Maybe[str] = text(max_length=80)
    formula: Maybe[str] = text("The code of a formula, as in fibs; none for an uploaded list.", max_length=30)
    parameters: Maybe[dict[str, Any]] = json("Parameters in place of the formula's own.")
    club: Maybe[str | None] = uid("The id of the club whose counting rules count on top.")
    rules: Maybe[str] = text("The name of the counting rules.", max_length=40, allow_blank=True)
    order: Maybe[str] = choice("Match by match when absent.", choices=ListOrder.choices)
    late: Maybe[str] = choice("What late results do.", choices=LatePolicy.choices)
    starts_on: Maybe[date | None] = day("The first day of which matches count.")
    provisional_below: Maybe[int] = number("The experience for a place.", min_value=0, max_value=10**7)
    inactive_after: Maybe[int | None] = number("In months without a match.", min_value=1, max_value=240)
    uncertainty: Maybe[str] = choice(
        "By which periods deviations are computed beside the ratings; empty for none.",
        choices=UncertaintyPeriod.choices,
        allow_blank=True,
    )


class RatingListRequest(ListSettingsRequest):
    """A rating list to add."""

    name: str = text(max_length=80)
    origin: Maybe[str] = choice("Computed when absent.", choices=ListOrigin.choices)


class VariationRequest(Request):
    """What is other in a variation of a list; what is absent stays as in the list."""

    rules: Maybe[dict[str, Any]] = json("Fields of the counting rules.", example={"shortest": 5})
    formula: Maybe[str] = text("The code of another formula.", max_length=30)
    parameters: Maybe[dict[str, Any]] = json("Parameters of the formula.", example={"ramp": 1})
    stakes: Maybe[int] = number(
        "What is at stake in each match, in percent; 50 halves every change.", min_value=1, max_value=1000
    )
    order: Maybe[str] = choice("Match by match, or event by event.", choices=ListOrder.choices)
    first_day: Maybe[date | None] = day("The first day of which matches count; null for all of them.")
    without_events: Maybe[list[str]] = items(
        "The ids of events that do not count.", child=text(max_length=20), max_length=200
    )


class ComparisonRequest(Request):
    """What stands beside a list."""

    other: str = uid("The id of another list of the federation, or of one of its official lists.")


class PublicationRequest(Request):
    """The day as of which a list is published."""

    day: date = day("All matches up to it count.")


class RatingUploadRequest(Request):
    """An official list of another system, as a form with one file."""

    day: date = day("As of which the ratings are.")
    file: Any = file(allow_empty_file=True, max_length=200, use_url=False)
    is_check: Maybe[bool] = flag("Only say which rows would be refused, and store nothing.")


class OpeningsRequest(RatingUploadRequest):
    """The ratings with which a list begins, as a form with one file."""

    source: str = text("The system that they come from.", max_length=200)
