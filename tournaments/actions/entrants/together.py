"""Acts on several entrants of a tournament at once, all of them in one transaction or none, and messages to them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from matches.models import Player
from tournaments import notices
from tournaments.actions import log
from tournaments.actions.closed import require_present
from tournaments.actions.locks import lock_event, lock_log
from tournaments.actions.permissions import require_desk
from tournaments.actions.proving import written
from tournaments.acts.entrants import CheckedIn, CheckInUndone, MessageSent
from tournaments.errors.common import WrongTournament
from tournaments.errors.money import NothingDue
from tournaments.models import DIRECT, CashBox, Entrant, Event, LedgerLine, Origin, Tournament
from tournaments.queries.state import is_drawn

from . import reception, registration

# So many names stand in a refusal.
_NAMES = 3


@transaction.atomic
def check_in(tournament: Tournament, *, by: Player | None, entrants: Collection[Entrant]) -> list[Entrant]:
    """Check these entrants in, those of several events too; who is checked in stays so."""
    rows = _of_desk(tournament, entrants, by=by)
    for row in rows:
        require_present(row)
    return _set_presence(tournament, rows, by=by, is_there=True)


@transaction.atomic
def undo_check_in(
    tournament: Tournament, *, by: Player | None, entrants: Collection[Entrant]
) -> list[Entrant]:
    """Undo the check-in of these entrants."""
    return _set_presence(tournament, _of_desk(tournament, entrants, by=by), by=by, is_there=False)


@transaction.atomic
def pay(
    tournament: Tournament, *, by: Player | None, entrants: Collection[Entrant], box: CashBox | None = None
) -> list[LedgerLine]:
    """Book in cash all that each of these entrants owes; raise NothingDue if nobody owes anything."""
    rows = _of_desk(tournament, entrants, by=by)
    lines = reception.pay_dues(rows, tournament, by=by, box=box)
    if not lines:
        names = [row.name for row in rows]
        raise NothingDue(entrant=", ".join(names[:_NAMES]) + ("…" if len(names) > _NAMES else ""))
    return lines


@transaction.atomic
def withdraw(
    tournament: Tournament, *, by: Player | None, entrants: Collection[Entrant], reason: str = ""
) -> list[Entrant]:
    """Withdraw these entrants; after the draw, which requires a reason, with a usual one where none is given."""
    first, *others = _of_desk(tournament, entrants, by=by)
    events = {row.event_id: row.event for row in (first, *others)}
    why = reason or (gettext("Left before the end.") if any(map(is_drawn, events.values())) else "")
    withdraw_from_all(first, by=by, also=others, reason=why)
    return _anew([first, *others])


def _of_desk(tournament: Tournament, entrants: Collection[Entrant], *, by: Player | None) -> list[Entrant]:
    """Return the entrants as they are now, after locking their events; raise WrongTournament for others."""
    require_desk(tournament, by)
    keys = {entrant.event_id for entrant in entrants}
    events = {
        event.pk: lock_event(event)
        for event in Event.objects.filter(pk__in=keys, tournament=tournament).order_by("pk")
    }
    if not entrants or set(events) != keys:
        raise WrongTournament
    rows = _anew(entrants)
    for row in rows:
        row.event = events[row.event_id]
    return rows


def _anew(entrants: Collection[Entrant]) -> list[Entrant]:
    rows = Entrant.objects.filter(pk__in=[entrant.pk for entrant in entrants])
    return list(rows.select_related("side", "event__tournament").order_by("event", "pk"))


def _set_presence(
    tournament: Tournament, rows: Sequence[Entrant], *, by: Player | None, is_there: bool
) -> list[Entrant]:
    changed = [row for row in rows if (row.checked_in_at is not None) != is_there]
    at = timezone.now() if is_there else None
    Entrant.objects.filter(pk__in=[row.pk for row in changed]).update(checked_in_at=at)
    for row in changed:
        row.checked_in_at = at
    kind = CheckedIn if is_there else CheckInUndone
    for _key, group in groupby(changed, key=lambda row: row.event_id):
        of_event = list(group)
        acts = [kind(row.uid) for row in of_event]
        log.append_all(acts, of=tournament, by=by, event=of_event[0].event, rows=of_event)
    return list(rows)


@transaction.atomic
def withdraw_from_all(
    entrant: Entrant,
    *,
    by: Player | None,
    also: Sequence[Entrant] = (),
    reason: str = "",
    origin: Origin = DIRECT,
) -> Entrant:
    """Withdraw an entrant and the entrants of `also`: all of them, or none if one is refused."""
    entrants = [entrant, *also]
    # All events are locked before the first entry of the log, which is the last lock.
    for event in sorted({one.event for one in entrants}, key=lambda event: event.pk):
        lock_event(event)
    leavers = [registration.withdraw(one, by=by, reason=reason, origin=origin) for one in entrants]
    return leavers[0]


@transaction.atomic
def send_message(
    tournament: Tournament, *, by: Player | None, entrants: Collection[Entrant], message: str
) -> list[Entrant]:
    """Send a message to the players of these entrants, each once; raise WrongTournament for others.

    It is on their pages at once, and goes by mail to those with an address, within the budgets `messages` and
    `message_to_new_address`. It cannot be undone.
    """
    require_desk(tournament, by)
    lock_log(tournament)
    keys = {entrant.pk for entrant in entrants}
    own = Entrant.objects.filter(pk__in=keys, event__tournament=tournament)
    rows = list(own.select_related("side", "event__tournament").order_by("event", "pk"))
    if not rows or len(rows) != len(keys):
        raise WrongTournament
    uids = tuple(row.uid for row in rows)
    act = MessageSent(tournament.uid, entrants=uids, **written(tournament, message))
    entry = log.append(act, of=tournament, by=by)
    notices.message(tournament, rows, words=message, occasion=f"{tournament.uid} {entry.seq}")
    return rows
