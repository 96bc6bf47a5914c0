"""The rules of backgammon: positions, plays, the cube, match scores and recorded matches."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

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
from .game import Ended, Game, GameScore, Result, result_of
from .judgement import Judgement, PlayFault, PlayVerdict, judge
from .match import MatchScore, Side
from .money import Money
from .play import Move, Play, legal_plays
from .position import Position
from .problem import CODES, Finding, Problem, Severity
from .step import Step
from .transcript import Entry, EntryKind, GameRecord, Note, Transcript
from .validation import Checked, JudgedGame, Verdict, check, problems, replay, replayed_games
from .variant import BACKGAMMON, DUTCH, NACKGAMMON, VARIANTS, Variant

if TYPE_CHECKING:
    from .facts import GameFacts, MatchFacts, SideFacts, match_facts
    from .profile import PROFILES, Profile
    from .state import Phase, State

__version__ = "0.1.0"

__all__ = [
    "BACKGAMMON",
    "CODES",
    "DUTCH",
    "NACKGAMMON",
    "PROFILES",
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
    "Profile",
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

# Loaded on first use: neither playing a game nor checking a record needs them.
_LATER = {
    "GameFacts": "facts",
    "MatchFacts": "facts",
    "SideFacts": "facts",
    "match_facts": "facts",
    "PROFILES": "profile",
    "Profile": "profile",
    "Phase": "state",
    "State": "state",
}


def __getattr__(name: str) -> object:
    """Import the module of a lazily loaded name."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_LATER[name]}", __name__), name)
    globals()[name] = value
    return value
