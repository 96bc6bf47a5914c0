"""Reads of the API: each row declares path, permission and response, and is answered with an ETag."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial, wraps
from hashlib import sha256
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from django.conf import settings
from django.http import HttpResponseRedirect, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.cache import get_conditional_response
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from matches.models import Audience, audience, show_to
from tournaments import access
from tournaments.access import Visitor
from tournaments.models import LogStream, TokenScope, Tournament
from tournaments.requests.fields import NothingRequest

from .endpoint import Endpoint
from .errors import VersionChanged
from .pagination import Page, page
from .renderers import CSVLines, CSVTable, Lines, XLSXTable
from .response import Shape, cells_of, described, render
from .schema import describe_read
from .streaming import STREAMED, is_streamed, stream

Row = TypeVar("Row")

_SEE_OTHER = 303


@dataclass(frozen=True, slots=True)
class Look:
    """One call of a read: the visitor, the request, and what another log says of the row."""

    visitor: Visitor
    http: Request
    elsewhere: Any = None


Show: TypeAlias = Callable[[Row, Look], Any]


def _nothing_else(_row: Any, _look: Look) -> str:
    return ""


def _nothing_elsewhere(_row: Any) -> Any:
    return None


@dataclass(frozen=True)
class Read(Generic[Row]):
    """A row of the table that changes nothing; `show` gives it its name and description."""

    path: str
    access: Callable[..., Row]
    response: Shape
    show: Show[Row]
    # The order of a list that comes in pages; the last field is unique. An empty one: `show` makes the page.
    order: Sequence[str] | None = None
    # What stands beside the rows of a page; `show` gives it with the page.
    head: Shape | None = None
    # What the rows of a page are read by, from their keys.
    fill: Callable[[Sequence[int], Row, Look], Sequence[Any]] | None = None
    has_etag: bool = True
    # What an answer depends on that the log does not count.
    also: Callable[[Row, Look], str] = _nothing_else
    parameters: tuple[OpenApiParameter, ...] = ()
    renderers: tuple[type[BaseRenderer], ...] = (JSONRenderer,)
    media_types: tuple[str, ...] = ()
    # Whether each try counts as a guess at the code of its address, before anything is fetched.
    is_guess: bool = False
    # Whether no log counts what the list has, so that its ETag is a digest of the page.
    has_digest: bool = False
    # What another log than that of the row says of the list; where it says anything, the list needs such a digest too.
    elsewhere: Callable[[Row], Any] = _nothing_elsewhere
    # The name of the public read to which everybody is sent who may see the tournament and keeps no desk of it.
    for_others: str = ""

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

    @cached_property
    def scope(self) -> TokenScope | None:
        """The scope that a token needs; None for what strangers may read."""
        return access.scope_of(self.access, is_reading=True)

    @property
    def is_shared(self) -> bool:
        """Whether the log alone says what the answer is, so that it is the same for all strangers."""
        return self.also is _nothing_else and self.renderers == (JSONRenderer,)

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
            head=described(self.head),
            has_etag=self.has_etag,
            parameters=self.parameters,
            media_types=self.media_types,
            is_streamed=self.renderers == STREAMED,
            has_other=bool(self.for_others),
        )
        return describe(handle)

    def answer(self, endpoint: Endpoint, *names: str) -> HttpResponseBase:
        """Fetch the row as this visitor and return the response."""
        if self.for_others and not endpoint.visitor.may_desk(
            access.tournament_to_see(endpoint.visitor, *names)
        ):
            return HttpResponseRedirect(reverse(f"api_{self.for_others}", args=names), status=_SEE_OTHER)
        access.require_scope(endpoint.visitor, self.scope)
        if self.is_guess:
            access.count_guess(endpoint.visitor, endpoint.request)
        row = self.access(endpoint.visitor, *names)
        look = Look(endpoint.visitor, endpoint.request, self.elsewhere(row))
        if self.renderers == STREAMED and is_streamed(look.http):
            return self._stream(row, look)
        if self.has_digest or look.elsewhere:
            return _with_digest(look, self._content(row, look))
        if not self.has_etag:
            value = self._content(row, look)
            return value if isinstance(value, Response) else Response(value)
        stream = access.federation_of(row) or access.tournament_of(row)  # type: ignore[arg-type] # it has one
        if self.is_shared and isinstance(stream, Tournament):
            access.share(look.http, look.visitor, stream)
        return _with_etag(look, stream, partial(self._content, row, look), also=self.also(row, look))

    def _stream(self, row: Row, look: Look) -> StreamingHttpResponse:
        """Return the list whole."""
        show = partial(render, self.response)
        rows = self.show(row, look)
        cells = cells_of(self.response)
        return stream(look.http, rows, order=self.order or ("pk",), show=show, cells=cells)

    def _content(self, row: Row, look: Look) -> Any:
        value = self.show(row, look)
        if self.order is None:
            return render(self.response, value)
        rows = value if isinstance(value, Page) else page(look.http, value, order=self.order)
        objects = rows.rows if self.fill is None else self.fill([one.pk for one in rows.rows], row, look)
        head = {} if self.head is None else render(self.head, rows.head)
        return {**head, "next": rows.next, "results": [render(self.response, one) for one in objects]}


class WholeRead(Read[Row]):
    """A read that always answers with the whole list, streamed as CSV or as lines of JSON."""

    def answer(self, endpoint: Endpoint, *names: str) -> HttpResponseBase:
        """Fetch the row as this visitor, and return its list as it is read."""
        access.require_scope(endpoint.visitor, self.scope)
        return self._stream(self.access(endpoint.visitor, *names), Look(endpoint.visitor, endpoint.request))


class LineRead(Read[Row]):
    """A read that is sent line by line, as it is made."""

    def answer(self, endpoint: Endpoint, *names: str) -> HttpResponseBase:
        """Fetch the row as this visitor, and return its lines as they are made."""
        access.require_scope(endpoint.visitor, self.scope)
        row = self.access(endpoint.visitor, *names)
        lines = (f"{line}\n".encode() for line in self.show(row, Look(endpoint.visitor, endpoint.request)))
        return StreamingHttpResponse(lines, content_type=f"{Lines.media_type}; charset=utf-8")


def reads(
    path: str,
    permission: Callable[..., Row],
    response: Shape,
    *,
    kind: type[Read[Any]] = Read,
    **options: Any,
) -> Callable[[Show[Row]], Read[Row]]:
    """Decorate a function as a read of this path; `kind` answers otherwise than by a page or a row."""
    return lambda show: kind(path, permission, response, show, **options)


def sheet(
    path: str,
    permission: Callable[..., Row],
    *,
    parameters: tuple[OpenApiParameter, ...] = (),
    also: Callable[[Row, Look], str] = _nothing_else,
    has_etag: bool = True,
) -> Callable[[Show[Row]], Read[Row]]:
    """Decorate a function as a table: CSV, or a workbook by `Accept` or `?format=`.

    A file is passed on, so it has the public names for officers too. The format is part of its ETag, which a table has
    whose content a log counts.
    """

    def declare(show: Show[Row]) -> Read[Row]:
        @wraps(show)
        def for_everybody(row: Row, look: Look) -> Any:
            show_to(Audience.EVERYBODY)
            return show(row, look)

        renderers = (CSVTable, XLSXTable)
        return Read(
            path,
            permission,
            OpenApiTypes.BINARY,
            for_everybody,
            renderers=renderers,
            also=lambda row, look: f"{look.http.accepted_renderer.format} {also(row, look)}",
            parameters=parameters,
            has_etag=has_etag,
        )

    return declare


def listed(
    path: str, permission: Callable[..., Row], response: Shape, **options: Any
) -> Callable[[Show[Row]], Read[Row]]:
    """Decorate a function as a list over all tournaments: pages of JSON, or whole as CSV or NDJSON."""
    return reads(path, permission, response, renderers=STREAMED, has_digest=True, **options)


def whole(path: str, permission: Callable[..., Row], response: Shape) -> Callable[[Show[Row]], Read[Row]]:
    """Decorate a function as a list that is always sent whole, as CSV or as lines of JSON."""
    return reads(path, permission, response, kind=WholeRead, renderers=(CSVLines, Lines), has_etag=False)


def _with_digest(look: Look, content: Any) -> HttpResponseBase:
    """Return the page, or 304 if the client has the same one."""
    etag = f'"{sha256(JSONRenderer().render(content)).hexdigest()[:32]}"'
    unchanged = _if_unchanged(look, etag)
    answer = unchanged if unchanged is not None else Response(content)
    answer.headers.setdefault("ETag", etag)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _if_unchanged(look: Look, etag: str) -> HttpResponseBase | None:
    """Return 304 for a client that has this version; raise VersionChanged where `If-Match` asks for another."""
    answer = get_conditional_response(look.http, etag=etag)
    if answer is not None and answer.status_code == VersionChanged.status:
        raise VersionChanged
    return answer


def _with_etag(look: Look, stream: LogStream, show: Callable[[], Any], *, also: str = "") -> HttpResponseBase:
    """Return the response of `show`, or 304 if the client has the present version.

    The log number of the stream is the version of its content. It is read before `show` is called, so a response can be
    newer than its ETag and never older. The ETag also covers the visitor, because officers see more, and the release.
    `also` adds anything that the log does not count.
    """
    who = look.visitor.player.uid if look.visitor.player is not None else ""
    if look.visitor.token is not None:
        # A token may show less than its account.
        who = f"{who} {look.visitor.token.uid}"
    path = look.http.get_full_path()
    parts = (str(stream.log_seq), stream.uid, who, also, settings.RELEASE, path, audience().value)
    etag = f'"{stream.log_seq}-{sha256("|".join(parts).encode()).hexdigest()[:16]}"'
    unchanged = _if_unchanged(look, etag)
    answer = unchanged if unchanged is not None else Response(show())
    answer.headers.setdefault("ETag", etag)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
