"""A form that adds something adds it once, however often it is sent: a double tap, a reload, a network that was away.

The page puts a key of its own into the form with `{% once %}`, and the view says `@once`. The same form with the same
words leads to where it led the first time. Whoever goes back and types something else has asked for something else.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Concatenate, ParamSpec

from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect

from tournaments.actions.idempotency import Taken, claim
from tournaments.models import IdempotencyKey

FIELD = "form_key"

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

# A key is told to nobody but the page that sends it, so it needs no owner.
_OWNER = "form"
_LONGEST_KEY = 80


def new_key() -> str:
    """A key for one form on one page, of 128 random bits."""
    return secrets.token_urlsafe(16)


def key_of(request: HttpRequest) -> str:
    """The key that the form carried; empty where it carried none."""
    return request.POST.get(FIELD, "")[:_LONGEST_KEY]


def once(view: View[P]) -> View[P]:
    """Let a form have one effect: sent again it leads to where it led, in the same transaction as the effect.

    An answer that leads nowhere, as a form with what is wrong in it, has had no effect and is not kept.
    """

    @wraps(view)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method != "POST" or not key_of(request):
            return view(request, *args, **kwargs)
        key = _digest(request)
        try:
            with transaction.atomic():
                row = claim(owner=_OWNER, key=key, request=f"POST {request.path}", digest=key)
                found = view(request, *args, **kwargs)
                _keep(row, found)
        except Taken:
            return redirect(_led_to(key) or request.get_full_path())
        return found

    return answer


def _digest(request: HttpRequest) -> str:
    """What tells this form apart: its key, its address, and everything typed into it."""
    said = sorted((name, *values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken")
    return sha256(repr((request.get_full_path(), said)).encode()).hexdigest()


def _keep(row: IdempotencyKey, answer: HttpResponse) -> None:
    if not isinstance(answer, HttpResponseRedirect):
        row.delete()
        return
    row.status, row.response = answer.status_code, {"location": answer.url}
    row.save(update_fields=["status", "response"])


def _led_to(key: str) -> str:
    row = IdempotencyKey.objects.filter(owner=_OWNER, key=key).first()
    return "" if row is None else row.response.get("location", "")
