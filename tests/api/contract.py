"""The OpenAPI document as flat lines, so that two of them can be compared whatever their components are called."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

FROZEN = Path(__file__).parent / "data" / "schema.json"

_LIMITS = (
    "type",
    "format",
    "nullable",
    "readOnly",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
)
_METHODS = ("get", "post", "put", "patch", "delete")


def lines(schema: dict[str, Any]) -> set[str]:
    """Everything that a client may rely on: operations, parameters, fields with types and limits, statuses."""
    return set(_lines(schema))


def demands(schema: dict[str, Any]) -> set[str]:
    """Every field of a request that may not be left out."""
    demands_of_fields = {line for line in lines(schema) if " takes " in line}
    fields = {line.rsplit(" type ", 1)[0] for line in demands_of_fields if " type " in line}
    optional = {
        line.removesuffix(" may be absent") for line in demands_of_fields if line.endswith(" may be absent")
    }
    return {field for field in fields if not field.endswith((" .", "[]", "{}"))} - optional


def _lines(schema: dict[str, Any]) -> Iterator[str]:
    for path, operations in schema["paths"].items():
        for method in _METHODS:
            if method in operations:
                operation = operations[method]
                name = f"{method.upper()} {path}"
                yield f"{name} is {operation['operationId']}"
                for line in _of_operation(operation, schema):
                    yield f"{name} {line}"


def _of_operation(operation: dict[str, Any], schema: dict[str, Any]) -> Iterator[str]:
    for parameter in operation.get("parameters", ()):
        yield f"{parameter['in']} {parameter['name']} {parameter['schema'].get('type')}"
    for media, content in operation.get("requestBody", {}).get("content", {}).items():
        for line in _of_value(content["schema"], schema, is_request=True):
            yield f"takes {media} {line}"
    for status, answer in operation["responses"].items():
        yield f"answers {status}"
        for media, content in answer.get("content", {}).items():
            if int(status) >= 400:
                yield f"answers {status} {media}"
                continue
            for line in _of_value(content["schema"], schema, is_request=False):
                yield f"answers {status} {media} {line}"


def _of_value(
    value: dict[str, Any], schema: dict[str, Any], *, is_request: bool, at: str = "."
) -> Iterator[str]:
    value = _resolved(value, schema)
    for limit in _LIMITS:
        if limit in value:
            yield f"{at} {limit} {value[limit]}"
    for code in value.get("enum", ()):
        yield f"{at} may be {code!r}"
    for part in value.get("oneOf", ()):
        yield from _of_value(part, schema, is_request=is_request, at=at)
    if "items" in value:
        yield from _of_value(value["items"], schema, is_request=is_request, at=f"{at}[]")
    if isinstance(value.get("additionalProperties"), dict):
        yield from _of_value(value["additionalProperties"], schema, is_request=is_request, at=f"{at}{{}}")
    names = set(value.get("required", ()))
    for name, field in value.get("properties", {}).items():
        place = f"{at}{name}" if at.endswith(".") else f"{at}.{name}"
        # A request may leave more out than before, an answer may not.
        if (name in names) != is_request:
            yield f"{place} {'may be absent' if is_request else 'is always there'}"
        yield from _of_value(field, schema, is_request=is_request, at=place)


def _resolved(value: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """The schema behind a reference, with what stands beside it."""
    while "$ref" in value or "allOf" in value:
        beside = {key: entry for key, entry in value.items() if key not in ("$ref", "allOf")}
        if "$ref" in value:
            target = schema["components"]["schemas"][value["$ref"].rsplit("/", 1)[1]]
        else:
            target = {}
            for part in value["allOf"]:
                target |= _resolved(part, schema)
        value = target | beside
    return value
