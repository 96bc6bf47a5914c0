"""What every address of the API has in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.conf import settings
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.authentication import SessionAuthentication
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.models import Match, Player
from tournaments import access
from tournaments.access import Visitor
from tournaments.api.authentication import AccountToken, PrivateLinkAuthentication
from tournaments.api.errors import BodyTooLarge, UnknownParameter
from tournaments.api.idempotency import once
from tournaments.api.parsers import JSONBody
from tournaments.api.reading import read
from tournaments.api.throttles import VisitorThrottle
from tournaments.models import Entrant, Event, Tournament


@dataclass(frozen=True, slots=True)
class Act:
    """What a request asks to be done in an event, to be done or to be foreseen; `about` is the match or entrant it is about."""

    event: Event
    do: Callable[[], Any]
    about: Match | Entrant | None = None


class Endpoint(APIView):
    """An address of the API: knows its visitor, reads with an ETag, writes once per Idempotency-Key."""

    authentication_classes = [
        AccountToken,
        SessionAuthentication,
        PrivateLinkAuthentication,
    ]
    parser_classes = [JSONBody]
    renderer_classes = [JSONRenderer]
    throttle_classes = [VisitorThrottle]
    # What the address may have after the question mark, beside what `reads` says of the method.
    parameters: frozenset[str] = frozenset()
    request: Request

    @cached_property
    def visitor(self) -> Visitor:
        """Who makes this request."""
        return access.visitor(self.request)

    @property
    def largest_body(self) -> int:
        """The most bytes a body may have here."""
        return settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse what no database takes and no request needs, before anything is read."""
        self._refuse_unknown_parameters(request)
        super().initial(request, *args, **kwargs)
        if any("\0" in value for values in request.query_params.lists() for value in (values[0], *values[1])):
            raise exceptions.ParseError(_("A parameter of the address has a NUL character."))
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdigit() and int(length) > self.largest_body:
            raise BodyTooLarge(kib=self.largest_body // 1024)

    def _refuse_unknown_parameters(self, request: Request) -> None:
        """A filter that is not known would else answer with everything."""
        method = getattr(self, (request.method or "").lower(), None)
        known = self.parameters | getattr(method, "parameters", frozenset())
        unknown = sorted(set(request.query_params) - known)
        if unknown:
            raise UnknownParameter(unknown=", ".join(unknown), known=", ".join(sorted(known)) or "–")

    def acting_in(self, tournament: Tournament) -> Player | None:
        """As whom the visitor acts in this tournament."""
        return self.visitor.player_in(tournament)

    def read(self, tournament: Tournament, show: Callable[[], Any], *, also: str = "") -> HttpResponseBase:
        """The answer to a read about one tournament, or 304 when the client has it already."""
        return read(self.request, self.visitor, tournament, show, also=also)

    def once(self, effect: Callable[[], Response]) -> Response:
        """The answer of `effect`, which happens once per Idempotency-Key."""
        return once(self.request, self.visitor, effect)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Say on what an answer depends, so that no cache shows one person's to another."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer.headers.setdefault("Cache-Control", "private, no-store")
        return answer


def created(body: Any, *, at: str) -> Response:
    """201 with what was made and its address."""
    return Response(body, status=201, headers={"Location": at})
