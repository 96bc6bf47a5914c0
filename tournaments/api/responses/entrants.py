"""Entrants, their absences and their other entries."""

from __future__ import annotations

from datetime import datetime

from tournaments.api.response import Response, of
from tournaments.models import Entrant, StageEntry, Via

from .people import players_shown


class EntrantResponse(Response, row=Entrant):
    """An entrant with its players."""

    id: str = of("uid")
    event: str = of("event.uid")
    name: str
    players: list[dict[str, str | None]] = of(
        words="The players, in the order of the side; the id is null for strangers where the person has no public profile.",
        get=lambda entrant: players_shown(place.player for place in entrant.side.members.all()),
    )
    via: Via
    is_alternate: bool
    is_asked: bool = of(words="Whether it waits for the answer of a partner, and is not in the event yet.")
    entered_at: datetime
    checked_in_at: datetime | None
    withdrawn_at: datetime | None = of(get=lambda entrant: None if entrant.is_asked else entrant.withdrawn_at)
    goes_on: bool | None = of(words="Whether it plays on after a loss; null while it has not said.")
    bye_lots: int = of(words="Its lots in the draw for byes; one is usual.")


class AbsencesResponse(Response, row=StageEntry):
    """The rounds of a stage that an entrant misses, and the first one it can be paired in."""

    entrant: str = of("entrant.uid")
    stage: str = of("stage.uid")
    joins: int
    rounds: list[int] = of("absent")


class OtherEntryResponse(Response, row=Entrant):
    """An entry of the same players in another event."""

    entrant: str = of("uid")
    name: str
    event: str = of("event.uid")
    event_name: str = of("event.name")
