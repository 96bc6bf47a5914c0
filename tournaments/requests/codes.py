"""The codes of requests and responses, one enumeration for each meaning."""

from __future__ import annotations

from matches.models import Source
from matches.queries import MatchState, MismatchKind
from rules.game import Ended, Result
from rules.match import Side
from rules.scoresheet import Outcome
from tournaments.engine import MistakeKind
from tournaments.queries.draws.bracket import SlotState
from tournaments.ratings.counting import MatchEnding, MatchKind
from tournaments.ratings.lists import RecordKind

from .fields import choices_of

SIDES = choices_of(Side)
RESULTS = choices_of(Result)
ENDED = choices_of(Ended)
OUTCOMES = choices_of(Outcome)
MATCH_STATES = choices_of(MatchState)
SLOT_STATES = choices_of(SlotState)
MISMATCH_KINDS = choices_of(MismatchKind)
MISTAKE_KINDS = choices_of(MistakeKind)
MATCH_KINDS = choices_of(MatchKind)
MATCH_ENDINGS = choices_of(MatchEnding)
RECORD_KINDS = choices_of(RecordKind)
# A player says for which side they speak by being who they are; these two are the exceptions.
SPOKEN_FOR_BOTH = choices_of([Source.SIGNED, Source.TOGETHER])
# How a match ends that is not played out, by decision and not by agreement.
NOT_PLAYED_OUT = choices_of([Outcome.FORFEIT, Outcome.WALKOVER, Outcome.RETIRED, Outcome.DISQUALIFIED])
