"""The formats: FORMATS holds the FORMAT of every module here whose name has no leading underscore."""

from tournaments.formats._abilities import ByCalendar, ByChallenge, KeepsEarlier
from tournaments.formats._all import FORMATS
from tournaments.formats._base import (
    Challenge,
    Departure,
    Entry,
    Feeder,
    Format,
    Intake,
    Origin,
    Outline,
    Pairing,
    Part,
    Placement,
    Reason,
    Result,
    Round,
    RoundName,
    Shape,
    Side,
    SideKind,
    Slot,
    Standing,
    State,
)
from tournaments.formats._chance import by_chance
from tournaments.formats._decision import Decision, How, tiers_of
from tournaments.formats._errors import FormatError, Problem
from tournaments.formats._feed import Feed, Take
from tournaments.formats._feeds import Fed, across_groups, fed, feeding, next_season, overtaken
from tournaments.formats._groups_apart import groups_of
from tournaments.formats._lengths import length_for
from tournaments.formats._options import Options
from tournaments.formats._otherwise import BYE_RULES
from tournaments.formats._plan import LONGEST, Plan, PlannedStage
from tournaments.formats._plan_preview import Preview, minutes_of, preview
from tournaments.formats._plan_problems import problems, warnings
from tournaments.formats._plan_templates import TEMPLATES, Template, suited
from tournaments.formats._reentry import NEVER_OUT, After, ReEntry, reentry_refusals
from tournaments.formats._rules import RuleCode
from tournaments.formats._simulated_stage import Setup, StageSetup
from tournaments.formats._simulation import (
    Forecast,
    Run,
    StageForecast,
    forecast,
    setup_of,
    simulations,
    summary,
)
from tournaments.formats._tiebreaks import PARTS_OF_A_POINT

__all__ = [
    "BYE_RULES",
    "FORMATS",
    "LONGEST",
    "NEVER_OUT",
    "PARTS_OF_A_POINT",
    "TEMPLATES",
    "After",
    "ByCalendar",
    "ByChallenge",
    "Challenge",
    "Decision",
    "Departure",
    "Entry",
    "Fed",
    "Feed",
    "Feeder",
    "Forecast",
    "Format",
    "FormatError",
    "How",
    "Intake",
    "KeepsEarlier",
    "Options",
    "Origin",
    "Outline",
    "Pairing",
    "Part",
    "Placement",
    "Plan",
    "PlannedStage",
    "Preview",
    "Problem",
    "ReEntry",
    "Reason",
    "Result",
    "Round",
    "RoundName",
    "RuleCode",
    "Run",
    "Setup",
    "Shape",
    "Side",
    "SideKind",
    "Slot",
    "StageForecast",
    "StageSetup",
    "Standing",
    "State",
    "Take",
    "Template",
    "across_groups",
    "by_chance",
    "fed",
    "feeding",
    "forecast",
    "groups_of",
    "length_for",
    "minutes_of",
    "next_season",
    "overtaken",
    "preview",
    "problems",
    "reentry_refusals",
    "setup_of",
    "simulations",
    "suited",
    "summary",
    "tiers_of",
    "warnings",
]
