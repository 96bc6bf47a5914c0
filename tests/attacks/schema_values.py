"""Values for a JSON schema: those that it allows, those at its edges, and those that it forbids."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

Schema = dict[str, Any]
Value = Any

_LEFT_OUT = object()
_LARGEST = 2_147_483_647
_DEEPEST = 6
# The most items of an array without a limit.
_MANY = 60
_ODD_SHARE = 0.3
_TEXTS = (
    "Ada Löv",
    "a",
    "7",
    "-1",
    "=1+1",
    "<script>alert(1)</script>",
    "'; DROP TABLE matches_match; --",
    "%s%d{0}",
    "ﷺ‮🂡 ẞ\u0301",
    "../../etc/passwd",
    "null",
    "a\r\nSet-Cookie: b=c",
)
# Characters that no database keeps, and blanks alone.
_ODD_TEXTS = ("", " ", "\t\n", "a\0b", "\ud800", "\u200b")
_DAYS = ("2026-03-14", "2026-11-27", "2024-02-29", "1998-05-03")
_ODD_DAYS = ("0001-01-01", "9999-12-31", "2026-02-30", "2026-3-1", "tomorrow", "")
_MOMENTS = ("2026-03-14T10:00:00+01:00", "2026-11-27T23:59:59Z", "2026-03-29T02:30:00-05:00")
_ODD_MOMENTS = (
    "2026-03-29T02:30:00",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59-14:00",
    "2026-03-14T25:00:00Z",
    "now",
    "",
)
_ADDRESSES = ("ada@example.org", "ada+b@example.org")
_ODD_ADDRESSES = ("ada", "@", "a@b", "ada@example.org\nBcc: b@example.org", "")
_FORMATS = {
    "date": (_DAYS, _ODD_DAYS),
    "date-time": (_MOMENTS, _ODD_MOMENTS),
    "email": (_ADDRESSES, _ODD_ADDRESSES),
}
_OTHER_TYPES: dict[str, tuple[Value, ...]] = {
    "string": (7, True, [], {}, 1.5),
    "integer": ("seven", 1.5, [], {}, True, "7"),
    "number": ("seven", [], {}, True),
    "boolean": ("yes", 1, [], {}),
    "array": ("a", 7, {"a": 1}, True),
    "object": ("a", 7, [1], True),
}


class Values:
    """Values of one document of OpenAPI, drawn by chance; `known` names a value for a field by its name, or none."""

    def __init__(self, document: Schema, chance: Random, known: Callable[[str], str | None]) -> None:
        self.components = document["components"]["schemas"]
        self.chance = chance
        self.known = known

    def resolved(self, schema: Schema) -> Schema:
        """Return the schema behind references, with what stands beside them."""
        while "$ref" in schema or "allOf" in schema:
            beside = {key: entry for key, entry in schema.items() if key not in ("$ref", "allOf")}
            parts = (
                [self.components[schema["$ref"].rsplit("/", 1)[1]]] if "$ref" in schema else schema["allOf"]
            )
            whole: Schema = {}
            for part in parts:
                whole |= self.resolved(part)
            schema = whole | beside
        if "oneOf" in schema:
            return self.resolved(self.chance.choice(schema["oneOf"]))
        return schema

    def allowed(self, schema: Schema, *, name: str = "", is_edge: bool = False, depth: int = 0) -> Value:
        """Return a value that the schema allows, at its limits if it is an edge."""
        schema = self.resolved(schema)
        if schema.get("nullable") and self.chance.random() < (0.5 if is_edge else 0.1):
            return None
        if "enum" in schema:
            return self.chance.choice(schema["enum"])
        match schema.get("type"):
            case "object":
                return self._object(schema, is_edge=is_edge, depth=depth)
            case "array":
                return self._array(schema, name=name, is_edge=is_edge, depth=depth)
            case "integer":
                return self._number(schema, is_edge=is_edge)
            case "number":
                return self.chance.choice((0.5, 12.25, 0.0, -3.5, 1e300) if is_edge else (0.5, 12.25, 3.0))
            case "boolean":
                return self.chance.random() < 0.5
            case "string":
                return self._text(schema, name=name, is_edge=is_edge)
        return self.chance.choice((None, 1, "a", [], {}))

    def forbidden(self, schema: Schema) -> Value:
        """Return an object that the schema forbids at one place."""
        whole = self.resolved(schema)
        value = self.allowed(schema)
        if not isinstance(value, dict):
            return self.chance.choice(_OTHER_TYPES["object"])
        fields = whole.get("properties", {})
        changes: list[tuple[str, Value]] = [("unknown_field", 1)]
        changes += [(name, _LEFT_OUT) for name in whole.get("required", ())]
        changes += [(name, self._wrong(self.resolved(field))) for name, field in fields.items()] * 2
        name, wrong = self.chance.choice(changes)
        if wrong is _LEFT_OUT:
            value.pop(name, None)
        else:
            value[name] = wrong
        return value

    def _wrong(self, field: Schema) -> Value:
        choices = list(_OTHER_TYPES.get(field.get("type", "object"), ()))
        if "enum" in field:
            choices = ["no such code", 7, [], {}]
        if "maximum" in field:
            choices += [field["maximum"] + 1, 10**30]
        if "minimum" in field:
            choices.append(field["minimum"] - 1)
        if "maxLength" in field:
            choices.append("a" * (field["maxLength"] + 1))
        if field.get("format") in _FORMATS:
            choices.append("no such thing")
        if not field.get("nullable"):
            choices.append(None)
        return deepcopy(self.chance.choice(choices))

    def _object(self, schema: Schema, *, is_edge: bool, depth: int) -> Value:
        required = set(schema.get("required", ()))
        share = 0.5 if depth < _DEEPEST else 0.0
        value = {
            # One odd value in a request that is else as usual gets further than many.
            name: self.allowed(
                field, name=name, is_edge=is_edge and self.chance.random() < _ODD_SHARE, depth=depth + 1
            )
            for name, field in schema.get("properties", {}).items()
            if name in required or self.chance.random() < share
        }
        rest = schema.get("additionalProperties")
        if isinstance(rest, dict) and depth < _DEEPEST:
            for _number in range(self.chance.randint(0, 3)):
                key = self.known("entrant") if self.chance.random() < 0.6 else self.chance.choice(_TEXTS)
                value[key or "a"] = self.allowed(rest, is_edge=is_edge, depth=depth + 1) if rest else 1
        elif not schema.get("properties") and is_edge:
            value |= {self.chance.choice(_TEXTS): self.chance.choice((None, 1, "a", [1], {"a": {}}))}
        return value

    def _array(self, schema: Schema, *, name: str, is_edge: bool, depth: int) -> Value:
        fewest = schema.get("minItems", 0)
        most = schema.get("maxItems", fewest + _MANY)
        count = (
            self.chance.choice((fewest, min(most, fewest + 40)))
            if is_edge
            else self.chance.randint(fewest, min(most, fewest + 3))
        )
        return [
            self.allowed(schema["items"], name=name.removesuffix("s"), is_edge=is_edge, depth=depth + 1)
            for _number in range(count if depth < _DEEPEST else fewest)
        ]

    def _number(self, schema: Schema, *, is_edge: bool) -> int:
        least, most = schema.get("minimum", -_LARGEST), schema.get("maximum", _LARGEST)
        if is_edge:
            return int(self.chance.choice((least, most, max(least, 0))))
        return self.chance.randint(max(least, 0), max(min(most, max(least, 0) + 12), max(least, 0)))

    def _text(self, schema: Schema, *, name: str, is_edge: bool) -> str:
        usual, odd = _FORMATS.get(schema.get("format", ""), (_TEXTS, _ODD_TEXTS))
        known = self.known(name)
        if known is not None and self.chance.random() < 0.8:
            return known
        most: int = schema.get("maxLength", 5000)
        if is_edge and usual is _TEXTS and self.chance.random() < 0.4:
            return "é" * most
        text: str = self.chance.choice(usual + odd if is_edge else usual)
        return text[:most]
