"""The codes that requests and answers use, one list for each meaning."""

from __future__ import annotations

from enum import StrEnum

from matches.models import Source
from matches.queries import MatchState, MismatchKind
from rules.game import Ended, Result
from rules.match import Side
from rules.scoresheet import Outcome
from tournaments.engine import MistakeKind
from tournaments.formats import Part, RoundName, Shape, SideKind
from tournaments.queries.bracket import SlotState


def _codes(kind: type[StrEnum]) -> list[tuple[str, str]]:
    return [(code.value, code.value) for code in kind]


SIDES = _codes(Side)
RESULTS = _codes(Result)
ENDED = _codes(Ended)
OUTCOMES = _codes(Outcome)
MATCH_STATES = _codes(MatchState)
SLOT_STATES = _codes(SlotState)
SIDE_KINDS = _codes(SideKind)
ROUND_NAMES = _codes(RoundName)
PARTS = _codes(Part)
SHAPES = _codes(Shape)
MISMATCH_KINDS = _codes(MismatchKind)
MISTAKE_KINDS = _codes(MistakeKind)
# A player says for which side they speak by being who they are; these two are the exceptions.
SPOKEN_FOR_BOTH = [(source.value, source.value) for source in (Source.SIGNED, Source.TOGETHER)]
# How a match ends that is not played out, by decision and not by agreement.
NOT_PLAYED_OUT = [
    (outcome.value, outcome.value)
    for outcome in (Outcome.FORFEIT, Outcome.WALKOVER, Outcome.RETIRED, Outcome.DISQUALIFIED)
]
