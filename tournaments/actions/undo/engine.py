"""Undo of the newest acts by their registered inverses.

What was written stays: an undone act has two entries, its own and `ActUndone`, with those of the inverse between.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from matches.models import Match, Player
from tournaments.actions import log
from tournaments.actions.draws.ways_back import take_way_back
from tournaments.actions.inverses import INVERSES
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import require_desk, require_director
from tournaments.actions.results.transaction import event_of
from tournaments.acts import Act, readable
from tournaments.acts.disputes import ResultCorrected
from tournaments.acts.draws import EnteredLate, StageDrawn
from tournaments.acts.entrants import AlternateIn, EntrantEntered
from tournaments.acts.money import EntryPaid, EntryTakenBack, LineBooked, LineReversed
from tournaments.acts.service import ActUndone
from tournaments.errors.undo import AlreadyUndone, CannotBeUndone
from tournaments.models import Event, LedgerLine, LineKind, LogEntry, Means, Tournament

# The number of entries searched for a person's last act.
_NEWEST = 60


@transaction.atomic
def undo(entry: LogEntry, *, by: Player | None) -> LogEntry:
    """Undo the act of a log entry: own acts as the desk, all acts as a director.

    Raise CannotBeUndone with the reason, AlreadyUndone for a second time, or the refusal of the inverse act.
    Return the entry of `ActUndone`.
    """
    tournament = entry.tournament
    require_desk(tournament, by)
    if by is not None and entry.by_id != by.pk:
        require_director(tournament, by)
    act = readable(entry)
    for event in _events_of(entry, act):
        lock_event(event)
    if LogEntry.objects.filter(tournament=tournament, code=ActUndone.code, data__seq=entry.seq).exists():
        raise AlreadyUndone
    if act is None:
        raise CannotBeUndone.since(_("This release cannot read its entry in the log."))
    if act.lasting is not None:
        raise CannotBeUndone.since(str(act.lasting))
    before = Tournament.objects.values_list("log_seq", flat=True).get(pk=tournament.pk)
    with take_way_back(entry):
        INVERSES[type(act)](entry, act, by)
    undoing = ActUndone(entry.subject, seq=entry.seq, code_=entry.code, first=before + 1)
    return log.append(undoing, of=tournament, by=by, event=entry.event)


@transaction.atomic
def undo_act(tournament: Tournament, *, seqs: Collection[int], by: Player | None) -> list[LogEntry]:
    """Undo all acts of one request, last first and atomically; their consequences follow."""
    require_desk(tournament, by)
    entries = LogEntry.objects.filter(tournament=tournament, seq__in=list(seqs), by=by)
    rows = list(entries.select_related("tournament", "event").order_by("-seq"))
    # All events are locked before the first entry of the log, which is the last lock.
    for event in sorted({entry.event for entry in rows if entry.event is not None}, key=lambda one: one.pk):
        lock_event(event)
    undoings = [undo(entry, by=by) for entry in rows if not is_consequence(entry)]
    if not undoings:
        raise CannotBeUndone.since(_("There is nothing left to undo."))
    return undoings


def events_to_change(tournament: Tournament, *, seqs: Collection[int]) -> list[Event]:
    """Return the events in which undoing these entries of a log has effects; none for acts of the tournament alone."""
    rows = LogEntry.objects.filter(tournament=tournament, seq__in=list(seqs)).select_related("event")
    events = {event for entry in rows for event in _events_of(entry, readable(entry))}
    return sorted(events, key=lambda event: event.pk)


def undo_correction(match: Match, *, by: Player | None) -> LogEntry:
    """Undo the newest correction of a result; raise CannotBeUndone without one, and as `undo` does."""
    entry = last_correction(match)
    if entry is None:
        raise CannotBeUndone.since(_("This result was not corrected."))
    return undo(entry, by=by)


def last_correction(match: Match) -> LogEntry | None:
    """Return the entry of the newest correction of a result that is not undone, or None."""
    tournament = event_of(match).tournament
    entries = LogEntry.objects.filter(tournament=tournament, subject=match.uid)
    newest = entries.filter(code__in=[ResultCorrected.code, ActUndone.code]).order_by("-seq")
    undone: set[int] = set()
    for entry in newest.select_related("tournament", "event"):
        act = readable(entry)
        if isinstance(act, ActUndone):
            undone.add(act.seq)
        elif entry.seq not in undone:
            return entry
    return None


def undoable(entries: Sequence[LogEntry], *, by: Player, is_director: bool) -> frozenset[int]:
    """Return the numbers of the entries that the player may try to undo; one query.

    Only the undo itself determines whether other acts depend on an act.
    """
    codes = {kind.code for kind in INVERSES}
    seqs = [entry.seq for entry in entries if entry.code in codes and (is_director or entry.by_id == by.pk)]
    tournaments = {entry.tournament_id for entry in entries}
    undoings = LogEntry.objects.filter(tournament__in=tournaments, code=ActUndone.code, data__seq__in=seqs)
    return frozenset(seqs) - frozenset(undoings.values_list("data__seq", flat=True))


def is_consequence(entry: LogEntry) -> bool:
    """Whether an entry is the consequence of another act, such as a charge after an entry."""
    act = readable(entry)
    match act:
        case LineBooked() | LineReversed():
            line = LedgerLine.objects.select_related("fee").get(uid=act.line)
            if line.means == Means.ENTRY:
                # It is the second line of a prize paid as an entry.
                return True
            return line.kind == LineKind.CHARGE and not (line.fee is not None and line.fee.is_optional)
        case AlternateIn():
            # An alternate promoted by the desk is no consequence of another act.
            return entry.by_id is None
        case EnteredLate():
            return _entered_since_draw(entry, act)
    return act is not None and act.follows


def _events_of(entry: LogEntry, act: Act | None) -> list[Event]:
    """Return the events that the undo of an act locks, in the order of their locks."""
    events = [] if entry.event is None else [entry.event]
    if isinstance(act, EntryPaid | EntryTakenBack):
        events += Event.objects.filter(uid=act.event)
    return sorted(events, key=lambda event: event.pk)


def _entered_since_draw(late: LogEntry, act: EnteredLate) -> bool:
    """Whether the entrant was entered after the draw; undoing the entry then frees its line."""
    of_tournament = LogEntry.objects.filter(tournament=late.tournament, seq__lt=late.seq)
    draw = of_tournament.filter(code=StageDrawn.code, subject=late.subject).order_by("-seq").first()
    entries = of_tournament.filter(code=EntrantEntered.code, subject=act.entrant)
    return entries.filter(seq__gt=0 if draw is None else draw.seq).exists()
