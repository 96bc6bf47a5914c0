"""Two directors at once: whether a match has changed since somebody looked at it."""

from __future__ import annotations

from collections.abc import Collection

from matches.models import Match, Player
from tournaments.models import LogEntry, Tournament

from .calling_errors import ChangedMeanwhile

# What changes the meaning of a result that somebody is about to enter.
RESULTS = frozenset(
    {
        "reported",
        "confirmed",
        "overdue",
        "disputed",
        "ruled",
        "corrected",
        "forfeited",
        "walkover",
        "team_settled",
        "result_taken_back",
        "penalised",
        "penalty_taken_back",
        "length_changed",
        "suspended",
        "resumed",
    }
)
# What changes where somebody is about to call a match.
CALLING = RESULTS | {"table_assigned", "table_freed", "match_started"}


def refuse_if_changed(
    tournament: Tournament,
    match: Match,
    *,
    seen: int | None,
    by: Player | None,
    codes: Collection[str] = RESULTS,
) -> None:
    """ChangedMeanwhile where somebody else did one of these things about the match after entry `seen`.

    Call it under the lock of the match. One's own acts are no surprise. `seen` None asks nothing.
    """
    if seen is None:
        return
    since = LogEntry.objects.filter(
        tournament=tournament, seq__gt=seen, subject=match.uid, code__in=list(codes)
    )
    changes = list(since.select_related("by", "event").order_by("seq"))
    if [entry for entry in changes if by is None or entry.by_id != by.pk]:
        raise ChangedMeanwhile(changes=changes)
