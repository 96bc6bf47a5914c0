"""The points of an event: for each entrant a sum, and the lines that it is the sum of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.points.event import UNWEIGHTED, EventEntrant, Field, FinishPlace, PointsEvent, Weights, Win
from tournaments.points.scheme import HIGHER, PLACES, SUM, WINS, PointsScheme

WIN, PLACE, ATTENDANCE, SETTLEMENT = "win", "place", "attendance", "settlement"


@dataclass(frozen=True, slots=True)
class PointsLine:
    """A reason for points: what it is for, with its details, and the amount that counts.

    A line that a higher one excludes counts 0, and `excluded` is what it would have been.
    """

    what: str
    amount: Fraction
    details: Mapping[str, object] = field(default_factory=dict)
    excluded: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Score:
    """The points of an entrant in an event: the exact sum of the amounts of the lines."""

    entrant: str
    points: Fraction
    lines: tuple[PointsLine, ...]


def score(scheme: PointsScheme, event: PointsEvent) -> tuple[Score, ...]:
    """Return the points of each entrant, in the order of the event."""
    lines = _line_of_each_place(scheme, event)
    return tuple(_score(scheme, event, entrant, lines) for entrant in event.entrants)


def _score(
    scheme: PointsScheme,
    event: PointsEvent,
    entrant: EventEntrant,
    line_of_place: Mapping[FinishPlace, PointsLine],
) -> Score:
    wins = _win_lines(scheme, event.weights, entrant.wins)
    places = tuple(line_of_place[place] for place in entrant.places if place in line_of_place)
    if scheme.flights == HIGHER:
        places = _highest([(line,) for line in places])
    lines = _highest([places, wins]) if scheme.combination == HIGHER else (*places, *wins)
    has_won = any(line.details["counts"] for line in wins)
    if scheme.attendance and entrant.attended and not (scheme.attendance_without_wins and has_won):
        lines += (PointsLine(ATTENDANCE, scheme.attendance),)
    if scheme.settlement and entrant.settlements:
        amount = scheme.settlement * entrant.settlements
        lines += (PointsLine(SETTLEMENT, amount, {"settlements": entrant.settlements}),)
    return Score(entrant.name, sum((line.amount for line in lines), Fraction(0)), lines)


def _win_lines(scheme: PointsScheme, weights: Weights, wins: Sequence[Win]) -> tuple[PointsLine, ...]:
    rule = scheme.wins
    if rule is None:
        return ()
    weight = scheme.weight(WINS, weights)
    return tuple(
        PointsLine(
            WIN,
            weight * rule.value(win),
            {"length": win.length, "kind": win.kind, "counts": win.kind in rule.kinds, "weight": weight},
        )
        for win in wins
    )


def _line_of_each_place(scheme: PointsScheme, event: PointsEvent) -> dict[FinishPlace, PointsLine]:
    """Return the line of each place of an event, once for all who are tied there."""
    rule = scheme.places
    if rule is None:
        return {}
    weight = scheme.weight(PLACES, event.weights)
    return {
        place: PointsLine(
            PLACE,
            weight * rule.value(place, event.field),
            {
                "flight": place.flight,
                "from": place.first,
                "to": place.last,
                "players": event.field.players,
                "weight": weight,
            },
        )
        for place in {place for entrant in event.entrants for place in entrant.places}
    }


def _highest(groups: Sequence[tuple[PointsLine, ...]]) -> tuple[PointsLine, ...]:
    """Return all lines, of which only the group with the highest sum counts; the first of equal ones."""
    sums = [sum((line.amount for line in group), Fraction(0)) for group in groups]
    best = sums.index(max(sums)) if sums else 0
    return tuple(
        line
        if index == best
        else PointsLine(line.what, Fraction(0), line.details, line.amount or line.excluded)
        for index, group in enumerate(groups)
        for line in group
    )


@dataclass(frozen=True, slots=True)
class EventPlan:
    """An event to come, with at most so many players: all that one entrant can win in it.

    `lengths` are those of the matches that an entrant can win at most, `settlements` as many as they can have.
    """

    field: Field
    weights: Weights = UNWEIGHTED
    lengths: tuple[int, ...] = ()
    settlements: int = 0


def most(scheme: PointsScheme, plan: EventPlan) -> Fraction:
    """Return the most points that an entrant can get in an event to come."""
    wins = places = Fraction(0)
    if scheme.wins is not None:
        kind = scheme.wins.kinds[0]
        wins = sum((scheme.wins.value(Win(length, kind)) for length in plan.lengths), Fraction(0))
        wins *= scheme.weight(WINS, plan.weights)
    if scheme.places is not None:
        places = scheme.places.most(plan.field, adds=scheme.flights == SUM) * scheme.weight(
            PLACES, plan.weights
        )
    with_wins = max(wins, places) if scheme.combination == HIGHER else wins + places
    attended = places + scheme.attendance if scheme.attendance_without_wins else with_wins + scheme.attendance
    return max(with_wins, attended) + scheme.settlement * plan.settlements
