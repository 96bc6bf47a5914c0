"""The language that a request asks for, found without its session."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, parse_cookie
from django.utils import translation

# Browsers of a hall send a few dozen different headers.
_MOST = 1024


class PageLanguage(NamedTuple):
    """The language, and whether it was chosen on the pages against the one of the browser."""

    code: str
    is_chosen: bool


def page_language(meta: dict[str, Any]) -> PageLanguage:
    """Return the language of a request with this environment, as the pages will choose it."""
    cookies = meta.get("HTTP_COOKIE", "")
    header = meta.get("HTTP_ACCEPT_LANGUAGE", "")
    name = settings.LANGUAGE_COOKIE_NAME
    chosen = parse_cookie(cookies).get(name, "") if name in cookies else ""
    code = _language(chosen, header)
    return PageLanguage(code, bool(chosen) and code != _language("", header))


@lru_cache(maxsize=_MOST)
def _language(chosen: str, header: str) -> str:
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = header
    request.COOKIES = {settings.LANGUAGE_COOKIE_NAME: chosen} if chosen else {}
    return translation.get_language_from_request(request)
