"""Undo of acts: the engine, and the inverse acts by subject."""

from . import of_entrants, of_hall, of_matches, of_money, of_settings
from .engine import is_consequence, undo, undo_act, undoable
from .inverses import INVERSES

__all__ = [
    "INVERSES",
    "is_consequence",
    "of_entrants",
    "of_hall",
    "of_matches",
    "of_money",
    "of_settings",
    "undo",
    "undo_act",
    "undoable",
]
