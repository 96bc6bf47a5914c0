"""The fields of requests: what each may hold, in words that forms and serializers share."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self, TypeAlias, TypeVar, dataclass_transform

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
    """What a field may hold; `options` have the names that Django forms and serializers use."""

    kind: FieldKind
    options: Mapping[str, Any]
    child: FieldSpec | type[Request] | None = None
    example: Any = None


@dataclass_transform(kw_only_default=True, frozen_default=True)
@dataclass(frozen=True, kw_only=True)
class Request:
    """The values of a request, a frozen dataclass; what is left out is `ABSENT`."""

    def __init_subclass__(cls) -> None:
        """Make a dataclass of the fields."""
        dataclass(frozen=True, kw_only=True)(cls)

    def given(self) -> dict[str, Any]:
        """The values by name, without those that were left out."""
        values = ((field.name, getattr(self, field.name)) for field in dataclasses.fields(self))
        return {name: value for name, value in values if value is not ABSENT}

    def faults(self) -> dict[str, Words]:
        """What is wrong with fields that do not fit together, by name."""
        return {}

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """A request with these values, every other field left out."""
        return cls(**{field.name: values.get(field.name, ABSENT) for field in dataclasses.fields(cls)})

    @classmethod
    def specs(cls) -> dict[str, FieldSpec]:
        """What each field may hold, in their order."""
        return {field.name: field.metadata["spec"] for field in dataclasses.fields(cls)}


class NothingRequest(Request):
    """Nothing: the address says it all."""


def limits(request: type[Request], name: str) -> dict[str, Any]:
    """The limits of a field as the arguments of a form's field."""
    spec = request.specs()[name]
    shared = ("max_length", "min_length", "min_value", "max_value")
    return {key: value for key, value in spec.options.items() if key in shared}


def text(*, example: str | None = None, **options: Any) -> Any:
    """A text; blanks around it are cut off."""
    return _field(FieldKind.TEXT, options, example=example)


def number(*, example: int | None = None, **options: Any) -> Any:
    """A whole number."""
    return _field(FieldKind.NUMBER, options, example=example)


def flag(**options: Any) -> Any:
    """A truth value."""
    return _field(FieldKind.FLAG, options)


def choice(*, choices: Iterable[Any], **options: Any) -> Any:
    """One of a few codes."""
    return _field(FieldKind.CHOICE, {"choices": list(choices), **options})


def json(*, example: object = None, **options: Any) -> Any:
    """A JSON object."""
    return _field(FieldKind.OBJECT, options, example=example)


def day(**options: Any) -> Any:
    """A date."""
    return _field(FieldKind.DAY, options)


def moment(**options: Any) -> Any:
    """A date and time with a zone."""
    return _field(FieldKind.MOMENT, options)


def email(**options: Any) -> Any:
    """An address for mail."""
    return _field(FieldKind.EMAIL, options)


def file(**options: Any) -> Any:
    """A file of a form."""
    return _field(FieldKind.FILE, options)


def items(*, child: Any, example: list[Any] | None = None, **options: Any) -> Any:
    """A list of fields, or of requests of one class."""
    return _field(FieldKind.ITEMS, options, child=_spec(child), example=example)


def mapping(*, child: Any, **options: Any) -> Any:
    """Values by name."""
    return _field(FieldKind.MAPPING, options, child=_spec(child))


def _spec(child: Any) -> FieldSpec | type[Request]:
    found: FieldSpec | type[Request] = child if isinstance(child, type) else child.metadata["spec"]
    return found


def _field(
    kind: FieldKind,
    options: Mapping[str, Any],
    *,
    child: FieldSpec | type[Request] | None = None,
    example: Any = None,
) -> Any:
    spec = FieldSpec(kind, options, child, example)
    return dataclasses.field(default=ABSENT, metadata={"spec": spec})
