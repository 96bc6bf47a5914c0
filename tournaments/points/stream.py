"""Events as JSON lines: the points of each entrant, then the table of the season and its race."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import partial

from tournaments import plain_data
from tournaments.plain_data import Fields, InvalidData
from tournaments.points.event import LONGEST, Field, PointsEvent, read_factors, read_players, read_weights
from tournaments.points.numbers import as_text, rounded
from tournaments.points.race import Race, Remaining, races
from tournaments.points.scheme import PointsScheme
from tournaments.points.scoring import EventPlan, PointsLine, Score, most, score
from tournaments.points.season import EventPoints, SeasonStanding, table

_PLAN = ("remaining", "on", "players", "division", "division_weight", "weight", "paid", "factors", "lengths")
_PLAN_KEYS = (*_PLAN, "settlements", "most")


class InvalidEventLine(ValueError):
    """A line that is no event; `number` counts from 1."""

    def __init__(self, number: int, reason: str, code: str = "not_json") -> None:
        super().__init__(f"line {number}: {reason}")
        self.number = number
        self.code = code


def lines_of(
    scheme: PointsScheme, lines: Iterable[str], *, with_season: bool = False, day: date | None = None
) -> Iterator[dict[str, object]]:
    """Yield a line for each entrant of each event; with the season, its table and race follow.

    `day` is the day of the table, by default that of the last event. A line with `remaining` is an event to come.
    """
    held: list[EventPoints] = []
    to_come: list[Remaining] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        data = _data(number, line)
        try:
            if "remaining" in data:
                to_come.append(_remaining(scheme, data))
                continue
            event = PointsEvent.from_dict(data)
        except InvalidData as error:
            raise InvalidEventLine(number, str(error), error.code) from None
        scores = score(scheme, event)
        held.append(EventPoints(event.name, {one.entrant: one.points for one in scores}, event.on))
        yield from (score_data(event.name, one) for one in scores)
    if with_season:
        yield from map(standing_data, table(scheme.season, held, day))
        yield from map(race_data, races(scheme.season, held, to_come, day=day) if to_come else ())


def score_data(event: str, points: Score) -> dict[str, object]:
    """Return the points of an entrant as plain values."""
    lines = [_line_data(line) for line in points.lines]
    return {"event": event, "entrant": points.entrant, **_points(points.points), "lines": lines}


def standing_data(standing: SeasonStanding) -> dict[str, object]:
    """Return a line of the table as plain values."""
    return {
        "from": standing.first,
        "to": standing.last,
        "entrant": standing.entrant,
        **_points(standing.points),
        "counted": {one.event: as_text(one.worth) for one in standing.counted},
        "dropped": {one.event: as_text(one.worth) for one in standing.dropped},
    }


def race_data(race: Race) -> dict[str, object]:
    """Return the race of a leader as plain values."""
    return {
        "leader": race.leader,
        "at_least": as_text(race.at_least),
        "caught_by": {chaser.entrant: as_text(chaser.at_best) for chaser in race.caught_by},
        "newcomer_at_best": as_text(race.newcomer_at_best),
        "newcomer_can": race.newcomer_can,
    }


def _line_data(line: PointsLine) -> dict[str, object]:
    details = {
        key: as_text(value) if isinstance(value, Fraction) else value for key, value in line.details.items()
    }
    data: dict[str, object] = {"what": line.what, **details, "amount": as_text(line.amount)}
    return data | {"excluded": as_text(line.excluded)} if line.excluded else data


def _points(points: Fraction) -> dict[str, object]:
    return {"points": rounded(points), "exact": as_text(points)}


def _data(number: int, line: str) -> Mapping[str, object]:
    try:
        data = json.loads(line, parse_float=Decimal, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise InvalidEventLine(number, "not JSON") from None
    if not isinstance(data, dict):
        raise InvalidEventLine(number, "not an object", "not_an_object")
    return data


def _no_number(constant: str) -> None:
    raise ValueError(constant)


def _remaining(scheme: PointsScheme, data: Mapping[str, object]) -> Remaining:
    known = Fields(data, "", _PLAN_KEYS)
    name, on = known.read("remaining", plain_data.text), known.get("on", plain_data.day, None)
    if "most" in known:
        known = Fields(data, "", ("remaining", "on", "most"))
        return Remaining(name, known.read("most", plain_data.number), on)
    read_paid = partial(plain_data.mapping, read=partial(plain_data.whole, least=1))
    field = Field(
        known.read("players", read_players),
        known.get("paid", read_paid, {}),
        known.get("factors", read_factors, None),
    )
    lengths = partial(plain_data.items, read=partial(plain_data.whole, least=1, most=LONGEST))
    plan = EventPlan(
        field,
        read_weights(known),
        known.get("lengths", lengths, ()),
        known.get("settlements", plain_data.whole, 0),
    )
    return Remaining(name, most(scheme, plan), on)
