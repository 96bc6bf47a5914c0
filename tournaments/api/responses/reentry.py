"""Re-entry after a loss, bye lots, and rounds that wait for a decision."""

from __future__ import annotations

from typing import Any

from tournaments.api.response import Response, given, of
from tournaments.models import Event
from tournaments.queries.entrants.reentry import ReEntryView


class ReEntryResponse(Response, row=Event):
    """The re-entry rule of an event."""

    rule: Any | None = of("reentry", "Null where nobody comes back.")


class RefusalResponse(Response):
    """A reason why something is not possible: its code and its sentence."""

    code: str
    detail: str


class ComingBackResponse(Response, row=ReEntryView):
    """Whether the players of an entrant may re-enter now."""

    number: int = of(words="Of this entry of the players, the first one 1.")
    fee_percent: int = of("rule.fee_percent", "Of the entry fee.")
    has_place: bool = of(words="Else the new entry waits as an alternate.")
    returned: str | None = of("new_entrant.uid", "The entrant as which they are back.")
    refusals: list[RefusalResponse] = given()


class ObstacleResponse(Response):
    """The reason why the next round waits, and the director's options."""

    code: str
    values: Any = of(words="What the words name: the round, and how many of what.")
    detail: str
    choices: list[str] = of(words="What may be sent as `choice`.")
