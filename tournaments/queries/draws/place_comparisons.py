"""The entrants at one place of all groups, compared for a stage that takes the best of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.formats import Standing, Take, compare_at_place
from tournaments.models import Stage
from tournaments.queries.state import StageState, feeds_of


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """An entrant at its place in a group; `goes_on` says whether it is among the best as it stands."""

    entrant: str
    name: str
    group: int
    half_points: int
    matches: int
    difference: int
    goes_on: bool

    @property
    def points_per_match(self) -> float:
        """The points for each match, a win counting one."""
        return self.half_points / 2 / (self.matches or 1)

    @property
    def difference_per_match(self) -> float:
        """The points won less those lost for each match."""
        return self.difference / (self.matches or 1)


@dataclass(frozen=True, slots=True)
class PlaceComparison:
    """The entrants at a place of all groups, the best first; the best `count` go on to the stage called `stage`."""

    place: int
    count: int
    stage: str
    lines: tuple[ComparedLine, ...]


def place_comparisons(state: StageState) -> tuple[PlaceComparison, ...]:
    """Return the comparisons on which later stages depend; one query if the stage has groups, else none."""
    standings = state.format.standings(state.state)
    if not any(standing.group is not None for standing in standings):
        return ()
    return tuple(_comparisons(state, standings))


def _comparisons(state: StageState, standings: tuple[Standing, ...]) -> Iterator[PlaceComparison]:
    stage = state.stage
    for later in Stage.objects.filter(event=stage.event_id, order__gt=stage.order).order_by("order"):
        for feed in feeds_of(later):
            if feed.take is not Take.BEST_OF_PLACE or feed.stage != stage.order:
                continue
            ranked = compare_at_place(standings, feed.place, seed=state.state.seed)
            lines = (
                ComparedLine(
                    standing.entrant,
                    state.entrants[standing.entrant].name,
                    standing.group or 0,
                    standing.half_points or 0,
                    standing.matches,
                    standing.difference,
                    goes_on=number < feed.count,
                )
                for number, standing in enumerate(ranked)
            )
            yield PlaceComparison(feed.place, feed.count, str(later), tuple(lines))
