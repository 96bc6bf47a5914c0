"""The way back of an act that is undone: what it made goes, and what it cancelled comes back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace

from tournaments.acts import ABSENT, readable
from tournaments.acts.stages import Paired
from tournaments.formats import Replay
from tournaments.models import Event, LogEntry, Pairing
from tournaments.queries.state import begun_matches

_undone: ContextVar[LogEntry | None] = ContextVar("undone", default=None)


@contextmanager
def take_way_back(entry: LogEntry | None) -> Iterator[None]:
    """Let what follows within this context go the way back of the act of this entry."""
    before = _undone.set(entry)
    try:
        yield
    finally:
        _undone.reset(before)


def way_back_now(event: Event) -> Replay | None:
    """Return the way back of the act that is being undone; None if nothing of the event is to go or to come back.

    It is also None once a match that the act made has begun: then the rules alone say what follows.
    """
    entry = _undone.get()
    if entry is None or entry.event_id != event.pk:
        return None
    replay = way_back(entry, at_once=True)
    # The service paired soon after, perhaps for several acts.
    later = way_back(entry).dropped - replay.dropped
    if not (replay.dropped or replay.restored or replay.slots or later):
        return None
    new_matches = Pairing.objects.filter(uid__in=replay.dropped, match__isnull=False).values_list(
        "match", flat=True
    )
    return (
        None
        if begun_matches(new_matches)
        else replace(replay, sets_aside=False, refuses_begun=True, unneeded=later)
    )


def way_back(entry: LogEntry, *, at_once: bool = False) -> Replay:
    """Return the replay that drops the pairings made by an act, and restores those that it cancelled or moved.

    With `at_once` only what the act itself did counts, not what the service did for several acts soon after.
    """
    new_pairings: set[str] = set()
    cancelled: set[str] = set()
    slots: dict[str, int] = {}
    lines: dict[tuple[str, str], int] = {}
    later = LogEntry.objects.filter(tournament=entry.tournament, seq__gt=entry.seq).order_by("seq")
    for consequence in later.iterator():
        act = readable(consequence)
        if act is None or not act.follows or consequence.event_id != entry.event_id:
            break
        # What one act did has one time.
        if at_once and consequence.at != entry.at:
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
