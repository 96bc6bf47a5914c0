"""The base class of all API views, and the rate limits by `API_RATES` in the settings."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.authentication import SessionAuthentication
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from tournaments import access
from tournaments.access import Visitor, limits
from tournaments.api.authentication import AccountToken, PrivateLinkAuthentication
from tournaments.api.errors import BodyTooLarge, UnknownParameter
from tournaments.api.parsers import JSONBody


class VisitorThrottle(BaseThrottle):
    """The rate limit of a visitor: by token, by account, by private link, or by IP address."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Whether the request is within the limit for its kind of visitor."""
        token = view.visitor.token
        who = limits.actor(view.visitor, request) if token is None else f"token:{token.uid}"
        scope = "anonymous" if view.visitor.is_stranger else "visitor"
        return limits.is_within(f"api-{scope}", who, limit=_limit(scope))

    def wait(self) -> float:
        """Return the seconds until the limit is reset."""
        return limits.rest()


def spend(scope: str, visitor: Visitor, request: Request) -> None:
    """Count a request of a scope of `API_RATES`; raise TooManyRequests above its limit in a minute."""
    limits.spend(f"api-{scope}", limits.actor(visitor, request), limit=_limit(scope))


def _limit(scope: str) -> int | None:
    rates: dict[str, int | None] = settings.API_RATES
    return rates[scope]


class Endpoint(APIView):
    """The base view: it authenticates the visitor, and refuses unknown parameters and oversized bodies."""

    authentication_classes = [
        AccountToken,
        SessionAuthentication,
        PrivateLinkAuthentication,
    ]
    parser_classes = [JSONBody]
    renderer_classes = [JSONRenderer]
    throttle_classes = [VisitorThrottle]
    # What the address may have after the question mark, beside what the description says of the method.
    parameters: frozenset[str] = frozenset()
    request: Request

    @cached_property
    def visitor(self) -> Visitor:
        """The visitor who makes the request."""
        return access.visitor(self.request)

    @property
    def largest_body(self) -> int:
        """The maximum size of a request body in bytes."""
        return settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse unknown parameters, NUL characters and oversized bodies before the request is handled."""
        self._refuse_unknown_parameters(request)
        super().initial(request, *args, **kwargs)
        if any("\0" in value for values in request.query_params.lists() for value in (values[0], *values[1])):
            raise exceptions.ParseError(_("A parameter of the address has a NUL character."))
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdigit() and int(length) > self.largest_body:
            raise BodyTooLarge(kib=self.largest_body // 1024)

    def _refuse_unknown_parameters(self, request: Request) -> None:
        """Raise UnknownParameter for a query parameter that the view does not declare, such as a misspelt filter."""
        method = getattr(self, (request.method or "").lower(), None)
        names = self.parameters | getattr(method, "parameters", frozenset())
        unknown_names = sorted(set(request.query_params) - names)
        if unknown_names:
            raise UnknownParameter(unknown=unknown_names, known=sorted(names))

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Set the Vary header, so that no cache serves the response of one visitor to another."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer.headers.setdefault("Cache-Control", "private, no-store")
        return answer
