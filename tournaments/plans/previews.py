"""The rounds, matches and hours of a plan, by arithmetic alone, fast enough for a page that updates while typing.

A round takes eleven minutes per point of its length, waiting included, times the number of turns at the tables
(tourneygeek's rule for planning by rounds); `forecast` simulates the event instead.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.abilities import ByCalendar, Estimated
from tournaments.formats.base import Intake, Part, Shape
from tournaments.plans.checks import rehearse
from tournaments.plans.plan import PlannedEvent, stage_points
from tournaments.plans.rehearsal import Rehearsed

MINUTES_PER_POINT = 11


# Farther from the final than any round of a list.
_FIRST_ROUND = 99


@dataclass(frozen=True, slots=True)
class Preview:
    """A preview of one stage: `matches` is the largest possible number, `byes` those of all rounds.

    `begins` and `ends` are minutes from the start of the event. `is_estimated` says that results decide the number of
    rounds; `rounds` is then the expected number. `is_by_calendar` marks a stage that takes days, not minutes.
    """

    number: int
    entrants: int
    rounds: int
    matches: int
    byes: int
    begins: int
    ends: int
    is_estimated: bool = False
    is_by_calendar: bool = False


@dataclass(frozen=True, slots=True)
class _Load:
    """One round: its number of matches, its byes, and the points of each, those of a likely series added up."""

    matches: int
    byes: int
    length: int
    part: Part = Part.MAIN

    def minutes(self, tables: int | None) -> int:
        waves = 1 if tables is None else -(-self.matches // tables)
        return MINUTES_PER_POINT * self.length * waves


def preview(plan: PlannedEvent, *, entrants: int, tables: int | None = None) -> tuple[Preview, ...]:
    """Return a preview of each stage, up to the first that cannot be drawn; `tables` None means enough for all."""
    previews: dict[int, Preview] = {}
    for stage in rehearse(plan, entrants=entrants):
        loads = _loads(stage)
        is_by_calendar = isinstance(stage.ready.format, ByCalendar)
        begins, ends = _times(
            stage,
            0 if is_by_calendar else _minutes(loads, tables),
            last=sum(load.minutes(tables) for load in loads[-1:]),
            before=previews,
        )
        rules, is_estimated = stage.ready.format, isinstance(stage.ready.format, Estimated)
        matches = (
            rules.most_matches(stage.ready.options, stage.entrants)
            if isinstance(rules, Estimated)
            else sum(load.matches for load in loads)
        )
        previews[stage.ready.number] = Preview(
            stage.ready.number,
            stage.entrants,
            rounds=len(loads),
            matches=matches,
            byes=sum(load.byes for load in loads),
            begins=begins,
            ends=ends,
            is_estimated=is_estimated,
            is_by_calendar=is_by_calendar,
        )
    return tuple(previews.values())


def minutes_of(plan: PlannedEvent, *, entrants: int, tables: int | None = None) -> int:
    """Return the duration of the whole event in minutes."""
    return max((stage.ends for stage in preview(plan, entrants=entrants, tables=tables)), default=0)


def _minutes(loads: Sequence[_Load], tables: int | None) -> int:
    """Return the duration of the rounds; a losers' bracket runs parallel to the main one from its second round on."""
    by_part: dict[Part, list[int]] = {}
    for load in loads:
        by_part.setdefault(load.part, []).append(load.minutes(tables))
    main = by_part.pop(Part.MAIN, [0])
    below = by_part.pop(Part.LOSERS, [0])
    lowest = by_part.pop(Part.LAST, [0])
    beside = max(sum(main), main[0] + sum(below), main[0] + below[0] + sum(lowest))
    return beside + sum(map(sum, by_part.values()))


def _times(stage: Rehearsed, minutes: int, *, last: int, before: Mapping[int, Preview]) -> tuple[int, int]:
    """Return the start and the end of a stage.

    A stage drawn from others starts after them. A stage fed during play starts with the second round of its feeders,
    and ends after them.
    """
    feeders = [before[feed.stage] for feed in stage.ready.stage.feeds]
    over = max((feeder.ends for feeder in feeders), default=0)
    if stage.ready.format.intake is Intake.DRAW:
        return over, over + minutes
    begins = min(feeder.begins + (feeder.ends - feeder.begins) // max(1, feeder.rounds) for feeder in feeders)
    return begins, max(begins + minutes, over + last)


def _loads(stage: Rehearsed) -> list[_Load]:
    """Return the rounds of a stage that have a match."""
    rules, options = stage.ready.format, stage.ready.options
    if isinstance(rules, Estimated):
        return [
            _Load(matches, byes, stage_points(stage.ready.stage, _FIRST_ROUND))
            for matches, byes in rules.likely_rounds(options, stage.entrants)
        ]
    loads = []
    for declared in stage.rounds:
        length = stage_points(stage.ready.stage, declared.from_final)
        if stage.ready.format.shape is Shape.ROUNDS:
            loads.append(_Load(declared.places // 2, declared.places % 2, length))
        elif matches := stage.matches_in(declared.number):
            loads.append(_Load(matches, stage.byes_in(declared.number), length, declared.part))
    return loads
