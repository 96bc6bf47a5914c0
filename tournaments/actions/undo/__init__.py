"""Undo of acts: the engine, and the inverses that call actions of several modules."""

from tournaments.actions import invitations
from tournaments.actions.draws import (
    attendance,
    by_hand,
    byes,
    home_right,
    last_round,
    lines,
    match_days,
    stage_closing,
)
from tournaments.actions.entrants import entry_undo
from tournaments.actions.events import best_of, closing, zones
from tournaments.actions.hall import announcements, calling, hours, lateness, suspending, tables
from tournaments.actions.inverses import INVERSES
from tournaments.actions.money import prize_offers, prize_splits
from tournaments.actions.people import claims, links
from tournaments.actions.results import changes, corrections

from . import of_entrants, of_matches, of_money, of_settings
from .engine import (
    events_to_change,
    is_consequence,
    last_correction,
    undo,
    undo_act,
    undo_correction,
    undoable,
)

REGISTERED = (
    *(
        announcements,
        attendance,
        best_of,
        by_hand,
        byes,
        calling,
        changes,
        claims,
        closing,
        corrections,
        entry_undo,
        hours,
        invitations,
    ),
    *(
        home_right,
        last_round,
        lateness,
        lines,
        links,
        match_days,
        prize_offers,
        prize_splits,
        stage_closing,
        suspending,
        tables,
        zones,
    ),
    *(of_entrants, of_matches, of_money, of_settings),
)
"""The modules that register inverses: those with inverses beside their actions, and those of this folder."""

__all__ = [
    "INVERSES",
    "REGISTERED",
    "events_to_change",
    "is_consequence",
    "last_correction",
    "undo",
    "undo_act",
    "undo_correction",
    "undoable",
]
