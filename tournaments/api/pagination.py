"""Cursor pagination, which is stable while rows are added."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from tournaments.models import FederationEntry, LogEntry

from .errors import InvalidCursor, PageTooLarge
from .fields import LARGEST_INTEGER

PAGE_SIZE = 100
LARGEST_PAGE = 500

Row = TypeVar("Row", bound=Model)
Shown = TypeVar("Shown")
Entry = TypeVar("Entry", LogEntry, FederationEntry)


@dataclass(frozen=True, slots=True)
class Page(Generic[Shown]):
    """The rows of a page, and the address of the next page; `head` is what stands beside them."""

    rows: list[Shown]
    next: str | None
    head: Any = None


def page(request: Request, rows: QuerySet[Row], *, order: Sequence[str]) -> Page[Row]:
    """Return the page of `rows` after the cursor of the request, in `order`, whose last field is unique.

    The cursor is the uid of the last row of the previous page, so pages do not shift when a row is added before it.
    Raise InvalidCursor if the list has no such row.
    """
    size = page_size(request)
    query = rows.order_by(*order)
    cursor = request.query_params.get("cursor")
    if cursor is not None:
        last = rows.filter(uid=cursor).values(*(name.lstrip("-") for name in order)).first()
        if last is None:
            raise InvalidCursor
        query = query.filter(_after(last, order))
    batch = list(query[: size + 1])
    if len(batch) <= size:
        return Page(batch, None)
    last_shown: Any = batch[size - 1]
    return Page(batch[:size], replace_query_param(request.build_absolute_uri(), "cursor", last_shown.uid))


def page_of(request: Request, rows: Sequence[Shown], *, name: Callable[[Shown], str]) -> Page[Shown]:
    """Return the page of rows at hand after the cursor of the request, which is the name of a row."""
    size, cursor, start = page_size(request), request.query_params.get("cursor"), 0
    if cursor is not None:
        names = [name(row) for row in rows]
        if cursor not in names:
            raise InvalidCursor
        start = names.index(cursor) + 1
    batch = list(rows[start : start + size])
    if start + size >= len(rows):
        return Page(batch, None)
    return Page(batch, replace_query_param(request.build_absolute_uri(), "cursor", name(batch[-1])))


def whole_number(request: Request, name: str) -> int | None:
    """Return the query parameter as a number from 1 to `LARGEST_INTEGER`; None if it is absent."""
    text = request.query_params.get(name)
    if text is None:
        return None
    # A text of many thousand digits is no number for Python.
    is_number = text.isascii() and text.isdigit() and len(text) < 20
    if not (is_number and 1 <= int(text) <= LARGEST_INTEGER):
        raise ValidationError({name: [_("A whole number from 1 to %(most)s.") % {"most": LARGEST_INTEGER}]})
    return int(text)


def page_size(request: Request) -> int:
    """Return how many rows a page has; raise PageTooLarge above the most."""
    size = whole_number(request, "page_size") or PAGE_SIZE
    if size > LARGEST_PAGE:
        raise PageTooLarge(largest=LARGEST_PAGE)
    return size


def _after(last: dict[str, Any], order: Sequence[str]) -> Q:
    """Return the condition for the rows after `last`, in an order of ascending and descending fields without nulls."""
    behind = Q()
    equal = Q()
    for name in order:
        field = name.lstrip("-")
        step = "lt" if name.startswith("-") else "gt"
        behind |= equal & Q(**{f"{field}__{step}": last[field]})
        equal &= Q(**{field: last[field]})
    return behind


def places_page(request: Request, count: int) -> Page[int]:
    """Return a page of the places from 0 of a sequence that does not change; its cursor is a place."""
    size, cursor = page_size(request), request.query_params.get("cursor", "0")
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 10):
        raise InvalidCursor
    start, end = int(cursor), min(int(cursor) + size, count)
    if end >= count:
        return Page(list(range(start, end)), None)
    return Page(list(range(start, end)), replace_query_param(request.build_absolute_uri(), "cursor", end))


def entries_page(request: Request, entries: QuerySet[Entry]) -> Page[Entry]:
    """Return a page of log entries, the newest first; its cursor is the number of an entry."""
    size, cursor = page_size(request), request.query_params.get("cursor")
    if cursor is not None:
        if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 16):
            raise InvalidCursor
        entries = entries.filter(seq__lt=int(cursor))
    rows = list(entries.order_by("-seq")[: size + 1])
    if len(rows) <= size:
        return Page(rows, None)
    last = str(rows[size - 1].seq)
    return Page(rows[:size], replace_query_param(request.build_absolute_uri(), "cursor", last))
