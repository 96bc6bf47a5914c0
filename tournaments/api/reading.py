"""Answers to reads with an ETag, so that a client that polls moves and computes nothing while nothing happens."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import Visitor
from tournaments.models import Tournament


def read(
    request: Request, visitor: Visitor, tournament: Tournament, show: Callable[[], Any], *, also: str = ""
) -> HttpResponseBase:
    """The answer of `show`, or 304 when the client has it already.

    The number of the tournament's log is the version of all its content, and it
    was read with the tournament, so before `show` reads anything: an answer can
    be newer than its ETag and never older. Who asks is part of it, because an
    officer sees more, and so is the release, because another one may answer
    otherwise; `also` adds what the log does not count.
    """
    who = visitor.player.uid if visitor.player is not None else ""
    parts = (str(tournament.log_seq), tournament.uid, who, also, settings.RELEASE, request.get_full_path())
    etag = f'"{tournament.log_seq}-{sha256("|".join(parts).encode()).hexdigest()[:16]}"'
    unchanged = get_conditional_response(request, etag=etag)
    answer = unchanged if unchanged is not None else Response(show())
    answer.headers.setdefault("ETag", etag)
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer
