"""The public address of the service."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def public_address(request: HttpRequest, path: str) -> str:
    """Return the public URL of a page: under `BASE_URL`, or else under the request's host."""
    base = str(settings.BASE_URL).rstrip("/")
    return f"{base}{path}" if base else request.build_absolute_uri(path)
