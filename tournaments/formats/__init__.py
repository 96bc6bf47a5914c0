"""The formats and the values they share: FORMATS holds the FORMAT of every package of this folder."""

from tournaments.formats.abilities import (
    ByCalendar,
    ByChallenge,
    BySeasons,
    KeepsEarlier,
    PlacesLosers,
    opens_rounds_by_calendar,
)
from tournaments.formats.base import (
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
from tournaments.formats.chance import by_chance
from tournaments.formats.decision import Decision, How, tiers_of
from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.feed import Feed, Take
from tournaments.formats.feeds import Fed, across_groups, fed, feeding, next_season, overtaken
from tournaments.formats.groups_apart import groups_of
from tournaments.formats.lengths import length_for
from tournaments.formats.options import Options
from tournaments.formats.otherwise import BYE_RULES
from tournaments.formats.reentry import NEVER_OUT, After, ReEntry, reentry_refusals
from tournaments.formats.registry import FORMATS, USUAL_FORMAT
from tournaments.formats.tiebreaks import PARTS_OF_A_POINT

__all__ = [
    "BYE_RULES",
    "FORMATS",
    "NEVER_OUT",
    "PARTS_OF_A_POINT",
    "USUAL_FORMAT",
    "After",
    "ByCalendar",
    "ByChallenge",
    "BySeasons",
    "Challenge",
    "Decision",
    "Departure",
    "Entry",
    "Fed",
    "Feed",
    "Feeder",
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
    "PlacesLosers",
    "Problem",
    "ReEntry",
    "Reason",
    "Result",
    "Round",
    "RoundName",
    "Shape",
    "Side",
    "SideKind",
    "Slot",
    "Standing",
    "State",
    "Take",
    "across_groups",
    "by_chance",
    "fed",
    "feeding",
    "groups_of",
    "length_for",
    "next_season",
    "opens_rounds_by_calendar",
    "overtaken",
    "reentry_refusals",
    "tiers_of",
]
