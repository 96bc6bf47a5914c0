"""Forms of rating lists: settings, the parameters of a formula by their names, days and files of ratings."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import localize, sanitize_separators
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.models import NameOrder, name_order
from tournaments.models import Club, CountingRule, Federation, LatePolicy, ListOrder, RatingList
from tournaments.ratings import FORMULAS
from tournaments.ratings.base import START
from tournaments.ratings.parameters import LONGEST, MOST
from tournaments.requests.lists import (
    ListSettingsRequest,
    OpeningsRequest,
    PublicationRequest,
    RatingListRequest,
    RatingUploadRequest,
)
from tournaments.web.frame.files import KeptFileForm
from tournaments.web.frame.form_fields import field_of
from tournaments.web.wording.formulas import parameter_words

_PARAMETER = "parameter_"
_LEAST = Decimal("0.000001")


class UploadedListForm(forms.Form):
    """A form for a list whose official lists come as files."""

    name = field_of(RatingListRequest, "name", label=gettext_lazy("Name"))


class TableField(forms.CharField):
    """A number for each match length, one a line; the value is a mapping of lengths as texts."""

    widget = forms.Textarea(attrs={"rows": 6, "spellcheck": "false"})

    def prepare_value(self, value: Any) -> Any:
        """Return the lines of a mapping; what was typed stays as it is."""
        if not isinstance(value, Mapping):
            return value
        return "\n".join(f"{length} {localize(number)}" for length, number in value.items())

    def clean(self, value: Any) -> dict[str, float | int]:
        """Return the table."""
        table = {}
        for line in str(super().clean(value)).splitlines():
            words = line.replace(":", " ").split()
            if not words:
                continue
            length, number = _pair(words, line)
            table[str(length)] = number
        return table


class ComputedListForm(UploadedListForm):
    """A form for a list that is computed, with a field for each parameter of its formula."""

    rules = forms.ChoiceField(label=gettext_lazy("Counting rules"), required=False)
    club = forms.ModelChoiceField(
        Club.objects.none(),
        label=gettext_lazy("Club"),
        required=False,
        to_field_name="uid",
        empty_label=gettext_lazy("No club"),
        help_text=gettext_lazy("Its rules count on top of those of the federation."),
    )
    order = field_of(
        ListSettingsRequest,
        "order",
        label=gettext_lazy("Order"),
        help_text="",
        required=True,
        initial=ListOrder.MATCHES,
        widget=forms.RadioSelect,
    )
    late = field_of(
        ListSettingsRequest,
        "late",
        label=gettext_lazy("A result that comes late"),
        required=True,
        help_text="",
        initial=LatePolicy.REWRITE,
        widget=forms.RadioSelect,
    )
    start = field_of(
        ListSettingsRequest,
        "start",
        label=gettext_lazy("Rating of newcomers"),
        help_text=gettext_lazy("With which a player begins who has no opening rating."),
        required=True,
        initial=START,
        localize=True,
    )
    starts_on = field_of(
        ListSettingsRequest,
        "starts_on",
        label=gettext_lazy("First day"),
        help_text=gettext_lazy("Matches before it do not count."),
    )
    provisional_below = field_of(
        ListSettingsRequest,
        "provisional_below",
        label=gettext_lazy("Experience for a place"),
        help_text=gettext_lazy("In points of match length. A player with less is listed without a place."),
        required=True,
        initial=0,
    )
    inactive_after = field_of(
        ListSettingsRequest,
        "inactive_after",
        label=gettext_lazy("Months without a match"),
        help_text=gettext_lazy("Players inactive for longer have no place. Leave empty for no limit."),
    )

    def __init__(self, *args: Any, federation: Federation, formula: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.own = FORMULAS[formula].values
        clubs, rules = self.fields["club"], self.fields["rules"]
        assert isinstance(clubs, forms.ModelChoiceField)  # noqa: S101 - narrows the type for mypy
        assert isinstance(rules, forms.ChoiceField)  # noqa: S101 - narrows the type for mypy
        clubs.queryset = Club.objects.filter(federation=federation, merged_into=None).order_by(
            NameOrder("name"), "pk"
        )
        names = CountingRule.objects.filter(federation=federation, ended_at=None).exclude(name="")
        trials = sorted(set(names.values_list("name", flat=True)), key=name_order)
        rules.choices = [("", _("The rules in force")), *((name, name) for name in trials)]
        for name, value in self.own.items():
            self.fields[_PARAMETER + name] = _parameter_field(name, value)

    @staticmethod
    def values_of(rating_list: RatingList) -> dict[str, Any]:
        """Return what the fields show for a list."""
        names = (
            *("name", "rules", "order", "late", "starts_on"),
            *("provisional_below", "inactive_after"),
        )
        parameters = {**FORMULAS[rating_list.formula].values, **rating_list.parameters}
        return {
            **{name: getattr(rating_list, name) for name in names},
            "start": Decimal(rating_list.start_text),
            "club": rating_list.club.uid if rating_list.club else None,
            **{_PARAMETER + name: value for name, value in parameters.items()},
        }

    @property
    def values(self) -> dict[str, Any]:
        """The values for the action; of the parameters those that differ from the formula's own."""
        plain = {name: value for name, value in self.cleaned_data.items() if not name.startswith(_PARAMETER)}
        parameters = {name: _plain(self.cleaned_data[_PARAMETER + name]) for name in self.own}
        changes = {name: value for name, value in parameters.items() if value != self.own[name]}
        return {**plain, "parameters": changes}


class PublicationForm(forms.Form):
    """A form for the day as of which a list is published."""

    as_of = field_of(
        PublicationRequest,
        "as_of",
        label=gettext_lazy("As of"),
        help_text=gettext_lazy("All matches up to this day count."),
    )


class RatingUploadForm(KeptFileForm):
    """A form for a file of ratings as of a day."""

    as_of = field_of(RatingUploadRequest, "as_of", label=gettext_lazy("As of"), help_text="")

    field_order = ("as_of", "source", "file")


class OpeningsForm(RatingUploadForm):
    """A form for the ratings with which a list begins."""

    source = field_of(
        OpeningsRequest,
        "source",
        label=gettext_lazy("Source"),
        help_text=gettext_lazy("The system that they come from."),
    )


def _parameter_field(name: str, value: object) -> forms.Field:
    label, help_text = parameter_words(name)
    if isinstance(value, Mapping):
        return TableField(label=label, help_text=help_text, initial=value, max_length=4000)
    return forms.DecimalField(
        label=label,
        help_text=help_text,
        initial=value,
        min_value=_LEAST,
        max_value=MOST,
        max_digits=13,
        decimal_places=6,
        localize=True,
    )


def _pair(words: list[str], line: str) -> tuple[int, float | int]:
    """Return the length and the number of a line; ValidationError names a line that has no such pair."""
    try:
        length, points = words
        pair = int(length), Decimal(str(sanitize_separators(points)))
    except (ValueError, InvalidOperation):
        pair = 0, Decimal(0)
    if not (1 <= pair[0] <= LONGEST and pair[1].is_finite() and 0 < pair[1] <= MOST):
        raise ValidationError(_("This line does not give a length and its points: %(line)s") % {"line": line})
    return pair[0], _number(pair[1])


def _plain(value: object) -> object:
    return _number(value) if isinstance(value, Decimal) else value


def _number(value: Decimal) -> float | int:
    """Return a number as JSON has it."""
    return int(value) if value == value.to_integral_value() else float(value)
