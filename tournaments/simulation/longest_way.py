"""The longest way to go from the matches of a round to the end of their event, and the turn of a match by it."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from tournaments.formats.abilities import ByCalendar, ByChallenge, Estimated
from tournaments.formats.base import Intake
from tournaments.formats.errors import FormatError
from tournaments.formats.feed import Feed
from tournaments.plans.faults import read
from tournaments.plans.plan import PlannedEvent, stage_points
from tournaments.plans.rehearsal import OF_LOSERS, Rehearsed, rehearse_stage

# The number of a stage and that of one of its rounds.
_StageRound = tuple[int, int]
# A player who leaves within the expected duration of a match and these minutes is called first.
_HURRY = 60.0


@dataclass(frozen=True, slots=True)
class LongestWays:
    """The points on the longest way from each round of each stage to the end of the event.

    `points` include the round itself, `behind` are those after it, `behind_losers` those of its losers; keys are the
    numbers of stage and round.
    """

    points: Mapping[tuple[int, int], int]
    behind: Mapping[tuple[int, int], int]
    behind_losers: Mapping[tuple[int, int], int] = field(default_factory=dict)

    def of(self, stage: int, number: int, *, length: int) -> int:
        """Return the points from a match of this length on; of a round that nobody could plan its own length."""
        return max(self.points.get((stage, number), 0), length)


@dataclass(frozen=True, slots=True)
class MatchTurn:
    """What decides when a match is called, in minutes.

    `to_go` is the longest way to the end of its event, `elsewhere` that of its players in other events, which nobody
    can go at the same time; `leaves_in` is the time until a player leaves, if that is soon.
    """

    to_go: float
    waited: float
    elsewhere: float = 0.0
    leaves_in: float | None = None

    def key(self, *, limit: float | None) -> tuple[float, float, float, float]:
        """Return the sort key of the match: who leaves soon, who has waited to the limit, then the longest way.

        Among equals the longer way in its own event decides, then the longest wait.
        """
        if self.leaves_in is not None:
            return 0, self.leaves_in, 0, -self.waited
        if limit is not None and self.waited >= limit:
            return 1, -self.waited, 0, -self.to_go
        return 2, -self.to_go - self.elsewhere, -self.to_go, -self.waited


def leaves_soon(leaves_in: Iterable[float], *, expected: float) -> float | None:
    """Return the least of the minutes until players of a match leave, if that is soon; None if nobody does.

    Soon is within the expected minutes of the match and an hour.
    """
    return min((minutes for minutes in leaves_in if 0 < minutes <= _HURRY + expected), default=None)


def way_elsewhere(players: Iterable[Mapping[int, float]], *, event: int) -> float:
    """Return the most minutes that a player of a match has to go in other events.

    `players` are the minutes that each of them has to go in each event, by its number.
    """
    return max((sum(way for of, way in ways.items() if of != event) for ways in players), default=0.0)


def longest_ways(
    plan: PlannedEvent,
    *,
    entrants: int,
    drawn: Mapping[int, int] | None = None,
    fixed_lengths: Mapping[int, Mapping[int, int]] | None = None,
) -> LongestWays:
    """Return the longest ways of an event with this many entrants.

    `drawn` is the number of entrants of each stage drawn already, and `fixed_lengths` are the lengths that a director
    has set for single rounds, both by the number of the stage. Stages that cannot be drawn are left out.
    """
    fixed = fixed_lengths or {}
    return _longest_ways(
        json.dumps(plan.to_dict(), sort_keys=True),
        entrants,
        tuple(sorted((drawn or {}).items())),
        tuple((stage, tuple(sorted(fixed[stage].items()))) for stage in sorted(fixed)),
    )


@lru_cache(maxsize=256)
def _longest_ways(
    plan: str,
    entrants: int,
    drawn: tuple[tuple[int, int], ...],
    fixed: tuple[tuple[int, tuple[tuple[int, int], ...]], ...],
) -> LongestWays:
    stages = _rehearsed(PlannedEvent.from_dict(json.loads(plan)), entrants=entrants, drawn=dict(drawn))
    by_stage = {stage: dict(lengths) for stage, lengths in fixed}
    points: dict[_StageRound, int] = {}
    behind: dict[_StageRound, int] = {}
    behind_losers: dict[_StageRound, int] = {}
    # A feed leads to a later stage, and the number of a round is above those that lead to it.
    for number in sorted(stages, reverse=True):
        lengths = _lengths(stages[number]) | by_stage.get(number, {})
        ways, of_losers = _ways_from(number, stages), _ways_from(number, stages, of_losers=True)
        for of_round in sorted(_lengths(stages[number]), reverse=True):
            place = number, of_round
            behind[place] = max((points.get(way, 0) for way in ways.get(of_round, ())), default=0)
            behind_losers[place] = max((points.get(way, 0) for way in of_losers.get(of_round, ())), default=0)
            points[place] = lengths[of_round] + behind[place]
    return LongestWays(points, behind, behind_losers)


def _rehearsed(plan: PlannedEvent, *, entrants: int, drawn: Mapping[int, int]) -> dict[int, Rehearsed]:
    """Return the stages that can be drawn for so many, and that lead anywhere in the hall, by number."""
    stages: dict[int, Rehearsed] = {}
    for ready in read(plan)[0]:
        # Days lie between the rounds of a league and the matches of a ladder.
        is_for_hall = not isinstance(ready.format, ByCalendar | ByChallenge)
        if is_for_hall and all(feed.stage in stages for feed in ready.stage.feeds):
            try:
                stages[ready.number] = rehearse_stage(
                    ready, before=stages, entrants=entrants, is_most=True, drawn=drawn.get(ready.number)
                )
            except FormatError:
                continue
    return stages


def _lengths(stage: Rehearsed) -> dict[int, int]:
    """Return the match length of each round; where results decide their number, of as many as are likely."""
    rules = stage.ready.format
    declared = {one.number: stage_points(stage.ready.stage, one.from_final) for one in stage.rounds}
    if not isinstance(rules, Estimated):
        return declared
    likely = len(rules.likely_rounds(stage.ready.options, stage.entrants))
    return {number: declared.get(number, declared[1]) for number in range(1, likely + 1)}


def _ways_from(
    number: int, stages: Mapping[int, Rehearsed], *, of_losers: bool = False
) -> dict[int, set[_StageRound]]:
    """Return the rounds of all stages in which the players of each round of a stage, or its losers, may play next."""
    stage = stages[number]
    ways: dict[int, set[_StageRound]] = {}
    for before, after in _steps_within(stage, of_losers=of_losers):
        ways.setdefault(before, set()).add((number, after))
    for target, other in stages.items():
        for feed in other.ready.stage.feeds:
            if feed.stage == number:
                for before, after in _steps_across(feed, stage, other):
                    ways.setdefault(before, set()).add((target, after))
    return ways


def _steps_within(stage: Rehearsed, *, of_losers: bool) -> Iterator[tuple[int, int]]:
    """Yield the pairs of rounds of a stage of which the second follows from the first, for all or for losers alone."""
    if not stage.is_bracket:
        yield from pairwise(_lengths(stage))
        return
    for slots in stage.outline.rounds:
        for slot in slots:
            for way in (slot.loser_to,) if of_losers else (slot.winner_to, slot.loser_to):
                if way is not None:
                    yield slot.round, way[0]


def _steps_across(feed: Feed, stage: Rehearsed, other: Rehearsed) -> Iterator[tuple[int, int]]:
    """Yield the rounds of a feeding stage with the rounds of the fed stage that follow from them."""
    if feed.take not in OF_LOSERS:
        yield from ((number, 1) for number in _lengths(stage))
        return
    if other.ready.format.intake is Intake.DRAW:
        yield from ((declared.number, 1) for declared in stage.feeding(feed))
        return
    feeding = {declared.number for declared in stage.feeding(feed)}
    for slots in other.outline.rounds:
        for slot in slots:
            for side in (slot.one, slot.two):
                if side.feeder == str(feed.stage) and side.source and side.source[0] in feeding:
                    yield side.source[0], slot.round
