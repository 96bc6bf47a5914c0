"""Whole lists as CSV or JSON lines, streamed from the database in flat memory."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain, islice
from operator import getitem
from typing import Any, TypeVar

from django.db.models import QuerySet
from django.http import StreamingHttpResponse
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from tournaments.exchange import harmless

from .errors import UnknownParameter
from .renderers import CSVLines, Lines

Value = TypeVar("Value")

# So many rows are read, rendered and sent together.
_CHUNK = 1000
_OF_PAGES = ("cursor", "page_size")


STREAMED = (JSONRenderer, CSVLines, Lines)
"""The renderers of a list that comes in pages of JSON, or whole."""


def is_streamed(request: Request) -> bool:
    """Whether the client wants the whole list; raise UnknownParameter if it wants a page as well."""
    renderer = request.accepted_renderer
    if not isinstance(renderer, Lines):
        return False
    names = sorted(set(_OF_PAGES) & set(request.query_params))
    if names:
        raise UnknownParameter(unknown=", ".join(names), known="format")
    return True


def stream(
    request: Request,
    rows: QuerySet[Any] | Iterable[Any],
    *,
    order: Sequence[str],
    show: Any,
    cells: Mapping[str, Sequence[str]],
    fill: Callable[[list[Any]], Iterable[Any]] = iter,
) -> StreamingHttpResponse:
    """Return the response that streams all rows in order; `show` turns a row into its fields.

    `cells` are the paths of the columns by heading. `fill` reads what some rows are shown with. Rows that are no query
    are in their order, and read as they are sent.
    PostgreSQL reads by a server-side cursor and SQLite as the rows are fetched, so memory does not grow with the list.
    """
    in_order = rows.order_by(*order).iterator(chunk_size=_CHUNK) if isinstance(rows, QuerySet) else rows
    values = (show(row) for batch in _batches(in_order) for row in fill(batch))
    renderer = request.accepted_renderer
    pieces = _as_csv(values, cells) if isinstance(renderer, CSVLines) else _as_lines(values)
    return StreamingHttpResponse(pieces, content_type=f"{renderer.media_type}; charset=utf-8")


def _as_lines(values: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    renderer = JSONRenderer()
    for batch in _batches(values):
        yield b"".join(renderer.render(value) + b"\n" for value in batch)


def _as_csv(values: Iterable[Mapping[str, Any]], cells: Mapping[str, Sequence[str]]) -> Iterator[bytes]:
    paths = list(cells.values())
    table = chain([[*cells]], ([_cell(reduce(getitem, path, value)) for path in paths] for value in values))
    for batch in _batches(table):
        text = io.StringIO(newline="")
        csv.writer(text, lineterminator="\r\n").writerows(batch)
        yield text.getvalue().encode()


def _cell(value: Any) -> str:
    """Return a value as the text of a cell; a list with spaces between its items."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case Mapping():
            return ":".join(str(part) for part in value.values())
        case list() | tuple():
            return harmless(" ".join(_cell(one) for one in value))
    return harmless(str(value))


def _batches(values: Iterable[Value]) -> Iterator[list[Value]]:
    """Yield the values in lists of one chunk; the last one is shorter."""
    rest = iter(values)
    while batch := list(islice(rest, _CHUNK)):
        yield batch
