"""The facts of a match in a row of the feed: the JSON in `FeedRow.facts`, read and written here alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from rules.profile import Clock
from rules.scoresheet import Score
from tournaments.ratings.counting import BACKGAMMON, PairedBy

_DECLARED, _ARCHIVED = "declared", "archived"
# The version of new rows. A field that changes its meaning raises it, and every version is read here.
FACTS_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredTerms:
    """What the event of a file declares of the match; `event_class` is the class that the federation accepted."""

    variant: str = BACKGAMMON
    profile: str = ""
    clock: Clock = Clock.ALLOWED
    is_unrated: bool = False
    event_class: str = ""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return the terms that a row holds."""
        return cls(**{**data, "clock": Clock(data["clock"])})


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedFacts:
    """What an archive says of a match: its event, how far its source is trusted, and whether the score is known."""

    event: str
    confidence: str
    has_score: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedFacts:
    """How a match was made and played, as far as no column of the row says it.

    What an event here and its bodies say is not in it, because it can change without the match: rules, variant, whether
    the event is outside the ratings, sanctions and memberships. They are read when a verdict is given. The event of a
    file is not here, so `declared` holds what the file says of it. `archived` is of an old result.
    """

    both_moved: bool
    start_score: Score
    penalties: Score
    paired_by: PairedBy
    declared: DeclaredTerms | None = None
    archived: ArchivedFacts | None = None

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return the facts that a row holds."""
        (start_one, start_two), (to_one, to_two) = data["start_score"], data["penalties"]
        return cls(
            both_moved=data["both_moved"],
            start_score=(start_one, start_two),
            penalties=(to_one, to_two),
            paired_by=PairedBy(data["paired_by"]),
            declared=DeclaredTerms.from_dict(data[_DECLARED]) if _DECLARED in data else None,
            archived=ArchivedFacts(**data[_ARCHIVED]) if _ARCHIVED in data else None,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the facts as JSON."""
        return {
            "version": FACTS_VERSION,
            "both_moved": self.both_moved,
            "start_score": list(self.start_score),
            "penalties": list(self.penalties),
            "paired_by": self.paired_by.value,
            **({} if self.declared is None else {_DECLARED: asdict(self.declared)}),
            **({} if self.archived is None else {_ARCHIVED: asdict(self.archived)}),
        }
