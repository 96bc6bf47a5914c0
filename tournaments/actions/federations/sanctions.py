"""Sanctions of events: requested by directors, granted or refused by a federation."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from functools import partial

from django.db import transaction
from django.utils import timezone

from matches.models import Player
from tournaments import notices
from tournaments.actions import log as tournament_log
from tournaments.actions.fields import check_fields
from tournaments.actions.locks import lock_event, lock_log
from tournaments.actions.permissions import require_director, require_reason
from tournaments.actions.proving import written
from tournaments.acts import ABSENT, Absent, Act
from tournaments.acts.federations import (
    SanctionGranted,
    SanctionRefused,
    SanctionRequested,
    SanctionWithdrawn,
)
from tournaments.errors.federations import SanctionDecided, SanctionNotAsked, SanctionOpen
from tournaments.models import Event, Federation, Right, Sanction, SanctionState

from . import log
from .rights import is_own_event, own_case, require_right

_UNDECIDED = (SanctionState.REQUESTED, SanctionState.WITHDRAWN)


@transaction.atomic
def request_sanction(event: Event, federation: Federation, *, by: Player | None) -> Sanction:
    """Submit an event to a federation; raise SanctionOpen or SanctionDecided if it was before."""
    event = lock_event(event)
    require_director(event.tournament, by)
    lock_log(event.tournament)
    log.lock(federation)
    sanction = Sanction.objects.filter(event=event, federation=federation).first()
    if sanction is None:
        sanction = Sanction(event=event, federation=federation)
    elif sanction.state == SanctionState.REQUESTED:
        raise SanctionOpen(federation=federation.name)
    elif sanction.state != SanctionState.WITHDRAWN:
        raise SanctionDecided(federation=federation.name)
    sanction.state, sanction.requested_at = SanctionState.REQUESTED, timezone.now()
    sanction.save()
    act = SanctionRequested(sanction.uid, event=event.uid, federation=federation.uid)
    _append(act, sanction, by=by)
    return sanction


@transaction.atomic
def withdraw_sanction(sanction: Sanction, *, by: Player | None) -> Sanction:
    """Withdraw an event that the federation has not decided on; raise SanctionDecided afterwards."""
    event = lock_event(sanction.event)
    require_director(event.tournament, by)
    lock_log(event.tournament)
    sanction = _locked(sanction)
    if sanction.state not in _UNDECIDED:
        raise SanctionDecided(federation=sanction.federation.name)
    if sanction.state == SanctionState.REQUESTED:
        sanction.state = SanctionState.WITHDRAWN
        sanction.save(update_fields=["state"])
        act = SanctionWithdrawn(sanction.uid, event=event.uid, federation=sanction.federation.uid)
        _append(act, sanction, by=by)
    return sanction


@transaction.atomic
def grant_sanction(
    sanction: Sanction,
    *,
    by: Player | None,
    event_class: str | Absent = ABSENT,
    weight: Decimal | Absent = ABSENT,
) -> Sanction:
    """Sanction an event with a class and a weight, or change them; what is left out stays, at first none and 1.

    Raise SanctionNotAsked for one that its director has withdrawn, and OwnCase for an officer who takes part in it,
    as a player or by an office of the tournament, while another one does not.
    """
    sanction, is_own_case = _locked_for_officer(sanction, by=by)
    was_granted, before = sanction.state == SanctionState.GRANTED, (sanction.event_class, sanction.weight)
    sanction.state = SanctionState.GRANTED
    if event_class is not ABSENT:
        sanction.event_class = event_class
    if weight is not ABSENT:
        sanction.weight = weight
    check_fields(sanction)
    sanction.save(update_fields=["state", "event_class", "weight"])
    act = SanctionGranted(
        sanction.uid,
        event=sanction.event.uid,
        federation=sanction.federation.uid,
        is_own_case=is_own_case,
    )
    _append(act, sanction, by=by)
    if not was_granted or before != (sanction.event_class, sanction.weight):
        notices.sanction_granted(sanction, by=by, was_granted=was_granted)
    return sanction


@transaction.atomic
def refuse_sanction(sanction: Sanction, *, by: Player | None, reason: str) -> Sanction:
    """Refuse an event, or take its sanction away, with a reason; raise as `grant_sanction`."""
    text = require_reason(reason)
    sanction, is_own_case = _locked_for_officer(sanction, by=by)
    was_granted = sanction.state == SanctionState.GRANTED
    sanction.state = SanctionState.REFUSED
    sanction.save(update_fields=["state"])
    act = SanctionRefused(
        sanction.uid,
        event=sanction.event.uid,
        federation=sanction.federation.uid,
        is_own_case=is_own_case,
        **written(sanction.federation, text),
    )
    _append(act, sanction, by=by)
    notices.sanction_refused(sanction, by=by, was_granted=was_granted, reason=text)
    return sanction


def _locked_for_officer(sanction: Sanction, *, by: Player | None) -> tuple[Sanction, bool | Absent]:
    """Return the sanction, and whether `by` decides on an own event because nobody else can."""
    require_right(sanction.federation, by, Right.RATE)
    lock_log(sanction.event.tournament)
    row = _locked(sanction)
    if row.state == SanctionState.WITHDRAWN:
        raise SanctionNotAsked(event=row.event.name, federation=row.federation.name)
    is_own = partial(is_own_event, row.event)
    return row, own_case(row.federation, by, Right.RATE, is_own)


def _locked(sanction: Sanction) -> Sanction:
    """Return the sanction as it is under the lock of its federation."""
    log.lock(sanction.federation)
    rows = Sanction.objects.select_related("event__tournament", "federation")
    return rows.get(pk=sanction.pk)


def _append(act: Act, sanction: Sanction, *, by: Player | None) -> None:
    """Append the act to both logs: that of the tournament, and that of the federation, which proves the row."""
    event = sanction.event
    # What the federation wrote is proved by its own log.
    tournament_log.append(replace(act, proofs=ABSENT), of=event.tournament, by=by, event=event)
    log.append(act, of=sanction.federation, by=by, rows=[sanction])
