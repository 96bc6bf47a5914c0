"""The stored decisions on shared places of a stage."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from tournaments.formats import TieDecision
from tournaments.models import Stage, StoredTie


def ties_of(stage: Stage) -> tuple[StoredTie, ...]:
    """Return the decisions on shared places of a stage, without those taken back."""
    return tuple(tie for tie in stage.stored_ties if not tie.is_taken_back)


def decisions_in(ties: Iterable[StoredTie]) -> tuple[TieDecision, ...]:
    """Return the decisions that count in the standings, without open playoffs and those taken back."""
    return tuple(tie.decision for tie in ties if tie.tiers and not tie.is_taken_back)


def decisions_of(stage: Stage) -> tuple[TieDecision, ...]:
    """Return the decisions that count in the standings of a stage."""
    return decisions_in(stage.stored_ties)


def outcome_of(tie: StoredTie, places: Iterable[Mapping[str, Any]]) -> tuple[tuple[str, ...], ...]:
    """Return the order in the standings of the playoff, absent entrants last; empty before its end."""
    rows = groupby(places, key=lambda row: row["place"])
    tiers = tuple(tuple(row["entrant"] for row in tier) for _, tier in rows)
    absent = tuple(uid for uid in tie.entrants if not any(uid in tier for tier in tiers))
    return (*tiers, absent) if tiers and absent else tiers
