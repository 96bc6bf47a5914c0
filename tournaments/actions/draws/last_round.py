"""The last round of an evening: a moment after which no round of an event is paired."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches.models import Player
from tournaments.actions.closed import require_unclosed
from tournaments.actions.draws.progress import Cause, follow
from tournaments.actions.fields import check_fields
from tournaments.actions.inverses import changed, event_of, inverse
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import require_director
from tournaments.acts.tournaments import LastRoundSet
from tournaments.errors.events import PlaysToItsEnd
from tournaments.models import Event, LogEntry, Stage
from tournaments.queries.hall.evening import goes_by_rounds
from tournaments.queue import Job, enqueue


@transaction.atomic
def set_last_round(event: Event, *, by: Player | None, at: datetime | None) -> Event:
    """Set the moment after which no round is paired, None for no limit; a moment that has passed ends with this round.

    The round under way is played to its end, and then the stage is complete. Raise PlaysToItsEnd where not every
    stage of the event goes round by round for everybody.
    """
    require_director(event.tournament, by)
    locked = lock_event(event)
    require_unclosed(locked)
    codes = Stage.objects.filter(event=locked).values_list("format", flat=True)
    if at is not None and not goes_by_rounds(codes):
        raise PlaysToItsEnd(event=locked.name)
    before = locked.last_round_at
    if before != at:
        locked.last_round_at = at
        check_fields(locked)
        locked.save(update_fields=["last_round_at"])
        act = LastRoundSet(locked.uid, at=at, before=before)
        follow(locked, cause=Cause(act, by, rows=[locked]))
        if at is not None and at > timezone.now():
            enqueue(Job.PAIR, due=at, event_id=locked.pk)
    event.refresh_from_db()
    event.tournament = locked.tournament
    return event


@inverse(LastRoundSet)
def _set_back(entry: LogEntry, act: LastRoundSet, by: Player | None) -> None:
    event = event_of(act.subject)
    if event.last_round_at != act.at:
        raise changed()
    set_last_round(event, by=by, at=act.before)
