"""Qualifiers: entering the first places of an event in another event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from django.db import transaction

from matches.errors import DomainError
from matches.models import Player, rows_of_persons
from tournaments import notices
from tournaments.actions import log
from tournaments.actions.fields import check_fields
from tournaments.actions.locks import lock_event, lock_log
from tournaments.actions.money.entry_prizes import lock_both, pay_entries
from tournaments.actions.permissions import require_director
from tournaments.acts import ABSENT, readable
from tournaments.acts.entrants import (
    EntrantQualified,
    QualifierPlacesFreed,
    QualifierRefused,
    QualifierSet,
    QualifiersOpen,
)
from tournaments.errors.common import WrongTournament
from tournaments.errors.draws import OverCapacity
from tournaments.errors.entrants import (
    MoreThanQualify,
    NoTarget,
    QualifierNotComplete,
    QualifierOfAnotherKind,
    QualifyingCircle,
    TiedForQualifying,
)
from tournaments.models import Entrant, Event, EventKind, LogEntry, Via
from tournaments.queries.draws.qualifying import Qualification, Qualifier, qualification
from tournaments.queries.draws.standing_words import place_range
from tournaments.queries.entrants.places import waiting
from tournaments.queries.state import is_drawn
from tournaments.queue import Job, enqueue

from . import registration
from .waiting_list import earn, fill_places


@transaction.atomic
def set_target(
    event: Event,
    *,
    by: Player | None,
    target: Event | None,
    places: int | None = None,
    pays_entry: bool | None = None,
) -> Event:
    """Set the event that this one qualifies for, the number of qualifying places, and whether it pays the entry.

    Places and whether it pays stay where they are left out. None removes the target; entrants who have qualified stay in the other event. Raise WrongTournament,
    QualifierOfAnotherKind or QualifyingCircle.
    """
    require_director(event.tournament, by)
    before = event.qualifies_for
    for one in sorted({one for one in (event, before, target) if one is not None}, key=lambda one: one.pk):
        lock_event(one)
    event.refresh_from_db(from_queryset=Event.objects.select_related("tournament", "qualifies_for"))
    before = event.qualifies_for if event.qualifies_for == before else None
    # Concurrent requests that close a longer circle lock different events, but the same log.
    lock_log(event.tournament)
    if target is not None:
        target.refresh_from_db()
        _require_no_circle(event, target)
    if target is None:
        places, pays_entry = 1, False
    places = event.qualifying_places if places is None else places
    pays_entry = event.pays_entry if pays_entry is None else pays_entry
    present = (event.qualifies_for_id, event.qualifying_places, event.pays_entry)
    if present == (target.pk if target else None, places, pays_entry):
        return event
    event.qualifies_for, event.qualifying_places, event.pays_entry = target, places, pays_entry
    check_fields(event)
    event.save(update_fields=["qualifies_for", "qualifying_places", "pays_entry"])
    act = QualifierSet(
        event.uid,
        target=target.uid if target is not None else None,
        places=places,
        pays_entry=pays_entry or ABSENT,
    )
    log.append(act, of=event.tournament, by=by, event=event, rows=[event])
    if before is not None:
        # Fewer places are reserved in the former target now.
        _fill(before)
    if target is not None:
        enqueue(Job.QUALIFY, event_id=event.pk)
    return event


@transaction.atomic
def free_places(event: Event, *, by: Player | None, places: int) -> Event:
    """Set how many qualifying places the event gives up; the target event can fill them.

    The alternates of the target event get the places. Raise NoTarget or MoreThanQualify.
    """
    require_director(event.tournament, by)
    target = event.qualifies_for
    if target is None:
        raise NoTarget(event=event.name)
    lock_event(target)
    if not 0 <= places <= event.qualifying_places:
        raise MoreThanQualify(event=event.name, places=event.qualifying_places)
    _free(event, target, by=by, places=places)
    return event


@transaction.atomic
def qualify(event: Event) -> None:
    """Enter the qualified entrants of a complete event in the target event, and pay their entries; idempotent.

    Entrants that are in the target event keep their place, and no entrant is removed. Unclear cases - a tie
    for the last place, a player already entered, a correction that changes the qualifiers - are left to the
    directors, who are notified once.
    """
    if event.qualifies_for is None:
        return
    lock_both(event, event.qualifies_for)
    if lock_event(event.qualifies_for).closed_at is not None:
        return
    qualifiers = qualification(event)
    if qualifiers is None or not qualifiers.is_complete:
        return
    dismissed = set(
        LogEntry.objects.filter(event=event, code=QualifierRefused.code).values_list("subject", flat=True)
    )
    # If a qualified entrant no longer qualifies, the director decides who is replaced.
    if not qualifiers.lost:
        for one in qualifiers.certain:
            if not one.is_through and one.entrant.uid not in dismissed:
                _try(qualifiers, one)
    ranked = len(qualifiers.certain) + len(qualifiers.tied)
    if ranked < event.qualifying_places:
        # No further entrant can take these places.
        _free(
            event, qualifiers.target, by=None, places=max(qualifiers.freed, event.qualifying_places - ranked)
        )
    pay_entries(event)
    _tell_once(event)


@transaction.atomic
def enter_qualified(
    event: Event, *, by: Player | None, entrants: Sequence[Entrant] = ()
) -> tuple[Entrant, ...]:
    """Enter entrants of a complete qualifier manually; return their entrants in the target event.

    Without `entrants`, enter all qualified entrants that are missing there. Raise NoTarget,
    QualifierNotComplete, or TiedForQualifying while a tie leaves the qualifiers open.
    """
    require_director(event.tournament, by)
    if event.qualifies_for is None:
        raise NoTarget(event=event.name)
    lock_both(event, event.qualifies_for)
    qualifiers = qualification(event)
    if qualifiers is None or not qualifiers.is_complete:
        raise QualifierNotComplete(event=event.name)
    if any(entrant.event_id != event.pk for entrant in entrants):
        raise WrongTournament
    if not entrants and qualifiers.is_tie_open:
        tied = qualifiers.tied[0]
        places = place_range(tied.place, tied.last_place)
        raise TiedForQualifying(event=event.name, count=event.qualifying_places, places=places)
    newcomers = entrants or [one.entrant for one in qualifiers.certain if one.is_missing]
    entries = tuple(_enter(qualifiers, entrant, by=by) for entrant in newcomers)
    pay_entries(event)
    return entries


def _require_no_circle(event: Event, target: Event) -> None:
    if target.tournament_id != event.tournament_id:
        raise WrongTournament
    if target.kind != event.kind:
        raise QualifierOfAnotherKind(event=event.name, target=target.name)
    behind: Event | None = target
    while behind is not None:
        if behind.pk == event.pk:
            raise QualifyingCircle(event=event.name, target=target.name)
        behind = behind.qualifies_for


def _try(qualifiers: Qualification, one: Qualifier) -> None:
    """Enter one qualified entrant; log the refusal if the target event refuses the entry."""
    event, entrant = qualifiers.event, one.entrant
    try:
        with transaction.atomic():
            _enter(qualifiers, entrant, by=None)
    except DomainError as refusal:
        act = QualifierRefused(entrant.uid, event=qualifiers.target.uid, refusal=refusal.code)
        log.append(act, of=event.tournament, by=None, event=event)


def _enter(qualifiers: Qualification, entrant: Entrant, *, by: Player | None) -> Entrant:
    """Enter the players of an entrant in the target event, with a place or as an alternate."""
    event = qualifiers.event
    players = [member.player for member in entrant.side.members.select_related("player")]
    waiting = _waiting_there(qualifiers.target, players)
    if waiting is not None:
        earn(waiting, by=by)
    else:
        waiting = _entered(qualifiers.target, players=players, entrant=entrant, by=by)
    notices.qualified(waiting, qualifier=event)
    act = EntrantQualified(
        entrant.uid, entrant=waiting.uid, event=waiting.event.uid, alternate=waiting.is_alternate
    )
    log.append(act, of=event.tournament, by=by, event=event, rows=[waiting])
    return waiting


def _waiting_there(target: Event, players: Sequence[Player]) -> Entrant | None:
    """Return the alternate of the target event with exactly these players; None if there is none."""
    keys = {player.person_key for player in players}
    entrants = waiting(target).filter(entrant_players__player__in=rows_of_persons(keys))
    for one in entrants.order_by("pk").distinct():
        if {entry.player.person_key for entry in one.entrant_players.select_related("player")} == keys:
            return one
    return None


def _entered(target: Event, *, players: Sequence[Player], entrant: Entrant, by: Player | None) -> Entrant:
    """Enter players late or with their place; in a full drawn event they become alternates."""
    name = entrant.side.full_name if target.kind == EventKind.TEAMS else ""
    enter = partial(registration.enter, target, by=by, players=players, name=name, via=Via.EARNED)
    try:
        with transaction.atomic():
            return enter(is_late=True)
    except OverCapacity:
        return enter()


def _free(event: Event, target: Event, *, by: Player | None, places: int) -> None:
    qualifiers = qualification(event)
    if qualifiers is None or qualifiers.freed == places:
        return
    act = QualifierPlacesFreed(event.uid, target=target.uid, places=places)
    log.append(act, of=event.tournament, by=by, event=event)
    _fill(target)


def _fill(target: Event) -> None:
    """Promote alternates after fewer places are reserved; only before the draw."""
    if not is_drawn(target):
        fill_places(target)


def _tell_once(event: Event) -> None:
    """Notify the directors of the decisions left to them, unless they were notified of the same ones."""
    qualifiers = qualification(event)
    if qualifiers is None or not qualifiers.needs_director:
        return
    act = QualifiersOpen(
        event.uid,
        missing=_uids(one for one in qualifiers.certain if not one.is_through),
        tied=_uids(qualifiers.tied) if qualifiers.is_tie_open else (),
        lost=_uids(qualifiers.lost),
        left=_uids(qualifiers.left) or ABSENT,
    )
    last = LogEntry.objects.filter(event=event, code=act.code).order_by("-seq").first()
    if last is not None and readable(last) == act:
        return
    entry = log.append(act, of=event.tournament, by=None, event=event)
    notices.qualifiers_open(event, occasion=f"{event.uid} {entry.seq}")


def _uids(qualifiers: Iterable[Qualifier]) -> tuple[str, ...]:
    return tuple(one.entrant.uid for one in qualifiers)
