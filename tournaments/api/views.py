"""The views outside the table: the schema, its documentation page, and 404."""

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
    """The OpenAPI schema, for anyone."""

    authentication_classes: list[type[BaseAuthentication]] = []


class Docs(SpectacularSwaggerSplitView):
    """The schema as an interactive page; it loads nothing from other servers."""

    authentication_classes: list[type[BaseAuthentication]] = []
    url_name = "api_schema"
    template_name = "api/docs.html"


@extend_schema(exclude=True)
class Nothing(Endpoint):
    """The view of unknown addresses: 404 as a problem document, for every method.

    An address that lacks only its last slash is redirected by 308, which keeps method and body.
    """

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Redirect to the address with a slash, if that exists."""
        if not request.path_info.endswith("/"):
            match = resolve(f"{request.path_info}/")
            if match.url_name != "api_nothing":
                address = request.get_full_path(force_append_slash=True)
                return HttpResponsePermanentRedirect(address, preserve_request=True)
        return super().dispatch(request, *args, **kwargs)

    def _refuse_unknown_parameters(self, request: Request) -> None:
        """Refuse none: where there is no address, no parameter is wrong."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> NoReturn:
        """Raise NotFound before the request is read."""
        super().initial(request, *args, **kwargs)
        raise Http404
