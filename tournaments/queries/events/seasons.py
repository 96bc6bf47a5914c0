"""The seasons of a league."""

from __future__ import annotations

from tournaments.acts.tournaments import SeasonBegun
from tournaments.models import Event, LogEntry, Stage


def next_season_of(stage: Stage) -> Event | None:
    """Return the event of the next season of a stage, or None."""
    entries = LogEntry.objects.filter(
        tournament=stage.event.tournament_id, code=SeasonBegun.code, subject=stage.uid
    )
    entry = entries.select_related("event").first()
    return None if entry is None else entry.event
