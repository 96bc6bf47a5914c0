"""A whole event as one value: its stages, their formats, and the feeds between them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.feed import Feed
from tournaments.formats.lengths import length_for, likely_matches

VERSION = 1
# The longest match; lengths are odd.
LONGEST = 99
MOST_STAGES = 20
_LONGEST_NAME = 80
_MOST_LENGTHS = 30
_MOST_FEEDS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedStage:
    """One stage of a plan.

    `name` is a code with words (`main`, `consolation`, `last_chance`) or a free text. `options` are plain JSON values,
    missing ones have their defaults; `lengths` and `best_of`, the matches of a pairing at most, are read from the final
    backwards. A stage without `feeds` takes the
    entrants of the event.
    """

    format: str
    name: str = ""
    options: Mapping[str, str | int] = field(default_factory=dict)
    lengths: tuple[int, ...] = (7,)
    feeds: tuple[Feed, ...] = ()
    best_of: tuple[int, ...] = (1,)

    def to_dict(self) -> dict[str, object]:
        """Return plain JSON values that `Plan.from_dict` reads back to an equal value."""
        return {
            "name": self.name,
            "format": self.format,
            "options": dict(self.options),
            "lengths": list(self.lengths),
            "best_of": list(self.best_of),
            "feeds": [feed.to_dict() for feed in self.feeds],
        }


def stage_points(stage: PlannedStage, from_final: int) -> int:
    """Return the points of a pairing in a round, all matches of a likely series counted."""
    length = length_for(from_final, lengths=stage.lengths)
    return round(length * likely_matches(length_for(from_final, lengths=stage.best_of)))


@dataclass(frozen=True, slots=True)
class PlannedEvent:
    """A whole event: its stages in order, each fed by earlier ones or by the entrants of the event.

    A plan may be unplayable; `problems` says so.
    """

    stages: tuple[PlannedStage, ...]

    def to_dict(self) -> dict[str, object]:
        """Return plain JSON values that `from_dict` reads back to an equal value."""
        return {"version": VERSION, "stages": [stage.to_dict() for stage in self.stages]}

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Read a plan from plain JSON values.

        FormatError names every value of a wrong type, each with its `path`: `unsupported_plan_version`,
        `unknown_field`, `missing_field`, `invalid_field` (with what is `expected`), `invalid_feed` (with its `field`).
        """
        reader = _Reader()
        values = reader.mapping(data, "", names={"version", "stages"})
        if values.get("version", VERSION) != VERSION or values.get("version") is True:
            reader.refuse(
                "unsupported_plan_version", "version", version=str(values["version"]), supported=VERSION
            )
        stages = reader.array(values.get("stages"), "stages", most=MOST_STAGES)
        parts = tuple(_stage(reader, stage, f"stages.{number}") for number, stage in enumerate(stages))
        if reader.problems:
            raise FormatError(*reader.problems)
        return cls(parts)


class _Reader:
    """Reads plain values and collects all type errors, so that they are reported at once."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def refuse(self, code: str, path: str, **data: str | int) -> None:
        self.problems.append(Problem(code, {"path": path, **data}))

    def mapping(self, data: object, path: str, *, names: set[str]) -> Mapping[str, object]:
        if not isinstance(data, Mapping) or not all(isinstance(name, str) for name in data):
            self.refuse("invalid_field", path, expected="an object")
            return {}
        for name in data:
            if name not in names:
                self.refuse("unknown_field", _below(path, name), field=name)
        return data

    def array(self, data: object, path: str, *, most: int) -> Sequence[object]:
        if not isinstance(data, list | tuple) or len(data) > most:
            self.refuse("invalid_field", path, expected=f"a list of at most {most}")
            return ()
        return data

    def text(self, data: object, path: str) -> str:
        if not isinstance(data, str) or len(data) > _LONGEST_NAME or not (data.isprintable() or not data):
            self.refuse("invalid_field", path, expected=f"a text of at most {_LONGEST_NAME} characters")
            return ""
        return data


def _stage(reader: _Reader, data: object, path: str) -> PlannedStage:
    values = reader.mapping(data, path, names={"name", "format", "options", "lengths", "best_of", "feeds"})
    if "format" not in values:
        reader.refuse("missing_field", f"{path}.format", field="format")
    return PlannedStage(
        format=reader.text(values.get("format", ""), f"{path}.format"),
        name=reader.text(values.get("name", ""), f"{path}.name"),
        options=_options(reader, values.get("options", {}), f"{path}.options"),
        lengths=_lengths(reader, values.get("lengths", [7]), f"{path}.lengths"),
        feeds=_feeds(reader, values.get("feeds", []), f"{path}.feeds"),
        best_of=_lengths(reader, values.get("best_of", [1]), f"{path}.best_of"),
    )


def _options(reader: _Reader, data: object, path: str) -> dict[str, str | int]:
    if not isinstance(data, Mapping):
        reader.refuse("invalid_field", path, expected="an object")
        return {}
    values: dict[str, str | int] = {}
    for name, value in data.items():
        if isinstance(value, str | int):
            values[str(name)] = value
        else:
            reader.refuse(
                "invalid_field", _below(path, str(name)), expected="a text, a number or a truth value"
            )
    return values


def _lengths(reader: _Reader, data: object, path: str) -> tuple[int, ...]:
    lengths = []
    for number, length in enumerate(reader.array(data, path, most=_MOST_LENGTHS)):
        if type(length) is int:
            lengths.append(length)
        else:
            reader.refuse("invalid_field", f"{path}.{number}", expected="a whole number")
    return tuple(lengths)


def _feeds(reader: _Reader, data: object, path: str) -> tuple[Feed, ...]:
    feeds = []
    for number, feed in enumerate(reader.array(data, path, most=_MOST_FEEDS)):
        if not isinstance(feed, Mapping):
            reader.refuse("invalid_field", f"{path}.{number}", expected="an object")
            continue
        try:
            feeds.append(Feed.from_dict(feed))
        except FormatError as error:
            name = str(error.problems[0].data["field"])
            reader.refuse("invalid_feed", f"{path}.{number}.{name}", field=name)
    return tuple(feeds)


def _below(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
