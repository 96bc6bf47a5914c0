"""Forecasts of planned events: several setups side by side, within the time of one page."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import sqrt
from typing import Any

from django.core.cache import cache

from tournaments import formats, simulation
from tournaments.formats import FORMATS, ByCalendar, FormatError, Problem, opens_rounds_by_calendar
from tournaments.plans import PlannedEvent

# The time limits for all setups of one page: processor time and elapsed time.
SECONDS, LONGEST_WAIT = 1.5, 3.0
# With this many runs the standard error of the best entrant's chance is about one percent.
_MOST_RUNS = 2000
_PRECISE = 0.01
_FEWEST_RUNS = 100
_KEPT_FOR = 24 * 60 * 60
# One forecast is computed at a time; the lock of a dead process expires after this time.
_AT_WORK = "forecast:at_work"
_CLAIMED_FOR = 10


class Busy(Exception):
    """Raised when another forecast is being computed; only one is computed at a time."""


@dataclass(frozen=True, slots=True)
class Question:
    """A planned event to forecast: its plan, entrants, tables (None for enough) and pace."""

    plan: PlannedEvent
    entrants: int
    tables: int | None
    minutes_per_point: float

    @property
    def key(self) -> str:
        """The cache key; it includes the versions of the formats."""
        versions = [FORMATS[stage.format].version for stage in self.plan.stages]
        content = [self.plan.to_dict(), versions, self.entrants, self.tables, self.minutes_per_point]
        return f"plan_forecast:{hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()}"


@dataclass(frozen=True, slots=True)
class ForecastAnswer:
    """A forecast, or the problem that prevents it: of the setup, `stands_still` or `no_time_left`."""

    forecast: simulation.Forecast | None
    problem: Problem | None = None


def season(plan: PlannedEvent, *, entrants: int, starts_at: datetime) -> tuple[datetime, ...]:
    """Return the deadlines of the rounds of a planned league, in order; empty for any other plan."""
    [stage, *others] = plan.stages
    rules = FORMATS[stage.format]
    if others or not isinstance(rules, ByCalendar) or not opens_rounds_by_calendar(rules):
        return ()
    state = formats.State(
        size=entrants,
        entries=tuple(formats.Entry(str(number), line=number) for number in range(entrants)),
        seed="",
        options=rules.options.from_dict(stage.options),
        starts_at=starts_at,
    )
    moments = (rules.deadline(state, one.number) for one in rules.rounds(state))
    return tuple(at for at in moments if at is not None)


def expected(questions: Sequence[Question], *, before_working: Callable[[], None]) -> list[ForecastAnswer]:
    """Return an answer to each question, from the cache if possible.

    If an answer is missing, `before_working` is called first, which may raise to refuse; then the questions share
    `SECONDS` of processor time. Raise Busy while another forecast is computed.
    """
    cached: list[Any] = [cache.get(question.key) for question in questions]
    if all(isinstance(answer, ForecastAnswer) for answer in cached):
        return cached
    before_working()
    if not cache.add(_AT_WORK, 1, timeout=_CLAIMED_FOR):
        raise Busy
    try:
        missing = sum(not isinstance(answer, ForecastAnswer) for answer in cached)
        answers = [
            answer
            if isinstance(answer, ForecastAnswer)
            else worked_out(question, seconds=SECONDS / missing, wait=LONGEST_WAIT / missing)
            for question, answer in zip(questions, cached, strict=True)
        ]
    finally:
        cache.delete(_AT_WORK)
    for question, answer in zip(questions, answers, strict=True):
        cache.set(question.key, answer, timeout=_KEPT_FOR)
    return answers


def worked_out(question: Question, *, seconds: float, wait: float) -> ForecastAnswer:
    """Simulate until the time is used up or the result is precise enough."""
    spent, late = time.thread_time() + seconds, time.monotonic() + wait

    def may_go_on() -> bool:
        return time.thread_time() < spent and time.monotonic() < late

    runs: list[simulation.Run] = []
    try:
        setup = simulation.setup_of(
            question.plan,
            entrants=question.entrants,
            tables=question.tables,
            minutes_per_point=question.minutes_per_point,
        )
        for run in simulation.simulations(setup, seed="videau", may_go_on=may_go_on):
            runs.append(run)
            if len(runs) >= _MOST_RUNS or _is_precise(runs):
                break
    except FormatError as error:
        problem = error.problems[0]
        if problem.code != "no_time_left" or not runs:
            return ForecastAnswer(None, problem)
    return ForecastAnswer(simulation.summary(runs))


def _is_precise(runs: Sequence[simulation.Run]) -> bool:
    """Whether the probability of the best entrant winning is precise enough; checked every hundred runs."""
    if len(runs) % _FEWEST_RUNS:
        return False
    chance = sum(run.best == 1 for run in runs) / len(runs)
    return sqrt(max(chance * (1 - chance), _PRECISE) / len(runs)) < _PRECISE
