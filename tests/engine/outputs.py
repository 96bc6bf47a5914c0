"""What GNU Backgammon 1.07.001 said of games of our own records, and the decisions of each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import rules
from tournaments.engine import EngineInput, engine_input
from tournaments.engine.script import GameDecision

DATA = Path(__file__).parent.parent / "data"
M004 = "gnubg/m004_07pt_s1004_n0.0.mat"
# Each a record, a game of it counted from 0, and the plies it was judged at.
OUTPUTS = {
    "m004_game_1": (M004, 0, 2),
    "m004_game_1_luck": (M004, 0, 0),
    "m060_game_4": ("gnubg/m060_25pt_s1060_n0.6.mat", 3, 0),
    "s004_game_2": ("scripted/s004_standard_02pt_r0.02.mat", 1, 0),
}


def question_of_file(name: str) -> EngineInput:
    """What the engine is asked about a record of our own."""
    return engine_input(rules.check((DATA / "records" / name).read_bytes()))


def output_of(name: str) -> str:
    """What the engine said."""
    return (DATA / "engine" / f"{name}.txt").read_text()


def decisions_of(name: str) -> Sequence[GameDecision]:
    """What was decided in the game that it spoke of."""
    file, index, _plies = OUTPUTS[name]
    return question_of_file(file).games[index]
