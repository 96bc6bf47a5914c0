"""Idempotent forms: a form sent several times has one effect, after a double tap, reload or lost connection.

The template adds a key with `{% once %}`, and the view has `@once`. The same form with the same values redirects to
where it led the first time. Other values with the same key are a new request.
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

# Only its own page knows a key, so that keys need no owner.
_OWNER = "form"
_LONGEST_KEY = 80


def new_key() -> str:
    """Return a key for one form on one page, of 128 random bits."""
    return secrets.token_urlsafe(16)


def key_of(request: HttpRequest) -> str:
    """Return the key of the submitted form, or an empty text."""
    return request.POST.get(FIELD, "")[:_LONGEST_KEY]


def once(view: View[P]) -> View[P]:
    """Make a view idempotent: the same form sent again redirects to the first result.

    The key is stored in the same transaction as the effect. A response that is no redirect, such as a form with errors,
    has had no effect and is not stored.
    """

    @wraps(view)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method != "POST" or not key_of(request):
            return view(request, *args, **kwargs)
        # The answer to an outage may send it again (`project/health.py`).
        request.counts_once = True  # type: ignore[attr-defined]
        key = _digest(request)
        try:
            with transaction.atomic():
                row = claim(owner=_OWNER, key=key, request=f"POST {request.path}", digest=key)
                response = view(request, *args, **kwargs)
                _keep(row, response)
        except Taken:
            return redirect(_led_to(key) or request.get_full_path())
        return response

    return answer


def _digest(request: HttpRequest) -> str:
    """Return the identity of a form: a digest of its key, address and values."""
    fields = sorted((name, *values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken")
    return sha256(repr((request.get_full_path(), fields)).encode()).hexdigest()


def _keep(row: IdempotencyKey, answer: HttpResponse) -> None:
    if not isinstance(answer, HttpResponseRedirect):
        row.delete()
        return
    row.status, row.response = answer.status_code, {"location": answer.url}
    row.save(update_fields=["status", "response"])


def _led_to(key: str) -> str:
    row = IdempotencyKey.objects.filter(owner=_OWNER, key=key).first()
    return "" if row is None else row.response.get("location", "")
