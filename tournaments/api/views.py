"""The views outside the table: the schema, its documentation page, and 404."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Any, NoReturn

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.urls import resolve
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.encoding import force_bytes
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.authentication import BaseAuthentication
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from .endpoint import Endpoint


class Schema(SpectacularAPIView):
    """The OpenAPI schema, for anyone; made once in a process for each language and media type."""

    authentication_classes: list[type[BaseAuthentication]] = []

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Return the schema, or 304 if the client has it."""
        renderer: BaseRenderer = request.accepted_renderer
        language = request.query_params.get("lang", "")
        if language not in dict(settings.LANGUAGES):
            language = translation.get_language()
        body, etag = _schema(renderer.format, language)
        answer: HttpResponseBase | None = get_conditional_response(request, etag=etag)
        if answer is None:
            name = f'inline; filename="Videau.{renderer.format}"'
            answer = HttpResponse(
                body, content_type=renderer.media_type, headers={"Content-Disposition": name}
            )
        answer.headers["ETag"] = etag
        answer.headers["Cache-Control"] = "no-cache"
        return answer


@cache
def _schema(ending: str, language: str) -> tuple[bytes, str]:
    """Return the schema as YAML or as JSON, by the ending of its file, with its ETag."""
    with translation.override(language):
        document = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    renderer = OpenApiJsonRenderer() if ending == "json" else OpenApiYamlRenderer()
    body: bytes = force_bytes(renderer.render(document, renderer_context={}))
    return body, f'"{sha256(body).hexdigest()[:32]}"'


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
