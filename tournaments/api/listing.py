"""The table of operations as plain values, for `./videau operations --json` and the list in docs/api.md."""

from __future__ import annotations

from typing import Any

from tournaments.requests.fields import FieldSpec, Request

from .operation import Operation
from .operations import OPERATIONS
from .reading import Read
from .reads import READS
from .response import fields_of
from .schema import summary_of


def rows() -> list[dict[str, Any]]:
    """Return every operation and read as a dictionary: permission, actions, request and response fields."""
    table: list[Operation[Any, Any] | Read[Any]] = [*OPERATIONS, *READS]
    return [_row(row) for row in table]


def markdown() -> str:
    """Return the operations as a Markdown table in the order of the table."""
    lines = ["| operation | address | who may | what |", "|---|---|---|---|"]
    for row in rows():
        path = (
            row["path"]
            .replace("<slug:uid>", "<id>")
            .replace("<slug:code>", "<code>")
            .replace("<slug:other>", "<id>")
            .replace("<slug:", "<")
            .replace("<int:", "<")
        )
        lines.append(f"| `{row['name']}` | {row['method']} `{path}` | {row['who']} | {row['summary']} |")
    return "\n".join(lines) + "\n"


def _row(row: Operation[Any, Any] | Read[Any]) -> dict[str, Any]:
    return {
        "name": row.name,
        "method": row.method,
        "path": row.path,
        "summary": summary_of(row.words),
        "access": row.access.__name__,
        "who": _who(row.access.__doc__ or ""),
        "actions": [_action(action) for action in row.actions],
        "request": _fields(row.request),
        "response": dict(fields_of(row.response)),
        "status": row.status,
    }


def _who(words: str) -> str:
    """Return who is permitted: the words after the last `for` of an access function's docstring."""
    line = " ".join(words.split("\n\n")[0].split()).rstrip(".")
    if "404 for a draft of others" in line:
        return "anyone who may see the tournament"
    _object, is_for, who = line.partition(", for ")
    return (who if is_for else line).split(";")[0]


def _action(action: Any) -> str:
    return f"{action.__module__.removeprefix('tournaments.actions.')}.{action.__name__}"


def _fields(request: type[Request]) -> dict[str, str]:
    return {name: _kind(spec) for name, spec in request.specs().items()}


def _kind(spec: FieldSpec) -> str:
    is_required = spec.options.get("required", "default" not in spec.options)
    return f"{spec.kind.value}{'' if is_required else ', may be absent'}"
