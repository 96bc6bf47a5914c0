"""Options of a format: a frozen, versioned dataclass with strict parsing."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import ClassVar, Self, get_type_hints

from tournaments.formats.errors import FormatError, Problem


@dataclass(frozen=True, slots=True)
class Options:
    """The base class of a format's options.

    A subclass is a frozen slotted dataclass whose fields have defaults and are a StrEnum, a bool or an int. An int may
    carry `minimum` and `maximum` in its field's metadata. VERSION is raised when a field changes its meaning.
    """

    VERSION: ClassVar[int] = 1
    UNDER_WAY: ClassVar[frozenset[str]] = frozenset()
    """The options that can change while a stage is played, because every pairing made so far stays as it is."""

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Read options from plain JSON values; missing ones take their defaults.

        FormatError names all faults: `unknown_option`, `invalid_option` (with `option`), `unsupported_options_version`.
        """
        problems = []
        version = data.get("version", cls.VERSION)
        if version is True or version != cls.VERSION:
            problems.append(
                Problem("unsupported_options_version", {"version": str(version), "supported": cls.VERSION})
            )
        by_name = {option.name: option for option in fields(cls)}
        problems += [
            Problem("unknown_option", {"option": name, "known": ", ".join(by_name)})
            for name in data
            if name not in {*by_name, "version"}
        ]
        kinds = get_type_hints(cls)
        values = {}
        for name, option in by_name.items():
            if name not in data:
                continue
            value = _read(data[name], kind=kinds[name], bounds=option.metadata)
            if value is None:
                problems.append(Problem("invalid_option", {"option": name, "value": str(data[name])}))
            else:
                values[name] = value
        if problems:
            raise FormatError(*problems)
        return cls(**values)

    def to_dict(self) -> dict[str, str | int]:
        """Return plain JSON values that `from_dict` reads back to an equal value."""
        values: dict[str, str | int] = {"version": self.VERSION}
        for option in fields(self):
            value = getattr(self, option.name)
            values[option.name] = value.value if isinstance(value, StrEnum) else value
        return values

    @classmethod
    def of(cls, options: "Options") -> Self:
        """Return these options as this class; TypeError if they belong to another format."""
        if not isinstance(options, cls):
            raise TypeError(f"{cls.__name__} expected, not {type(options).__name__}")
        return options


def _read(value: object, *, kind: type, bounds: Mapping[str, int]) -> StrEnum | int | None:
    """Return the value as its kind; None if it is invalid. A bool is never an int here."""
    if issubclass(kind, StrEnum):
        return kind(value) if isinstance(value, str) and value in set(kind) else None
    if type(value) is not kind or not isinstance(value, int):
        return None
    is_within = bounds.get("minimum", value) <= value <= bounds.get("maximum", value)
    return value if is_within else None
