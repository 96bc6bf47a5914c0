"""The draws that are next: stages that can start, rounds that wait, and free byes for alternates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tournaments.formats import FORMATS, FormatError, Intake, Shape, closing, entrants_to_feed
from tournaments.models import Stage
from tournaments.queries.state import StageState, bye_under_way, feeds_of, states_of_read

from .overview import DeskEventCard

# The holders of byes that a step names.
_NAMES = 3


@dataclass(frozen=True, slots=True)
class DrawStep:
    """A step about a stage: `number` counts its entrants, or the alternates who could take a bye."""

    kind: Literal["obstacle", "held", "ties", "bye", "stage_draw"]
    stage: Stage
    number: int = 1
    names: tuple[str, ...] = ()


def draw_steps(cards: Sequence[DeskEventCard]) -> list[DrawStep]:
    """Return the steps about the stages of these events; six queries at most, none where nothing waits.

    Only those stages are loaded that could wait: those fed by others, with rounds that are all played, or with a bye
    while alternates wait.
    """
    candidates: dict[int, Stage] = {}
    for card in cards:
        candidates |= {stage.pk: stage for stage in _to_load(card)}
    states = states_of_read(list(candidates.values())) if candidates else {}
    return [step for card in cards for step in _of_event(card, states)]


def _to_load(card: DeskEventCard) -> Iterator[Stage]:
    by_order = {stage.order: stage for stage in card.stages}
    for stage in _startable(card):
        if FORMATS[stage.format].intake is not Intake.DROPS:
            yield from (by_order[feed.stage] for feed in feeds_of(stage))
    yield from (stage for stage in _waiting_rounds(card) if not stage.is_held)
    if card.waiting and card.stages and _is_under_way(card, card.stages[0]):
        yield card.stages[0]


def _is_under_way(card: DeskEventCard, stage: Stage) -> bool:
    return stage.pk in card.drawn and stage.completed_at is None


def _startable(card: DeskEventCard) -> Iterator[Stage]:
    """Yield the stages without a draw whose feeders are all drawn."""
    drawn = {stage.order for stage in card.stages if stage.pk in card.drawn}
    for stage in card.stages:
        feeds = feeds_of(stage)
        is_open = bool(feeds) and not stage.is_playoff and stage.pk not in card.drawn
        if is_open and drawn.issuperset(feed.stage for feed in feeds):
            yield stage


def _waiting_rounds(card: DeskEventCard) -> Iterator[Stage]:
    """Yield the stages played in rounds that have no open match and are not over."""
    busy = {line.stage.pk for line in card.lines}
    for stage in card.stages:
        if (
            FORMATS[stage.format].shape is Shape.ROUNDS
            and _is_under_way(card, stage)
            and stage.pk not in busy
        ):
            yield stage


def _of_event(card: DeskEventCard, states: Mapping[int, StageState]) -> Iterator[DrawStep]:
    for stage in _waiting_rounds(card):
        state = states.get(stage.pk)
        if stage.is_held:
            yield DrawStep("held", stage, names=(str(stage),))
        elif state is not None and state.format.obstacles(state.state):
            yield DrawStep("obstacle", stage, names=(str(stage),))
    for stage in _startable(card):
        yield from _of_start(card, stage, states)
    if card.waiting and card.stages and (state := states.get(card.stages[0].pk)) is not None:
        yield from _of_byes(card, state)


def _of_start(card: DeskEventCard, stage: Stage, states: Mapping[int, StageState]) -> Iterator[DrawStep]:
    """Yield the draw of a stage whose entrants are certain, or the tie that is in its way."""
    if FORMATS[stage.format].intake is Intake.DROPS:
        # It is drawn empty, and takes its entrants as they lose.
        yield DrawStep("stage_draw", stage, 0, (str(stage),))
        return
    by_order = {one.order: one for one in card.stages}
    entrants: set[str] = set()
    for feed in feeds_of(stage):
        feeder = states[by_order[feed.stage].pk]
        try:
            entrants |= {fed.entrant for fed in entrants_to_feed(feed, feeder.as_feeder(feeder.state))}
        except FormatError as error:
            if error.problems[0].code == "tied_at_the_cut":
                yield DrawStep("ties", feeder.stage, names=(str(feeder.stage), str(stage)))
            return
    if len(entrants) >= FORMATS[stage.format].fewest:
        yield DrawStep("stage_draw", stage, len(entrants), (str(stage),))


def _of_byes(card: DeskEventCard, state: StageState) -> Iterator[DrawStep]:
    """Yield the byes that the alternates of an event could take now, with those who hold them."""
    bye = bye_under_way(state)
    if bye is not None:
        holders = [bye.one]
    elif state.format.shape is Shape.BRACKET:
        by_line = {entry.line: entry.uid for entry in state.state.entries}
        holders = [
            uid for line in closing.open_lines(state.format, state.state) if (uid := by_line.get(line ^ 1))
        ]
    else:
        holders = []
    if holders:
        names = tuple(state.entrants[uid].name for uid in holders[:_NAMES])
        yield DrawStep("bye", state.stage, min(card.waiting, len(holders)), names)
