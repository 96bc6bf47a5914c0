"""Response dataclasses, from which the JSON of responses and the serializers of the schema are derived."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from functools import cache, partial
from operator import attrgetter
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    Self,
    TypeAlias,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from django.db.models import Manager
from rest_framework import serializers

from tournaments.ratings import UNITS
from tournaments.requests.fields import ABSENT, Absent, choices_of
from tournaments.requests.fields import Maybe as Maybe

from .rows import Kind, faults_of, is_shown_as, members, origin_of, plain_members

Blank: TypeAlias = Literal[""]
Rating: TypeAlias = Annotated[int, "billionths of a point"]
"""A rating or a change of one; JSON has it in points, as a decimal text of nine places."""
Getter: TypeAlias = Callable[[Any], Any]
Serializer: TypeAlias = serializers.Serializer[Any]
AnyField: TypeAlias = serializers.Field[Any, Any, Any, Any]
Shape: TypeAlias = Any
"""A response class, or a list of one."""

_FIELDS: Mapping[Any, Callable[..., AnyField]] = {
    Rating: partial(serializers.DecimalField, max_digits=19, decimal_places=9),
    str: serializers.CharField,
    int: serializers.IntegerField,
    bool: serializers.BooleanField,
    float: serializers.FloatField,
    datetime: serializers.DateTimeField,
    date: serializers.DateField,
    Any: serializers.JSONField,
}


def of(source: str = "", words: str = "", *, get: Getter | None = None) -> Any:
    """Declare a response field: the attribute path that it is read from, or a function of the row."""
    return dataclasses.field(metadata={"source": source, "words": words, "get": get})


def given(words: str = "") -> Any:
    """Declare a response field that no row has: whoever shows the row gives it."""
    return dataclasses.field(metadata={"is_given": True, "words": words})


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(of, given))
class Response:
    """The base class of responses, read from a row or created from values.

    A response that is read from rows names their class, `class EventResponse(Response, row=Event)`, or a union of
    classes. Every path of its fields is followed through their annotations when the class is made; what does not lead
    to what the response shows is a `TypeError`.
    """

    row_class: ClassVar[Kind] = None

    def __init_subclass__(cls, *, row: Kind = None) -> None:
        """Make a dataclass of the fields, and compare their paths with the row."""
        dataclass(frozen=True, kw_only=True)(cls)
        cls.row_class = cls.row_class if row is None else row
        if faults := [*_path_faults(cls)]:
            raise TypeError(f"{cls.__name__} cannot be read: {'; '.join(faults)}")

    @classmethod
    def from_row(cls, row: object, **values: Any) -> Self:
        """Return the response of a row; `values` replace fields of it."""
        kind: Any = cls
        columns = [column for column in _columns(kind) if column.attribute not in values]
        getters = {column.attribute: column.getter for column in columns}
        return cls(**values, **{name: get(row) for name, get in getters.items()})


@dataclass(frozen=True, slots=True)
class _ResponseField:
    """A field of a response: its name in JSON and in Python, how its value is read, and how it becomes JSON."""

    name: str
    attribute: str
    getter: Getter
    show: Getter | None
    words: str
    kind: Any
    # The attribute, where the value is one of the row itself.
    path: str
    is_computed: bool


def render(shape: Shape, value: Any) -> Any:
    """Return a value as JSON; a list is rendered item by item."""
    show = _shown_as(shape)
    return value if value is None or show is None else show(value)


@cache
def serializer_of(response: Any) -> type[Serializer]:
    """Return the serializer that describes a response in the schema."""
    fields = {column.name: _described(column) for column in _columns(response)}
    own = {"__doc__": response.__doc__, "__module__": response.__module__}
    serializer: type[Serializer] = type(response.__name__, (serializers.Serializer,), own | fields)
    return serializer


def described(shape: Shape) -> Any:
    """Return a response, or a list of responses, as drf-spectacular needs it; anything else unchanged."""
    if is_list(shape):
        return serializer_of(get_args(shape)[0])(many=True)
    return serializer_of(shape) if _is_response(shape) else shape


def fields_of(shape: Shape) -> Mapping[str, str]:
    """Return the fields of a response with their kinds, for a list those of its rows."""
    one = described(shape)
    one = one.child if isinstance(one, serializers.ListSerializer) else one
    one = one() if isinstance(one, type) else one
    return {name: type(field).__name__ for name, field in getattr(one, "fields", {}).items()}


def cells_of(shape: Shape) -> Mapping[str, tuple[str, ...]]:
    """Return the headings of a table of responses, each with its path; a response in a response has several cells."""
    cells: dict[str, tuple[str, ...]] = {}
    for column in _columns(shape):
        [kind, *_others] = plain_members(column.kind)
        inner = _columns(kind) if _is_response(kind) else ()
        cells |= {f"{column.name}_{one.name}": (column.name, one.name) for one in inner}
        if not inner:
            cells[column.name] = (column.name,)
    return cells


def is_list(shape: Shape) -> bool:
    """Whether a shape is a list of responses."""
    origin: Any = get_origin(shape)
    return origin is list


@cache
def _columns(response: Any) -> tuple[_ResponseField, ...]:
    kinds = get_type_hints(response, include_extras=True)
    return tuple(_column(field, kinds[field.name]) for field in dataclasses.fields(response))


def _column(field: dataclasses.Field[Any], kind: Any) -> _ResponseField:
    get, source = field.metadata.get("get"), field.metadata.get("source") or field.name
    is_given = field.metadata.get("is_given", False)
    getter = get or (partial(_refuse, field.name) if is_given else _reader(source))
    path = "" if get is not None or is_given or "." in source else source
    words = field.metadata.get("words", "")
    # A keyword of Python has an underscore behind it, as in `from_`.
    name = field.name.removesuffix("_")
    return _ResponseField(
        name, field.name, getter, _shown_as(kind), words, kind, path, is_computed=get is not None
    )


def _path_faults(response: Any) -> Iterator[str]:
    """Yield what speaks against reading the fields of a response from its row."""
    row = response.row_class
    kinds = {} if row is None else get_type_hints(response, include_extras=True)
    for field in dataclasses.fields(response) if row is not None else ():
        kind, get = kinds[field.name], field.metadata.get("get")
        if get is not None:
            answer = get_type_hints(get, include_extras=True).get("return", Any)
            [one, *_others] = plain_members(kind)
            if not all(part is NoneType or fits(part, one) for part in members(answer)):
                yield f"{field.name}: its function answers {answer}, not {one}"
        elif not field.metadata.get("is_given"):
            source = field.metadata.get("source") or field.name
            yield from (f"{field.name}: {one}" for one in faults_of(row, source, kind, fits=fits))


def fits(kind: Kind, target: Kind) -> bool:
    """Whether a value of the first type is shown as the second, which may be a response or a list of them."""
    if origin_of(target) is list and _is_response(get_args(target)[0]):
        items = [*get_args(kind), Any][0]
        return all(fits(item, get_args(target)[0]) for item in members(items))
    if not _is_response(target):
        return is_shown_as(kind, target)
    plain = origin_of(kind) or kind
    rows = [origin_of(one) or one for one in members(target.row_class)]
    return plain is Any or issubclass(plain, (target, Mapping, *(one for one in rows if one is not None)))


def _reader(source: str) -> Getter:
    """Return a function that follows a path of attributes; it returns None if one of them is None."""
    path = tuple(source.split("."))
    return partial(_follow, path) if len(path) > 1 else attrgetter(source)


def _refuse(name: str, row: object) -> Any:
    raise TypeError(f"{type(row).__name__} has no {name!r}: the field is given, not read.")


def _follow(path: tuple[str, ...], value: Any) -> Any:
    for name in path:
        if value is None:
            return None
        value = getattr(value, name)
    return value


@dataclass(frozen=True, slots=True)
class _Renderer:
    """The function that turns a row into JSON; the field readers are prepared once."""

    response: Any
    names: tuple[str, ...]
    # All plain attributes in one call, and every other field by its own function.
    plain: tuple[str, ...]
    read_plain: Getter
    others: tuple[tuple[str, Getter], ...]
    shows: tuple[tuple[str, Getter], ...]
    may_be_absent: bool
    nullable: frozenset[str]

    def __call__(self, row: Any) -> dict[str, Any]:
        content: dict[str, Any] = dict.fromkeys(self.names)
        if isinstance(row, dict):
            # Only a value that may be null can be left out.
            content |= {name: row[name] for name in self.names if name in row or name not in self.nullable}
        elif isinstance(row, self.response):
            content |= {column.name: getattr(row, column.attribute) for column in _columns(self.response)}
        elif self.response.row_class is None:
            raise TypeError(f"{self.response.__name__} names no row, and is to show a {type(row).__name__}.")
        else:
            if self.plain:
                content.update(zip(self.plain, self.read_plain(row), strict=True))
            for name, getter in self.others:
                content[name] = getter(row)
        if self.may_be_absent:
            content = {name: value for name, value in content.items() if value is not ABSENT}
        for name, show in self.shows:
            value = content.get(name)
            if value is not None:
                content[name] = show(value)
        return content


@cache
def _renderer(response: Any) -> _Renderer:
    columns = _columns(response)
    plain = [column for column in columns if column.path]
    # Two paths at least, because a getter of one answers no tuple.
    is_plain = len(plain) > 1
    paths = [column.path for column in plain]
    return _Renderer(
        response,
        tuple(column.name for column in columns),
        tuple(column.name for column in plain if is_plain),
        attrgetter(*paths) if is_plain else tuple,
        tuple((column.name, column.getter) for column in columns if not (column.path and is_plain)),
        tuple((column.name, column.show) for column in columns if column.show is not None),
        may_be_absent=any(Absent in get_args(column.kind) for column in columns),
        nullable=frozenset(
            column.name for column in columns if {NoneType, Absent} & {*get_args(column.kind)}
        ),
    )


@cache
def _shown_as(kind: Any) -> Getter | None:
    """Return the function that turns a value of this type into JSON; None if it is JSON already."""
    kind, *_others = plain_members(kind)
    if _is_response(kind):
        return _renderer(kind)
    if get_origin(kind) in (list, tuple):
        return partial(_render_all, _shown_as(get_args(kind)[0]))
    plain: dict[Any, Getter] = {str: str, bool: bool, float: float, datetime: _moment, Rating: points_text}
    return plain.get(kind)


def _render_all(show: Getter | None, values: Any) -> list[Any]:
    rows: Iterable[Any] = values.all() if isinstance(values, Manager) else values
    return list(rows) if show is None else [value if value is None else show(value) for value in rows]


def points_text(billionths: int) -> str:
    """Return billionths of a point in points, with nine places."""
    return f"{Decimal(billionths) / UNITS:.9f}"


_moment = serializers.DateTimeField().to_representation


def _is_response(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Response)


def _described(column: _ResponseField) -> AnyField:
    options: dict[str, Any] = {"help_text": column.words} if column.words else {}
    options |= {"read_only": True} if column.is_computed else {}
    return _field(column.kind, options)


def _field(kind: Any, options: Mapping[str, Any]) -> AnyField:
    """Return the serializer field that describes values of this type."""
    parts = get_args(kind) if get_origin(kind) in (Union, UnionType) else ()
    options = dict(options)
    options |= {"allow_null": True} if NoneType in parts else {}
    options |= {"required": False} if Absent in parts else {}
    options |= {"allow_blank": True} if any(get_origin(one) is Literal for one in parts) else {}
    kind, *_others = plain_members(kind)
    inner = get_args(kind)
    if get_origin(kind) is list:
        if _is_response(inner[0]):
            return serializer_of(inner[0])(many=True, **options)
        return serializers.ListField(**options, **_child(inner[0]))
    if get_origin(kind) is dict:
        return serializers.DictField(**options, **_child(inner[1]))
    if _is_response(kind):
        return serializer_of(kind)(**options)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return serializers.ChoiceField(choices=choices_of(kind), **options)
    return _FIELDS[kind](**options)


def _child(kind: Any) -> dict[str, Any]:
    return {} if kind is Any else {"child": _field(kind, {})}
