"""Announcements in the hall."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from matches.models import Player
from tournaments.actions import log
from tournaments.actions.fields import check_fields
from tournaments.actions.inverses import inverse, row_of
from tournaments.actions.locks import lock_log
from tournaments.actions.permissions import require_desk
from tournaments.acts.hall import HallAnnounced, HallAnnouncementEnded
from tournaments.models import Announcement, LogEntry, Tournament

_A_MOMENT = timedelta(seconds=10)


@transaction.atomic
def announce(
    tournament: Tournament,
    *,
    by: Player | None,
    text: str,
    until: datetime | None = None,
    counts_down_to: datetime | None = None,
) -> Announcement:
    """Show an announcement in the hall and on phones, until a time or until it is ended.

    With `counts_down_to` the display counts the minutes, and the announcement ends with them. The same text
    repeated within a short time is the same announcement, because double taps are more frequent than
    repetitions.
    """
    require_desk(tournament, by)
    lock_log(tournament)
    latest = Announcement.objects.filter(tournament=tournament).first()
    if latest is not None and _is_repeated(latest, text=" ".join(text.split()), by=by):
        return latest
    announcement = Announcement(
        tournament=tournament,
        text=" ".join(text.split()),
        until=until or counts_down_to,
        counts_down_to=counts_down_to,
        by=by,
    )
    check_fields(announcement)
    announcement.save()
    log.append(HallAnnounced(announcement.uid), of=tournament, by=by, rows=[announcement])
    return announcement


def _is_repeated(latest: Announcement, *, text: str, by: Player | None) -> bool:
    now = timezone.now()
    is_on = latest.until is None or latest.until > now
    return is_on and now - latest.at < _A_MOMENT and (latest.text, latest.by) == (text, by)


@transaction.atomic
def take_down(announcement: Announcement, *, by: Player | None) -> Announcement:
    """End an announcement now; idempotent."""
    tournament = announcement.tournament
    require_desk(tournament, by)
    lock_log(tournament)
    announcement.refresh_from_db()
    now = timezone.now()
    if announcement.until is not None and announcement.until <= now:
        return announcement
    announcement.until = now
    announcement.save(update_fields=["until"])
    log.append(HallAnnouncementEnded(announcement.uid), of=tournament, by=by, rows=[announcement])
    return announcement


@inverse(HallAnnounced)
def _take_down(entry: LogEntry, act: HallAnnounced, by: Player | None) -> None:
    announcement = row_of(Announcement.objects.select_related("tournament"), uid=act.subject)
    take_down(announcement, by=by)
