"""A season race: who can still catch an entrant, by the most points of the events to come.

An entrant can stay away from every event to come, and another can win all of it; ties count as caught. So nobody is
called safe who is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from tournaments.points.season import Counted, EventPoints, SeasonRule, day_of, table, worths


@dataclass(frozen=True, slots=True)
class Remaining:
    """An event to come: the most points that an entrant can get in it, and its day."""

    name: str
    most: Fraction
    on: date | None = None


@dataclass(frozen=True, slots=True)
class Chaser:
    """An entrant who can still catch another: the points at the end of the season at best."""

    entrant: str
    at_best: Fraction


@dataclass(frozen=True, slots=True)
class Race:
    """Who can still catch a leader, whose points at the end of the season are `at_least` so many.

    `newcomer_at_best` is what somebody without a result can have at the end; `newcomer_can` says whether it suffices.
    """

    leader: str
    at_least: Fraction
    caught_by: tuple[Chaser, ...]
    newcomer_at_best: Fraction
    newcomer_can: bool


def races(
    rule: SeasonRule,
    held: Sequence[EventPoints],
    remaining: Sequence[Remaining],
    *,
    day: date | None = None,
    end: date | None = None,
) -> tuple[Race, ...]:
    """Return the race of each leader of the table on a day, by default that of the last event held.

    The season ends on the day `end`, by default that of its last event; points are compared as they are worth then.
    """
    to_come = [EventPoints(event.name, {}, event.on) for event in remaining]
    end = day_of(rule, [*held, *to_come], end)
    limit = rule.limit(len(held) + len(remaining))
    results = worths(rule, held, end)
    gains = [rule.worth(event.most, event.on, end) for event in remaining]
    best = {name: _sum([*_values(all_of), *gains], limit) for name, all_of in results.items()}
    newcomer = _sum(gains, limit)
    leaders = [line.entrant for line in table(rule, held, day) if line.first == 1]
    return tuple(
        Race(
            leader,
            at_least := _sum(_values(results[leader]), limit),
            tuple(
                Chaser(name, at_best)
                for name, at_best in sorted(best.items(), key=lambda one: (-one[1], one[0]))
                if name != leader and at_best >= at_least
            ),
            newcomer,
            newcomer >= at_least,
        )
        for leader in leaders
    )


def _values(results: Sequence[Counted]) -> list[Fraction]:
    return [one.worth for one in results]


def _sum(values: Sequence[Fraction], limit: int) -> Fraction:
    return sum(sorted(values, reverse=True)[:limit], Fraction(0))
