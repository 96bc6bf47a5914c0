"""The visitor of a request, read once for the view and the templates."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tournaments import access
from tournaments.access import Visitor

_KEPT = "_videau_visitor"


def visitor_of(request: HttpRequest) -> Visitor:
    """Return the visitor of this request."""
    visitor = getattr(request, _KEPT, None)
    if visitor is None:
        visitor = access.visitor(request)
        setattr(request, _KEPT, visitor)
    return visitor


def hold_as_stranger(request: HttpRequest) -> None:
    """Treat the visitor of this request as anonymous, without reading the session."""
    setattr(request, _KEPT, Visitor())


def in_templates(request: HttpRequest) -> dict[str, Any]:
    """Return the `visitor` of the template context, read from the database only if a template uses it."""
    return {"visitor": SimpleLazyObject(lambda: visitor_of(request))}
