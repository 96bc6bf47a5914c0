"""What is going on in a stage now: who plays at which table, and who waits for whom."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tournaments.formats import Shape, SideKind

from .bracket import BracketView, SideView, SlotState, SlotView

_AT_A_TABLE = frozenset(
    {SlotState.PLAYING, SlotState.REPORTED, SlotState.DISPUTED, SlotState.SCORE_OPEN, SlotState.SUSPENDED}
)


@dataclass(frozen=True, slots=True)
class WaitingEntrant:
    """An entrant without a match, and the match whose winner or loser comes; None while it waits for a pairing."""

    side: SideView
    coming: SlotView | None
    is_for_loser: bool = False


@dataclass(frozen=True, slots=True)
class StageNow:
    """The matches under way or at a table, by table, the open ones without a table, and who waits."""

    playing: tuple[SlotView, ...]
    next: tuple[SlotView, ...]
    waiting: tuple[WaitingEntrant, ...]


def stage_now(view: BracketView) -> StageNow | None:
    """Return what is going on in a stage; None once it is complete. No query."""
    if view.is_complete:
        return None
    slots = [slot for of in view.rounds for slot in of.slots]
    open_slots = [slot for slot in slots if slot.is_open]
    playing = [slot for slot in open_slots if slot.table or slot.state in _AT_A_TABLE]
    return StageNow(
        playing=tuple(sorted(playing, key=_by_table)),
        next=tuple(slot for slot in open_slots if slot not in playing),
        waiting=_for_a_match(view, slots)
        if view.shape is Shape.BRACKET
        else _for_a_pairing(view, open_slots),
    )


def _by_table(slot: SlotView) -> tuple[bool, list[tuple[int, str]]]:
    """Return the sort key of a match: those with a table first, table 9 before table 10."""
    return not slot.table, [(int(part), "") if part.isdigit() else (-1, part) for part in _parts(slot.table)]


def _parts(table: str) -> list[str]:
    return [part for part in re.split(r"(\d+)", table) if part]


def _for_a_match(view: BracketView, slots: list[SlotView]) -> tuple[WaitingEntrant, ...]:
    """Return who sits in a slot of a bracket whose other side is still played for."""
    waiting = []
    for slot in slots:
        for side, other in (slot.sides, slot.sides[::-1]):
            if slot.match is None and side.kind is SideKind.ENTRANT and other.kind in _COMING:
                coming = None
                if other.source is not None and other.feeder is None:
                    number, index = other.source
                    coming = view.rounds[number - 1].slots[index]
                waiting.append(WaitingEntrant(side, coming, is_for_loser=other.kind is SideKind.LOSER))
    return tuple(waiting)


_COMING = frozenset({SideKind.WINNER, SideKind.LOSER})


def _for_a_pairing(view: BracketView, open_slots: list[SlotView]) -> tuple[WaitingEntrant, ...]:
    """Return who is still in a stage of rounds and has no open match."""
    if view.standings is None or not open_slots:
        return ()
    busy = {side.entrant for slot in open_slots for side in slot.sides}
    return tuple(
        WaitingEntrant(SideView(SideKind.ENTRANT, entrant=line.entrant, name=line.name), None)
        for line in view.standings.lines
        if line.is_in and not line.is_withdrawn and line.entrant not in busy
    )
