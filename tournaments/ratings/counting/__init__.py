"""Whether a match is rated: its facts against the counting rules of a federation and a club, or the reason why not."""

from tournaments.ratings.counting.facts import (
    BACKGAMMON,
    MatchEnding,
    MatchFacts,
    MatchKind,
    MembershipFact,
    PairedBy,
    SanctionFact,
)
from tournaments.ratings.counting.forecast import CountingForecast, RuledOut, StageSettings, forecast
from tournaments.ratings.counting.reasons import UnratedReason
from tournaments.ratings.counting.rules import (
    CombinedRules,
    CountingRules,
    InvalidCountingRules,
    MembershipDemand,
    PenaltyRule,
    Treatment,
    combined,
)
from tournaments.ratings.counting.verdicts import CountingVerdict, verdict
from tournaments.ratings.counting.words import REASON_WORDS, reason_places
