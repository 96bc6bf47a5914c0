"""Private links: opened once, they are kept by the session, so that no address carries the token."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments import access
from tournaments.actions.people import links
from tournaments.models import Purpose


@require_safe
@never_cache
def open_link(request: HttpRequest, token: str) -> HttpResponse:
    """Exchange the link for the session and go on to what it opens, under a clean address."""
    link = links.find(token)
    access.hold_link(request, link)
    if link.purpose == Purpose.REGISTER and link.event is not None:
        response = redirect("register", link.event.uid)
    else:
        response = redirect("my_matches")
    response["Referrer-Policy"] = "no-referrer"
    return response


@require_POST
def leave_link(request: HttpRequest) -> HttpResponse:
    """Forget the private link of this browser."""
    access.drop_link(request)
    return redirect("home")
