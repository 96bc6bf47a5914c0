"""Whether entrants of an event have something to say beside results."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.formats import FORMATS, Shape, Take
from tournaments.models import Stage
from tournaments.queries.state import feeds_of


def can_play_on(stages: Iterable[Stage]) -> bool:
    """Whether the event has a stage for those who lose."""
    losing = {Take.LOSERS, Take.FIRST_LOSS}
    return any(feed.take in losing for stage in stages for feed in feeds_of(stage))


def has_attendance(stages: Iterable[Stage]) -> bool:
    """Whether an entrant has something to say beside results."""
    found = list(stages)
    return can_play_on(found) or any(FORMATS[stage.format].shape is not Shape.BRACKET for stage in found)
