"""Round files: read strictly by docs/pairing/round.schema.json, and written in the canonical form of RFC 8785."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

KIND, VERSION = "videau-round", 1


class UnreadableError(Exception):
    """A text is no round file."""


@dataclass(frozen=True)
class FileEntrant:
    """An entrant; equal numbers above 0 are the same club, country, family or player."""

    id: str
    line: int
    name: str = ""
    seed: int | None = None
    rating: int | None = None
    joins: int = 1
    absent: tuple[int, ...] = ()
    bye_lots: int = 1
    is_here: bool = True
    club: int = 0
    country: int = 0
    family: int = 0
    player: int = 0


@dataclass(frozen=True)
class FileOrder:
    """What the director set by hand: `pair`, `bye`, `miss` or `apart`."""

    kind: str
    round: int
    until: int | None
    entrants: tuple[str, ...]
    half_points: int = 0

    def holds_in(self, number: int) -> bool:
        """Say whether it counts in a round."""
        if self.kind != "apart":
            return self.round == number
        return self.round <= number and (self.until is None or number <= self.until)


@dataclass(frozen=True)
class FileMatch:
    """A pairing of an earlier round; `two` is None for a bye."""

    round: int
    slot: int
    one: str
    two: str | None
    is_decided: bool = True
    winner: str | None = None
    is_played: bool = True


@dataclass(frozen=True)
class FilePair:
    """A pairing of the round, with the seed by which it was made."""

    slot: int
    one: str
    two: str | None
    seed: str

    @property
    def members(self) -> frozenset[str]:
        """The one or two who sit in it."""
        return frozenset((self.one,) if self.two is None else (self.one, self.two))


@dataclass(frozen=True)
class FileLot:
    """A link of a chain of lots."""

    chain: int
    anchor: str
    number: int
    before: str
    link: str
    input: str


@dataclass(frozen=True)
class RoundFile:
    """A round: what it was made from, and what came out."""

    tournament: str
    event: str
    stage: str
    format: str
    format_version: int
    options: Mapping[str, str | int | bool]
    size: int
    lot: FileLot | None
    round: int
    seed: str
    entrants: tuple[FileEntrant, ...]
    orders: tuple[FileOrder, ...]
    earlier: tuple[FileMatch, ...]
    pairs: tuple[FilePair, ...]
    costs: tuple[Mapping[str, Any], ...] = ()

    def text(self) -> str:
        """Return the file in canonical form."""
        content = {"kind": KIND, "version": VERSION, **_plain(self)}
        return canonical(content)

    @property
    def input(self) -> str:
        """The digest of what was known when the round was paired, by what the file says of it."""
        known = {
            "stage": self.stage,
            "pairings": sorted([one.round, one.slot, one.one, one.two or ""] for one in self.earlier),
            "results": sorted(
                [one.round, one.slot, one.winner or ""]
                for one in self.earlier
                if one.two is not None and one.is_decided
            ),
        }
        return digest(json.dumps(known, sort_keys=True, separators=(",", ":")))


def canonical(content: Any) -> str:
    """Return JSON by RFC 8785: the keys of round files are ASCII, and their numbers are whole and small."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(text: str) -> str:
    """Return the SHA-256 of a text in hexadecimal digits."""
    return sha256(text.encode()).hexdigest()


def read_round(text: str | bytes) -> RoundFile:
    """Return the round of a text; raise UnreadableError with the place of the fault."""
    try:
        content = json.loads(text, object_pairs_hook=_without_doubles, parse_constant=_no_constant)
    except UnreadableError:
        raise
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"no JSON: {error}") from error
    if not isinstance(content, dict) or content.get("kind") != KIND:
        raise UnreadableError("no round file")
    if content.get("version") != VERSION:
        raise UnreadableError(f"version {content.get('version')} is unknown")
    fields = {key: value for key, value in content.items() if key not in {"kind", "version"}}
    file: RoundFile = _record(RoundFile, _FIELDS, fields, "file")
    return file


def _without_doubles(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) < len(pairs):
        keys = [key for key, _ in pairs]
        raise UnreadableError(f"doubled key {next(key for key in keys if keys.count(key) > 1)!r}")
    return content


def _no_constant(name: str) -> Any:
    raise UnreadableError(f"{name} is no number of JSON")


def _plain(value: Any) -> Any:
    if isinstance(value, (FileEntrant, FileOrder, FileMatch, FilePair, FileLot, RoundFile)):
        return {name: _plain(one) for name, one in vars(value).items()}
    if isinstance(value, (tuple, list)):
        return [_plain(one) for one in value]
    return dict(value) if isinstance(value, Mapping) else value


def _record(kind: Callable[..., Any], fields: Mapping[str, _Reader], content: Any, place: str) -> Any:
    if not isinstance(content, dict):
        raise UnreadableError(f"{place}: no object")
    for name in sorted(fields.keys() ^ content.keys()):
        raise UnreadableError(f"{place}: {'unknown' if name in content else 'missing'} key {name!r}")
    return kind(**{name: read(content[name], f"{place}.{name}") for name, read in fields.items()})


_Reader = Callable[[Any, str], Any]


def _text(value: Any, place: str) -> str:
    if not isinstance(value, str) or any("\ud800" <= letter <= "\udfff" for letter in value):
        raise UnreadableError(f"{place}: no text")
    return value


def _id(value: Any, place: str) -> str:
    if not _text(value, place):
        raise UnreadableError(f"{place}: empty")
    return str(value)


def _digest(value: Any, place: str) -> str:
    if len(_text(value, place)) != 64 or not set(value) <= set("0123456789abcdef"):
        raise UnreadableError(f"{place}: no SHA-256 in hexadecimal digits")
    return str(value)


def _number(least: int) -> _Reader:
    def read(value: Any, place: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value < 2**53:
            raise UnreadableError(f"{place}: no number from {least} on")
        return value

    return read


def _flag(value: Any, place: str) -> bool:
    if not isinstance(value, bool):
        raise UnreadableError(f"{place}: neither true nor false")
    return value


def _or_none(read: _Reader) -> _Reader:
    return lambda value, place: None if value is None else read(value, place)


def _list(read: _Reader) -> _Reader:
    def read_all(value: Any, place: str) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise UnreadableError(f"{place}: no list")
        return tuple(read(one, f"{place}[{number}]") for number, one in enumerate(value))

    return read_all


def _of(kind: Callable[..., Any], fields: Mapping[str, _Reader]) -> _Reader:
    return lambda value, place: _record(kind, fields, value, place)


def _options(value: Any, place: str) -> Mapping[str, str | int | bool]:
    if not isinstance(value, dict) or not all(isinstance(one, (str, int)) for one in value.values()):
        raise UnreadableError(f"{place}: no options")
    return value


def _order_kind(value: Any, place: str) -> str:
    if value not in ("pair", "bye", "miss", "apart"):
        raise UnreadableError(f"{place}: no kind of order")
    return str(value)


def _cost(value: Any, place: str) -> str:
    if not _text(value, place).isdecimal() or not value.isascii():
        raise UnreadableError(f"{place}: no number as text")
    return str(value)


_IS_POSITIVE, _IS_NUMBER = _number(1), _number(0)
_FIELDS: dict[str, _Reader] = {
    "tournament": _id,
    "event": _id,
    "stage": _id,
    "format": _text,
    "format_version": _IS_POSITIVE,
    "options": _options,
    "size": _IS_NUMBER,
    "lot": _or_none(
        _of(
            FileLot,
            {
                "chain": _IS_POSITIVE,
                "anchor": _digest,
                "number": _IS_POSITIVE,
                "before": _digest,
                "link": _digest,
                "input": _digest,
            },
        )
    ),
    "round": _IS_POSITIVE,
    "seed": _text,
    "entrants": _list(
        _of(
            FileEntrant,
            {
                "id": _id,
                "name": _text,
                "line": _IS_NUMBER,
                "seed": _or_none(_IS_POSITIVE),
                "rating": _or_none(_number(-(2**53) + 1)),
                "joins": _IS_POSITIVE,
                "absent": _list(_IS_POSITIVE),
                "bye_lots": _IS_NUMBER,
                "is_here": _flag,
                **dict.fromkeys(("club", "country", "family", "player"), _IS_NUMBER),
            },
        )
    ),
    "orders": _list(
        _of(
            FileOrder,
            {
                "kind": _order_kind,
                "round": _IS_POSITIVE,
                "until": _or_none(_IS_POSITIVE),
                "entrants": _list(_id),
                "half_points": _IS_NUMBER,
            },
        )
    ),
    "earlier": _list(
        _of(
            FileMatch,
            {
                "round": _IS_POSITIVE,
                "slot": _IS_NUMBER,
                "one": _id,
                "two": _or_none(_id),
                "is_decided": _flag,
                "winner": _or_none(_id),
                "is_played": _flag,
            },
        )
    ),
    "pairs": _list(_of(FilePair, {"slot": _IS_NUMBER, "one": _id, "two": _or_none(_id), "seed": _text})),
    "costs": _list(
        _of(
            dict,
            {
                "players": _list(_id),
                "basis": _text,
                "costs": _list(_of(dict, {"code": _text, "cost": _cost})),
            },
        )
    ),
}
