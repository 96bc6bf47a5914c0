"""The view that changes the language of pages and notices."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_POST
from django.views.i18n import set_language as django_set_language

from tournaments.actions.people import accounts
from tournaments.web.frame.visitors import visitor_of


@csrf_exempt
@require_POST
def set_language(request: HttpRequest) -> HttpResponseBase:
    """Store the language in a cookie and in the visitor's account, then redirect back.

    A stranger needs no token: the page of the form is the same for all strangers, and only the cookie is set.
    """
    return django_set_language(request) if visitor_of(request).is_stranger else _set_of_person(request)


@csrf_protect
def _set_of_person(request: HttpRequest) -> HttpResponseBase:
    code = request.POST.get("language", "")
    account = visitor_of(request).account
    if account is not None and code in dict(settings.LANGUAGES):
        accounts.choose_language(account, language=code)
    return django_set_language(request)


def in_language(response: HttpResponse, code: str) -> HttpResponse:
    """Set the language cookie on a response and return the response."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )
    return response
