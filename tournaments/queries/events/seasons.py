"""The seasons of a league: the next season's event, and the order of its entrants."""

from __future__ import annotations

from tournaments.acts import ABSENT, readable
from tournaments.acts.frame import SeasonBegun
from tournaments.formats import FORMATS, BySeasons
from tournaments.models import Event, LogEntry, Stage


def next_season_of(stage: Stage) -> Event | None:
    """Return the event of the next season of a stage, or None."""
    entries = LogEntry.objects.filter(
        tournament=stage.event.tournament_id, code=SeasonBegun.code, subject=stage.uid
    )
    entry = entries.select_related("event").first()
    return None if entry is None else entry.event


def order_of_season(stage: Stage) -> dict[str, int]:
    """Return the numbers, from 1, of the entrants by promotion and relegation; empty for a first season."""
    act = _begun(stage)
    return {} if act is None else {uid: number for number, uid in enumerate(act.order, start=1)}


def sizes_of_season(stage: Stage, *, entrants: int) -> tuple[int, ...]:
    """Return the size of each division of a new season; empty for a first season.

    Upper divisions keep their sizes, so that a new entrant does not undo a relegation; the last division takes the rest.
    """
    act = _begun(stage)
    upper = () if act is None or act.divisions is ABSENT else act.divisions[:-1]
    rest = entrants - sum(upper)
    # If the last division is too small for promotion and relegation, all divisions get nearly equal sizes.
    rules = FORMATS[stage.format]
    fewest = (
        rules.fewest_in_division(rules.options.from_dict(stage.options))
        if isinstance(rules, BySeasons)
        else 0
    )
    return (*upper, rest) if upper and rest >= fewest else ()


def _begun(stage: Stage) -> SeasonBegun | None:
    """Return the act that began the season of this stage; None for a first season."""
    if not isinstance(FORMATS[stage.format], BySeasons):
        return None
    acts = map(readable, LogEntry.objects.filter(event=stage.event_id, code=SeasonBegun.code))
    return next((act for act in acts if isinstance(act, SeasonBegun) and act.stage == stage.uid), None)
