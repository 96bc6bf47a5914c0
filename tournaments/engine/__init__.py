"""The analysis engine: GNU Backgammon, where the operator has installed it; without it nothing is missing."""

from .gnubg import PLIES, analyse_game, find
from .reading import GameAnalysis, Mistake, MistakeKind, Totals
from .refusals import EngineFailed, EngineRefusal, Misread, TookTooLong, Unsuitable
from .script import EngineInput, engine_input, is_suitable
