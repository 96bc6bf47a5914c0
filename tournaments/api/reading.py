"""Reads of the API: each row declares path, permission and response, and is answered with an ETag."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from django.conf import settings
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.access import Visitor
from tournaments.models import LogStream
from tournaments.requests.fields import NothingRequest

from .endpoint import Endpoint
from .pagination import Page, page
from .renderers import CSVTable, XLSXTable
from .response import Shape, described, render
from .schema import describe_read

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Look:
    """One call of a read: the visitor and the request."""

    visitor: Visitor
    http: Request


Show: TypeAlias = Callable[[Row, Look], Any]


@dataclass(frozen=True)
class Read(Generic[Row]):
    """A row of the table that changes nothing; `show` gives it its name and description."""

    path: str
    access: Callable[..., Row]
    response: Shape
    show: Show[Row]
    # The order of a list that comes in pages; the last field is unique. An empty one: `show` makes the page.
    order: Sequence[str] | None = None
    # What the rows of a page are read by, from their keys.
    fill: Callable[[Sequence[int]], Sequence[Any]] | None = None
    has_etag: bool = True
    # What an answer depends on that the log does not count.
    also: Callable[[Row, Look], str] = lambda _row, _look: ""
    parameters: tuple[OpenApiParameter, ...] = ()
    renderers: tuple[type[BaseRenderer], ...] = (JSONRenderer,)
    media_types: tuple[str, ...] = ()

    method: ClassVar[str] = "GET"
    status: ClassVar[int] = 200
    request: ClassVar[type[NothingRequest]] = NothingRequest
    actions: ClassVar[tuple[Callable[..., Any], ...]] = ()

    @property
    def route(self) -> str:
        """Its method and its path."""
        return f"{self.method} {self.path}"

    @property
    def name(self) -> str:
        """Its name in the schema."""
        return self.show.__name__

    @property
    def words(self) -> str:
        """Its description in the schema."""
        return self.show.__doc__ or ""

    @property
    def members(self) -> dict[str, Any]:
        """The attributes that it adds to the view of its address."""
        parameters = frozenset({"format"} if len(self.renderers) > 1 else ())
        return {"get": self.handler(), "renderer_classes": list(self.renderers), "parameters": parameters}

    def handler(self) -> Callable[..., HttpResponseBase]:
        """Return the view method that answers the read, described for the schema."""

        def handle(endpoint: Endpoint, request: Request, **names: str) -> HttpResponseBase:
            return self.answer(endpoint, *names.values())

        handle.__doc__ = self.words
        describe = describe_read(
            self.name,
            described(self.response),
            is_paged=self.order is not None,
            has_etag=self.has_etag,
            parameters=self.parameters,
            media_types=self.media_types,
        )
        return describe(handle)

    def answer(self, endpoint: Endpoint, *names: str) -> HttpResponseBase:
        """Fetch the row as this visitor and return the response."""
        row = self.access(endpoint.visitor, *names)
        look = Look(endpoint.visitor, endpoint.request)
        if not self.has_etag:
            value = self._content(row, look)
            return value if isinstance(value, Response) else Response(value)
        stream = access.federation_of(row) or access.tournament_of(row)  # type: ignore[arg-type] # it has one
        return _with_etag(look, stream, partial(self._content, row, look), also=self.also(row, look))

    def _content(self, row: Row, look: Look) -> Any:
        value = self.show(row, look)
        if self.order is None:
            return render(self.response, value)
        rows = value if isinstance(value, Page) else page(look.http, value, order=self.order)
        objects = rows.rows if self.fill is None else self.fill([one.pk for one in rows.rows])
        return {"next": rows.next, "results": [render(self.response, one) for one in objects]}


def reads(
    path: str, permission: Callable[..., Row], response: Shape, **options: Any
) -> Callable[[Show[Row]], Read[Row]]:
    """Decorate a function as a read of this path."""
    return lambda show: Read(path, permission, response, show, **options)


def sheet(path: str, permission: Callable[..., Row]) -> Callable[[Show[Row]], Read[Row]]:
    """Decorate a function as a table: CSV, or a workbook by `Accept` or `?format=`."""
    return reads(path, permission, OpenApiTypes.BINARY, renderers=(CSVTable, XLSXTable), also=_form_of)


def _form_of(_row: Any, look: Look) -> str:
    """Return the format of the response, which is part of its ETag."""
    return str(look.http.accepted_renderer.format)


def _with_etag(look: Look, stream: LogStream, show: Callable[[], Any], *, also: str = "") -> HttpResponseBase:
    """Return the response of `show`, or 304 if the client has the present version.

    The log number of the stream is the version of its content. It is read before `show` is called, so a response can be
    newer than its ETag and never older. The ETag also covers the visitor, because officers see more, and the release.
    `also` adds anything that the log does not count.
    """
    who = look.visitor.player.uid if look.visitor.player is not None else ""
    path = look.http.get_full_path()
    parts = (str(stream.log_seq), stream.uid, who, also, settings.RELEASE, path)
    etag = f'"{stream.log_seq}-{sha256("|".join(parts).encode()).hexdigest()[:16]}"'
    unchanged = get_conditional_response(look.http, etag=etag)
    answer = unchanged if unchanged is not None else Response(show())
    answer.headers.setdefault("ETag", etag)
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer
