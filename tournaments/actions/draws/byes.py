"""The weight of an entrant in the draw for byes."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from matches.models import Player
from tournaments.actions.closed import lock_unclosed, require_present
from tournaments.actions.fields import check_fields
from tournaments.actions.inverses import (
    changed,
    earlier,
    entrant_of,
    inverse,
)
from tournaments.actions.permissions import require_desk
from tournaments.acts.entrants import ByeLotsSet
from tournaments.errors.draws import AlreadyCommitted
from tournaments.models import Commitment, Entrant, LogEntry
from tournaments.queries.state import event_states

from .progress import Cause, follow
from .stage_settings import rounds_begun


@transaction.atomic
def set_lots(entrant: Entrant, *, by: Player | None, lots: int) -> Entrant:
    """Set an entrant's number of lots in the draw for byes, from 0 to 100; the default is 1.

    An entrant without lots has a bye only after all others have had one. Raise AlreadyCommitted if the
    entrant is in an announced draw.
    """
    require_desk(entrant.event.tournament, by)
    event = lock_unclosed(entrant.event)
    entrant.refresh_from_db()
    require_present(entrant)
    if entrant.bye_lots == lots:
        return entrant
    for announced in Commitment.objects.filter(stage__event=event, revealed_at=None):
        if entrant.uid in announced.basis.by_uid:
            raise AlreadyCommitted
    begun = {
        state.stage.uid: rounds_begun(state)
        for state in event_states(event, with_people=False)
        if entrant.uid in state.entrants
    }
    act = ByeLotsSet(entrant.uid, lots=lots)
    if begun:
        act = replace(act, before=entrant.bye_lots, stages=tuple(begun), paired=tuple(begun.values()))
    entrant.bye_lots = lots
    check_fields(entrant)
    entrant.save(update_fields=["bye_lots"])
    follow(event, cause=Cause(act, by, rows=[entrant]))
    return entrant


@inverse(ByeLotsSet)
def _lots_as_before(entry: LogEntry, act: ByeLotsSet, by: Player | None) -> None:
    entrant = entrant_of(act.subject)
    if entrant.bye_lots != act.lots:
        raise changed()
    before = next(earlier(entry, ByeLotsSet), None)
    set_lots(entrant, by=by, lots=before.lots if before else 1)
