"""Form fields made from the fields of requests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from tournaments.requests.fields import FieldKind, FieldSpec, Request

_CLASSES: Mapping[FieldKind, type[forms.Field]] = {
    FieldKind.TEXT: forms.CharField,
    FieldKind.NUMBER: forms.IntegerField,
    FieldKind.CHOICE: forms.ChoiceField,
}
_SHARED = ("max_length", "min_length", "min_value", "max_value", "choices")
# With any of these a form may leave the field empty.
_OPTIONAL = {"required": False, "allow_blank": True, "allow_null": True}


def field_of(request: type[Request], name: str, **options: Any) -> forms.Field:
    """Return a form field with the kind, the limits and the choices of a field of a request.

    Of a list it is the field of one item. It is required as in the request; `options` replace everything else.
    """
    spec = request.specs()[name]
    if isinstance(spec.child, FieldSpec):
        spec = spec.child
    is_required = not any(spec.options.get(option) is value for option, value in _OPTIONAL.items())
    shared = {option: spec.options[option] for option in _SHARED if option in spec.options}
    return _CLASSES[spec.kind](**{"required": is_required, **shared, **options})
