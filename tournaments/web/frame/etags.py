"""How fresh a page is: an ETag from the tournament's version, the language and the viewer, read before the content.

Whatever a fragment shows must follow from what its tag is made of. The version
is the last entry of the log, so every write of an action changes it. The hour is
in it too: what is overdue shows that within the hour.

Where a hundred phones ask while results come in, `grown` and `still_good` take
the place of `tag` and `is_known`: the version stands in the tag itself, and the
entries since then decide whether this page is to be made anew.
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
    """The ETag of what this viewer sees at these versions; weak, because the page may be compressed on its way."""
    visitor = visitor_of(request)
    account = visitor.account.uid if visitor.account else ""
    link = visitor.link.uid if visitor.link else ""
    # A deadline passes without anybody writing.
    hour = timezone.now().strftime("%Y%m%d%H")
    seen = (_release(), hour, get_language(), account, link, request.GET.urlencode(), *versions)
    digest = hashlib.sha256("\n".join(map(str, seen)).encode()).hexdigest()
    return f'W/"{digest[:24]}"'


def is_known(request: HttpRequest, etag: str) -> bool:
    """Whether the browser says that it has this already."""
    return etag in parse_etags(request.headers.get("If-None-Match", ""))


def grown(stem: str, version: int, *, waits: Iterable[int | str] = ()) -> str:
    """A tag made without the log, with the version of the tournament.

    `waits` are the events by key and the matches by uid whose every step shows.
    """
    return f'{stem[:-1]}.{version}.{"-".join(sorted(map(str, waits)))}"'


def version_known(request: HttpRequest, stem: str) -> int | None:
    """The version of the tournament that the browser has this page of, if it says so."""
    return max((int(found["seq"]) for found in _grown_of(request, stem)), default=None)


def still_good(
    request: HttpRequest, stem: str, tournament: Tournament, *, concerns: Callable[[News], bool]
) -> str | None:
    """The tag of today for what the browser has, while nothing since then concerns it; None when it is to be made anew.

    No query while nothing has happened at all. Whoever makes up a tag deceives nobody else.
    """
    for found in _grown_of(request, stem):
        happened = news(tournament, since=int(found["seq"]))
        waits = {waited for waited in found["waits"].split("-") if waited}
        if happened is not None and not any(_is_waited(one, waits) or concerns(one) for one in happened):
            return grown(stem, tournament.log_seq, waits=waits)
    return None


def _grown_of(request: HttpRequest, stem: str) -> list[re.Match[str]]:
    """The tags of this page, with its versions, that the browser says it has."""
    tags = (_GROWN.fullmatch(etag) for etag in parse_etags(request.headers.get("If-None-Match", "")))
    return [found for found in tags if found is not None and f'{found["stem"]}"' == stem]


def _is_waited(one: News, waits: Collection[str]) -> bool:
    return str(one.event) in waits or not one.matches.isdisjoint(waits)


def unchanged(etag: str) -> HttpResponse:
    """The answer that nothing is new."""
    return tagged(HttpResponseNotModified(), etag)


def tagged(response: HttpResponse, etag: str) -> HttpResponse:
    """The response under its tag: kept by this browser alone, and asked about each time."""
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response


def kept(etag: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """What everybody gets under this tag, made once a minute for all who ask.

    For strangers alone, and for addresses of which there are few: each takes room.
    """

    def made() -> bytes:
        return make().content

    return tagged(HttpResponse(shared_cache.get_or_set(etag, made, _KEPT)), etag)


@cache
def _release() -> str:
    """The newest change to the templates, so that an upgrade renews every page that is open."""
    folder = Path(settings.BASE_DIR) / "templates"
    return str(max(int(file.stat().st_mtime) for file in folder.rglob("*.html")))
