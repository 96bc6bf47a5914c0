"""Serializers derived from the request classes, one for each, created once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

from django.utils.translation import get_language
from rest_framework import serializers
from rest_framework.request import Request as HttpRequest

from tournaments.requests.fields import FieldKind, FieldSpec, Request

from .fields import (
    Body,
    Choice,
    Day,
    DecimalText,
    Email,
    File,
    Flag,
    FormFlag,
    FormNumber,
    Instant,
    Items,
    Json,
    Number,
    Object,
    Text,
)

AnyRequest = TypeVar("AnyRequest", bound=Request)

_FIELDS: Mapping[FieldKind, type[serializers.Field[Any, Any, Any, Any]]] = {
    FieldKind.TEXT: Text,
    FieldKind.NUMBER: Number,
    FieldKind.DECIMAL: DecimalText,
    FieldKind.FLAG: Flag,
    FieldKind.CHOICE: Choice,
    FieldKind.OBJECT: Json,
    FieldKind.DAY: Day,
    FieldKind.MOMENT: Instant,
    FieldKind.EMAIL: Email,
    FieldKind.FILE: File,
}
# A form says everything as text.
_FORM_FIELDS: Mapping[FieldKind, type[serializers.Field[Any, Any, Any, Any]]] = {
    **_FIELDS,
    FieldKind.NUMBER: FormNumber,
    FieldKind.FLAG: FormFlag,
}
_EXAMPLES: Mapping[FieldKind, Any] = {
    FieldKind.TEXT: "Nantes",
    FieldKind.NUMBER: 1,
    FieldKind.DECIMAL: "1500",
    FieldKind.FLAG: True,
    FieldKind.OBJECT: {},
    FieldKind.DAY: "2026-03-14",
    FieldKind.MOMENT: "2026-03-14T10:00:00+01:00",
    FieldKind.EMAIL: "ada@example.org",
    FieldKind.FILE: "match.mat",
}


def body_class(request: type[Request], *, is_form: bool = False) -> type[serializers.Serializer[Any]]:
    """Return the serializer class of a request class, for JSON or for a form."""
    key: Any = request
    return _made(key, is_form)


@cache
def _made(request: Any, is_form: bool) -> type[serializers.Serializer[Any]]:  # noqa: FBT001 - a key of the cache
    fields = {name: _field(spec, is_form=is_form) for name, spec in request.specs().items()}
    names = {"__doc__": request.__doc__, "__module__": __name__, "request_class": request}
    serializer: type[serializers.Serializer[Any]] = type(request.__name__, (Body,), {**names, **fields})
    return serializer


def read_body(
    request: type[AnyRequest], http: HttpRequest, *, is_partial: bool = False, is_form: bool = False
) -> AnyRequest:
    """Return the request of a body; raise ValidationError with all faults."""
    body = body_class(request, is_form=is_form)(data=http.data, partial=is_partial)
    key: Any = request
    # Otherwise every request would copy all fields. They keep nothing of what they have read.
    vars(body)["fields"] = _fields_of(key, is_partial, is_form, get_language())
    body.is_valid(raise_exception=True)
    return request.of(body.validated_data)


@cache
def _fields_of(request: Any, is_partial: bool, is_form: bool, _language: str) -> Any:  # noqa: FBT001 - keys of the cache
    """Return the fields of a request class; the limits that they name stay in the language of their first refusal."""
    return body_class(request, is_form=is_form)(partial=is_partial).fields


def example_of(request: type[Request]) -> dict[str, Any]:
    """Return an example body: the required fields, and those with an example of their own."""
    return {
        name: _example(spec)
        for name, spec in request.specs().items()
        if spec.options.get("required", "default" not in spec.options) or spec.example is not None
    }


def _field(spec: FieldSpec, *, is_form: bool) -> serializers.Field[Any, Any, Any, Any]:
    options = dict(spec.options)
    if spec.kind is FieldKind.ITEMS:
        return Items(child=_child(spec.child), **options)
    if spec.kind is FieldKind.MAPPING:
        return Object(child=_child(spec.child), **options)
    return (_FORM_FIELDS if is_form else _FIELDS)[spec.kind](**options)


def _child(child: FieldSpec | type[Request] | None) -> Any:
    assert child is not None  # noqa: S101 - narrows the type for mypy
    return _field(child, is_form=False) if isinstance(child, FieldSpec) else body_class(child)()


def _example(spec: FieldSpec | type[Request] | None) -> Any:
    match spec:
        case FieldSpec(example=example) if example is not None:
            return example
        case FieldSpec(kind=FieldKind.ITEMS, child=child):
            return [_example(child)] * spec.options.get("min_length", 1)
        case FieldSpec(kind=FieldKind.MAPPING, child=child):
            return {"k3x9q7": _example(child)}
        case FieldSpec(kind=FieldKind.CHOICE, options=options):
            return options["choices"][0][0]
        case FieldSpec(kind=FieldKind.NUMBER, options=options):
            return max(options.get("min_value", 1), 1)
        case FieldSpec(kind=FieldKind.TEXT, options=options):
            return _EXAMPLES[FieldKind.TEXT][: options.get("max_length", 20)]
        case FieldSpec(kind=kind):
            return _EXAMPLES[kind]
        case None:
            return None
    return example_of(spec)
