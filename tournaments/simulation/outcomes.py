"""Forecasts of an event before and during play, from many simulated tournaments."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import ceil
from random import Random
from statistics import fmean

from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.feed import OF_THE_BEST
from tournaments.formats.registry import FORMATS
from tournaments.plans.plan import PlannedEvent
from tournaments.simulation.event import SimulatedEvent
from tournaments.simulation.stage import Setup, SimulatedStage, StageSetup

# A forecast gives the end times of these shares of tournaments, in twentieths.
_PARTS = 20


@dataclass(frozen=True, slots=True)
class StageRun:
    """One simulated stage: the first place of the strongest entrant, None if it did not reach the stage; and the end."""

    best: int | None
    minutes: float
    entrants: int
    matches: int
    rematches: int
    byes: int


@dataclass(frozen=True, slots=True)
class Run:
    """One simulated tournament.

    `best` is the first place of the strongest entrant in the deciding stage, shared places counted by the first.
    `minutes` is the time to the end; `matches`, `waiting` (minutes between matches) and `byes` are those of each
    entrant.
    """

    best: int | None
    minutes: float
    matches: Mapping[str, int]
    waiting: Mapping[str, float]
    byes: Mapping[str, int]
    rematches: int
    stages: tuple[StageRun, ...]


@dataclass(frozen=True, slots=True)
class StageForecast:
    """The statistics of one stage, as in `Forecast`."""

    entrants: float
    matches: float
    rematches: float
    byes: float
    half_done_by: float
    almost_surely_done_by: float


@dataclass(frozen=True, slots=True)
class Forecast:
    """The statistics of many runs: chances from 0 to 1, times in minutes, the rest as means per event or per entrant.

    `done_by` are the minutes by which the tournament is over in one twentieth of the runs, in two, and so on to all.
    """

    runs: int
    best_wins: float
    matches: float
    matches_each: float
    fewest_each: float
    waiting_each: float
    rematches: float
    byes: float
    half_done_by: float
    almost_surely_done_by: float
    done_by: tuple[float, ...]
    stages: tuple[StageForecast, ...]


def setup_of(
    plan: PlannedEvent, *, entrants: int, tables: int | None = None, minutes_per_point: float = 8.0
) -> Setup:
    """Return a plan of an event as a setup for simulation; FormatError for invalid options."""
    stages = tuple(
        StageSetup(
            FORMATS[stage.format],
            FORMATS[stage.format].options.from_dict(stage.options),
            stage.lengths,
            stage.feeds,
            best_of=stage.best_of,
        )
        for stage in plan.stages
    )
    return Setup(stages, entrants, tables, minutes_per_point)


def simulate(setup: Setup, *, chance: Random, may_go_on: Callable[[], bool] | None = None) -> Run:
    """Return one whole tournament.

    FormatError: those of a draw; `stands_still` (with `stage`) if nothing follows although a stage is not over, as in a
    ladder; `no_time_left` once `may_go_on`, which is called after every match or round, returns False.
    """
    hall = SimulatedEvent(setup, chance=chance, may_go_on=may_go_on)
    hall.play()
    for stage in hall.stages:
        if not stage.is_complete:
            raise FormatError(Problem("stands_still", {"stage": stage.number}))
    best = max(hall.strength, key=hall.strength.__getitem__)
    stages = tuple(_of_stage(stage, best=best) for stage in hall.stages)
    byes: Counter[str] = Counter()
    for stage in hall.stages:
        byes += stage.byes
    return Run(
        best=stages[deciding_stage(setup)].best,
        minutes=max(stage.end for stage in hall.stages),
        matches={uid: hall.matches[uid] for uid in hall.strength},
        waiting={uid: hall.waiting[uid] for uid in hall.strength},
        byes=byes,
        rematches=sum(stage.rematches for stage in stages),
        stages=stages,
    )


def deciding_stage(setup: Setup) -> int:
    """Return the number of the stage that decides the event: the stage to which the best of the first one pass, and so on."""
    number = 0
    for later, stage in enumerate(setup.stages):
        if any(feed.stage == number and feed.take in OF_THE_BEST for feed in stage.feeds):
            number = later
    return number


def simulations(setup: Setup, *, seed: str, may_go_on: Callable[[], bool] | None = None) -> Iterator[Run]:
    """Yield simulated tournaments without end, the same for the same seed; FormatError as in `simulated`."""
    chance = Random(seed)  # noqa: S311 - a forecast, no draw
    while True:
        yield simulate(setup, chance=chance, may_go_on=may_go_on)


def forecast(setup: Setup, *, runs: int, seed: str) -> Forecast:
    """Return the statistics of this many simulated tournaments; the same for the same seed."""
    return summary(list(islice(simulations(setup, seed=seed), runs)))


def summary(runs: Sequence[Run]) -> Forecast:
    """Return the statistics of these tournaments, at least one."""
    times = sorted(run.minutes for run in runs)
    by_stage = zip(*(run.stages for run in runs), strict=True)
    return Forecast(
        runs=len(runs),
        best_wins=fmean(run.best == 1 for run in runs),
        matches=fmean(sum(stage.matches for stage in run.stages) for run in runs),
        matches_each=fmean(fmean(run.matches.values()) for run in runs),
        fewest_each=fmean(min(run.matches.values()) for run in runs),
        waiting_each=fmean(fmean(run.waiting.values()) for run in runs),
        rematches=fmean(run.rematches for run in runs),
        byes=fmean(sum(run.byes.values()) for run in runs),
        half_done_by=_quantile(times, 0.5),
        almost_surely_done_by=_quantile(times, 0.9),
        done_by=tuple(_quantile(times, part / _PARTS) for part in range(1, _PARTS + 1)),
        stages=tuple(map(_stage_summary, by_stage)),
    )


def _of_stage(stage: SimulatedStage, *, best: str) -> StageRun:
    standings = stage.setup.format.standings(stage.renewed())
    return StageRun(
        best=next((standing.place for standing in standings if standing.entrant == best), None),
        minutes=stage.end,
        entrants=len(standings),
        matches=stage.matches,
        rematches=stage.rematches,
        byes=stage.byes.total(),
    )


def _stage_summary(runs: Sequence[StageRun]) -> StageForecast:
    times = sorted(run.minutes for run in runs)
    return StageForecast(
        entrants=fmean(run.entrants for run in runs),
        matches=fmean(run.matches for run in runs),
        rematches=fmean(run.rematches for run in runs),
        byes=fmean(run.byes for run in runs),
        half_done_by=_quantile(times, 0.5),
        almost_surely_done_by=_quantile(times, 0.9),
    )


def _quantile(values: Sequence[float], part: float) -> float:
    """Return the value that this share of the sorted values does not exceed."""
    return values[max(0, ceil(part * len(values)) - 1)]
