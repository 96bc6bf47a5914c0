"""How well a formula predicts the matches that it rates."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tournaments.ratings.base import UNITS, MatchFormula, RatedPlayer
from tournaments.ratings.lists import (
    ChangeColumns,
    Ints,
    MatchColumns,
    RatingColumns,
    experience_before,
    ratings_before,
)
from tournaments.ratings.logistic import LogisticFormula

Floats = NDArray[np.float64]
# The favourite's chance of 0.5 to 1 in steps of a twentieth; a chance of 1 belongs to the last.
_BUCKETS = 10
# A chance is at least so great in the logarithm, so that one result that could not be does not decide everything.
_LEAST = 1e-9
# Odds of ten to this power leave no chance, and a greater power is no float.
_CERTAIN = 300.0


@dataclass(frozen=True, slots=True)
class CalibrationBucket:
    """Matches of one length whose favourite had a chance of `least` or more, in steps of a twentieth.

    `expected` is the sum of the favourites' chances, `won` how many favourites won; where neither was, a half is won.
    """

    length: int
    least: float
    matches: int
    expected: float
    won: float


@dataclass(frozen=True, slots=True)
class Prediction:
    """The scores of a formula on its matches, lower is better: a coin has log loss 0.693 and Brier score 0.25."""

    matches: int
    log_loss: float
    brier: float
    calibration: tuple[CalibrationBucket, ...]


def scores(chance: Floats, lengths: Ints) -> Prediction:
    """Return the scores of the chances that the winners had, of matches to these lengths."""
    if not len(chance):
        return Prediction(0, 0.0, 0.0, ())
    return Prediction(
        len(chance),
        float(-np.log(np.maximum(chance, _LEAST)).mean()),
        float(((1.0 - chance) ** 2).mean()),
        _calibration(chance, lengths),
    )


def chances(
    formula: MatchFormula,
    players: RatingColumns,
    matches: MatchColumns,
    changes: ChangeColumns,
    *,
    by_group: bool = False,
) -> Floats:
    """Return the chance that the winner had of each match, before it was rated."""
    winner, loser = ratings_before(players, matches, changes, by_group=by_group)
    if isinstance(formula, LogisticFormula):
        # Experience does not change the chance, and the slope depends on the length alone.
        lengths, places = np.unique(matches.length, return_inverse=True)
        slopes = np.array([float(formula.slope(length=length)) for length in lengths.tolist()])
        exponent = (loser - winner) / UNITS * slopes[places]
        odds: Floats = 10.0 ** np.minimum(exponent, _CERTAIN)
        return np.where(exponent <= _CERTAIN, 1.0 / (1.0 + odds), 0.0)
    experience = experience_before(players, matches, by_group=by_group)
    rows = zip(*(column.tolist() for column in (winner, loser, *experience, matches.length)), strict=True)
    return np.array(
        [
            formula.chance(RatedPlayer(one, of_one), RatedPlayer(two, of_two), length=length)
            for one, two, of_one, of_two, length in rows
        ],
        dtype=np.float64,
    )


def _calibration(chance: Floats, lengths: Ints) -> tuple[CalibrationBucket, ...]:
    favourite = np.maximum(chance, 1.0 - chance)
    wins_of_favourite = np.where(chance > 0.5, 1.0, np.where(chance < 0.5, 0.0, 0.5))
    step = np.minimum(((favourite - 0.5) * 2 * _BUCKETS).astype(np.int64), _BUCKETS - 1)
    keys, places = np.unique(lengths * _BUCKETS + step, return_inverse=True)
    counts, expected, wins = (
        np.bincount(places, weights) for weights in (np.ones(len(chance)), favourite, wins_of_favourite)
    )
    return tuple(
        CalibrationBucket(
            int(key) // _BUCKETS,
            0.5 + int(key) % _BUCKETS / (2 * _BUCKETS),
            int(counts[place]),
            float(expected[place]),
            float(wins[place]),
        )
        for place, key in enumerate(keys.tolist())
    )
