"""Computing a list period by period: a generic way for every formula, and columns for Glicko-2. Both give the same numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tournaments.ratings.base import START, PeriodFormula, PeriodMatch, PeriodPlayer
from tournaments.ratings.formulas.glicko2 import POINT, VOLATILITY, GlickoFormula
from tournaments.ratings.lists.columns import Ints, MatchColumns

Floats = NDArray[np.float64]
# A bound of the error of the floats below, in units of the result; the tests find a hundredth of it.
_ERROR = 5e-6
_SCALE = 173.7178 * POINT
_NEAR = 1e-13
_MOST_STEPS = 12
_EPOCH = date(1970, 1, 1).toordinal()


@dataclass(frozen=True, slots=True)
class PeriodColumns:
    """Players at the end of a period; `is_listed` says who has played so far."""

    rating: Ints
    deviation: Ints
    volatility: Ints
    is_listed: NDArray[np.bool_]

    @classmethod
    def newcomers(cls, formula: PeriodFormula, players: int) -> PeriodColumns:
        """Return this number of players before their first period."""
        rating, deviation, volatility = (np.full(players, value, dtype=np.int64) for value in formula.start)
        return cls(rating, deviation, volatility, np.zeros(players, dtype=bool))

    def __getitem__(self, player: int) -> PeriodPlayer:
        """Return one player."""
        return PeriodPlayer(
            int(self.rating[player]), int(self.deviation[player]), int(self.volatility[player])
        )


def calendar_ends(
    formula: PeriodFormula, players: PeriodColumns, matches: MatchColumns
) -> Iterator[PeriodColumns]:
    """Yield the players at the end of every period from that of the first match to that of the last one.

    The groups number the periods and ascend; in one that no match has, everybody becomes less certain.
    """
    matches.check()
    if not len(matches):
        return
    way = _fast_period if isinstance(formula, GlickoFormula) else generic_period
    numbers = np.arange(int(matches.group[0]), int(matches.group[-1]) + 2)
    for start, end in pairwise(np.searchsorted(matches.group, numbers).tolist()):
        players = way(formula, players, matches[start:end])  # type: ignore[arg-type]
        yield players


def months_of(day: Ints) -> Ints:
    """Return the number of the month of each ordinal of a day."""
    days = (day - _EPOCH).astype("datetime64[D]")
    return days.astype("datetime64[M]").astype(np.int64)


def weeks_of(day: Ints) -> Ints:
    """Return the number of the week of each ordinal of a day; a week begins on Monday."""
    return (day - 1) // 7


def generic_period(formula: PeriodFormula, players: PeriodColumns, matches: MatchColumns) -> PeriodColumns:
    """Return the players after a period by asking the formula for each of them."""
    games: dict[int, list[PeriodMatch]] = {
        player: [] for player in np.flatnonzero(players.is_listed).tolist()
    }
    for winner, loser in zip(matches.winner.tolist(), matches.loser.tolist(), strict=True):
        games.setdefault(winner, []).append(PeriodMatch(players[loser], has_won=True))
        games.setdefault(loser, []).append(PeriodMatch(players[winner], has_won=False))
    return _with(players, {one: formula.after_period(players[one], played) for one, played in games.items()})


def _with(players: PeriodColumns, ends: dict[int, PeriodPlayer]) -> PeriodColumns:
    """Return the players with these at the end of a period."""
    columns = PeriodColumns(
        players.rating.copy(), players.deviation.copy(), players.volatility.copy(), players.is_listed.copy()
    )
    for player, end in ends.items():
        columns.rating[player], columns.deviation[player], columns.volatility[player] = end
        columns.is_listed[player] = True
    return columns


def _fast_period(formula: GlickoFormula, players: PeriodColumns, matches: MatchColumns) -> PeriodColumns:
    """Return the players after a period of Glicko-2."""
    rating, deviation, volatility, is_root = floats_after(formula, players, matches)
    is_listed, has_played = players.is_listed.copy(), np.zeros(len(rating), dtype=bool)
    has_played[matches.winner] = has_played[matches.loser] = True
    is_listed |= has_played
    # Without a match, rating and volatility are whole numbers as before.
    is_near = has_played & (~is_root | _is_near(rating) | _is_near(volatility)) | is_listed & _is_near(
        deviation
    )
    ends = PeriodColumns(
        np.where(is_listed, np.rint(rating), players.rating).astype(np.int64),
        np.where(is_listed, np.rint(deviation), players.deviation).astype(np.int64),
        np.where(is_listed, np.rint(volatility), players.volatility).astype(np.int64),
        is_listed,
    )
    near = np.flatnonzero(is_near).tolist()
    if not near:
        return ends
    return _with(
        ends, {one: formula.after_period(players[one], _games(players, matches, one)) for one in near}
    )


def floats_after(
    formula: GlickoFormula, players: PeriodColumns, matches: MatchColumns
) -> tuple[Floats, Floats, Floats, NDArray[np.bool_]]:
    """Return rating, deviation and volatility after a period before they are rounded, and whether that is certain.

    The steps are numbered as in `formulas/glicko2.py`.
    """
    count = len(players.rating)
    # Step 2.
    mu, phi = (players.rating - START * POINT) / _SCALE, players.deviation / _SCALE
    sigma = players.volatility / VOLATILITY
    # Steps 3 and 4, of both sides of each match.
    side = np.concatenate((matches.winner, matches.loser))
    other = np.concatenate((matches.loser, matches.winner))
    weight = (1.0 / np.sqrt(1.0 + 3.0 * phi * phi / np.pi**2))[other]
    expectation = 1.0 / (1.0 + np.exp(-weight * (mu[side] - mu[other])))
    score = np.repeat((1.0, 0.0), len(matches))
    squares, surprises = weight * weight * expectation * (1.0 - expectation), weight * (score - expectation)
    precision: Floats = np.bincount(side, squares, count).astype(np.float64)
    improvement: Floats = np.bincount(side, surprises, count).astype(np.float64)
    # Step 5, where there is a result.
    active, is_root = np.flatnonzero(precision), np.ones(count, dtype=bool)
    new_sigma = sigma.copy()
    new_sigma[active], is_root[active] = _volatilities(
        sigma[active], phi[active], precision[active], improvement[active], float(formula.parameters.tau)
    )
    # Steps 6 to 8.
    new_phi = 1.0 / np.sqrt(1.0 / (phi * phi + new_sigma * new_sigma) + precision)
    rating = players.rating + _SCALE * new_phi * new_phi * improvement
    return rating, _SCALE * new_phi, VOLATILITY * new_sigma, is_root


def _is_near(values: Floats) -> NDArray[np.bool_]:
    return np.abs(np.abs(values - np.rint(values)) - 0.5) <= _ERROR


def _games(players: PeriodColumns, matches: MatchColumns, player: int) -> list[PeriodMatch]:
    losers = matches.loser[matches.winner == player].tolist()
    winners = matches.winner[matches.loser == player].tolist()
    return [
        PeriodMatch(players[opponent], has_won=has_won)
        for opponents, has_won in ((losers, True), (winners, False))
        for opponent in opponents
    ]


def _volatilities(
    sigma: Floats, phi: Floats, precision: Floats, improvement: Floats, tau: float
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the new volatilities by Newton's method, and where it has found the only root."""
    variance = 1.0 / precision
    spread = phi * phi + variance
    excess = (variance * improvement) ** 2 - spread
    start = np.log(sigma * sigma)
    root, step = start.copy(), np.full(len(start), np.inf)
    # There the function falls everywhere, so that it has one root.
    is_falling = excess * tau * tau < 20.0 * spread
    for _ in range(_MOST_STEPS):
        square = np.exp(root)
        total = spread + square
        value = square * (excess - square) / (2.0 * total * total) - (root - start) / (tau * tau)
        slope = square * (excess * (spread - square) - 2.0 * square * spread) / (2.0 * total**3) - 1.0 / (
            tau * tau
        )
        step = value / slope
        root = root - step
        if not (is_falling & (np.abs(step) > _NEAR)).any():
            break
    return np.exp(root / 2.0), is_falling & (np.abs(step) <= _NEAR)
