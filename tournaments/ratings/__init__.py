"""Pure rating formulas: what a match or a period changes, exact to the last digit on every machine.

A formula is a row of `formulas/`. Ratings and changes are whole numbers of billionths of a point (`UNITS`); a period of
Glicko-2 ends in whole numbers of its own units. `python -m tournaments.ratings FORMULA` rates matches from JSON lines.
"""

from tournaments.ratings.base import UNITS, Formula, MatchFormula, PeriodFormula, PeriodPlayer, RatedPlayer
from tournaments.ratings.formulas import FORMULAS
from tournaments.ratings.parameters import InvalidParameters
