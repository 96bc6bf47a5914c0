"""The schema of the API and its page, without any other server and under the content security policy."""

from __future__ import annotations

from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.authentication import BaseAuthentication


class Schema(SpectacularAPIView):
    """The OpenAPI schema, for everybody."""

    authentication_classes: list[type[BaseAuthentication]] = []


class Docs(SpectacularSwaggerSplitView):
    """The schema as a page to read and try."""

    authentication_classes: list[type[BaseAuthentication]] = []
    url_name = "api_schema"
    template_name = "api/docs.html"
