"""Rating lists: made, changed, published and uploaded."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.models import HIGHEST_RATING, LatePolicy, ListOrder, ListOrigin, UncertaintyPeriod

from .fields import (
    ABSENT,
    Maybe,
    Request,
    Words,
    choice,
    day,
    decimal,
    file,
    flag,
    items,
    json,
    number,
    text,
    uid,
)


class ListSettingsRequest(Request):
    """What to change of a rating list."""

    name: Maybe[str] = text(max_length=80)
    formula: Maybe[str] = text("The code of a formula, as in fibs; none for an uploaded list.", max_length=30)
    parameters: Maybe[dict[str, Any]] = json("Parameters in place of the formula's own.")
    club: Maybe[str | None] = uid("The id of the club whose counting rules count on top.")
    counting: Maybe[str] = text(
        "The name of counting rules; those in force when empty.", max_length=80, allow_blank=True
    )
    order: Maybe[str] = choice("Match by match when absent.", choices=ListOrder.choices)
    late: Maybe[str] = choice("What late results do.", choices=LatePolicy.choices)
    start: Maybe[Decimal] = decimal(
        "The rating with which newcomers begin, in points; 1500 when absent.",
        max_digits=13,
        decimal_places=9,
        min_value=0,
        max_value=HIGHEST_RATING,
    )
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
    rules: Maybe[dict[str, Any]] = json(
        "Counting rules of its own, in force for the federation too where it has none; absent fields have defaults."
    )
    origin: Maybe[str] = choice("Computed when absent.", choices=ListOrigin.choices)

    def faults(self) -> dict[str, Words]:
        """Return what contradicts itself: rules of its own, and others by name."""
        if self.rules is ABSENT or not self.given().get("counting"):
            return {}
        return {"rules": _("A list has rules of its own or those of a name, not both.")}


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

    as_of: date = day("All matches up to it count.")


class RatingUploadRequest(Request):
    """An official list of another system, as a form with one file."""

    as_of: date = day("The day as of which the ratings are.")
    file: Any = file(allow_empty_file=True, max_length=200, use_url=False)
    is_check: Maybe[bool] = flag("Only say which rows would be refused, and store nothing.")


class OpeningsRequest(RatingUploadRequest):
    """The ratings with which a list begins, as a form with one file."""

    source: str = text("The system that they come from.", max_length=200)
