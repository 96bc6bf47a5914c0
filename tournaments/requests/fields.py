"""The fields of requests: kinds, limits and labels, shared by forms and serializers."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from types import NoneType
from typing import Any, Self, TypeAlias, TypeVar, dataclass_transform, get_args, get_type_hints

from django.utils.functional import Promise

from tournaments.acts import ABSENT as ABSENT
from tournaments.acts import Absent as Absent

Value = TypeVar("Value")
Maybe: TypeAlias = Value | Absent
Words: TypeAlias = str | Promise


class FieldKind(StrEnum):
    """The kinds of fields."""

    TEXT = "text"
    NUMBER = "number"
    DECIMAL = "decimal"
    FLAG = "flag"
    CHOICE = "choice"
    OBJECT = "object"
    DAY = "day"
    MOMENT = "moment"
    EMAIL = "email"
    FILE = "file"
    ITEMS = "items"
    MAPPING = "mapping"


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """The declaration of a field; `options` have the names that Django forms and serializers use."""

    kind: FieldKind
    options: Mapping[str, Any]
    child: FieldSpec | type[Request] | None = None
    example: Any = None


@dataclass_transform(kw_only_default=True, frozen_default=True)
@dataclass(frozen=True, kw_only=True)
class Request:
    """The base class of requests, frozen dataclasses; an absent field is `ABSENT`."""

    def __init_subclass__(cls) -> None:
        """Make a dataclass of the fields."""
        dataclass(frozen=True, kw_only=True)(cls)

    def given(self) -> dict[str, Any]:
        """Return the values by name, without absent ones."""
        values = ((field.name, getattr(self, field.name)) for field in dataclasses.fields(self))
        return {name: value for name, value in values if value is not ABSENT}

    def faults(self) -> dict[str, Words]:
        """Return the messages about fields that contradict each other, by name."""
        return {}

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Return a request with these values, every other field absent."""
        return cls(**{field.name: values.get(field.name, ABSENT) for field in dataclasses.fields(cls)})

    @classmethod
    def specs(cls) -> dict[str, FieldSpec]:
        """Return the declaration of each field, in their order."""
        kinds = get_type_hints(cls)
        return {field.name: _annotated(field, kinds[field.name]) for field in dataclasses.fields(cls)}


class NothingRequest(Request):
    """An empty request, for operations without a body."""


def _annotated(field: dataclasses.Field[Any], kind: Any) -> FieldSpec:
    """Return the declaration, completed by the annotation: `Maybe` may be absent, `None` may be null."""
    spec: FieldSpec = field.metadata["spec"]
    options = dict(spec.options)
    if Absent in get_args(kind):
        options["required"] = False
    if NoneType in get_args(kind):
        options["allow_null"] = True
    return dataclasses.replace(spec, options=options)


def choices_of(values: Iterable[Any]) -> list[tuple[str, Any]]:
    """Return the choices of an enumeration or of codes; pairs are unchanged."""
    pairs = getattr(values, "choices", values)
    return [one if isinstance(one, tuple) else (str(one), str(one)) for one in pairs]


def _factory(kind: FieldKind, **usual: Any) -> Callable[..., Any]:
    """Return a function that declares fields of a kind; `required` and `allow_null` follow from the annotation."""

    def field(words: str = "", *, child: Any = None, example: Any = None, **options: Any) -> Any:
        options = usual | options
        if "choices" in options:
            options["choices"] = choices_of(options["choices"])
        if words:
            options["help_text"] = words
        inner = child if child is None or isinstance(child, type) else child.metadata["spec"]
        return dataclasses.field(default=ABSENT, metadata={"spec": FieldSpec(kind, options, inner, example)})

    return field


# A text loses the blanks around it, a decimal is a text; a moment has a zone; a file comes in a form.
text = _factory(FieldKind.TEXT)
number = _factory(FieldKind.NUMBER)
decimal = _factory(FieldKind.DECIMAL)
flag = _factory(FieldKind.FLAG)
choice = _factory(FieldKind.CHOICE)
json = _factory(FieldKind.OBJECT)
day = _factory(FieldKind.DAY)
moment = _factory(FieldKind.MOMENT)
email = _factory(FieldKind.EMAIL)
file = _factory(FieldKind.FILE)
# Lists and objects whose values are fields, or requests of one class.
items = _factory(FieldKind.ITEMS)
mapping = _factory(FieldKind.MAPPING)
# The id of a row, and the codes of refusals that an officer lets stand.
uid = _factory(FieldKind.TEXT, max_length=20)
overrides = partial(items, child=text(max_length=40), max_length=20)
