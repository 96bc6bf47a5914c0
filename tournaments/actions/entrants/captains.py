"""Reminders to captains whose line-up is missing before a match day."""

from __future__ import annotations

from datetime import datetime, timedelta

from tournaments import notices
from tournaments.models import Notice, NoticeCode
from tournaments.queries.entrants.missing_lineups import missing_lineups

_REMINDED_BEFORE = timedelta(days=2)


def remind(now: datetime) -> int:
    """Remind each captain, once, of a line-up missing within two days of its encounter; return the number of reminders."""
    missing = {
        (one.captain.pk, notices.lineup_occasion(one.match.uid, one.begins_at)): one
        for one in missing_lineups(now, now + _REMINDED_BEFORE)
    }
    before = Notice.objects.filter(
        code=NoticeCode.LINEUP_MISSING, occasion__in=[occasion for _captain, occasion in missing]
    )
    former = set(before.values_list("recipient_id", "occasion")) if missing else set()
    new = [one for key, one in missing.items() if key not in former]
    for one in new:
        notices.lineup_missing(one.match, one.captain, begins_at=one.begins_at, venue=one.venue)
    return len(new)
