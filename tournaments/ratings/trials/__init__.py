"""Trials of formulas and counting rules: how well they predict results, what they change, what they reproduce."""

from tournaments.ratings.trials.differences import (
    MatchChanges,
    PersonBeside,
    differing_matches,
    people_beside,
    unshared_matches,
)
from tournaments.ratings.trials.moves import PlayerMove, player_moves
from tournaments.ratings.trials.prediction import CalibrationBucket, Prediction, chances, scores
from tournaments.ratings.trials.reproduction import (
    FirstDifference,
    FormulaTrial,
    PublishedRating,
    Reproduction,
    reproduction,
)
