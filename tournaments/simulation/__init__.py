"""Whole events played in memory, many times, to forecast rounds and hours."""

from tournaments.simulation.outcomes import (
    Forecast,
    Run,
    StageForecast,
    forecast,
    setup_of,
    simulations,
    summary,
)
from tournaments.simulation.stage import Setup, StageSetup
from tournaments.simulation.words import PROBLEMS
