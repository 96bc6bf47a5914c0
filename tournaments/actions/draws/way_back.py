"""The way back from an act that made and cancelled pairings."""

from __future__ import annotations

from tournaments.acts import ABSENT, readable
from tournaments.acts.stages import Paired
from tournaments.formats import Replay
from tournaments.models import LogEntry


def way_back(entry: LogEntry) -> Replay:
    """Return the replay that drops the pairings made by an act, and restores those that it cancelled or moved."""
    new_pairings: set[str] = set()
    cancelled: set[str] = set()
    slots: dict[str, int] = {}
    lines: dict[tuple[str, str], int] = {}
    later = LogEntry.objects.filter(tournament=entry.tournament, seq__gt=entry.seq).order_by("seq")
    for consequence in later.iterator():
        act = readable(consequence)
        if act is None or not act.follows or consequence.event_id != entry.event_id:
            break
        if isinstance(act, Paired):
            new_pairings |= {*act.made, *(() if act.revived is ABSENT else act.revived)}
            cancelled |= {*act.cancelled}
            if act.same_meetings is not ABSENT and act.former_slots is not ABSENT:
                slots = dict(zip(act.same_meetings, act.former_slots, strict=True)) | slots
            if act.dismissed is not ABSENT and act.former_lines is not ABSENT:
                entrants = zip(act.dismissed, act.former_lines, strict=True)
                lines |= {(act.subject, uid): line for uid, line in entrants if line >= 0}
    return Replay(dropped=frozenset(new_pairings), restored=frozenset(cancelled), slots=slots, lines=lines)
