"""The analysis engine: GNU Backgammon, where the operator has installed it; without it nothing is missing."""

from .gnubg import PLIES, analyse_game, find
from .reading import GameAnalysis, Mistake, MistakeKind, Totals
from .refusals import EngineFailed, EngineMissing, EngineRefusal, Misread, TookTooLong, Unsuitable
from .script import EngineInput, engine_input, is_suitable

__all__ = [
    "PLIES",
    "EngineFailed",
    "EngineInput",
    "EngineMissing",
    "EngineRefusal",
    "GameAnalysis",
    "Misread",
    "Mistake",
    "MistakeKind",
    "TookTooLong",
    "Totals",
    "Unsuitable",
    "analyse_game",
    "engine_input",
    "find",
    "is_suitable",
]
