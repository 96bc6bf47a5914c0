"""The finishing positions of an event, with the result in each stage that they come from."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.formats import FORMATS, Feed, Take
from tournaments.formats.abilities import BySeasons
from tournaments.models import Entrant, Event, Stage
from tournaments.plans import FinishRule, FinishStage, PlaceIn, finishing_positions
from tournaments.queries.state import StageState, event_states, feeds_of

from .finish_words import StageCourse, courses_of, stage_words
from .standing_words import equals_of, place_sentence
from .winners import way_to_main

_FEWEST = 2


@dataclass(frozen=True, slots=True)
class StageFinish:
    """The places of an entrant in a complete stage, and in words how it came to them."""

    stage: Stage
    group: int | None
    first: int
    last: int
    words: str

    @property
    def is_tied(self) -> bool:
        """Whether the places are shared."""
        return self.first != self.last


@dataclass(frozen=True, slots=True)
class FinishLine:
    """The places `first` to `last` of an entrant in the event, shared by all who have the same ones."""

    entrant: str
    name: str
    is_withdrawn: bool
    first: int
    last: int
    stages: tuple[StageFinish, ...]

    @property
    def is_tied(self) -> bool:
        """Whether the places are shared."""
        return self.first != self.last


def finish(event: Event) -> tuple[FinishLine, ...]:
    """Return the certain finishing positions of an event, best first; at most seven queries.

    Entrants who are in an incomplete stage, or may still come into one, are left out.
    """
    stages = list(Stage.objects.filter(event=event).select_related("event").order_by("order"))
    way = way_to_main(stages)
    if not way or all(stage.standings is None for stage in stages):
        return ()
    states = {state.stage.pk: state for state in event_states(event, with_people=False)}
    entrants = {row.uid: row for row in Entrant.objects.filter(event=event).select_related("side")}
    drawn = {
        key: frozenset(entry.uid for entry in state.state.entries if entry.line is not None)
        for key, state in states.items()
    }
    known = finish_stages(stages, drawn, entrants)
    positions = finishing_positions(known, [stage.order for stage in way], FinishRule(event.finish_rule))
    results = _StageResults(stages, states, entrants)
    return tuple(
        FinishLine(
            uid,
            entrants[uid].name,
            entrants[uid].withdrawn_at is not None,
            first,
            last,
            results.of(uid),
        )
        for uid, first, last in positions
    )


@dataclass(frozen=True, slots=True)
class OwnFinish:
    """The finishing position of one entrant in its event, among `total` entrants."""

    line: FinishLine
    total: int

    @property
    def words(self) -> str:
        """What the entrant is told of it."""
        return place_sentence(self.line.first, self.line.last, self.total)


def own_finish(lines: Sequence[FinishLine], entrant: str) -> OwnFinish | None:
    """Return the finishing position of an entrant once it is certain; no query."""
    line = next((line for line in lines if line.entrant == entrant), None)
    return None if line is None else OwnFinish(line, len(lines))


class _StageResults:
    """The results of all entrants in the complete stages of an event."""

    def __init__(
        self, stages: Sequence[Stage], states: Mapping[int, StageState], entrants: Mapping[str, Entrant]
    ) -> None:
        self.stages: dict[str, list[StageFinish]] = {}
        for stage in stages:
            if stage.standings is None:
                continue
            state = states.get(stage.pk)
            courses = {} if state is None else courses_of(state)
            rows = stage.standings["places"]
            equals = equals_of(rows)
            names = {row["entrant"]: entrants[row["entrant"]].name for row in rows}
            for row in rows:
                words = stage_words(
                    stage,
                    row,
                    courses.get(row["entrant"], StageCourse()),
                    has_left=entrants[row["entrant"]].withdrawn_at is not None,
                    others=equals[row["entrant"]],
                    names=names,
                )
                result = StageFinish(stage, row.get("group"), row["place"], row["last_place"], words)
                self.stages.setdefault(row["entrant"], []).append(result)

    def of(self, uid: str) -> tuple[StageFinish, ...]:
        """Return the results of an entrant in the order of the stages."""
        return tuple(self.stages.get(uid, ()))


def finish_stages(
    stages: Sequence[Stage], drawn: Mapping[int, frozenset[str]], entrants: Mapping[str, Entrant]
) -> list[FinishStage]:
    """Return all stages of an event as the positions read them; `drawn` are the entrants of those with a draw."""
    of_order = {stage.order: stage for stage in stages}
    return [
        FinishStage(
            order=stage.order,
            places=_places(stage),
            feeds=feeds_of(stage),
            coming=_coming(stage, drawn.get(stage.pk), of_order, entrants),
            decisions=stage.tie_decisions,
            has_divisions=isinstance(FORMATS[stage.format], BySeasons),
            is_playoff=stage.is_playoff,
        )
        for stage in stages
    ]


def _places(stage: Stage) -> tuple[PlaceIn, ...] | None:
    if stage.standings is None:
        return None
    rows = stage.standings["places"]
    return tuple(
        PlaceIn(row["entrant"], row["place"], row.get("group"), row["wins"], row.get("is_behind", False))
        for row in rows
    )


def _coming(
    stage: Stage,
    drawn: frozenset[str] | None,
    of_order: Mapping[int, Stage],
    entrants: Mapping[str, Entrant],
) -> frozenset[str]:
    """Return the entrants of an incomplete stage, before its draw those who may come.

    Entrants of an incomplete feeder are in play anyway, so only complete ones count.
    """
    if stage.standings is not None:
        return frozenset()
    if drawn is not None:
        return drawn
    feeds = feeds_of(stage)
    present = {uid for uid, row in entrants.items() if row.withdrawn_at is None and not row.is_alternate}
    if not feeds:
        return frozenset(present)
    feeders = [(feed, of_order[feed.stage]) for feed in feeds if feed.stage in of_order]
    awaited = {
        uid
        for feed, feeder in feeders
        for uid in _candidates(feed, feeder, stage)
        if uid in present and entrants[uid].goes_on is not False
    }
    are_complete = all(feeder.standings is not None for _, feeder in feeders)
    # Nobody waits for a stage that too few can enter.
    return frozenset() if are_complete and len(awaited) < _FEWEST else frozenset(awaited)


def _candidates(feed: Feed, feeder: Stage, stage: Stage) -> Collection[str]:
    """Return the entrants of a complete stage whom a feed may take."""
    if feed.take is Take.TIED:
        return {
            uid
            for tie in feeder.ties_in_force
            if tie.playoff == stage.uid and tie.is_open
            for uid in tie.entrants
        }
    rows: Sequence[Mapping[str, Any]] = feeder.standings["places"] if feeder.standings is not None else ()
    return [row["entrant"] for row in rows if _may_take(feed, row)]


def _may_take(feed: Feed, row: Mapping[str, Any]) -> bool:
    match feed.take:
        case Take.TOP | Take.GROUP_TOP:
            return bool(row["place"] <= feed.count)
        case Take.BEST_OF_PLACE:
            return bool(row["place"] <= feed.place <= row["last_place"])
        case Take.REST:
            return bool(row["last_place"] > feed.count)
        case Take.LOSERS | Take.FIRST_LOSS:
            return bool(row["losses"])
        case _:
            return True
