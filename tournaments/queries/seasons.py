"""The seasons of a league: which event follows a stage, and in which order its entrants begin."""

from __future__ import annotations

from typing import Any

from tournaments.formats import FORMATS, BySeasons
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
    return {uid: number for number, uid in enumerate(_begun(stage).get("order", ()), start=1)}


def sizes_of_season(stage: Stage, *, entrants: int) -> tuple[int, ...]:
    """How many each division of a new season holds; nothing for a first one.

    The upper ones hold as many as before, so that no newcomer keeps somebody up who went down; the last one the rest.
    """
    upper = tuple(_begun(stage).get("divisions", ()))[:-1]
    rest = entrants - sum(upper)
    # A last division that bears no movement is no division: then all are as equal as can be.
    rules = FORMATS[stage.format]
    fewest = (
        rules.fewest_in_division(rules.options.from_dict(stage.options))
        if isinstance(rules, BySeasons)
        else 0
    )
    return (*upper, rest) if upper and rest >= fewest else ()


def _begun(stage: Stage) -> dict[str, Any]:
    """What the log says of the season that a stage plays; nothing for a first one."""
    if not isinstance(FORMATS[stage.format], BySeasons):
        return {}
    entries = LogEntry.objects.filter(event=stage.event_id, code=SEASON_BEGUN)
    return next((entry.data for entry in entries if entry.data["stage"] == stage.uid), {})
