"""The kinds of errors, and the answer to addresses that do not exist."""

from __future__ import annotations

from typing import Any, NoReturn

from django.http import Http404, HttpRequest, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.urls import resolve
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.errors import Kind, known_problems
from tournaments.api.schema import reads
from tournaments.api.serializers.problems import ProblemKindResponse

from .endpoint import Endpoint


class Problems(Endpoint):
    """Every kind of error."""

    @reads("problems", ProblemKindResponse(many=True), has_etag=False)
    def get(self, request: Request) -> Response:
        """List every code that an error may have."""
        return Response(ProblemKindResponse(known_problems().values(), many=True).data)


class OneProblem(Endpoint):
    """One kind of error: the address in the `type` of a problem document."""

    @reads("problem", ProblemKindResponse, has_etag=False)
    def get(self, request: Request, code: str) -> Response:
        """Explain one code."""
        kind: Kind | None = known_problems().get(code)
        if kind is None:
            raise Http404
        return Response(ProblemKindResponse(kind).data)


@extend_schema(exclude=True)
class Nothing(Endpoint):
    """Every other address below the API: 404 as a problem document, whatever the method.

    One that only lacks its last slash leads to the address that has it, with the same method and body.
    """

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Lead to the address with a slash, where that is one."""
        if not request.path_info.endswith("/"):
            match = resolve(f"{request.path_info}/")
            if match.url_name != "api_nothing":
                address = request.get_full_path(force_append_slash=True)
                return HttpResponsePermanentRedirect(address, preserve_request=True)
        return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> NoReturn:
        """Answer 404 before anything else is asked."""
        super().initial(request, *args, **kwargs)
        raise Http404
