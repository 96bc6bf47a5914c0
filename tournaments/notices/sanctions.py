"""Notices to the directors of an event about what a federation decided on it."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from matches.models import Player, is_same_person
from tournaments.models import NoticeCode, Sanction

from .groups import about_event, directors_of
from .storing import tell


def sanction_granted(sanction: Sanction, *, by: Player | None, was_granted: bool) -> None:
    """Notify the directors that their event is sanctioned, or that its class or weight was changed."""
    _tell_directors(sanction, NoticeCode.SANCTION_GRANTED, by=by, was_granted=was_granted)


def sanction_refused(sanction: Sanction, *, by: Player | None, was_granted: bool, reason: str) -> None:
    """Notify the directors that their event was refused, or its sanction taken away, and why."""
    _tell_directors(sanction, NoticeCode.SANCTION_REFUSED, by=by, was_granted=was_granted, reason=reason)


def _tell_directors(sanction: Sanction, code: NoticeCode, *, by: Player | None, **params: Any) -> None:
    """Notify all directors but the one who decided; each decision is told, one back to an earlier state too."""
    event = sanction.event
    tell(
        [one for one in directors_of(event.tournament) if not is_same_person(one, by)],
        code,
        occasion=f"{sanction.uid} {timezone.now().isoformat()}",
        tournament=event.tournament,
        federation=sanction.federation.name,
        **about_event(event),
        **params,
    )
