"""The descriptions of operations in the OpenAPI schema, with every error."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
    inline_serializer,
)
from rest_framework import serializers

from .errors import PROBLEM_TYPE
from .idempotency import HEADER, LONGEST_KEY
from .pagination import LARGEST_PAGE, PAGE_SIZE
from .response import described
from .responses.problems import ProblemResponse

Shown = type[serializers.Serializer[Any]] | serializers.Serializer[Any]
Method = TypeVar("Method", bound=Callable[..., Any])

_TITLES = {
    303: "The public read is at the address in Location.",
    304: "Nothing has changed since the ETag in If-None-Match.",
    400: "The request has the wrong shape.",
    401: "The token is not valid, or somebody signed in is needed.",
    403: "Not this person, or the CSRF token is missing.",
    404: "There is nothing here that this visitor may know of.",
    406: "The client accepts no JSON.",
    409: "It cannot be done, or does not exist yet, as things stand.",
    412: "There is another version than the one in If-Match.",
    413: "The body is too large.",
    415: "The body has another media type than the address reads.",
    422: "It breaks a rule of the game, or the Idempotency-Key was used for another request.",
    429: "Too many requests; Retry-After says when.",
    503: "The service cannot answer just now; Retry-After says when.",
}
_ALWAYS = (400, 401, 403, 404, 406, 429, 503)
_READING = (409,)
_WRITING = (409, 413, 415, 422)

_CURSOR = OpenApiParameter(
    "cursor", str, description="The `cursor` in the `next` address of the page before."
)
_PAGE_SIZE = OpenApiParameter(
    "page_size", int, description=f"Rows of a page: {PAGE_SIZE} when absent, at most {LARGEST_PAGE}."
)
_STREAMED_TYPES = ("text/csv", "application/x-ndjson")
_FORMAT = OpenApiParameter(
    "format",
    str,
    enum=["json", "csv", "ndjson"],
    description="`csv` and `ndjson` answer with the whole list; so does `Accept`.",
)
_WHOLE = tuple(
    OpenApiParameter(
        name, kind, description="Taken as of every list, and without effect: this one is always whole."
    )
    for name, kind in (("cursor", str), ("page_size", int))
)
_KEY = OpenApiParameter(
    HEADER,
    str,
    OpenApiParameter.HEADER,
    description=(
        "Any text of your own, new for every new request: a retry with the same key has no second effect and "
        f"gets the first answer again. Kept for 24 hours, 1 to {LONGEST_KEY} visible ASCII characters."
    ),
)
_IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of the answer at hand."
)


def describe_read(
    name: str,
    content: Shown | Any,
    *,
    is_paged: bool = False,
    head: Shown | None = None,
    has_etag: bool = True,
    parameters: Iterable[OpenApiParameter] = (),
    media_types: Iterable[str] = (),
    is_streamed: bool = False,
    has_other: bool = False,
) -> Callable[[Method], Method]:
    """Describe a GET: its response, its errors, and its ETag or its pages.

    `media_types` are the types of a file, if the renderer does not declare them. A list that is streamed has CSV and
    lines of JSON besides.
    """
    all_parameters = [*parameters]
    answers: dict[Any, Any] = {200: _paged(name, content, head) if is_paged else content}
    if media_types:
        answers = {(200, media_type): content for media_type in media_types}
    if is_streamed:
        answers = {(200, "application/json"): answers[200]} | {
            (200, media_type): OpenApiTypes.STR for media_type in _STREAMED_TYPES
        }
        all_parameters.append(_FORMAT)
    if is_paged:
        all_parameters += [_CURSOR, _PAGE_SIZE]
    elif isinstance(content, serializers.ListSerializer):
        all_parameters += _WHOLE
    names = frozenset(
        parameter.name for parameter in all_parameters if parameter.location == OpenApiParameter.QUERY
    )
    if has_etag:
        all_parameters.append(_IF_NONE_MATCH)
        answers |= {304: OpenApiResponse(description=_TITLES[304]), **_problems([412])}
    if has_other:
        answers[303] = OpenApiResponse(description=_TITLES[303])
    describe = extend_schema(
        operation_id=name, parameters=all_parameters, responses=answers | _problems((*_ALWAYS, *_READING))
    )

    def with_parameters(method: Method) -> Method:
        # The endpoint refuses every other one.
        method.parameters = names  # type: ignore[attr-defined] # a function takes any attribute
        described: Method = describe(method)
        return described

    return with_parameters


def describe_write(
    name: str,
    request: Shown | Any,
    response: Shown | Any,
    *,
    status: int = 200,
    is_form: bool = False,
    has_key: bool = True,
    example: dict[str, Any] | None = None,
) -> Callable[[Method], Method]:
    """Describe a POST or PATCH: its request, response, example and errors."""
    media_type = "multipart/form-data" if is_form else "application/json"
    return extend_schema(
        operation_id=name,
        parameters=[_KEY] if has_key else [],
        request={media_type: request},
        responses={status: response} | _problems((*_ALWAYS, *_WRITING)),
        examples=[OpenApiExample(name, value=example or {}, request_only=True, media_type=media_type)],
    )


class Described(AutoSchema):
    """A schema generator that adds a summary: the description up to the first full stop."""

    def get_summary(self) -> str:
        """Return the first sentence of the description."""
        return summary_of(self.get_description())


def summary_of(words: str) -> str:
    """Return the first sentence of a text."""
    first = re.split(r"[.:;](?:\s|$)", words, maxsplit=1)[0]
    return " ".join(first.split())


def _paged(name: str, row_serializer: Any, head: Any) -> Any:
    fields: dict[str, Any] = {
        **({} if head is None else head().get_fields()),
        "next": serializers.CharField(allow_null=True, help_text="The address of the next page."),
        "results": row_serializer(many=True),
    }
    words = "".join(word.capitalize() for word in name.split("_"))
    return inline_serializer(f"{words}Page", fields)


def _problems(statuses: Iterable[int]) -> dict[Any, Any]:
    return {
        (status, PROBLEM_TYPE): OpenApiResponse(described(ProblemResponse), description=_TITLES[status])
        for status in statuses
    }


class PrivateLinkScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The security scheme of a private link, which the schema lists apart from a signed-in session."""

    target_class = "tournaments.api.authentication.PrivateLinkAuthentication"
    name = "privateLink"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the scheme, a cookie as for any session."""
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": "A session that holds a private link; needs the X-CSRFToken header to write.",
        }


class StrictBody(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """A schema extension that forbids unknown fields in request bodies."""

    target_class = "tournaments.api.fields.Body"
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> Any:
        """Return the schema of the fields, which forbids unknown ones."""
        fields = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)  # noqa: SLF001 - the documented way
        return fields | {"additionalProperties": False}
