"""Pure arithmetic of points: what an event is worth to its entrants, by rules that are data, and the race of a season.

A scheme is a row of `schemes.py`, or data of one's own. Points are exact fractions with the lines that they add up
from. `python -m tournaments.points SCHEME` reads events from JSON lines.
"""

from tournaments.plain_data import InvalidData
from tournaments.points.event import EventEntrant, Field, FinishPlace, PointsEvent, Weights, Win
from tournaments.points.race import Race, Remaining, races
from tournaments.points.scheme import PointsScheme
from tournaments.points.schemes import SCHEMES
from tournaments.points.scoring import EventPlan, PointsLine, Score, most, score
from tournaments.points.season import EventPoints, SeasonRule, SeasonStanding, table
from tournaments.points.terms import CountingClass, Planned, SeasonTerms, with_season
