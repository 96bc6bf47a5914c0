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
    EntryOrigin,
    Feeder,
    Format,
    Intake,
    Outline,
    Pairing,
    Part,
    Placement,
    Reason,
    Result,
    Round,
    RoundName,
    Shape,
    SideKind,
    Slot,
    SlotSide,
    Standing,
    State,
)
from tournaments.formats.chance import by_chance
from tournaments.formats.decision import How, TieDecision, tiers_of
from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.feed import Feed, Take
from tournaments.formats.feeds import (
    Fed,
    across_groups,
    entrants_to_feed,
    feeding_rounds,
    next_season,
    stale_entries,
)
from tournaments.formats.groups_apart import groups_of
from tournaments.formats.lengths import length_for
from tournaments.formats.lots import input_digest, link_of, lot_of
from tournaments.formats.options import Options
from tournaments.formats.otherwise import BYE_RULES
from tournaments.formats.reentry import NEVER_OUT, After, ReEntry, reentry_refusals
from tournaments.formats.registry import (
    FORMATS,
    PROBLEMS,
    REASONS,
    USUAL_FORMAT,
    WORDS,
    option_words,
    value_words,
)
from tournaments.formats.registry import every_word as every_format_word
from tournaments.formats.tiebreaks import PARTS_OF_A_POINT
from tournaments.formats.words import FormatWords, Words

__all__ = [
    "BYE_RULES",
    "FORMATS",
    "NEVER_OUT",
    "PARTS_OF_A_POINT",
    "PROBLEMS",
    "REASONS",
    "USUAL_FORMAT",
    "WORDS",
    "After",
    "ByCalendar",
    "ByChallenge",
    "BySeasons",
    "Challenge",
    "Departure",
    "Entry",
    "EntryOrigin",
    "Fed",
    "Feed",
    "Feeder",
    "Format",
    "FormatError",
    "FormatWords",
    "How",
    "Intake",
    "KeepsEarlier",
    "Options",
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
    "SideKind",
    "Slot",
    "SlotSide",
    "Standing",
    "State",
    "Take",
    "TieDecision",
    "Words",
    "across_groups",
    "by_chance",
    "entrants_to_feed",
    "every_format_word",
    "feeding_rounds",
    "groups_of",
    "input_digest",
    "length_for",
    "link_of",
    "lot_of",
    "next_season",
    "opens_rounds_by_calendar",
    "option_words",
    "reentry_refusals",
    "stale_entries",
    "tiers_of",
    "value_words",
]
