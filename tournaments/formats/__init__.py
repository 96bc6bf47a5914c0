"""The formats and the values they share: FORMATS holds the FORMAT of every package of this folder."""

from tournaments.formats import closing
from tournaments.formats.abilities import (
    ByCalendar,
    ByChallenge,
    ByClock,
    ByLines,
    ByMatchDays,
    BySeasons,
    Costed,
    HandPaired,
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
from tournaments.formats.by_hand import is_by_hand, seats_by_hand
from tournaments.formats.chance import by_chance
from tournaments.formats.changing import change_problems
from tournaments.formats.decision import How, SlotDecision, TieDecision, tiers_of
from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.feed import OF_PLACES, OF_THE_BEST, Feed, Take
from tournaments.formats.feeds import (
    Fed,
    across_groups,
    compare_at_place,
    entrants_to_feed,
    feeding_rounds,
    next_season,
    rank_of_place,
    stale_entries,
)
from tournaments.formats.groups_apart import groups_of
from tournaments.formats.hand_order import HandKind, HandOrder
from tournaments.formats.lengths import BEST_OF, MOST_MATCHES, length_for, likely_matches
from tournaments.formats.lots import input_digest, link_of, lot_of, lots_of
from tournaments.formats.match_days import DayCalendar, MatchDay, exchanged_in, is_in_order
from tournaments.formats.onward import (
    Aside,
    Following,
    Replay,
    SameMeeting,
    Sitting,
    StageInPlay,
    what_follows,
)
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
from tournaments.formats.rounds import against_hand, available, entrants_of
from tournaments.formats.tiebreaks import parts_of_a_point, tiebreak_of
from tournaments.formats.words import FormatWords, Words
