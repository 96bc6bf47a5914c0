"""Who looks at a page: asked once per request, by the view and by the templates alike."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tournaments import access
from tournaments.access import Visitor

_KEPT = "_videau_visitor"


def visitor_of(request: HttpRequest) -> Visitor:
    """The visitor of this request."""
    found = getattr(request, _KEPT, None)
    if found is None:
        found = access.visitor(request)
        setattr(request, _KEPT, found)
    return found


def hold_as_stranger(request: HttpRequest) -> None:
    """Take whoever asks for a stranger, without a look at their session."""
    setattr(request, _KEPT, Visitor())


def in_templates(request: HttpRequest) -> dict[str, Any]:
    """The context processor: `visitor`, which asks the database only where a page shows it."""
    return {"visitor": SimpleLazyObject(lambda: visitor_of(request))}
