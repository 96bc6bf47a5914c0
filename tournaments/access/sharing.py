"""Answers that are the same for every stranger: which ones they are, and the version of a tournament that keeps them fresh.

A view says `share` of a page that depends on nothing but the log of one tournament, the address, the language and the
time in steps of some seconds. It is taken at its word for visitors without an account and without a private link, and for
tournaments that are no drafts. `project/shared_answers.py` keeps such answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import QuerySet
from django.http import HttpRequest
from rest_framework.request import Request

from matches.database.prepared import prepared
from matches.models import Audience, audience
from tournaments.models import Tournament, Visibility

from .visitor import Visitor

_SHARED = "_videau_shared"


class SharedVersion(NamedTuple):
    """The tournament on which a shared answer depends, by its key, and the version read before its content."""

    tournament: int
    version: int


def share(
    request: HttpRequest | Request,
    visitor: Visitor,
    tournament: Tournament,
    *,
    parameters: Mapping[str, str] | None = None,
) -> None:
    """Let this answer be kept for all strangers; nothing happens for any other visitor, and for drafts.

    Its address has no parameters but these values, so that made-up ones do not fill the memory.
    """
    http: HttpRequest = getattr(request, "_request", request)
    is_for_everybody = visitor.is_stranger and audience() is Audience.EVERYBODY
    is_usual = dict(http.GET.lists()) == {name: [value] for name, value in (parameters or {}).items()}
    if is_for_everybody and is_usual and tournament.visibility != Visibility.DRAFT:
        setattr(http, _SHARED, SharedVersion(tournament.pk, tournament.log_seq))


def shared_by(request: HttpRequest) -> SharedVersion | None:
    """Return on what the answer to this request depends, or None if it is for this visitor alone."""
    shared: SharedVersion | None = getattr(request, _SHARED, None)
    return shared


def version_to_share(tournament: int) -> int | None:
    """Return the version of a tournament that strangers may see, or None; one query by the primary key."""
    for version, visibility in _versions(tournament):
        return None if visibility == Visibility.DRAFT else version
    return None


@prepared
def _versions(tournament: int) -> QuerySet[Tournament, tuple[int, str]]:
    return Tournament.objects.filter(pk=tournament).order_by().values_list("log_seq", "visibility")
