"""Coming back after a loss, lots for a bye, and rounds that wait."""

from __future__ import annotations

from typing import Any

from tournaments.api.response import Response, of


class ReEntryResponse(Response):
    """The rule by which players come back."""

    rule: Any | None = of("reentry", "Null where nobody comes back.")


class RefusalResponse(Response):
    """Why something is not possible: its code, and in words."""

    code: str
    detail: str


class ComingBackResponse(Response):
    """Whether the players of an entrant may come back now."""

    number: int = of(words="Of this entry of the players, the first one 1.")
    fee_percent: int = of("rule.fee_percent", "Of the entry fee.")
    has_place: bool = of(words="Else the new entry waits as an alternate.")
    returned: str | None = of("returned.uid", "The entrant as which they are back.")
    refusals: list[RefusalResponse]


class ObstacleResponse(Response):
    """Why the next round waits, and what the director may choose."""

    code: str
    values: Any = of(words="What the words name: the round, and how many of what.")
    detail: str
    choices: list[str] = of(words="What may be sent as `choice`.")
