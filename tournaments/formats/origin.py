"""Where an entrant of a stage came from, and when it was away."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class EntryOrigin:
    """The place in another stage of the event that an entrant came from."""

    stage: str
    round: int
    slot: int


@dataclass(frozen=True, slots=True)
class Departure:
    """An earlier withdrawal from which the entrant came back: its time, and the number of lines in use at the return."""

    at: datetime
    lines: int
