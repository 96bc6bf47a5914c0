"""Whether entrants may declare something besides results, such as playing on after a loss."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.formats import FORMATS, Shape, Take
from tournaments.models import Stage
from tournaments.queries.state import feeds_of


def can_play_on(stages: Iterable[Stage]) -> bool:
    """Whether the event has a stage for losers of another one."""
    losing = {Take.LOSERS, Take.FIRST_LOSS}
    return any(feed.take in losing for stage in stages for feed in feeds_of(stage))


def has_attendance(stages: Iterable[Stage]) -> bool:
    """Whether entrants may declare more than results: playing on after a loss, or attendance in rounds."""
    all_stages = list(stages)
    return can_play_on(all_stages) or any(
        FORMATS[stage.format].shape is not Shape.BRACKET for stage in all_stages
    )
