"""The seasons of a league: which event follows a stage, and in which order its entrants begin."""

from __future__ import annotations

from tournaments.models import Event, LogEntry, Stage

# The entry with which a season begins: its subject is the stage before, its data the stage that follows and the order.
SEASON_BEGUN = "season_begun"


def next_season_of(stage: Stage) -> Event | None:
    """The event that follows a stage as its next season; None while there is none."""
    entries = LogEntry.objects.filter(
        tournament=stage.event.tournament_id, code=SEASON_BEGUN, subject=stage.uid
    )
    entry = entries.select_related("event").first()
    return None if entry is None else entry.event


def order_of_season(stage: Stage) -> dict[str, int]:
    """The numbers, from 1, that promotion and relegation gave the entrants of a new season; none for a first one."""
    if stage.format != "league":
        return {}
    for entry in LogEntry.objects.filter(event=stage.event_id, code=SEASON_BEGUN):
        if entry.data["stage"] == stage.uid:
            return {uid: number for number, uid in enumerate(entry.data["order"], start=1)}
    return {}
