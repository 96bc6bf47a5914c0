"""The options of a marathon."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from tournaments.formats.options import Options


class Again(StrEnum):
    """When two who have met may meet again.

    NEVER: they meet once. LATER: after another opponent; at once only if nobody else is there. ANY_TIME: whenever both
    are free.
    """

    NEVER = "never"
    LATER = "later"
    ANY_TIME = "any_time"


@dataclass(frozen=True, slots=True)
class MarathonOptions(Options):
    """No match is paired `minutes` after the first one; `most_matches` is the largest number for each player."""

    UNDER_WAY: ClassVar[frozenset[str]] = frozenset({"minutes", "again", "most_matches"})

    minutes: int = field(default=60, metadata={"minimum": 5, "maximum": 1440})
    again: Again = Again.LATER
    most_matches: int = field(default=20, metadata={"minimum": 1, "maximum": 100})
