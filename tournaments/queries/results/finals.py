"""The final matches of an event, newest first."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet

from matches.models import Match, name_key
from tournaments.models import Event, played_for


def final_matches(event: Event, *, find: str = "", most: int | None = None) -> Sequence[Match]:
    """Return the final matches, newest first, at most so many; `find` is a part of a player's name. One query."""
    rows = _final(event).select_related("one", "two", "accepted_report").order_by("-final_at", "-pk")
    words = name_key(find).split()
    if not words:
        return list(rows[:most])
    return [match for match in rows if _has(match.one.name, words) or _has(match.two.name, words)][:most]


def number_of_finals(event: Event) -> int:
    """Return the number of final matches; one query."""
    return _final(event).count()


def _final(event: Event) -> QuerySet[Match]:
    return Match.objects.filter(played_for(stage__event=event), final_at__isnull=False, cancelled_at=None)


def _has(name: str, words: Sequence[str]) -> bool:
    key = name_key(name)
    return all(word in key for word in words)
