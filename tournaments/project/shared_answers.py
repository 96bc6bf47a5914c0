"""Answers to strangers, rendered and compressed once for each version of a tournament and looked up before anything else.

An answer is kept under its address, its host and its language, with the version of the tournament that it was made of. That
version is read for every request, so that nothing older is ever sent. What the log does not count - a clock, a forecast, the
page of a federation - is at most `_LONGEST` seconds late. Each process keeps some answers in memory; with Redis they are
shared by all. A cache in front may keep them for two seconds, whatever it is; `docs/operations.md` says how.
"""

from __future__ import annotations

import gzip
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from threading import Lock
from typing import Any, NamedTuple

from django.conf import settings
from django.core.cache import caches
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, parse_cookie
from django.http.response import HttpResponseBase
from django.urls import ResolverMatch
from django.utils import translation
from django.utils.http import parse_etags

from tournaments import access

# A result is public within two seconds: one of being fresh in a cache, one of being renewed behind it.
_PUBLIC = "public, max-age=0, s-maxage=1, stale-while-revalidate=1"
_CHOSEN = "private, no-cache"
_NOTHING = "private, no-store"
_VARY = "Accept-Encoding, Accept-Language"
_API = "/api/"
# Seconds after which an answer is made again though no entry of the log has changed it.
_LONGEST = 10.0
# Seconds for which a request waits for another one that makes the same answer.
_PATIENCE = 2.0
_MOST_BYTES = 32 * 1024 * 1024
_LARGEST_BYTES = 1024 * 1024
# The cookies of visitors who are no strangers, or to whom a message is shown.
_PERSONAL = (settings.SESSION_COOKIE_NAME, "messages")
_GZIP = re.compile(r"\bgzip\b")
_JSON = {"*/*", "application/json"}
_NOT_MODIFIED = 304
# Where a page of one tournament stands; nothing else is looked for.
_ADDRESSES = ("/t/", "/e/", "/s/", "/api/v1/tournaments/", "/api/v1/events/", "/api/v1/stages/")
# What the cache says itself, and what belongs to one answer.
_REPLACED = {"cache-control", "content-encoding", "content-length", "etag", "vary", "x-request-id"}
_KEPT = {
    "allow",
    "content-language",
    "content-security-policy",
    "content-type",
    "cross-origin-opener-policy",
    "hx-refresh",
    "permissions-policy",
    "referrer-policy",
    "strict-transport-security",
    "x-content-type-options",
    "x-frame-options",
}
# Browsers of a hall send a few dozen different headers.
_MOST_HEADERS = 1024


class Key(NamedTuple):
    """What an answer to a stranger depends on, beside the version: the release with its settings, and the request."""

    service: str
    scheme: str
    forwarded: str
    host: str
    path: str
    query: str
    language: str

    @property
    def in_redis(self) -> str:
        """The key in the shared cache."""
        return f"stranger:{sha256(repr(tuple(self)).encode()).hexdigest()}"


@dataclass(slots=True)
class AnswerToStrangers:
    """An answer: the tournament and the version it was made of, its route, its ETag, its headers and its compressed body."""

    tournament: int
    version: int
    route: str
    etag: str
    headers: dict[str, str]
    body: bytes
    until: float
    turn: Lock = field(default_factory=Lock)


class Answers:
    """The answers kept by this process, the least used of which give way, and those kept by Redis."""

    def __init__(self, *, most_bytes: int = _MOST_BYTES, clock: Callable[[], float] = time.monotonic) -> None:
        self._kept: OrderedDict[Key, AnswerToStrangers] = OrderedDict()
        self._lock, self._bytes = Lock(), 0
        self._most_bytes, self._clock = most_bytes, clock

    def find(self, key: Key) -> tuple[AnswerToStrangers | None, bool]:
        """Return the answer kept under the key, if any, and whether it is the present one."""
        entry = self._kept.get(key)
        if entry is not None and self._is_present(entry):
            with self._lock:
                if key in self._kept:
                    self._kept.move_to_end(key)
            return entry, True
        if not settings.IS_EMBEDDED and (shared := self._shared(key)) is not None:
            if self._is_present(shared):
                self._put(key, shared)
                return shared, True
            entry = entry or shared
        return entry, False

    def keep(self, key: Key, entry: AnswerToStrangers) -> None:
        """Keep an answer that was just made."""
        if len(entry.body) > _LARGEST_BYTES:
            return
        entry.until = self._clock() + _LONGEST
        self._put(key, entry)
        if not settings.IS_EMBEDDED:
            row = (
                entry.tournament,
                entry.version,
                entry.route,
                entry.etag,
                entry.headers,
                entry.body,
                time.time(),
            )
            caches["default"].set(key.in_redis, row, int(_LONGEST))

    def clear(self) -> None:
        """Empty the memory of this process."""
        with self._lock:
            self._kept.clear()
            self._bytes = 0

    def _is_present(self, entry: AnswerToStrangers) -> bool:
        return entry.until > self._clock() and access.version_to_share(entry.tournament) == entry.version

    def _shared(self, key: Key) -> AnswerToStrangers | None:
        row = caches["default"].get(key.in_redis)
        if row is None:
            return None
        tournament, version, route, etag, headers, body, made_at = row
        age = time.time() - made_at
        # An answer from a clock that is ahead is old.
        rest = _LONGEST - age if age >= 0 else 0.0
        return AnswerToStrangers(tournament, version, route, etag, headers, body, self._clock() + rest)

    def _put(self, key: Key, entry: AnswerToStrangers) -> None:
        with self._lock:
            former = self._kept.pop(key, None)
            self._bytes += len(entry.body) - (len(former.body) if former is not None else 0)
            self._kept[key] = entry
            while self._bytes > self._most_bytes:
                _key, oldest = self._kept.popitem(last=False)
                self._bytes -= len(oldest.body)


ANSWERS = Answers()


class SharedAnswers:
    """Middleware that answers strangers from what is kept, and keeps what a view has shared."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if settings.DEBUG:
            # Who changes a template looks at it at once.
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the kept answer, else the one that is made now."""
        if not _is_of_stranger(request):
            return self._answer_person(request)
        language = page_language(request.META)
        key = _key(request, language.code)
        entry, is_present = ANSWERS.find(key)
        if entry is None:
            return self._make(request, key, is_chosen=language.is_chosen)
        if is_present:
            return _answer(entry, request, is_chosen=language.is_chosen)
        # Of those who ask for the same after a result, one makes the answer and the others wait for it.
        turn = entry.turn
        is_first = turn.acquire(blocking=False)
        has_turn = is_first or turn.acquire(timeout=_PATIENCE)
        try:
            if not is_first:
                entry, is_present = ANSWERS.find(key)
                if entry is not None and is_present:
                    return _answer(entry, request, is_chosen=language.is_chosen)
            return self._make(request, key, is_chosen=language.is_chosen)
        finally:
            if has_turn:
                turn.release()

    def _answer_person(self, request: HttpRequest) -> HttpResponseBase:
        """Return an answer that is not looked for; no cache keeps one to a token, whatever it is for."""
        response = self.get_response(request)
        if "HTTP_AUTHORIZATION" in request.META:
            response.headers.setdefault("Cache-Control", _NOTHING)
        return response

    def _make(self, request: HttpRequest, key: Key, *, is_chosen: bool) -> HttpResponseBase:
        response = self.get_response(request)
        shared = access.shared_by(request)
        if shared is None or not isinstance(response, HttpResponse) or not _is_for_all(request, response):
            return response
        if response.status_code == _NOT_MODIFIED:
            return _with_rules(response, request, is_chosen=is_chosen)
        if response.headers.get("Content-Language") != key.language:
            return response
        entry = _kept(shared, request, response)
        if request.method == "GET":
            ANSWERS.keep(key, entry)
        return _answer(entry, request, is_chosen=is_chosen)


def _is_of_stranger(request: HttpRequest) -> bool:
    """Whether the request reads an address of a tournament, and has nothing by which anybody could be known."""
    meta = request.META
    cookies = meta.get("HTTP_COOKIE", "")
    if (
        request.method not in {"GET", "HEAD"}
        or not request.path.startswith(_ADDRESSES)
        or "HTTP_AUTHORIZATION" in meta
        or any(name in cookies for name in _PERSONAL)
        or meta.get("CONTENT_LENGTH") not in {None, "", "0"}
    ):
        return False
    if request.path.startswith(_API) and (accept := meta.get("HTTP_ACCEPT", "")):
        return any(part.partition(";")[0].strip() in _JSON for part in accept.split(","))
    return True


def _key(request: HttpRequest, language: str) -> Key:
    meta = request.META
    return Key(
        f"{settings.RELEASE} {settings.LIVE}",
        meta.get("wsgi.url_scheme", ""),
        meta.get("HTTP_X_FORWARDED_PROTO", ""),
        meta.get("HTTP_HOST") or f"{meta.get('SERVER_NAME', '')}:{meta.get('SERVER_PORT', '')}",
        request.path,
        meta.get("QUERY_STRING", ""),
        language,
    )


def _is_for_all(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether nothing in the answer belongs to one visitor: no cookie, no token of a form, no nonce, no session."""
    session = request.session
    return (
        response.status_code in {200, _NOT_MODIFIED}
        and not response.cookies
        and "CSRF_COOKIE_NEEDS_UPDATE" not in request.META
        and getattr(request, "_csp_nonce", None) is None
        and not session.modified
        and session.is_empty()
        and all(name.lower() in _KEPT | _REPLACED for name in response.headers)
    )


def _kept(shared: access.SharedVersion, request: HttpRequest, response: HttpResponse) -> AnswerToStrangers:
    """Return the answer as it is kept: compressed, with the headers that do not change."""
    is_packed = response.headers.get("Content-Encoding") == "gzip"
    body = response.content if is_packed else gzip.compress(response.content, 6, mtime=0)
    etag = response.headers.get("ETag", "").removeprefix("W/")
    if not etag:
        plain = gzip.decompress(body) if is_packed else response.content
        etag = f'"{shared.version}-{sha256(plain).hexdigest()[:16]}"'
    headers = {name: value for name, value in response.headers.items() if name.lower() in _KEPT}
    route = request.resolver_match.route if request.resolver_match is not None else ""
    return AnswerToStrangers(shared.tournament, shared.version, route, f"W/{etag}", headers, body, 0.0)


def _answer(entry: AnswerToStrangers, request: HttpRequest, *, is_chosen: bool) -> HttpResponse:
    """Return the kept answer, or 304 to who has it; the request is counted under its route."""
    request.resolver_match = ResolverMatch(_answer, (), {}, route=entry.route)
    known = request.META.get("HTTP_IF_NONE_MATCH", "")
    if known and (known == entry.etag or _is_among(entry.etag, known)):
        response: HttpResponse = HttpResponseNotModified()
    elif _GZIP.search(request.META.get("HTTP_ACCEPT_ENCODING", "")):
        response = HttpResponse(entry.body)
        response.headers["Content-Encoding"] = "gzip"
    else:
        response = HttpResponse(gzip.decompress(entry.body))
    if response.status_code != _NOT_MODIFIED:
        for name, value in entry.headers.items():
            response.headers[name] = value
        response.headers["Content-Length"] = str(len(response.content))
    response.headers["ETag"] = entry.etag
    return _with_rules(response, request, is_chosen=is_chosen)


def _is_among(etag: str, known: str) -> bool:
    """Whether one of the ETags is this one; whether they are weak does not matter for reading."""
    plain = etag.removeprefix("W/")
    return known.strip() == "*" or any(one.removeprefix("W/") == plain for one in parse_etags(known))


def _with_rules(response: HttpResponse, request: HttpRequest, *, is_chosen: bool) -> HttpResponse:
    """Return the answer with what caches may do: whoever chose another language than the browser's is not like others."""
    is_api = request.path.startswith(_API)
    response.headers["Cache-Control"] = _CHOSEN if is_chosen else _PUBLIC
    response.headers["Vary"] = f"{_VARY}, Authorization" if is_api else _VARY
    return response


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


@lru_cache(maxsize=_MOST_HEADERS)
def _language(chosen: str, header: str) -> str:
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = header
    request.COOKIES = {settings.LANGUAGE_COOKIE_NAME: chosen} if chosen else {}
    return translation.get_language_from_request(request)
