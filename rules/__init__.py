"""The rules of backgammon: positions, plays, the cube, match scores and recorded matches."""

from __future__ import annotations

from .canonical import canonical, write
from .cube import Cube
from .errors import (
    IllegalAction,
    IllegalPlay,
    InvalidNotation,
    InvalidPosition,
    RulesError,
    Unwritable,
)
from .facts import GameFacts, MatchFacts, SideFacts, match_facts
from .game import Ended, Game, GameScore, Result, result_of
from .judgement import Judgement, PlayFault, PlayVerdict, judge
from .match import MatchScore, Side
from .money import Money
from .play import Move, Play, legal_plays
from .position import Position
from .problem import CODES, Finding, Problem, Severity
from .state import Phase, State
from .step import Step
from .transcript import Entry, EntryKind, GameRecord, Note, Transcript
from .validation import Checked, JudgedGame, Verdict, check, problems, replay, replayed_games
from .variant import BACKGAMMON, DUTCH, NACKGAMMON, VARIANTS, Variant

__version__ = "0.1.0"

__all__ = [
    "BACKGAMMON",
    "CODES",
    "DUTCH",
    "NACKGAMMON",
    "VARIANTS",
    "Checked",
    "Cube",
    "Ended",
    "Entry",
    "EntryKind",
    "Finding",
    "Game",
    "GameFacts",
    "GameRecord",
    "GameScore",
    "IllegalAction",
    "IllegalPlay",
    "InvalidNotation",
    "InvalidPosition",
    "JudgedGame",
    "Judgement",
    "MatchFacts",
    "MatchScore",
    "Money",
    "Move",
    "Note",
    "Phase",
    "Play",
    "PlayFault",
    "PlayVerdict",
    "Position",
    "Problem",
    "Result",
    "RulesError",
    "Severity",
    "Side",
    "SideFacts",
    "State",
    "Step",
    "Transcript",
    "Unwritable",
    "Variant",
    "Verdict",
    "canonical",
    "check",
    "judge",
    "legal_plays",
    "match_facts",
    "problems",
    "replay",
    "replayed_games",
    "result_of",
    "write",
]
