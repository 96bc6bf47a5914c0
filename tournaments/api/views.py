"""The views beside the table: the schema, its page, and the answer to addresses that do not exist."""

from __future__ import annotations

from typing import Any, NoReturn

from django.http import Http404, HttpRequest, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.urls import resolve
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from .endpoint import Endpoint


class Schema(SpectacularAPIView):
    """The OpenAPI schema, for everybody."""

    authentication_classes: list[type[BaseAuthentication]] = []


class Docs(SpectacularSwaggerSplitView):
    """The schema as a page to read and try; it asks no other server."""

    authentication_classes: list[type[BaseAuthentication]] = []
    url_name = "api_schema"
    template_name = "api/docs.html"


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
        """Answer 404 before anything else is read."""
        super().initial(request, *args, **kwargs)
        raise Http404
