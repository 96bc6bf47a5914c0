"""Computing a list match by match: a generic way for every formula, and a fast one for logistic formulas.

Both give the same whole numbers. The fast way reads the stakes of all matches at once, because experience does not depend
on results, and computes a change in floats; where the float is nearer to a rounding edge than a bound, it asks the formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from tournaments.ratings.base import UNITS, MatchFormula, RatedPlayer
from tournaments.ratings.lists.columns import ChangeColumns, Ints, MatchColumns, RatingColumns, ints
from tournaments.ratings.lists.sides import SideColumns, group_bounds, split
from tournaments.ratings.logistic import LogisticFormula

Floats = NDArray[np.float64]
# A bound of the error of a change in floats, as a part of the stake. Roundings of 1.1e-16 each: of stake, sum and quotient
# three; of the power two, and five times its exponent, for what leads to it. The quotient takes the power's by
# `power / (1 + power) ** 2`, of which the product with the exponent is at most 0.23. Together 7e-16, three times of which hold.
_ERROR = 2e-15
# Beyond this distance from the edges floats decide too little, and beyond 2 ** 51 the sum below does not round.
_WIDEST = 0.1
# Added and taken away, it rounds a float half to even.
_EVEN = 1.5 * 2.0**52
# So many matches are made Python's numbers at a time, which stay in the cache of the processor.
_PART = 4096
# Up to so great a value, a table finds which values there are.
_MOST_KINDS = 4_000_000


class SumMoved(ArithmeticError):
    """The sum of all ratings moved under a formula that keeps it."""


def changes_by_match(
    formula: MatchFormula,
    players: RatingColumns,
    matches: MatchColumns,
    *,
    by_group: bool = False,
    experience: tuple[Ints, Ints] | None = None,
) -> ChangeColumns:
    """Return the changes of matches in their order, which begin with these players.

    With `by_group` all matches of a group count with the ratings and the experience at its start. SumMoved says that a
    formula which keeps the sum of all ratings did not. Whoever has what `experience_before` returns saves that.
    """
    matches.check()
    changes = None
    if isinstance(formula, LogisticFormula):
        if formula.ramp_end and experience is None:
            experience = experience_before(players, matches, by_group=by_group)
        changes = _fast_changes(formula, players, matches, by_group=by_group, experience=experience)
    if changes is None:
        changes = generic_changes(formula, players, matches, by_group=by_group)
    if getattr(formula, "keeps_sum", False) and (changes.gain + changes.loss).any():
        raise SumMoved(formula.name)
    return changes


def generic_changes(
    formula: MatchFormula, players: RatingColumns, matches: MatchColumns, *, by_group: bool = False
) -> ChangeColumns:
    """Return the changes by asking the formula for each match."""
    ratings, experience = players.rating.tolist(), players.experience.tolist()
    gains: list[int] = []
    losses: list[int] = []
    rows = zip(*(column.tolist() for column in (matches.winner, matches.loser, matches.length)), strict=True)
    for size in _sizes(matches, by_group=by_group):
        group = [next(rows) for _ in range(size)]
        for winner, loser, length in group:
            gain, loss = formula.changes(
                RatedPlayer(ratings[winner], experience[winner]),
                RatedPlayer(ratings[loser], experience[loser]),
                length=length,
            )
            gains.append(gain)
            losses.append(loss)
        for (winner, loser, length), gain, loss in zip(group, gains[-size:], losses[-size:], strict=True):
            ratings[winner] += gain
            ratings[loser] += loss
            experience[winner] += length
            experience[loser] += length
    return ChangeColumns(ints(gains), ints(losses))


def experience_before(
    players: RatingColumns, matches: MatchColumns, *, by_group: bool, sides: SideColumns | None = None
) -> tuple[Ints, Ints]:
    """Return the experience of winner and loser before each match, or before its group."""
    amounts = (matches.length, matches.length)
    return split((sides or SideColumns.of(matches)).before(players.experience, amounts, by_group=by_group))


def ratings_before(
    players: RatingColumns, matches: MatchColumns, changes: ChangeColumns, *, by_group: bool = False
) -> tuple[Ints, Ints]:
    """Return the ratings of winner and loser before each match, or before its group, from the changes of all."""
    sides = SideColumns.of(matches)
    return split(sides.before(players.rating, (changes.gain, changes.loss), by_group=by_group))


def _sizes(matches: MatchColumns, *, by_group: bool) -> Iterator[int]:
    if by_group:
        yield from np.diff(group_bounds(matches.group)).tolist()
    else:
        yield from (1 for _ in range(len(matches)))


def _fast_changes(
    formula: LogisticFormula,
    players: RatingColumns,
    matches: MatchColumns,
    *,
    by_group: bool,
    experience: tuple[Ints, Ints] | None,
) -> ChangeColumns | None:
    """Return the changes, or None where the stakes or the odds are too great for floats."""
    of_winner = of_loser = np.zeros(len(matches), dtype=np.int64)
    if formula.ramp_end and experience is not None:
        of_winner, of_loser = experience
    stakes = _stakes(formula, of_winner, of_loser, matches.length)
    margin = _ERROR * max(float(stake.max(initial=0)) for stake in stakes)
    if margin > _WIDEST:
        return None

    def exact(place: int, winner: float, loser: float) -> tuple[int, int]:
        """Return the changes of a match with these ratings before it."""
        return formula.changes(
            RatedPlayer(int(winner), int(of_winner[place])),
            RatedPlayer(int(loser), int(of_loser[place])),
            length=int(matches.length[place]),
        )

    way = _group_by_group if by_group else _one_by_one
    try:
        return way(players, matches, _slopes(formula, matches.length), stakes, 0.5 - margin, exact)
    except OverflowError:
        return None


def _stakes(formula: LogisticFormula, of_winner: Ints, of_loser: Ints, length: Ints) -> tuple[Floats, Floats]:
    """Return the factors of winner and loser in billionths: one question for each pair of experience and length."""
    width = int(length.max(initial=0)) + 1
    pairs = np.minimum(np.concatenate((of_winner, of_loser)), formula.ramp_end) * width + np.tile(length, 2)
    kinds, places = _kinds(pairs)
    factors = [
        UNITS * float(formula.factor(RatedPlayer(experience=pair // width), length=pair % width))
        for pair in kinds.tolist()
    ]
    stakes = np.array(factors, dtype=np.float64)[places]
    return stakes[: len(length)], stakes[len(length) :]


def _slopes(formula: LogisticFormula, length: Ints) -> Floats:
    """Return how much a billionth of a point adds to the natural logarithm of the odds, for each match."""
    kinds, places = _kinds(length)
    unit = log(10.0) / UNITS
    return np.array([float(formula.slope(length=one)) * unit for one in kinds.tolist()])[places]


def _kinds(values: Ints) -> tuple[Ints, Ints]:
    """Return the different values in order, and for each value which of them it is."""
    if int(values.max(initial=0)) > _MOST_KINDS:
        kinds, places = np.unique(values, return_inverse=True)
        return kinds, places
    is_there = np.zeros(int(values.max(initial=0)) + 1, dtype=bool)
    is_there[values] = True
    return np.flatnonzero(is_there), (np.cumsum(is_there) - 1)[values]


_Exact = Callable[[int, float, float], tuple[int, int]]


def _one_by_one(
    players: RatingColumns,
    matches: MatchColumns,
    slopes: Floats,
    stakes: tuple[Floats, Floats],
    near: float,
    exact: _Exact,
) -> ChangeColumns:
    # Floats hold these whole numbers exactly, and Python adds them faster than its integers.
    ratings = players.rating.astype(np.float64).tolist()
    gains, losses = np.zeros(len(matches)), np.zeros(len(matches))
    even = _EVEN
    columns = (matches.winner, matches.loser, slopes, *stakes)
    for start in range(0, len(matches), _PART):
        part = slice(start, start + _PART)
        gains_of_part: list[float] = []
        losses_of_part: list[float] = []
        add_gain, add_loss = gains_of_part.append, losses_of_part.append
        for winner, loser, slope, stake, lost_stake in zip(
            *(one[part].tolist() for one in columns), strict=True
        ):
            before, other = ratings[winner], ratings[loser]
            odds = 1.0 + exp((before - other) * slope)
            value, lost_value = stake / odds, lost_stake / odds
            gain, loss = value + even - even, lost_value + even - even
            if not (-near < value - gain < near and -near < lost_value - loss < near):
                gain, loss = exact(start + len(gains_of_part), before, other)
                loss = -loss
            ratings[winner] = before + gain
            ratings[loser] = other - loss
            add_gain(gain)
            add_loss(loss)
        gains[part], losses[part] = gains_of_part, losses_of_part
    return ChangeColumns(gains.astype(np.int64), -losses.astype(np.int64))


def _group_by_group(
    players: RatingColumns,
    matches: MatchColumns,
    slopes: Floats,
    stakes: tuple[Floats, Floats],
    near: float,
    exact: _Exact,
) -> ChangeColumns:
    ratings = players.rating.astype(np.float64)
    gains, losses = np.zeros(len(matches)), np.zeros(len(matches))
    bounds = group_bounds(matches.group).tolist()
    for start, end in pairwise(bounds):
        group = slice(start, end)
        winner, loser = matches.winner[group], matches.loser[group]
        with np.errstate(over="ignore"):
            odds = 1.0 + np.exp((ratings[winner] - ratings[loser]) * slopes[group])
        is_near = np.zeros(end - start, dtype=bool)
        for column, stake in ((gains, stakes[0]), (losses, stakes[1])):
            value = stake[group] / odds
            column[group] = np.rint(value)
            is_near |= np.abs(value - column[group]) >= near
        for place in np.flatnonzero(is_near).tolist():
            gain, loss = exact(start + place, float(ratings[winner[place]]), float(ratings[loser[place]]))
            gains[start + place], losses[start + place] = gain, -loss
        np.add.at(ratings, winner, gains[group])
        np.subtract.at(ratings, loser, losses[group])
    return ChangeColumns(gains.astype(np.int64), -losses.astype(np.int64))
