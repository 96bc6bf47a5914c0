"""Acts as the log stores them: a code, a subject, and JSON with one key for each field.

A field is stored under its name, without the underscore with which a name like `in_` ends. ABSENT is not stored.
Reading is strict: whoever changed a stored entry, or wrote one with a later release, is found at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Protocol, Union, get_args, get_origin, get_type_hints

from ._base import ABSENT, ACTS, VERSION_KEY, Absent, Act, Json, Show


class UnreadableAct(ValueError):
    """A stored entry that is no act of this release; the message names the fault."""


class StoredEntry(Protocol):
    """The columns of a log entry that are read."""

    @property
    def code(self) -> str: ...

    @property
    def subject(self) -> str: ...

    @property
    def data(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class ActField:
    """A field of an act: the attribute, the key under which it is stored, and the type that is read."""

    name: str
    key: str
    type: Any
    is_required: bool
    show: Show | None

    @property
    def is_text(self) -> bool:
        """Whether it holds the uid of an erasable text; earlier releases wrote the text itself."""
        return self.show is Show.TEXT


# The types of a class are resolved once.
_FIELDS: dict[type[Any], tuple[ActField, ...]] = {}


def version_of(kind: type[Act]) -> int:
    """Return the current version of this kind of act."""
    return len(kind.earlier) + 1


def stored(act: Act) -> dict[str, Any]:
    """Return the data of an act as JSON, with the version of its kind from version 2 on."""
    data = _stored_fields(act)
    if act.earlier:
        data[VERSION_KEY] = version_of(type(act))
    return data


def read(entry: StoredEntry) -> Act:
    """Return the act of a log entry; UnreadableAct for an unknown code, and for extra or missing fields."""
    return act_of(entry.code, entry.subject, entry.data)


def act_of(code: str, subject: str, data: Json, *, registry: Mapping[str, type[Act]] = ACTS) -> Act:
    """Return the act for these columns of a log entry."""
    kind = registry.get(code)
    if kind is None:
        raise UnreadableAct(f"{code}: unknown")
    version = data.get(VERSION_KEY, 1)
    if type(version) is not int or not 1 <= version <= version_of(kind):
        raise UnreadableAct(f"{code}: version {version}")
    current = {key: value for key, value in data.items() if key != VERSION_KEY}
    for upgrade in kind.earlier[version - 1 :]:
        current = dict(upgrade(current))
    return kind(subject, **_read_fields(kind, current, code))


def readable(entry: StoredEntry) -> Act | None:
    """Return the act of a log entry; None if it is unreadable, which only the audit reports."""
    try:
        return read(entry)
    except UnreadableAct:
        return None


def fields_of(kind: type[Any]) -> tuple[ActField, ...]:
    """Return the fields of an act, or of a nested dataclass, without its subject."""
    cached = _FIELDS.get(kind)
    if cached is None:
        hints = get_type_hints(kind, include_extras=True)
        cached = _FIELDS[kind] = tuple(
            _field(one.name, hints[one.name], is_required=one.default is not ABSENT)
            for one in fields(kind)
            if not (issubclass(kind, Act) and one.name == "subject")
        )
    return cached


def _field(name: str, hint: Any, *, is_required: bool) -> ActField:
    show = next((annotation for annotation in _annotations(hint) if isinstance(annotation, Show)), None)
    return ActField(name, name.rstrip("_"), hint, is_required, show)


def _annotations(hint: Any) -> Iterator[Any]:
    if get_origin(hint) is Annotated:
        yield from hint.__metadata__
    elif get_origin(hint) in (Union, UnionType):
        for one in get_args(hint):
            yield from _annotations(one)


def _stored_fields(value: Any) -> dict[str, Any]:
    by_key = ((one.key, getattr(value, one.name)) for one in fields_of(type(value)))
    return {key: _json(one) for key, one in by_key if one is not ABSENT}


def _json(value: Any) -> Any:
    match value:
        case Enum():
            return value.value
        case datetime():
            return value.isoformat()
        case list() | tuple():
            return [_json(one) for one in value]
        case Mapping():
            return {key: _json(one) for key, one in value.items()}
    return _stored_fields(value) if is_dataclass(value) else value


def _read_fields(kind: type[Any], data: Json, where: str) -> dict[str, Any]:
    fields = fields_of(kind)
    if other_keys := data.keys() - {one.key for one in fields}:
        raise UnreadableAct(f"{where}: no field {', '.join(sorted(other_keys))}")
    values = {}
    for one in fields:
        if one.key in data:
            values[one.name] = _value(one.type, data[one.key], f"{where}.{one.key}")
        elif one.is_required:
            raise UnreadableAct(f"{where}: {one.key} is missing")
    return values


def _value(hint: Any, raw: Any, where: str) -> Any:
    """Return the stored value converted to its type; UnreadableAct for another type."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _value(arguments[0], raw, where)
    if origin in (Union, UnionType):
        return _of_union(arguments, raw, where)
    if origin is tuple:
        return _tuple(arguments, raw, where)
    if origin is not None:
        return _checked(dict, raw, where)
    if isinstance(hint, type) and is_dataclass(hint):
        return hint(**_read_fields(hint, _checked(dict, raw, where), where))
    if issubclass(hint, Enum | datetime):
        return _parsed(hint, _checked(str, raw, where), where)
    return _checked(hint, raw, where)


def _of_union(arguments: tuple[Any, ...], raw: Any, where: str) -> Any:
    if raw is None and NoneType in arguments:
        return None
    [hint] = (one for one in arguments if one not in (NoneType, Absent))
    return _value(hint, raw, where)


def _tuple(arguments: tuple[Any, ...], raw: Any, where: str) -> tuple[Any, ...]:
    values = _checked(list, raw, where)
    if arguments[-1] is not ... and len(values) != len(arguments):
        raise UnreadableAct(f"{where}: {len(values)} values")
    return tuple(_value(arguments[0], one, where) for one in values)


def _parsed(hint: Any, raw: str, where: str) -> Any:
    try:
        return datetime.fromisoformat(raw) if hint is datetime else hint(raw)
    except ValueError:
        raise UnreadableAct(f"{where}: {raw!r}") from None


def _checked(kind: type[Any], raw: Any, where: str) -> Any:
    # A bool is no number here, although Python makes it a subclass of int.
    if type(raw) is not kind:
        raise UnreadableAct(f"{where}: {type(raw).__name__} in place of {kind.__name__}")
    return raw
