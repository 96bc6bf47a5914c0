"""A tournament as it stands, as the simulated hall reads it: its events, tables, hours and who is away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from django.db.models.functions import Coalesce

from matches.models import SideMember
from tournaments.formats import FORMATS, ByCalendar, ByChallenge, FormatError
from tournaments.models import (
    UNLISTED,
    Availability,
    Entrant,
    Event,
    EventKind,
    Stage,
    Table,
    Tournament,
    hours_of,
)
from tournaments.plans.plan import PlannedEvent
from tournaments.queries.series_now import series_now
from tournaments.queries.state import StageState, states_of_read
from tournaments.simulation import Setup, StageSetup
from tournaments.simulation.longest_way import LongestWays, longest_ways
from tournaments.simulation.opening import OpenDay, days_of
from tournaments.simulation.replay import take_up
from tournaments.simulation.stage import HeadStartRule, Place
from tournaments.simulation.weekend import CallTimes, Weekend, WeekendEvent

from .event_rules import rules_of
from .forecasts import stage_setup
from .hall_stamps import HallStamps, belief_of, stamps_of
from .plans import plan_of_stages


class LeftOut(StrEnum):
    """Why an event is not in the forecast."""

    NO_START = "no_start"
    TOO_FEW = "too_few"
    BY_CALENDAR = "by_calendar"
    ENDLESS = "endless"
    NO_TABLE = "no_table"


@dataclass(frozen=True, slots=True)
class HallNow:
    """A tournament as it stands: its simulation, the uids of its events in order, and those left out."""

    weekend: Weekend
    events: tuple[str, ...]
    left_out: Mapping[str, str]
    matches: int


def hall_now(tournament: Tournament, *, now: datetime) -> HallNow:
    """Return a tournament as it stands, without what is over; a constant number of queries."""
    stages: dict[int, list[Stage]] = {}
    rows = Stage.objects.filter(event__tournament=tournament).select_related("event__tournament")
    for stage in rows.order_by("event__order", "event", "order"):
        stages.setdefault(stage.event_id, []).append(stage)
    states = states_of_read([stage for of_event in stages.values() for stage in of_event])
    entrants = _entrants(tournament)
    people = _people(tournament)
    tables = _tables(tournament)
    stamps = stamps_of(tournament, has_tables=bool(tables))
    events: dict[str, WeekendEvent] = {}
    left_out: dict[str, str] = {}
    for event in tournament.events.order_by("order", "pk"):
        of_event = [stage for stage in stages.get(event.pk, []) if not stage.is_playoff]
        if not of_event or all(stage.completed_at is not None for stage in of_event):
            continue
        outcome = _event(event, of_event, states, stamps, entrants.get(event.pk, []), now=now)
        if isinstance(outcome, WeekendEvent) and tables and not (tables[None] or tables[event.pk]):
            outcome = LeftOut.NO_TABLE
        if isinstance(outcome, LeftOut):
            left_out[event.uid] = outcome.value
        else:
            persons = {row.uid: people.get(row.side_id, (row.uid,)) for row in entrants.get(event.pk, [])}
            events[event.uid] = replace(outcome, people=persons, key=event.pk, reserved=tables[event.pk])
    days = [
        OpenDay(
            _minutes(day.opens, now),
            _minutes(day.closes, now),
            tuple((_minutes(begins, now), _minutes(ends, now)) for begins, ends in day.breaks),
        )
        for day in hours_of(tournament)
    ]
    opening = days_of(days)
    belief = belief_of(
        tournament, stamps, people=people, tables=tables.total() or None, opening=opening, now=now
    )
    weekend = Weekend(
        tuple(events.values()),
        tables[None] if tables else None,
        opening,
        belief,
        limit=tournament.waiting_limit,
        presences=_presences(tournament, now=now),
    )
    return HallNow(weekend, tuple(events), left_out, belief.pace.matches)


def _tables(tournament: Tournament) -> Counter[int | None]:
    """Return the number of tables in order by the event for which they are reserved, None for all; one query."""
    rows = Table.objects.filter(tournament=tournament, is_out_of_order=False)
    return Counter(rows.values_list("reserved_for", flat=True))


def _presences(tournament: Tournament, *, now: datetime) -> dict[str, CallTimes]:
    """Return when those can be called who are away, rest or leave; one query."""
    return {
        str(row.player.person_key): CallTimes(
            back=max(
                (_minutes(at, now) for at in (row.away_until, row.not_before) if at is not None), default=0.0
            ),
            leaves=None if row.leaves_at is None else _minutes(row.leaves_at, now),
        )
        for row in Availability.objects.filter(tournament=tournament).select_related("player").order_by("pk")
    }


def _entrants(tournament: Tournament) -> dict[int, list[Entrant]]:
    """Return the entrants who can play, by event."""
    rows: dict[int, list[Entrant]] = {}
    playing = Entrant.objects.filter(event__tournament=tournament, is_alternate=False)
    for entrant in playing.exclude(via__in=UNLISTED).order_by("pk"):
        rows.setdefault(entrant.event_id, []).append(entrant)
    return rows


def _people(tournament: Tournament) -> dict[int, tuple[str, ...]]:
    """Return the persons of each side."""
    people: dict[int, tuple[str, ...]] = {}
    members = SideMember.objects.filter(side__entrants__event__tournament=tournament).distinct()
    person = Coalesce("player__merged_into", "player")
    for side, player in members.order_by("side", "order").values_list("side", person):
        people[side] = (*people.get(side, ()), str(player))
    return people


def _event(
    event: Event,
    stages: Sequence[Stage],
    states: Mapping[int, StageState],
    stamps: HallStamps,
    entrants: Sequence[Entrant],
    *,
    now: datetime,
) -> WeekendEvent | LeftOut:
    """Return an event as it is simulated, or why it is not."""
    if any(isinstance(FORMATS[stage.format], ByCalendar | ByChallenge) for stage in stages):
        return LeftOut.BY_CALENDAR
    drawn = [states.get(stage.pk) for stage in stages]
    plan = plan_of_stages(stages)
    setup = Setup(
        stages=tuple(
            _as_stamped(stage_setup(stage, planned.feeds, state, now=now), state, stamps, now=now)
            for stage, planned, state in zip(stages, plan.stages, drawn, strict=True)
        ),
        entrants=len(entrants),
        minutes_per_point=float(event.minutes_per_point),
        start=now,
        head_start=_head_start(event),
    )
    ways = _ways(stages, plan, drawn, entrants=len(entrants))
    if any(state is not None for state in drawn):
        return WeekendEvent(setup, ways=ways)
    if event.starts_at is None:
        return LeftOut.NO_START
    uids = [entrant.uid for entrant in entrants if entrant.withdrawn_at is None]
    try:
        drawn_event = take_up(setup, uids, [])
    except FormatError:
        return LeftOut.TOO_FEW
    return WeekendEvent(drawn_event.setup, begins=max(0.0, _minutes(event.starts_at, now)), ways=ways)


def _head_start(event: Event) -> HeadStartRule | None:
    """Return the rule of head starts of an event; None without one, and between teams, whose boards have none."""
    rule = rules_of(event).head_start
    return None if rule.step is None or event.kind == EventKind.TEAMS else rule.score


def _ways(
    stages: Sequence[Stage], plan: PlannedEvent, drawn: Sequence[StageState | None], *, entrants: int
) -> LongestWays:
    """Return the longest ways of an event, by which the hall calls."""
    placed = {
        number: sum(entry.line is not None for entry in state.state.entries)
        for number, state in enumerate(drawn)
        if state is not None
    }
    return longest_ways(
        plan,
        entrants=max(placed.values(), default=entrants),
        drawn=placed,
        fixed_lengths={
            number: {int(declared): length for declared, length in stage.round_lengths.items()}
            for number, stage in enumerate(stages)
            if stage.round_lengths
        },
    )


def _as_stamped(
    setup: StageSetup, state: StageState | None, stamps: HallStamps, *, now: datetime
) -> StageSetup:
    """Return a stage with its matches under way, and those that were called and have not begun."""
    if state is None or setup.state is None:
        return setup
    by_key = {match.key: match for match in stamps.matches}
    decided = {result.place for result in setup.state.results}
    playing: dict[Place, float] = {}
    called: dict[Place, float] = {}
    # Of a series the stamps are those of its match under way.
    standing = series_now(
        [row.match_id for row in state.pairings.values() if row.match_id and row.best_of > 1]
    )
    for place, row in state.pairings.items():
        series = standing.get(row.match_id or 0)
        match = by_key.get((row.match_id if series is None else series.match) or 0)
        if match is None or place in decided:
            continue
        begins = stamps.begins(match)
        if begins is not None:
            playing[place] = max(0.0, -_minutes(begins, now))
        elif match.is_at_table and match.called is not None:
            called[place] = max(0.0, -_minutes(match.called, now))
    return replace(setup, playing=playing, called=called)


def _minutes(at: datetime, now: datetime) -> float:
    return (at - now).total_seconds() / 60
