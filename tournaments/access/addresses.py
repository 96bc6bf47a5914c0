"""The address under which the service is reached from outside."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def public_address(request: HttpRequest, path: str) -> str:
    """The address under which phones reach a page: the one the service was told, else the one of this request."""
    base = str(settings.BASE_URL).rstrip("/")
    return f"{base}{path}" if base else request.build_absolute_uri(path)
