"""The addresses of the API, below `/api/v1/`: one for each path of the table, and the schema."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.urls import URLPattern, path, re_path

from .endpoint import Endpoint
from .operation import Operation
from .operations import OPERATIONS, table
from .reading import Read
from .reads import READS
from .views import Docs, Nothing, Schema


def addresses(rows: Iterable[Read[Any] | Operation[Any, Any]]) -> list[URLPattern]:
    """Return one URL pattern for each path, named after its first row, with the methods of all its rows."""
    by_path: dict[str, list[Read[Any] | Operation[Any, Any]]] = {}
    for row in rows:
        by_path.setdefault(row.path, []).append(row)
    return [
        path(route, _view(there).as_view(), name=f"api_{there[0].name}") for route, there in by_path.items()
    ]


def _view(rows: list[Read[Any] | Operation[Any, Any]]) -> type[Endpoint]:
    """Return the view of a path."""
    name = "".join(word.capitalize() for word in rows[0].name.split("_"))
    members: dict[str, Any] = {"__doc__": rows[0].words, "__module__": __name__}
    for row in rows:
        members |= row.members
    return type(name, (Endpoint,), members)


urlpatterns: list[URLPattern] = [
    *addresses(table(READS, OPERATIONS)),
    path("schema/", Schema.as_view(), name="api_schema"),
    path("docs/", Docs.as_view(), name="api_docs"),
    re_path(r"", Nothing.as_view(), name="api_nothing"),
]
