"""Rating a stream of matches, one JSON object a line: match by match, or period by period."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from tournaments.ratings.base import (
    UNITS,
    MatchFormula,
    PeriodFormula,
    PeriodMatch,
    PeriodPlayer,
    RatedPlayer,
)
from tournaments.ratings.formulas.glicko2 import POINT, VOLATILITY
from tournaments.ratings.parameters import LONGEST

# The rating that a line may state, and the largest experience.
HIGHEST = 5000
MOST_EXPERIENCE = 10**7
_KEYS = {"one", "two", "winner", "length", "ratings", "experience", "deviations", "volatilities", "period"}


class InvalidLine(ValueError):
    """An invalid line of the stream; `number` counts from 1."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"line {number}: {reason}")
        self.number = number


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A match of the stream; `data` holds the further fields of its line."""

    number: int
    one: str
    two: str
    one_won: bool
    length: int
    data: Mapping[str, Any]


def match_lines(lines: Iterable[str]) -> Iterator[RatedMatch]:
    """Yield the matches of JSON lines; empty lines are skipped. InvalidLine says which line is wrong and why."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _match_line(number, line)


def rate_matches(formula: MatchFormula, lines: Iterable[str]) -> Iterator[dict[str, object]]:
    """Yield ratings, changes and the chance of the first player for each line.

    A player starts at 1500 with experience 0 and is carried from line to line. A line that states ratings or experience
    stands alone.
    """
    players: dict[str, RatedPlayer] = {}
    for match in match_lines(lines):
        is_alone = "ratings" in match.data or "experience" in match.data
        if is_alone:
            one, two = _stated(match)
        else:
            one, two = (players.get(name, RatedPlayer()) for name in (match.one, match.two))
        winner, loser = (one, two) if match.one_won else (two, one)
        gain, loss = formula.changes(winner, loser, length=match.length)
        changes = (gain, loss) if match.one_won else (loss, gain)
        after = [player.rating + change for player, change in zip((one, two), changes, strict=True)]
        yield {
            "ratings": [_points(rating) for rating in after],
            "changes": [_points(change) for change in changes],
            "chance": formula.chance(one, two, length=match.length),
        }
        if not is_alone:
            players[match.one] = RatedPlayer(after[0], one.experience + match.length)
            players[match.two] = RatedPlayer(after[1], two.experience + match.length)


def rate_periods(formula: PeriodFormula, lines: Iterable[str]) -> Iterator[dict[str, object]]:
    """Yield every player at the end of each period.

    A period ends where the next line names another one, and none comes back. A line may state how its players begin the
    period.
    """
    players: dict[str, PeriodPlayer] = {}
    matches: list[RatedMatch] = []
    past_periods: set[object] = set()
    for match in match_lines(lines):
        period = _period(match)
        if matches and _period(matches[0]) != period:
            past_periods.add(_period(matches[0]))
            yield from _end_of_period(formula, players, matches)
            matches = []
        if period in past_periods:
            raise InvalidLine(match.number, f"period {period} has ended above")
        _begin(formula, players, match, is_new={*(one.one for one in matches), *(one.two for one in matches)})
        matches.append(match)
    if matches:
        yield from _end_of_period(formula, players, matches)


def _end_of_period(
    formula: PeriodFormula, players: dict[str, PeriodPlayer], matches: Iterable[RatedMatch]
) -> Iterator[dict[str, object]]:
    games: dict[str, list[PeriodMatch]] = {name: [] for name in players}
    period: object = None
    for match in matches:
        period = _period(match)
        games[match.one].append(PeriodMatch(players[match.two], match.one_won))
        games[match.two].append(PeriodMatch(players[match.one], not match.one_won))
    after = {name: formula.after_period(player, games[name]) for name, player in players.items()}
    players.update(after)
    for name, player in after.items():
        yield {
            "period": period,
            "player": name,
            "rating": player.rating / POINT,
            "deviation": player.deviation / POINT,
            "volatility": player.volatility / VOLATILITY,
        }


def _begin(
    formula: PeriodFormula, players: dict[str, PeriodPlayer], match: RatedMatch, *, is_new: set[str]
) -> None:
    """Note how the players of a match begin its period; two lines of one period agree on it."""
    ratings = _pair(match, "ratings", 0, HIGHEST, POINT)
    deviations = _pair(match, "deviations", Fraction(1, POINT), HIGHEST, POINT)
    volatilities = _pair(match, "volatilities", Fraction(1, VOLATILITY), 1, VOLATILITY)
    for side, name in enumerate((match.one, match.two)):
        player = players.get(name, formula.start)
        begin = PeriodPlayer(
            player.rating if ratings is None else ratings[side],
            player.deviation if deviations is None else deviations[side],
            player.volatility if volatilities is None else volatilities[side],
        )
        if name in is_new and begin != player:
            raise InvalidLine(match.number, f"{name} begins this period otherwise above")
        players[name] = begin


def _match_line(number: int, line: str) -> RatedMatch:
    try:
        data = json.loads(line, parse_float=Decimal, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise InvalidLine(number, "not JSON") from None
    if not isinstance(data, dict):
        raise InvalidLine(number, "not an object")
    if unknown_names := sorted(data.keys() - _KEYS):
        raise InvalidLine(number, f"unknown field {unknown_names[0]}")
    one, two, winner, length = (data.get(name) for name in ("one", "two", "winner", "length"))
    if not (isinstance(one, str) and isinstance(two, str) and one and two):
        raise InvalidLine(number, "one and two must name the players")
    if one == two:
        raise InvalidLine(number, "nobody plays a match against themself")
    if winner not in ("one", "two"):
        raise InvalidLine(number, 'winner must be "one" or "two"')
    if type(length) is not int or not 1 <= length <= LONGEST:
        raise InvalidLine(number, f"length must be a whole number from 1 to {LONGEST}")
    return RatedMatch(number, one, two, winner == "one", length, data)


def _no_number(constant: str) -> None:
    raise ValueError(constant)


def _stated(match: RatedMatch) -> tuple[RatedPlayer, RatedPlayer]:
    """Return the players as the line states them, and as newcomers in what it does not."""
    ratings = _pair(match, "ratings", 0, HIGHEST, UNITS)
    experience = _pair(match, "experience", 0, MOST_EXPERIENCE, 1)
    newcomer = RatedPlayer()
    first, second = (
        RatedPlayer(
            newcomer.rating if ratings is None else ratings[side],
            newcomer.experience if experience is None else experience[side],
        )
        for side in (0, 1)
    )
    return first, second


def _pair(
    match: RatedMatch, name: str, least: int | Fraction, most: int, unit: int
) -> tuple[int, int] | None:
    """Return the two numbers of a field in whole units; None where the line has no such field."""
    if name not in match.data:
        return None
    values = match.data[name]
    numbers = values if isinstance(values, list) else []
    # A number is exact here: an int, or the Decimal that the reader made.
    if len(numbers) != 2 or not all(type(one) in (int, Decimal) and least <= one <= most for one in numbers):
        raise InvalidLine(match.number, f"{name} must be two numbers from {float(least):g} to {most}")
    if unit == 1 and not all(one == int(one) for one in numbers):
        raise InvalidLine(match.number, f"{name} must be whole numbers")
    first, second = (round(Fraction(one) * unit) for one in numbers)
    return first, second


def _period(match: RatedMatch) -> object:
    period = match.data.get("period", 1)
    if type(period) not in (int, str):
        raise InvalidLine(match.number, "period must be a whole number or a text")
    return period


def _points(units: int) -> float:
    """Return billionths as points; up to nine million points the float has all nine digits."""
    return units / UNITS
