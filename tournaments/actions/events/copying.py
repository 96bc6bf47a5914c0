"""Copies of events and tournaments: the setup without entrants, results and payments."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from django.db import models, transaction

from matches.models import Player
from tournaments.actions import log
from tournaments.actions.fields import check_fields
from tournaments.actions.permissions import require_director, require_player
from tournaments.actions.proving import new_proofs
from tournaments.acts import ABSENT
from tournaments.acts.entrants import QualifierSet
from tournaments.acts.hall import TablesAdded
from tournaments.acts.money import FeeSet
from tournaments.acts.stages import StageCreated
from tournaments.acts.tournaments import Appointed, EventCreated, NextOpened, TournamentCopied
from tournaments.models import (
    Event,
    Fee,
    FeeKind,
    LogEntry,
    Registration,
    Role,
    RoleKind,
    Stage,
    Table,
    Tournament,
    Visibility,
    hours_of,
    stored_hours,
)
from tournaments.payouts import Payout
from tournaments.queries.audit import evidence

from .publishing import require_room_for_draft

# The columns that identify a row.
_ITS_OWN = frozenset({"id", "uid", "made_at", "official_list", "last_round_at", "closed_at"})

Row = TypeVar("Row", bound=models.Model)


@transaction.atomic
def copy_tournament(
    tournament: Tournament,
    *,
    by: Player | None,
    name: str,
    starts_on: date,
    has_officers: bool = False,
) -> Tournament:
    """Create a draft with the setup of this tournament on another date, owned by `by`.

    It copies events with their stages, rules, fees and prizes, and the tables; with `has_officers` also the
    officers. Start times are shifted by the same number of days in local time. Entrants, draws and ledger
    lines are not copied, and closed registration becomes registration at the desk. Events opened
    automatically by another event are not copied.
    """
    require_director(tournament, by)
    owner = require_player(by)
    require_room_for_draft(owner)
    shift = starts_on - tournament.starts_on
    copy = _like(
        tournament,
        name=name.strip(),
        starts_on=starts_on,
        ends_on=tournament.ends_on + shift,
        visibility=Visibility.DRAFT,
        desk_enters_slips=tournament.desk_enters_slips,
        hours=stored_hours(day.moved(shift, tournament) for day in hours_of(tournament)),
        log_seq=0,
        log_hash="",
    )
    check_fields(copy)
    copy.save()
    role = Role.objects.create(tournament=copy, player=owner, kind=RoleKind.OWNER)
    act = TournamentCopied(copy.uid, copied=tournament.uid, scope=evidence.SCOPE)
    log.append(act, of=copy, by=by, rows=[copy, role])
    if has_officers:
        _copy_officers(tournament, copy, by=owner)
    events = _copy_events(tournament, copy, by=by, shift=shift)
    _copy_tables(tournament, copy, by=by, events=events)
    return copy


def copy_event(
    event: Event, *, by: Player | None, name: str, starts_at: datetime | None = None, **own: Any
) -> Event:
    """Create an event with the settings, fees and prizes of this one, without its stages.

    `own` are the columns with other values.
    """
    declared = {"unrated_by": by or event.unrated_by} if event.is_unrated else {}
    payout = None if event.payout is None else Payout.from_dict(event.payout).unsplit.to_dict()
    copy = _like(event, name=name.strip(), starts_at=starts_at, payout=payout, **declared, **own)
    check_fields(copy)
    copy.save()
    act = EventCreated(
        copy.uid,
        copied=event.uid,
        capacity=copy.capacity,
        grace_minutes=copy.grace_minutes,
        registration=Registration(copy.registration),
    )
    log.append(act, of=copy.tournament, by=by, event=copy, rows=[copy])
    for fee in Fee.objects.filter(event=event, ended_at=None):
        copied = _like(fee, event=copy)
        copied.save()
        fee_set = FeeSet(
            copied.uid, kind=FeeKind(copied.kind), amount=copied.amount, optional=copied.is_optional
        )
        log.append(fee_set, of=copy.tournament, by=by, event=copy)
    return copy


def copy_stage(stage: Stage, event: Event, *, by: Player | None, **own: Any) -> Stage:
    """Create an undrawn stage of another event with the format, options, lengths and feeds of this one."""
    own |= {"ties": [], "by_hand": [], "match_days": []}
    copy = _like(stage, event=event, is_held=False, completed_at=None, standings=None, **own)
    copy.save()
    act = StageCreated(
        copy.uid,
        format=copy.format,
        options=copy.options,
        lengths=tuple(copy.lengths),
        feeds=tuple(copy.feeds),
        best_of=tuple(copy.best_of) if copy.best_of != [1] else ABSENT,
    )
    log.append(act, of=event.tournament, by=by, event=event, rows=[copy])
    return copy


def _copy_events(
    tournament: Tournament, copy: Tournament, *, by: Player | None, shift: timedelta
) -> dict[int, Event]:
    """Copy the events with their stages; return the copies by the primary key of the original."""
    chains = LogEntry.objects.filter(tournament=tournament, code=NextOpened.code).values_list(
        "subject", flat=True
    )
    events = list(Event.objects.filter(tournament=tournament).exclude(uid__in=list(chains)))
    copies = {
        event.pk: copy_event(
            event,
            by=by,
            name=event.name,
            starts_at=_shifted(event.starts_at, by=shift, zone=tournament.time_zone),
            tournament=copy,
            registration=Registration.DESK
            if event.registration == Registration.CLOSED
            else event.registration,
            qualifies_for=None,
            pays_entry=False,
        )
        for event in events
    }
    for event in events:
        # Lengths fixed for single rounds are not copied.
        for stage in Stage.objects.filter(event=event).order_by("order"):
            if not stage.is_playoff:
                copy_stage(stage, copies[event.pk], by=by, round_lengths={})
        target = copies.get(event.qualifies_for_id or 0)
        if target is not None:
            copies[event.pk].qualifies_for, copies[event.pk].pays_entry = target, event.pays_entry
            copies[event.pk].save(update_fields=["qualifies_for", "pays_entry"])
            act = QualifierSet(
                copies[event.pk].uid,
                target=target.uid,
                places=event.qualifying_places,
                pays_entry=event.pays_entry or ABSENT,
            )
            log.append(act, of=copy, by=by, event=copies[event.pk], rows=[copies[event.pk]])
    return copies


def _copy_tables(
    tournament: Tournament, copy: Tournament, *, by: Player | None, events: Mapping[int, Event]
) -> None:
    tables = [
        _like(
            table,
            tournament=copy,
            is_out_of_order=False,
            reserved_for=events.get(table.reserved_for_id or 0),
        )
        for table in Table.objects.filter(tournament=tournament)
    ]
    Table.objects.bulk_create(tables)
    if tables:
        act = TablesAdded(
            copy.uid,
            tables=tuple(table.uid for table in tables),
            proofs=new_proofs([evidence.of_table(table) for table in tables]),
        )
        log.append(act, of=copy, by=by)


def _copy_officers(tournament: Tournament, copy: Tournament, *, by: Player) -> None:
    """Copy the officers; a former owner becomes a director."""
    for role in Role.objects.filter(tournament=tournament).exclude(player=by).select_related("player"):
        kind = RoleKind.DIRECTOR if role.kind == RoleKind.OWNER else RoleKind(role.kind)
        copied = Role.objects.create(tournament=copy, player=role.player, kind=kind)
        log.append(Appointed(role.player.uid, kind=kind), of=copy, by=by, rows=[copied])


def _shifted(at: datetime | None, *, by: timedelta, zone: ZoneInfo) -> datetime | None:
    """Return the same local time shifted by `by`, across changes of daylight saving time."""
    if at is None:
        return None
    local = at.astimezone(zone).replace(tzinfo=None)
    return (local + by).replace(tzinfo=zone)


def _like(row: Row, **own: Any) -> Row:
    """Return an unsaved copy of the row without its identifying columns."""
    fields = row._meta.concrete_fields  # noqa: SLF001 - the documented way to the columns
    shared = {field.name: getattr(row, field.name) for field in fields if field.name not in _ITS_OWN}
    return type(row)(**shared | own)
