"""The figures of forecasts, side by side, and the expected end of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil, sqrt
from typing import Any

from django.utils import timezone
from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.actions.events.problems import problem_words
from tournaments.formats import Problem
from tournaments.models import STAGE_NAMES
from tournaments.models.dates import date_words
from tournaments.models.wording import format_name
from tournaments.plans import PlannedEvent
from tournaments.queries.events.planning import ForecastAnswer, season
from tournaments.simulation import Forecast, StageForecast
from tournaments.web.wording.outlook import duration

# The indexes of the figures that are times of the hall.
_TIMED = (0, 1, 6)
# The width of the diagram of the times.
_WIDTH = 600


@dataclass(frozen=True, slots=True)
class StageRow:
    """A stage of a forecast: name, entrants, matches, and the times when it is over."""

    name: str
    entrants: str
    matches: str
    half: str
    almost: str


@dataclass(frozen=True, slots=True)
class Times:
    """Percentiles of the end on a common scale: the 90 % range, the middle half, and the median."""

    low: float
    width: float
    inner: float
    inner_width: float
    middle: float


@dataclass(frozen=True, slots=True)
class PlayOption:
    """One way to play: name, figures in the order of `figure_names`, stages and times, or a refusal."""

    name: str
    figures: tuple[str, ...]
    stages: tuple[StageRow, ...]
    times: Times | None
    words: str
    refusal: str
    runs: str


def ways(
    names: Sequence[Any],
    plans: Sequence[PlannedEvent],
    answers: Sequence[ForecastAnswer],
    *,
    entrants: int,
    starts_at: datetime | None,
) -> list[PlayOption]:
    """Return every way to play for display; that of a league has deadlines instead of times."""
    forecasts = [answer.forecast for answer in answers if answer.forecast is not None]
    longest = max((one.done_by[-1] for one in forecasts), default=1.0)
    return [
        _way(
            str(name),
            plan,
            answer,
            longest=longest,
            calendar=_calendar(plan, entrants=entrants, starts_at=starts_at) if _is_possible(answer) else "",
        )
        for name, plan, answer in zip(names, plans, answers, strict=True)
    ]


def figure_names() -> list[str]:
    """Return the row headings of the table."""
    return [
        _("Over after, half of the time"),
        _("Over after, nine times in ten"),
        _("The best one wins"),
        _("Matches in all"),
        _("Matches of an entrant"),
        _("The fewest anybody has"),
        _("Waiting between matches"),
        _("Rematches"),
        pgettext("a count", "Byes"),
    ]


def _way(
    name: str, plan: PlannedEvent, answer: ForecastAnswer, *, longest: float, calendar: str
) -> PlayOption:
    forecast = answer.forecast
    if forecast is None:
        return PlayOption(name, (), (), None, "", calendar or _refusal(answer), "")
    if calendar:
        # A season is played by calendar, so the figures that are times of the hall do not apply.
        figures = ("–" if number in _TIMED else figure for number, figure in enumerate(_figures(forecast)))
        return PlayOption(name, tuple(figures), (), None, "", calendar, "")
    summary = _("half of the time over after %(half)s, nine times in ten after %(almost)s") % {
        "half": duration(forecast.half_done_by),
        "almost": duration(forecast.almost_surely_done_by),
    }
    runs = ngettext("%(count)d tournament played", "%(count)d tournaments played", forecast.runs)
    return PlayOption(
        name=name,
        figures=_figures(forecast),
        stages=tuple(map(_stage, _stage_names(plan), forecast.stages)),
        times=_times(forecast, longest=longest),
        words=summary,
        refusal="",
        runs=runs % {"count": forecast.runs},
    )


def _figures(forecast: Forecast) -> tuple[str, ...]:
    return (
        duration(forecast.half_done_by),
        duration(forecast.almost_surely_done_by),
        _("%(percent)d %% (± %(margin)d)")
        % {"percent": round(100 * forecast.best_wins), "margin": _margin(forecast)},
        _number(forecast.matches),
        _number(forecast.matches_each),
        _number(forecast.fewest_each),
        _("%(minutes)d min") % {"minutes": round(forecast.waiting_each)},
        _number(forecast.rematches),
        _number(forecast.byes),
    )


def _margin(forecast: Forecast) -> int:
    """Return the 95 % margin of the best player's chance in hundredths (Agresti and Coull)."""
    runs = forecast.runs + 4
    chance = (forecast.best_wins * forecast.runs + 2) / runs
    return ceil(100 * 2 * sqrt(chance * (1 - chance) / runs))


def _number(value: float) -> str:
    """Return a localized number with one decimal place."""
    return localize(round(value, 1))


def _stage(name: str, forecast: StageForecast) -> StageRow:
    return StageRow(
        name,
        _number(forecast.entrants),
        _number(forecast.matches),
        duration(forecast.half_done_by),
        duration(forecast.almost_surely_done_by),
    )


def _stage_names(plan: PlannedEvent) -> list[str]:
    return [
        str(STAGE_NAMES.get(stage.name, stage.name)) or format_name(stage.format) for stage in plan.stages
    ]


def _times(forecast: Forecast, *, longest: float) -> Times:
    marks = [_WIDTH * forecast.done_by[place] / longest for place in (0, 4, 9, 14, 18)]
    low, first, middle, third, high = (round(mark, 1) for mark in marks)
    return Times(low, max(1.0, high - low), first, max(1.0, third - first), middle)


def _is_possible(answer: ForecastAnswer) -> bool:
    """Whether the plan can be played, even if its end cannot be forecast."""
    return answer.problem is None or answer.problem.code == "stands_still"


def _calendar(plan: PlannedEvent, *, entrants: int, starts_at: datetime | None) -> str:
    """Return the deadlines of a league as dates, or as days if the start is unknown; else empty."""
    begins = timezone.localtime(starts_at)
    ends = season(plan, entrants=entrants, starts_at=begins)
    if not ends:
        return ""
    places = {
        "count": len(ends),
        "first": date_words(ends[0], "DATE_FORMAT"),
        "end": date_words(ends[-1], "DATE_FORMAT"),
        "days": (ends[-1] - begins).days,
    }
    if starts_at is None:
        words = ngettext(
            "%(count)s round with a deadline: over after %(days)s days.",
            "%(count)s rounds with deadlines: over after %(days)s days.",
            len(ends),
        )
    else:
        words = ngettext(
            "%(count)s round with a deadline: to be played by %(end)s.",
            "%(count)s rounds with deadlines: the first by %(first)s, the last by %(end)s.",
            len(ends),
        )
    return words % places


def _refusal(answer: ForecastAnswer) -> str:
    return problem_words([answer.problem or Problem("no_time_left")])
