"""The formulas by their codes: one module for each, or for a family of them."""

from collections.abc import Mapping

from tournaments.ratings.base import Formula
from tournaments.ratings.formulas import elo, glicko2
from tournaments.ratings.formulas.ramp import BRASS_CITY, FIBS, FIBS_NO_RAMP

FORMULAS: Mapping[str, Formula] = {
    "brass-city": BRASS_CITY,
    "elo": elo.FORMULA,
    "fibs": FIBS,
    "fibs-no-ramp": FIBS_NO_RAMP,
    "glicko2": glicko2.FORMULA,
}
