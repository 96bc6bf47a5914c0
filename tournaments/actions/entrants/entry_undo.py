"""The way back from entries made by mistake at the desk: one entrant, or a list imported into the wrong event."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Player
from tournaments.actions import log
from tournaments.actions.inverses import changed, inverse
from tournaments.actions.locks import lock_event
from tournaments.actions.money import ledger
from tournaments.actions.people.sides import tell_apart
from tournaments.actions.permissions import require_desk
from tournaments.acts.entrants import EntrantTakenOut, ListImported, ListTakenBack, PartnerAsked
from tournaments.errors.undo import CannotBeUndone
from tournaments.models import Entrant, LineKind, LogEntry, Via
from tournaments.queries.entrants.consent import unanswered
from tournaments.queries.money.ledger import standing_lines
from tournaments.queries.state import is_drawn

from .waiting_list import fill_places

_FIELDS = ["withdrawn_at", "via", "is_alternate"]


@transaction.atomic
def take_out(entrant: Entrant, *, by: Player | None) -> Entrant:
    """Take an entrant out of an event that is not drawn, as if the desk had not entered it; it is listed nowhere."""
    event = lock_event(entrant.event)
    require_desk(event.tournament, by)
    entrant.refresh_from_db()
    entrant.event = event
    _leave_lists(entrant, at=timezone.now())
    entrant.save(update_fields=_FIELDS)
    tell_apart(event)
    log.append(EntrantTakenOut(entrant.uid), of=event.tournament, by=by, event=event, rows=[entrant])
    ledger.release_entry(entrant, by=by)
    fill_places(event)
    return entrant


@transaction.atomic
def ask_again(entrant: Entrant, *, by: Player | None) -> Entrant:
    """Let an entry wait for the answers of its players again, as if the desk had not let it in."""
    event = lock_event(entrant.event)
    require_desk(event.tournament, by)
    entrant.refresh_from_db()
    entrant.event = event
    _leave_lists(entrant, at=timezone.now(), via=Via.ASKED)
    entrant.save(update_fields=_FIELDS)
    members = entrant.side.members.select_related("player").order_by("order")
    act = PartnerAsked(
        entrant.uid,
        side=entrant.side.uid,
        players=tuple(member.player.uid for member in members),
        partners=tuple(player.uid for player in unanswered(entrant)),
    )
    log.append(act, of=event.tournament, by=by, event=event, rows=[entrant])
    ledger.release_entry(entrant, by=by)
    fill_places(event)
    return entrant


@inverse(ListImported)
def _take_list_out(entry: LogEntry, act: ListImported, by: Player | None) -> None:
    """Take every entrant of the list out of the event, where none of them has been used since.

    Used is an event that is drawn, and an entrant who was checked in, who paid or was paid for, or who left. The players
    stay known, so that the list can be imported into the right event.
    """
    if entry.event is None:
        raise changed()
    event = lock_event(entry.event)
    require_desk(event.tournament, by)
    rows = Entrant.objects.filter(event=event, uid__in=act.entrants).select_related("side").order_by("pk")
    entrants = list(rows)
    if is_drawn(event):
        raise CannotBeUndone.since(
            _("The draw is made: let the entrant leave instead, or void the draw while no match has begun.")
        )
    _require_unused(entrants, count=len(act.entrants))
    now = timezone.now()
    for entrant in entrants:
        entrant.event = event
        _leave_lists(entrant, at=now)
    Entrant.objects.bulk_update(entrants, _FIELDS)
    tell_apart(event)
    undoing = ListTakenBack(event.uid, entrants=act.entrants)
    log.append(undoing, of=event.tournament, by=by, event=event, rows=entrants)
    for entrant in entrants:
        ledger.release_entry(entrant, by=by)
    fill_places(event)


def _leave_lists(entrant: Entrant, *, at: datetime, via: Via = Via.UNDONE) -> None:
    entrant.withdrawn_at, entrant.via, entrant.is_alternate = at, via, False


def _require_unused(entrants: Sequence[Entrant], *, count: int) -> None:
    """Raise CannotBeUndone, which names the first entrant of a list who was used since and says what to do first."""
    lines = standing_lines().filter(entrant__in=entrants).exclude(kind=LineKind.CHARGE)
    paid = set(lines.values_list("entrant", flat=True))
    for entrant in entrants:
        if entrant.withdrawn_at is not None or entrant.via != Via.IMPORT:
            raise CannotBeUndone.since(
                _("%(entrant)s has left or come in another way since. Let the others leave one by one."),
                entrant=entrant.name,
            )
        if entrant.checked_in_at is not None:
            raise CannotBeUndone.since(
                _("%(entrant)s is checked in: undo the check-in first."), entrant=entrant.name
            )
        if entrant.pk in paid:
            raise CannotBeUndone.since(
                _("%(entrant)s has paid: cancel the payment first."), entrant=entrant.name
            )
    if len(entrants) < count:
        raise CannotBeUndone.since(
            _("Entrants of the list have moved to another event. Let the others leave.")
        )
