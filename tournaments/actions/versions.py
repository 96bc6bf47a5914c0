"""Two directors at once: whether something has changed since somebody looked at it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import Q

from matches.models import Match, Player
from tournaments.models import Event, LogEntry, Stage, Table, Tournament, pairing_of

from .calling_errors import ChangedMeanwhile
from .locks import lock_event, lock_log, lock_tables

# What changes the meaning of a result that somebody is about to enter.
RESULTS = frozenset(
    {
        "reported",
        "confirmed",
        "overdue",
        "disputed",
        "ruled",
        "corrected",
        "appeal_decided",
        "forfeited",
        "walkover",
        "team_settled",
        "result_taken_back",
        "penalised",
        "penalty_taken_back",
        "length_changed",
        "suspended",
        "resumed",
    }
)
# What changes where somebody is about to call a match.
CALLING = RESULTS | {"table_assigned", "table_freed", "match_started"}
# What changes the file that somebody is about to rule on.
DISPUTE = RESULTS | {"stated", "exhibit_added", "appealed", "record_uploaded"}
# What the forms of settings overwrite: of a tournament, an event, a stage, a table.
SETTINGS = frozenset(
    {
        "tournament_changed",
        "event_changed",
        "registration_set",
        "capacity_set",
        "start_set",
        "qualifier_set",
        "reentry_set",
        "stage_changed",
        "options_changed",
        "feeds_changed",
        "round_length_changed",
        "drawn",
        "draw_voided",
        "table_changed",
    }
)
# What the forms of the money overwrite, those of coming back and of names, and the buttons of registration.
FEES = frozenset({"fee_set", "fee_ended"})
PRIZES = frozenset({"payout_set"})
COMING_BACK = frozenset({"reentry_set"})
NAMES = frozenset({"player_corrected"})
REGISTRATION = frozenset({"registration_set"})
MAIN_STAGE = frozenset({"main_stage_named"})
# What changes the places of the stages by which a form names them.
STAGES = frozenset({"stage_created", "stage_removed"})
# What another event of the same name may be a second time.
EVENTS = frozenset({"event_created"})

# Entries about a part by which the whole is changed; their subject is the part.
_OF_PARTS = FEES | STAGES | EVENTS

Subject = Tournament | Event | Stage | Table | Match


@contextmanager
def unchanged(
    subject: Subject, *, seen: int | None, by: Player | None, codes: Collection[str] = SETTINGS
) -> Iterator[None]:
    """One transaction for what a form overwrites: ChangedMeanwhile where somebody else has done so since entry `seen`.

    It takes the first of the locks that the actions within take.
    """
    with transaction.atomic():
        refuse_if_changed(_locked(subject), subject, seen=seen, by=by, codes=codes)
        yield


def refuse_if_changed(
    tournament: Tournament,
    subject: Subject | Player,
    *,
    seen: int | None,
    by: Player | None,
    codes: Collection[str] = RESULTS,
) -> None:
    """ChangedMeanwhile where somebody else did one of these things about the subject after entry `seen`.

    Call it under the lock of the subject. A fee and a stage are parts of their event, an event is one of its
    tournament. One's own acts are no surprise. `seen` None asks nothing.
    """
    if seen is None:
        return
    about = Q(subject=subject.uid) | _parts(subject)
    since = LogEntry.objects.filter(about, tournament=tournament, seq__gt=seen, code__in=list(codes))
    changes = list(since.select_related("by", "event").order_by("seq"))
    if [entry for entry in changes if by is None or entry.by_id != by.pk]:
        raise ChangedMeanwhile(changes=changes)


def _parts(subject: Subject | Player) -> Q:
    """The entries about the parts of what the subject belongs to."""
    of_parts = Q(code__in=list(_OF_PARTS))
    match subject:
        case Tournament():
            return of_parts
        case Event():
            return of_parts & Q(event=subject)
        case Stage():
            return of_parts & Q(event=subject.event)
    return Q(pk__in=[])


def _locked(subject: Subject) -> Tournament:
    """The tournament of the subject, once nobody else can change that."""
    match subject:
        case Tournament():
            return lock_log(subject)
        case Table():
            lock_tables(subject.tournament)
            return subject.tournament
        case Event():
            return lock_event(subject).tournament
        case Stage():
            return lock_event(subject.event).tournament
    return lock_event(pairing_of(subject).stage.event).tournament
