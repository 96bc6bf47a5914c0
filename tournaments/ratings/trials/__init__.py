"""Trials of formulas and counting rules: how well they predict results, what they change, what they reproduce."""

from tournaments.ratings.trials.differences import (
    MatchChanges,
    PersonBeside,
    differing_matches,
    people_beside,
    unshared_matches,
)
from tournaments.ratings.trials.moves import PlayerMove, player_moves
from tournaments.ratings.trials.prediction import CalibrationBucket, Prediction, chances, prediction, scores
from tournaments.ratings.trials.reproduction import (
    FirstDifference,
    FormulaTrial,
    PublishedRating,
    Reproduction,
    reproduction,
)

__all__ = [
    "CalibrationBucket",
    "FirstDifference",
    "FormulaTrial",
    "MatchChanges",
    "PersonBeside",
    "PlayerMove",
    "Prediction",
    "PublishedRating",
    "Reproduction",
    "chances",
    "differing_matches",
    "people_beside",
    "player_moves",
    "prediction",
    "reproduction",
    "scores",
    "unshared_matches",
]
