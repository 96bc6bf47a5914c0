"""Choosing the language of the pages, which is also the language of one's notices."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_POST
from django.views.i18n import set_language as django_set_language

from tournaments.actions.people import accounts
from tournaments.web.frame.visitors import visitor_of


@require_POST
def set_language(request: HttpRequest) -> HttpResponseBase:
    """Keep the language in a cookie, and with the account when somebody is signed in; back to the page."""
    code = request.POST.get("language", "")
    account = visitor_of(request).account
    if account is not None and code in dict(settings.LANGUAGES):
        accounts.choose_language(account, language=code)
    return django_set_language(request)


def in_language(response: HttpResponse, code: str) -> HttpResponse:
    """The response, after which the pages speak this language."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )
    return response
