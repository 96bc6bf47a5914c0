"""Shared parts of the pages of received files: somebody to be named, and the search of a member for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.http import HttpRequest

from matches.models import name_key
from tournaments.models import Federation, Member

# So many members are proposed by one search.
_MOST_FOUND = 10


@dataclass(frozen=True, slots=True)
class PersonToName:
    """A person of a file, by how the file tells them from others; the candidates are players here who may be meant."""

    key: str
    name: str
    note: str
    candidates: Sequence[Any]


def member_search(request: HttpRequest, federation: Federation) -> dict[str, Any]:
    """Return whom the words of a search name, for the person of the file for whom it was asked."""
    words = request.GET.get("q", "").strip()[:120]
    if not words:
        return {"sought_for": "", "words": "", "found": ()}
    rows = Member.objects.filter(federation=federation, player__merged_into=None).select_related("player")
    rows = rows.filter(Q(number__iexact=words) | Q(player__name_key__contains=name_key(words)))
    return {
        "sought_for": request.GET.get("person", ""),
        "words": words,
        "found": rows.order_by("player__name_key", "player__name", "pk")[:_MOST_FOUND],
    }


def note_of(*words: str) -> str:
    """Return what tells a person from a namesake, without what is empty."""
    return " · ".join(filter(None, words))
