"""The fields of forms: made from requests, with choices that depend on data, rendered by one template."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.renderers import TemplatesSetting
from django.utils import timezone

from matches.errors import DomainError
from tournaments.models import by_clock
from tournaments.requests.fields import FieldKind, FieldSpec, Request


class DayField(forms.DateField):
    """A field for a day, which the browser shows in the reader's way."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class MomentField(forms.DateTimeField):
    """A field for a moment, typed by the clock of the hall."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def to_python(self, value: Any) -> datetime | None:
        """Return the moment; raise ValidationError for a time that is skipped or comes twice when clocks change."""
        try:
            return super().to_python(value)
        except ValidationError as error:
            if error.code != "ambiguous_timezone" or error.params is None:
                raise
            try:
                return by_clock(error.params["datetime"], timezone.get_current_timezone())
            except DomainError as refusal:
                raise ValidationError(str(refusal), code=refusal.code) from error


_CLASSES: Mapping[FieldKind, type[forms.Field]] = {
    FieldKind.TEXT: forms.CharField,
    FieldKind.NUMBER: forms.IntegerField,
    FieldKind.DECIMAL: forms.DecimalField,
    FieldKind.CHOICE: forms.ChoiceField,
    FieldKind.FLAG: forms.BooleanField,
    FieldKind.DAY: DayField,
    FieldKind.EMAIL: forms.EmailField,
}
_SHARED = ("max_length", "min_length", "min_value", "max_value", "max_digits", "decimal_places", "choices")
# With any of these a form may leave the field empty.
_OPTIONAL = {"required": False, "allow_blank": True, "allow_null": True}


def field_of(request: type[Request], name: str, **options: Any) -> forms.Field:
    """Return a form field with the kind, the limits and the choices of a field of a request.

    Of a list it is the field of one item. It is required as in the request; `options` replace everything else.
    """
    spec = request.specs()[name]
    if isinstance(spec.child, FieldSpec):
        spec = spec.child
    # A box without a tick means no, and is sent by no browser.
    is_required = spec.kind is not FieldKind.FLAG and not any(
        spec.options.get(option) is value for option, value in _OPTIONAL.items()
    )
    shared = {option: spec.options[option] for option in _SHARED if option in spec.options}
    return _CLASSES[spec.kind](**{"required": is_required, **shared, **options})


def offer(form: forms.Form, name: str, choices: Iterable[tuple[str, Any]]) -> None:
    """Set the choices of a field."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)  # noqa: S101 - narrows the type for mypy
    field.choices = list(choices)


class PageRenderer(TemplatesSetting):
    """A renderer with the project's own form templates; widgets keep those of Django."""

    form_template_name = "_form.html"
    field_template_name = "_field.html"
