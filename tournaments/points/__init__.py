"""Pure arithmetic of points: what an event is worth to its entrants, by rules that are data, and the race of a season.

A scheme is one file of `schemes/`, or data of one's own. Points are exact fractions with the lines that they add up
from. `python -m tournaments.points SCHEME` reads events from JSON lines.
"""

from tournaments.points.event import EventEntrant, Field, FinishPlace, PointsEvent, Weights, Win
from tournaments.points.race import Race, Remaining, races
from tournaments.points.refusals import InvalidPoints
from tournaments.points.registry import SCHEMES
from tournaments.points.scheme import PointsScheme
from tournaments.points.scoring import EventPlan, PointsLine, Score, most, score
from tournaments.points.season import EventPoints, SeasonRule, SeasonStanding, table

__all__ = [
    "SCHEMES",
    "EventEntrant",
    "EventPlan",
    "EventPoints",
    "Field",
    "FinishPlace",
    "InvalidPoints",
    "PointsEvent",
    "PointsLine",
    "PointsScheme",
    "Race",
    "Remaining",
    "Score",
    "SeasonRule",
    "SeasonStanding",
    "Weights",
    "Win",
    "most",
    "races",
    "score",
    "table",
]
