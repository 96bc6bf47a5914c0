"""`acts`: prints the declarations of all acts."""

from __future__ import annotations

import json
from datetime import datetime
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation

from tournaments.actions.undo import INVERSES
from tournaments.acts import ACTS, Absent, Act, fields_of, version_of


class Command(BaseCommand):
    """Prints the acts, one in a line, or as a JSON table with their fields."""

    help = "Print what can happen in a tournament: the acts, as the log stores them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="a JSON table with the fields of each act")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the table in English, which is the language of the codes."""
        with translation.override("en"):
            rows = [_row(kind) for _code, kind in sorted(ACTS.items())]
        if options["json"]:
            self.stdout.write(json.dumps(rows, indent=2, ensure_ascii=False))
            return
        for row in rows:
            self.stdout.write(f"{row['code']:24} {row['about']}")


def _row(kind: type[Act]) -> dict[str, Any]:
    return {
        "code": kind.code,
        "name": kind.__name__,
        "about": (kind.__doc__ or "").partition("\n")[0],
        "version": version_of(kind),
        "fields": {
            field.key: {"type": _named(field.type), "required": field.is_required}
            for field in fields_of(kind)
        },
        "overwrites": sorted(kind.overwrites),
        "concerns": kind.concerns.value,
        "tells": sorted(kind.tells),
        "can_be_undone": kind in INVERSES,
        "why_not": "" if kind.lasting is None else str(kind.lasting),
    }


def _named(hint: Any) -> Any:
    """Return a type as JSON, with the values of an enumeration and the fields of nested classes."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _named(arguments[0])
    if origin in (Union, UnionType):
        names = [_named(one) for one in arguments if one not in (NoneType, Absent)]
        return [*names, "null"] if NoneType in arguments else names[0]
    if origin is tuple:
        return {"list": _named(arguments[0])}
    if origin is not None:
        return "object"
    if issubclass(hint, Enum):
        return {"one_of": [one.value for one in hint]}
    plain: dict[Any, str] = {str: "string", int: "integer", bool: "boolean", datetime: "date-time"}
    return plain[hint] if hint in plain else {one.key: _named(one.type) for one in fields_of(hint)}
