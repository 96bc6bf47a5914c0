"""ETags of pages, made of the tournament's version, the language and the viewer before the content is read.

The content of a fragment must depend on nothing but the values in its tag. The
version is the last entry of the log, so every write of an action changes it. The
hour is a value too, so that overdue matches show within the hour.

Pages requested by many phones while results come in use `grown` and `still_good`
in place of `tag` and `is_known`: the version is part of the tag, and the entries
since then decide whether the page is rendered anew.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Iterable
from functools import cache
from pathlib import Path

from django.conf import settings
from django.core.cache import cache as shared_cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import timezone
from django.utils.http import parse_etags
from django.utils.translation import get_language

from tournaments.models import Tournament
from tournaments.queries.audit.news import News, news

from .visitors import visitor_of

_KEPT = 60
_GROWN = re.compile(r'(?P<stem>W/"\w+)\.(?P<seq>\d{1,18})\.(?P<waits>[0-9a-z-]{0,400})"')


def tag(request: HttpRequest, *versions: object) -> str:
    """Return the ETag of a page for this viewer at these versions; weak, since the response may be compressed."""
    visitor = visitor_of(request)
    account = visitor.account.uid if visitor.account else ""
    link = visitor.link.uid if visitor.link else ""
    # Deadlines pass without an entry in the log.
    hour = timezone.now().strftime("%Y%m%d%H")
    parts = (_release(), hour, get_language(), account, link, request.GET.urlencode(), *versions)
    digest = hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()
    return f'W/"{digest[:24]}"'


def is_known(request: HttpRequest, etag: str) -> bool:
    """Whether the browser sent this ETag."""
    return etag in parse_etags(request.headers.get("If-None-Match", ""))


def grown(stem: str, version: int, *, waits: Iterable[int | str] = ()) -> str:
    """Return an ETag that contains the version of the tournament.

    `waits` are the events by key and the matches by uid whose every entry makes the page stale.
    """
    return f'{stem[:-1]}.{version}.{"-".join(sorted(map(str, waits)))}"'


def version_known(request: HttpRequest, stem: str) -> int | None:
    """Return the version of the tournament in the browser's ETag, or None."""
    return max((int(match["seq"]) for match in _grown_of(request, stem)), default=None)


def still_good(
    request: HttpRequest, stem: str, tournament: Tournament, *, concerns: Callable[[News], bool]
) -> str | None:
    """Return the current tag if no entry since the browser's version concerns the page, else None.

    There is no query if nothing has happened at all. A forged tag harms only its sender.
    """
    for match in _grown_of(request, stem):
        happened = news(tournament, since=int(match["seq"]))
        waits = {key for key in match["waits"].split("-") if key}
        if happened is not None and not any(_is_waited(one, waits) or concerns(one) for one in happened):
            return grown(stem, tournament.log_seq, waits=waits)
    return None


def _grown_of(request: HttpRequest, stem: str) -> list[re.Match[str]]:
    """Return the browser's tags of this page, which contain versions."""
    tags = (_GROWN.fullmatch(etag) for etag in parse_etags(request.headers.get("If-None-Match", "")))
    return [match for match in tags if match is not None and f'{match["stem"]}"' == stem]


def _is_waited(one: News, waits: Collection[str]) -> bool:
    return str(one.event) in waits or not one.matches.isdisjoint(waits)


def unchanged(etag: str) -> HttpResponse:
    """Return a 304 response."""
    return tagged(HttpResponseNotModified(), etag)


def tagged(response: HttpResponse, etag: str) -> HttpResponse:
    """Return the response with the ETag, which the page itself sends back; no cache keeps the response."""
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-store"
    return response


def kept(etag: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """Return a response cached for a minute under this tag, shared by all visitors.

    Only for visitors without an account or link, and for few addresses, since each one takes memory.
    """

    def made() -> bytes:
        return make().content

    return tagged(HttpResponse(shared_cache.get_or_set(etag, made, _KEPT)), etag)


@cache
def _release() -> str:
    """Return the time of the newest change to the templates, so that an upgrade makes open pages stale."""
    folder = Path(settings.BASE_DIR) / "templates"
    return str(max(int(file.stat().st_mtime) for file in folder.rglob("*.html")))
