"""Detection of concurrent edits by two directors."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import Q

from matches.models import Match, Player
from tournaments.acts import FORMS_OF_PARTS, EditedForm, overwriting
from tournaments.errors.common import EditConflict
from tournaments.models import Event, LogEntry, Stage, Table, Tournament, pairing_of

from .locks import lock_event, lock_log, lock_tables

Subject = Tournament | Event | Stage | Table | Match


@contextmanager
def unchanged(
    subject: Subject,
    *,
    log_number: int | None,
    by: Player | None,
    forms: Collection[EditedForm] = (EditedForm.SETTINGS,),
) -> Iterator[None]:
    """Open a transaction for an edit; raise EditConflict if another person edited since entry `log_number`.

    It takes the first of the locks that the actions in the block take.
    """
    with transaction.atomic():
        refuse_if_changed(_locked(subject), subject, log_number=log_number, by=by, forms=forms)
        yield


def refuse_if_changed(
    tournament: Tournament,
    subject: Subject | Player,
    *,
    log_number: int | None,
    by: Player | None,
    forms: Collection[EditedForm] = (EditedForm.RESULT,),
) -> None:
    """Raise EditConflict if another person has submitted one of these forms after entry `log_number`.

    Call it under the lock of the subject. Fees and stages count as parts of their event, events as parts of
    the tournament. Edits by the same person never conflict. `log_number` None disables the check.
    """
    if log_number is None:
        return
    about = Q(subject=subject.uid) | _parts(subject)
    since = LogEntry.objects.filter(
        about, tournament=tournament, seq__gt=log_number, code__in=overwriting(*forms)
    )
    changes = list(since.select_related("by", "event").order_by("seq"))
    if [entry for entry in changes if by is None or entry.by_id != by.pk]:
        raise EditConflict(changes=changes)


def _parts(subject: Subject | Player) -> Q:
    """Return the filter for log entries about the parts of the subject."""
    of_parts = Q(code__in=overwriting(*FORMS_OF_PARTS))
    match subject:
        case Tournament():
            return of_parts
        case Event():
            return of_parts & Q(event=subject)
        case Stage():
            return of_parts & Q(event=subject.event)
    return Q(pk__in=[])


def _locked(subject: Subject) -> Tournament:
    """Lock the subject and return its tournament."""
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
