"""The longest way to go from the open matches of a tournament to the ends of their events."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from tournaments.models import Draw, Event, Stage
from tournaments.queries.events.forecasts import learnt
from tournaments.queries.events.plans import plan_of_stages
from tournaments.queries.results.matches import MatchLine
from tournaments.simulation.longest_way import LongestWays, longest_ways

from .under_way import LastRound

# The durations and lengths of the timed matches of each stage.
Timed = Mapping[int, Sequence[tuple[timedelta, int]]]


@dataclass(frozen=True, slots=True)
class MatchWay:
    """The expected time of a match alone, and that from its start to the end of its event on the longest way."""

    own: timedelta
    to_go: timedelta

    @property
    def after(self) -> timedelta:
        """The expected time from the end of the match on; zero if nothing follows from it."""
        return self.to_go - self.own


@dataclass(frozen=True, slots=True)
class HallWays:
    """The longest ways of the events with open matches; `of_stages` are the number and the event of each stage."""

    paces: Mapping[int, float]
    of_events: Mapping[int, LongestWays]
    of_stages: Mapping[int, tuple[int, int]]

    def of(self, line: MatchLine) -> MatchWay:
        """Return the longest way to go from a match."""
        # A playoff has no number: nothing follows from it.
        number, event = self.of_stages.get(line.stage.pk, (-1, line.event.pk))
        length = line.match.length
        points = self.of_events[event].of(number, line.round, length=length)
        pace = self.paces[event]
        return MatchWay(timedelta(minutes=pace * length), timedelta(minutes=pace * points))

    def behind(self, place: LastRound) -> tuple[int, float]:
        """Return the event of a round, and the minutes of the longest way behind it; 0 where nothing is open."""
        if place.stage not in self.of_stages:
            return 0, 0.0
        number, event = self.of_stages[place.stage]
        return event, self.paces[event] * self.of_events[event].behind.get((number, place.number), 0)


def ways_of(lines: Sequence[MatchLine], *, timed: Timed) -> HallWays:
    """Return the longest ways of the events of these matches; one query.

    They count the lengths of all rounds that may follow, in all stages that are fed, at the pace of the event, which is
    learnt from the timed matches of its stages.
    """
    events = {line.event.pk: line.event for line in lines}
    if not events:
        return HallWays({}, {}, {})
    stages: dict[int, list[Any]] = {}
    for stage in _stages(events):
        if not stage.is_playoff:
            stages.setdefault(stage.event_id, []).append(stage)
    return HallWays(
        paces=_paces(events, stages, timed=timed),
        of_events={event: _ways(of_event) for event, of_event in stages.items()},
        of_stages={
            stage.pk: (number, event)
            for event, of_event in stages.items()
            for number, stage in enumerate(of_event)
        },
    )


def _stages(events: Collection[int]) -> QuerySet[Stage]:
    """Return the stages of these events in order, each with the lines of its draw, None before it; one query."""
    draws = Draw.objects.filter(stage=OuterRef("pk"), voided_at=None, purpose="placement")
    rows = Stage.objects.filter(event__in=events).annotate(placed=Subquery(draws.values("placement")[:1]))
    return rows.order_by("event", "order")


def _ways(stages: Sequence[Any]) -> LongestWays:
    """Return the longest ways of an event, given its stages with their draws."""
    drawn = {
        number: sum(uid is not None for uid in stage.placed)
        for number, stage in enumerate(stages)
        if stage.placed is not None
    }
    return longest_ways(
        plan_of_stages(stages),
        entrants=max(drawn.values(), default=0),
        drawn=drawn,
        fixed_lengths={
            number: {int(declared): length for declared, length in stage.round_lengths.items()}
            for number, stage in enumerate(stages)
            if stage.round_lengths
        },
    )


def _paces(
    events: Mapping[int, Event], stages: Mapping[int, Sequence[Any]], *, timed: Timed
) -> dict[int, float]:
    """Return the minutes for a point of each event, as learnt from its timed matches."""
    return {
        key: learnt(
            [match for stage in stages.get(key, ()) for match in timed.get(stage.pk, ())],
            prior_pace=float(event.minutes_per_point),
        ).minutes_per_point
        for key, event in events.items()
    }
