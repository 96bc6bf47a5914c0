"""The analysis engine: GNU Backgammon, where the operator has installed it; without it nothing is missing."""

from .gnubg import PLIES, analysed_game, find
from .reading import GameAnalysis, Mistake, MistakeKind, Totals
from .refusals import EngineFailed, EngineMissing, EngineRefusal, Misread, TookTooLong, Unsuitable
from .script import Asked, asked_of, is_suitable

__all__ = [
    "PLIES",
    "Asked",
    "EngineFailed",
    "EngineMissing",
    "EngineRefusal",
    "GameAnalysis",
    "Misread",
    "Mistake",
    "MistakeKind",
    "TookTooLong",
    "Totals",
    "Unsuitable",
    "analysed_game",
    "asked_of",
    "find",
    "is_suitable",
]
