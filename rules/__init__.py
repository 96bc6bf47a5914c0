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
from .game import Ended, Game, GameScore, Money, Result, result_of
from .judgement import Judgement, PlayFault, PlayVerdict, judge
from .match import MatchScore, Side
from .move import Move
from .play import Play, PlayStyle, legal_plays
from .position import Position
from .problem import CODES, Finding, Problem, Severity
from .step import Step
from .transcript import Entry, EntryKind, GameRecord, Note, Transcript
from .validation import Checked, JudgedGame, Verdict, check, problems, replay, replayed_games
from .variant import BACKGAMMON, DUTCH, NACKGAMMON, VARIANTS, Variant

if TYPE_CHECKING:
    from .annotations import (
        AnnotatedMatch,
        Candidate,
        Chances,
        CubeDecision,
        Glyph,
        Loss,
        LossKind,
        Node,
        Written,
        read_annotated,
        transcript_of,
        write_annotated,
    )
    from .bearoff import effective_pips, expected_rolls, wastage
    from .board import Board, Turn
    from .dice import Dice
    from .equity import (
        ROCKWELL_KAZAROSS,
        MatchEquities,
        janowski,
        money_gammon_value,
        money_take_point,
        turner,
    )
    from .facts import GameFacts, MatchFacts, SideFacts, match_facts
    from .match_play import Match
    from .profile import PROFILES, Profile
    from .state import Phase, State

__version__ = "0.1.0"

__all__ = [
    "BACKGAMMON",
    "CODES",
    "DUTCH",
    "NACKGAMMON",
    "PROFILES",
    "ROCKWELL_KAZAROSS",
    "VARIANTS",
    "AnnotatedMatch",
    "Board",
    "Candidate",
    "Chances",
    "Checked",
    "Cube",
    "CubeDecision",
    "Dice",
    "Ended",
    "Entry",
    "EntryKind",
    "Finding",
    "Game",
    "GameFacts",
    "GameRecord",
    "GameScore",
    "Glyph",
    "IllegalAction",
    "IllegalPlay",
    "InvalidNotation",
    "InvalidPosition",
    "JudgedGame",
    "Judgement",
    "Loss",
    "LossKind",
    "Match",
    "MatchEquities",
    "MatchFacts",
    "MatchScore",
    "Money",
    "Move",
    "Node",
    "Note",
    "Phase",
    "Play",
    "PlayFault",
    "PlayStyle",
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
    "Turn",
    "Unwritable",
    "Variant",
    "Verdict",
    "Written",
    "canonical",
    "check",
    "effective_pips",
    "expected_rolls",
    "janowski",
    "judge",
    "legal_plays",
    "match_facts",
    "money_gammon_value",
    "money_take_point",
    "problems",
    "read_annotated",
    "replay",
    "replayed_games",
    "result_of",
    "transcript_of",
    "turner",
    "wastage",
    "write",
    "write_annotated",
]

# Loaded on first use: neither playing a game nor checking a record needs them.
_LATER = {
    "AnnotatedMatch": "annotations",
    "Candidate": "annotations",
    "Chances": "annotations",
    "CubeDecision": "annotations",
    "Glyph": "annotations",
    "Loss": "annotations",
    "LossKind": "annotations",
    "Node": "annotations",
    "Written": "annotations",
    "read_annotated": "annotations",
    "transcript_of": "annotations",
    "write_annotated": "annotations",
    "effective_pips": "bearoff",
    "expected_rolls": "bearoff",
    "wastage": "bearoff",
    "Board": "board",
    "Turn": "board",
    "Dice": "dice",
    "ROCKWELL_KAZAROSS": "equity",
    "MatchEquities": "equity",
    "janowski": "equity",
    "money_gammon_value": "equity",
    "money_take_point": "equity",
    "turner": "equity",
    "Match": "match_play",
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
