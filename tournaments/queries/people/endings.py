"""The results of a player's finished events, and the reasons for having no match now."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.formats import PlacesLosers
from tournaments.models import Entrant, Event, Stage, StageEntry
from tournaments.queries.draws.finish import FinishLine, OwnFinish, finish, own_finish
from tournaments.queries.state import StageState, feeds_of, states_of_read


@dataclass(frozen=True, slots=True)
class StageEnding:
    """The places of an entrant in a stage, None while uncertain; `is_in` while it still plays."""

    stage: Stage
    place: int | None
    last_place: int | None
    is_in: bool

    @property
    def has_won(self) -> bool:
        """Whether the entrant is the sole winner of the stage."""
        return self.stage.standings is not None and self.last_place == 1

    @property
    def is_shared(self) -> bool:
        """Whether the place is shared."""
        return self.place != self.last_place


@dataclass(frozen=True, slots=True)
class Ending:
    """An entrant without an open match: its stages, and an undrawn stage that it may enter.

    `finish` is its position in an event that is over, None while that is not certain.
    """

    entrant: Entrant
    stages: tuple[StageEnding, ...]
    to_be_drawn: Stage | None
    finish: OwnFinish | None = None

    @property
    def event(self) -> Event:
        """The event of the entrant."""
        return self.entrant.event


def endings(entrants: Collection[Entrant]) -> tuple[Ending, ...]:
    """Return the endings of these entrants; two queries and those of `states_of_read`, and of `finish` for each event
    that is over.
    """
    rows = StageEntry.objects.filter(entrant__in=entrants, line__isnull=False)
    stages_of: dict[int, set[int]] = {}
    for entrant, stage in rows.values_list("entrant", "stage"):
        stages_of.setdefault(entrant, set()).add(stage)
    events = {entrant.event_id for entrant in entrants}
    stages = list(
        Stage.objects.filter(event__in=events).select_related("event__tournament").order_by("order")
    )
    running = states_of_read([stage for stage in stages if stage.standings is None], with_people=False)
    positions = _positions(entrants, stages)
    return tuple(
        replace(
            _ending(entrant, [stage for stage in stages if stage.event_id == entrant.event_id], own, running),
            finish=own_finish(positions.get(entrant.event_id, ()), entrant.uid),
        )
        for entrant in entrants
        if (own := stages_of.get(entrant.pk))
    )


def _positions(entrants: Collection[Entrant], stages: Sequence[Stage]) -> dict[int, tuple[FinishLine, ...]]:
    """Return the finishing positions of those events of these entrants that are over, by primary key."""
    running = {stage.event_id for stage in stages if stage.standings is None}
    over = {
        entrant.event_id: entrant.event
        for entrant in entrants
        if entrant.event.closed_at is not None or entrant.event_id not in running
    }
    return {key: finish(event) for key, event in over.items()}


def _ending(
    entrant: Entrant, stages: Sequence[Stage], own: Collection[int], running: Mapping[int, StageState]
) -> Ending:
    orders = {stage.order for stage in stages if stage.pk in own}
    undrawn = (
        stage
        for stage in stages
        if stage.standings is None
        and stage.pk not in running
        and any(feed.stage in orders for feed in feeds_of(stage))
    )
    lines = [line for stage in stages if stage.pk in own for line in _lines(entrant, stage, running)]
    to_be_drawn = None if entrant.event.closed_at is not None else next(undrawn, None)
    if to_be_drawn is not None or any(line.is_in for line in lines):
        # Who still plays on has no place to be told of, but has won what is won.
        lines = [line if line.has_won else replace(line, place=None, last_place=None) for line in lines]
    return Ending(entrant, tuple(lines), to_be_drawn)


def _lines(entrant: Entrant, stage: Stage, running: Mapping[int, StageState]) -> Iterator[StageEnding]:
    """Yield the entrant's result in a stage: frozen, or computed with its places if they are certain."""
    state = running.get(stage.pk)
    if stage.standings is not None:
        for line in stage.standings["places"]:
            if line["entrant"] == entrant.uid:
                yield StageEnding(stage, line["place"], line["last_place"], is_in=False)
    elif state is not None:
        for standing in state.format.standings(state.state):
            if standing.entrant == entrant.uid:
                first, last = (None, None) if standing.is_in else _certain_places(state, entrant.uid)
                yield StageEnding(stage, first, last, is_in=standing.is_in)


def _certain_places(state: StageState, uid: str) -> tuple[int, int] | tuple[None, None]:
    """Return the places of all losers of the same bracket round; None if they are not certain yet."""
    if not isinstance(state.format, PlacesLosers):
        return None, None
    results = (result for result in state.state.results if uid in (result.one, result.two))
    last_loss = max((result.round for result in results if result.winner != uid), default=0)
    return state.format.places_of_losers(state.state, last_loss) or (None, None)
