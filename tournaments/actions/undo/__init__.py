"""Undo of acts: the engine, and the inverses that call actions of several modules."""

from tournaments.actions.draws import attendance, byes
from tournaments.actions.hall import announcements, calling, lateness, suspending, tables
from tournaments.actions.inverses import INVERSES
from tournaments.actions.people import links
from tournaments.actions.results import changes

from . import of_entrants, of_matches, of_money, of_settings
from .engine import is_consequence, undo, undo_act, undoable

REGISTERED = (
    *(announcements, attendance, byes, calling, changes, lateness, links, suspending, tables),
    *(of_entrants, of_matches, of_money, of_settings),
)
"""The modules that register inverses: those with inverses beside their actions, and those of this folder."""

__all__ = ["INVERSES", "REGISTERED", "is_consequence", "undo", "undo_act", "undoable"]
