"""Helpers for tests of results: log entries, notices and jobs."""

from __future__ import annotations

from datetime import datetime

from matches.models import Match, Player
from tournaments.models import LogEntry, Notice, OutboxJob
from tournaments.queue import Job


def log_of(match: Match) -> list[str]:
    """The codes of the log entries about a match, oldest first."""
    return list(LogEntry.objects.filter(subject=match.uid).values_list("code", flat=True))


def last_entry(match: Match) -> LogEntry:
    """The newest log entry about a match."""
    return LogEntry.objects.filter(subject=match.uid).latest("seq")


def notices_to(player: Player) -> list[str]:
    """The codes of the notices to a player, oldest first, leaving out whom they play."""
    codes = Notice.objects.filter(recipient=player).order_by("pk").values_list("code", flat=True)
    return [code for code in codes if code not in ("next_opponent", "registered")]


def due_at(job: Job, **ids: int) -> list[datetime]:
    """When the waiting jobs of this kind may run."""
    return list(OutboxJob.objects.filter(name=job, args=ids).values_list("due_at", flat=True))


def fresh(match: Match) -> Match:
    """The match as it stands in the database now."""
    return Match.objects.get(pk=match.pk)
