"""The paths by which responses read their rows, followed through the annotations of the rows without a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from functools import cache, cached_property
from inspect import getattr_static
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from django.core.exceptions import FieldDoesNotExist
from django.db import models

from tournaments.requests.fields import Absent

Kind: TypeAlias = Any
"""A type as it stands in an annotation."""

# What a field of a model holds; the first class that fits counts.
_HOLDS: Mapping[type[models.Field[Any, Any]], Kind] = {
    models.BooleanField: bool,
    models.DateTimeField: datetime,
    models.DateField: date,
    models.DecimalField: Decimal,
    models.FloatField: float,
    models.IntegerField: int,
    models.CharField: str,
    models.TextField: str,
    models.BinaryField: bytes,
}


class UnknownAttribute(TypeError):
    """A path names what no annotation of the row knows."""


def origin_of(kind: Kind) -> Kind:
    """Return the class of a type with arguments, None for a plain one."""
    return get_origin(kind)


def members(kind: Kind) -> list[Kind]:
    """Return the types of a union, and any other type by itself."""
    return list(get_args(kind)) if origin_of(kind) in (Union, UnionType) else [kind]


def plain_members(kind: Kind) -> list[Kind]:
    """Return the types of a union except the markers for null, empty and absent."""
    return [one for one in members(kind) if one not in (NoneType, Absent) and origin_of(one) is not Literal]


def kinds_at(row: Kind, path: str) -> list[Kind]:
    """Return the types that a path of attributes leads to; `NoneType` is one where a step of it may be null.

    It raises `UnknownAttribute` if a row has no such attribute, or one without an annotation.
    """
    kinds, may_be_null = members(row), False
    for name in path.split("."):
        may_be_null = may_be_null or NoneType in kinds
        kinds = [kind for one in kinds if one is not NoneType for kind in _attribute(one, name)]
    return [*kinds, NoneType] if may_be_null else kinds


def is_shown_as(kind: Kind, target: Kind) -> bool:
    """Whether a value of the first type may stand where a response has the second, which is no response."""
    kind, target = _plain(kind), _plain(target)
    if Any in (kind, target) or kind == target or (kind, target) == (int, bool):
        return True
    if target in (list, tuple):
        return isinstance(kind, type) and issubclass(kind, Iterable) and not issubclass(kind, str)
    if target is dict:
        return isinstance(kind, type) and issubclass(kind, Mapping)
    if not (isinstance(kind, type) and isinstance(target, type)):
        return False
    if issubclass(target, Enum):
        # A column has the text or the number of its choice.
        return kind in (str, int) or issubclass(kind, Enum)
    return issubclass(kind, target) and (kind, target) != (bool, int)


def _plain(kind: Kind) -> Kind:
    """Return a type without what annotates it and without its arguments."""
    if origin_of(kind) is Annotated:
        kind = get_args(kind)[0]
    return origin_of(kind) or kind


def _attribute(row: Kind, name: str) -> list[Kind]:
    """Return the types of an attribute of a row."""
    kind = _plain(row)
    if kind is Any:
        return [Any]
    if not isinstance(kind, type):
        raise UnknownAttribute(f"{kind} is no class")
    for attribute in (_column(kind, name), _property(kind, name), _hints(kind).get(name)):
        if attribute is not None:
            return members(get_args(attribute)[0] if origin_of(attribute) is ClassVar else attribute)
    raise UnknownAttribute(f"{kind.__name__} has no {name!r}")


def _column(kind: type[Any], name: str) -> Kind | None:
    """Return the type of a field of a model."""
    if not issubclass(kind, models.Model):
        return None
    try:
        field: Any = kind._meta.get_field(name)  # noqa: SLF001 - the documented way to a model's fields
    except FieldDoesNotExist:
        return _of_related(kind, name)
    if field.is_relation:
        content = field.related_model
        if not (field.many_to_one or field.one_to_one):
            return _list_of(content)
    else:
        content = next((one for column, one in _HOLDS.items() if isinstance(field, column)), Any)
    return content | None if _may_be_null(field) and content is not Any else content


def _of_related(kind: type[models.Model], name: str) -> Kind | None:
    """Return a list of the rows that name this one, by the name under which it has them."""
    related = kind._meta.related_objects  # noqa: SLF001 - the documented way to a model's relations
    rows = (one.related_model for one in related if one.get_accessor_name() == name)
    return next((_list_of(row) for row in rows), None)


def _list_of(row: Any) -> Kind:
    return list.__class_getitem__(row)


def _may_be_null(field: Any) -> bool:
    """Whether a row may have none: a column says so, and nobody promises what stands in another table."""
    return bool(field.null) if field.concrete else True


def _property(kind: type[Any], name: str) -> Kind | None:
    """Return the type that a property is annotated with."""
    attribute = getattr_static(kind, name, None)
    function = attribute.fget if isinstance(attribute, property) else getattr(attribute, "func", None)
    if not isinstance(attribute, property | cached_property) or function is None:
        return None
    return get_type_hints(function, include_extras=True).get("return")


@cache
def _hints(kind: type[Any]) -> Mapping[str, Kind]:
    return get_type_hints(kind, include_extras=True)


def faults_of(row: Kind, path: str, target: Kind, *, fits: Callable[[Kind, Kind], bool]) -> Iterator[str]:
    """Yield in words what speaks against showing as a type what a path leads to; `fits` compares two types."""
    try:
        kinds = kinds_at(row, path)
    except UnknownAttribute as unknown:
        yield str(unknown)
        return
    if NoneType in kinds and not {NoneType, Absent} & {*members(target)}:
        yield f"{path!r} may be null"
    one, *_others = plain_members(target)
    yield from (
        f"{path!r} is {kind}, not {one}" for kind in kinds if kind is not NoneType and not fits(kind, one)
    )
