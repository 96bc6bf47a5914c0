"""Telling this browser when its player is called: opted in by a tap, stopped on the page of the notices."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments import access
from tournaments.actions.people import phones
from tournaments.errors.people import PhoneNotUsable
from tournaments.notices import BrowserKeys
from tournaments.web.frame.visitors import visitor_of

_LONGEST = 4000


@require_POST
def subscribe(request: HttpRequest) -> HttpResponse:
    """Tell the browser that sends this of its player's matters."""
    visitor = visitor_of(request)
    player = access.own_player(visitor)
    keys = _keys(request.POST.get("subscription", ""))
    phones.subscribe(player, keys=keys, language=get_language() or "en", origin=visitor.origin)
    messages.success(
        request, _("This phone tells you when you are called. Stop it on the page of your notices.")
    )
    return redirect("my_matches")


@require_POST
def stop(request: HttpRequest) -> HttpResponse:
    """Stop telling the browser that the form names."""
    phone = access.phone_to_stop(visitor_of(request), request.POST.get("phone", ""))
    phones.stop([phone])
    messages.success(request, _("Stopped. That browser tells you nothing any more."))
    return redirect("notices")


def _keys(text: str) -> BrowserKeys:
    """Read what a browser writes about its subscription; raise PhoneNotUsable for anything else."""
    try:
        data: Any = json.loads(text[:_LONGEST])
        values = data["endpoint"], data["keys"]["p256dh"], data["keys"]["auth"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise PhoneNotUsable from error
    if not all(isinstance(value, str) for value in values):
        raise PhoneNotUsable
    return BrowserKeys(*values)
