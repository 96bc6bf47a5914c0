"""Errors of the API as problem details (RFC 9457) with stable codes."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.core.signals import got_request_exception
from django.db import InterfaceError, OperationalError
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.response import Response
from structlog.contextvars import bind_contextvars, get_contextvars

from matches.errors import REFUSALS, DomainError, ReportRefused
from matches.models import Identified
from rules.scoresheet import RefusalCode
from tournaments.errors.common import InvalidFields, TooManyRequests

PROBLEM_TYPE = "application/problem+json"

_log = logging.getLogger("django.request")


class NotFound(DomainError):
    """Nothing exists at this address, or the visitor may not see it."""

    message = _(
        "There is nothing here. Addresses end with a slash, and a draft is seen by its directors only."
    )
    status = 404


class InvalidToken(DomainError):
    """The token of the request is unknown, malformed, or its account is closed."""

    message = _("This token is not valid. Make a new one, or send the request without it.")
    status = 401


class CsrfFailed(DomainError):
    """A request with a session lacks the token that proves it comes from our own pages."""

    message = _("A request with a session needs the X-CSRFToken header. With an API token it does not.")
    status = 403


class InvalidRequest(InvalidFields):
    """The body or the address has the wrong shape; `errors` lists each field with its code."""

    message = _("Some fields are missing or wrong.")

    def __init__(self) -> None:
        super().__init__({}, names=())
        # `errors` says it all.
        self.data = {}


class MalformedBody(DomainError):
    """The body cannot be read at all."""

    message = _("The body of the request cannot be read: %(why)s")
    status = 400


class MethodNotAllowed(DomainError):
    """The address does not know this method."""

    message = _("The method %(method)s is not known here.")
    status = 405


class NotAcceptable(DomainError):
    """The API offers none of the media types that the client accepts."""

    message = _("The API answers in JSON. Accept application/json.")
    status = 406


class VersionChanged(DomainError):
    """The If-Match header names another version than the present one."""

    message = _("This is another version than the one in If-Match. Ask without it for the present one.")
    status = 412


class BodyTooLarge(DomainError):
    """The body is larger than the maximum of this address."""

    message = _("This is larger than %(kib)s KiB, the limit here. Nothing was kept.")
    status = 413


class UnsupportedMediaType(DomainError):
    """The body has a type that this address does not read."""

    message = _("A body of the type %(media_type)s is not read here. Send: %(accepted)s.")
    status = 415


class InvalidIdempotencyKey(DomainError):
    """The Idempotency-Key header is empty, too long, or has other than visible ASCII characters."""

    message = _("An Idempotency-Key has 1 to %(longest)s visible ASCII characters.")
    status = 400


class KeyReused(DomainError):
    """The Idempotency-Key was used for another request."""

    code = "idempotency_key_reused"
    message = _("This Idempotency-Key was used for another request. Use a new key for every new request.")
    status = 422


class RequestInProgress(DomainError):
    """A request with the same Idempotency-Key is being answered."""

    message = _("A request with this Idempotency-Key is being answered just now. Ask again in a moment.")


class InvalidCursor(DomainError):
    """The cursor does not belong to this list."""

    message = _("This cursor does not belong to this list. Begin without one.")
    status = 400


class PageTooLarge(DomainError):
    """The page size is larger than the maximum, `largest`."""

    code = "page_size_too_large"
    message = _("A page has at most %(largest)s rows. Ask for no more, and follow `next`.")
    status = 400


class UnknownParameter(DomainError):
    """The address has parameters (`unknown`) that are not `known` there; nothing is filtered or sorted by them."""

    message = _("There is no parameter %(unknown)s here. Known: %(known)s.")
    status = 400

    def __init__(self, *, unknown: Sequence[str], known: Sequence[str]) -> None:
        super().__init__(unknown=[*unknown], known=[*known])
        self._places = {"unknown": ", ".join(unknown), "known": ", ".join(known)}

    def __str__(self) -> str:
        words = (
            self.message
            if self._places["known"]
            else _("There is no parameter %(unknown)s here, nor any other.")
        )
        return str(words) % self._places


class ServiceUnavailable(DomainError):
    """The database cannot answer just now; nothing was changed."""

    code = "unavailable"
    message = _("The service cannot answer just now. Nothing was changed; try again in a moment.")
    status = 503


class ServerError(DomainError):
    """A fault of the service, written to its log."""

    message = _("The service made a mistake, which is in its log. Nothing was changed.")
    status = 500


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of error: its code, meaning and status."""

    code: str
    title: str
    status: int
    meaning: str
    can_override: bool


def known_problems() -> dict[str, Kind]:
    """Return every kind of error by code: the refusals, and the reasons for which a report is refused."""
    kinds = {code: _kind(kind) for code, kind in REFUSALS.items()}
    for code in RefusalCode:
        meaning = (
            "The result that is reported cannot be. `refusals` in the data says why, each with its rule."
        )
        kinds[code] = Kind(code, title_of(code), ReportRefused.status, meaning, code.is_ruling_matter)
    return dict(sorted(kinds.items()))


def title_of(code: str) -> str:
    """Return the title of a problem, which is its code as words."""
    return code.replace("_", " ").capitalize()


def _kind(kind: type[DomainError]) -> Kind:
    meaning = " ".join((kind.__doc__ or "").split())
    return Kind(kind.code, title_of(kind.code), kind.status, meaning, kind.can_override)


def problem_response(error: Exception, context: dict[str, Any]) -> Response:
    """Return the response to an error of an API view, as problem details.

    An unexpected exception is logged, and sent as the signal `got_request_exception`, as Django does. The response
    contains no details of it.
    """
    view, request = context["view"], context["request"]
    refusal, fields = _understood(error, view)
    if refusal is None:
        _log.error(
            "Internal Server Error: %s",
            request.path,
            exc_info=error,
            extra={"status_code": 500, "request": request},
        )
        got_request_exception.send(sender=type(view), request=request)
        refusal = ServerError()
    return Response(
        problem(refusal, errors=fields),
        status=refusal.status,
        headers=_headers(refusal),
        content_type=PROBLEM_TYPE,
    )


def problem(error: DomainError, *, errors: list[dict[str, str]] | None = None) -> dict[str, Any]:
    """Return the members of the problem document of a refusal."""
    bind_contextvars(code=error.code)
    document: dict[str, Any] = {
        "type": reverse("api_problem", args=[error.code]),
        "title": title_of(error.code),
        "status": error.status,
        "code": error.code,
        "detail": str(error),
    }
    if error.can_override:
        document["can_override"] = True
    if error.data:
        document["data"] = plain(error.data)
    if errors is not None:
        document["errors"] = errors
    if (request_id := get_contextvars().get("request_id")) is not None:
        document["request_id"] = request_id
    return document


def plain(value: object) -> Any:
    """Return a value as JSON: a row as its uid, a dataclass as its fields, anything else as text."""
    match value:
        case None | bool() | int() | float():
            return value
        case str():
            return str(value)
        case Identified():
            return value.uid
        case Mapping():
            return {str(key): plain(entry) for key, entry in value.items()}
        case list() | tuple() | set() | frozenset():
            return [plain(entry) for entry in value]
    # A value that knows how it is shown outside keeps its primary keys to itself.
    to_dict = getattr(value, "to_dict", None)
    return plain(to_dict()) if to_dict is not None else str(value)


def _understood(error: Exception, view: Any) -> tuple[DomainError | None, list[dict[str, str]] | None]:
    """Return the refusal for an error, and the fields that it names."""
    match error:
        case exceptions.ValidationError():
            return InvalidRequest(), list(_flat(error.detail))
        case exceptions.Throttled():
            return TooManyRequests(seconds=max(1, round(getattr(error, "wait", None) or 1))), None
        case DomainError():
            return error, _named_fields(error)
    return _translated(error, view), None


def _translated(error: Exception, view: Any) -> DomainError | None:
    """Return the refusal for an error of Django or the REST framework; None if there is none."""
    match error:
        case Http404() | exceptions.NotFound():
            return NotFound()
        case exceptions.AuthenticationFailed() | exceptions.NotAuthenticated():
            return InvalidToken()
        case exceptions.PermissionDenied() | PermissionDenied():
            # Access answers with refusals of its own; only the session's CSRF check gets here.
            return CsrfFailed()
        case exceptions.ParseError():
            return MalformedBody(why=str(error.detail))
        case exceptions.MethodNotAllowed():
            return MethodNotAllowed(method=view.request.method)
        case exceptions.NotAcceptable():
            return NotAcceptable()
        case exceptions.UnsupportedMediaType():
            media_types = ", ".join(parser.media_type for parser in view.parser_classes if parser.media_type)
            return UnsupportedMediaType(media_type=view.request.content_type, accepted=media_types)
        case SuspiciousOperation():
            return MalformedBody(why=_("Too many fields or files, or the name of a file is none."))
        case OperationalError() | InterfaceError():
            _log.error("Service unavailable: %s", view.request.path, exc_info=error)
            return ServiceUnavailable()
    return None


def _headers(refusal: DomainError) -> dict[str, str]:
    """Return the headers of an error: WWW-Authenticate or Retry-After."""
    if refusal.status == 401:
        return {"WWW-Authenticate": 'Token realm="api"'}
    if refusal.status == 503 or isinstance(refusal, RequestInProgress):
        return {"Retry-After": "1"}
    if isinstance(refusal, TooManyRequests):
        return {"Retry-After": str(refusal.data["seconds"])}
    return {}


def _named_fields(error: DomainError) -> list[dict[str, str]] | None:
    """Return the invalid fields of an action in the format of a serializer's errors."""
    fields = error.data.get("fields")
    if not isinstance(fields, Mapping):
        return None
    return [
        {"field": str(name), "code": error.code, "detail": str(message)}
        for name, messages in fields.items()
        for message in messages
    ]


def _flat(detail: object, path: str = "") -> Iterator[dict[str, str]]:
    """Yield each fault of a nested validation error with the dotted path of its field."""
    match detail:
        case Mapping():
            for name, inner in detail.items():
                yield from _flat(inner, path if name == "non_field_errors" else _within(path, str(name)))
        case exceptions.ErrorDetail():
            yield {"field": _sayable(path), "code": str(detail.code), "detail": _sayable(detail)}
        case list() | tuple():
            for number, inner in enumerate(detail):
                is_leaf = isinstance(inner, exceptions.ErrorDetail)
                yield from _flat(inner, path if is_leaf else _within(path, str(number)))


def _sayable(text: str) -> str:
    """Return the text with lone surrogates, which UTF-8 cannot encode, replaced by question marks."""
    return text.encode("utf-8", "replace").decode()


def _within(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
