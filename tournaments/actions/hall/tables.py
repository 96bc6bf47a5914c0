"""Settings of the hall: reserved tables, tables out of order, automatic calls, and availability of players."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from matches.models import Player, is_same_person, rows_of_person
from tournaments.actions import log
from tournaments.actions.inverses import changed, earlier, inverse, row_of, table_of
from tournaments.actions.locks import lock_log, lock_tables
from tournaments.actions.permissions import require_desk, require_director
from tournaments.actions.proving import new_proofs
from tournaments.actions.results.transaction import text_within
from tournaments.actions.table_uses import ask_for_calls
from tournaments.acts import ABSENT, Absent
from tournaments.acts.hall import (
    AvailabilitySet,
    CallsSet,
    TableChanged,
    TableSettings,
    WaitingLimitSet,
)
from tournaments.errors.common import Forbidden, WrongTournament
from tournaments.errors.hall import InvalidAvailability, InvalidWaitingLimit, TableInUse
from tournaments.models import (
    DIRECT,
    LONGEST_LIMIT,
    SHORTEST_LIMIT,
    Availability,
    EntrantPlayer,
    Event,
    LogEntry,
    Origin,
    Table,
    TableUse,
    Tournament,
)
from tournaments.queries.audit import evidence
from tournaments.queue import Job, enqueue

_NOTE = 200


@transaction.atomic
def change_table(
    table: Table,
    *,
    by: Player | None,
    is_out_of_order: bool,
    is_streaming: bool,
    reserved_for: Event | None,
) -> Table:
    """Set the availability, streaming flag and reservation of a table, which automatic calls respect.

    Raise TableInUse if a table in use is set out of order.
    """
    tournament = table.tournament
    require_desk(tournament, by)
    if reserved_for is not None and reserved_for.tournament_id != tournament.pk:
        raise WrongTournament
    table = {row.pk: row for row in lock_tables(tournament)}[table.pk]
    table.tournament = tournament
    values = (is_out_of_order, is_streaming, reserved_for)
    if values == (table.is_out_of_order, table.is_streaming, table.reserved_for):
        return table
    if is_out_of_order and TableUse.objects.filter(table=table, until=None).exists():
        raise TableInUse(table=table.name)
    before = _purpose(table)
    table.is_out_of_order, table.is_streaming, table.reserved_for = values
    table.save(update_fields=["is_out_of_order", "is_streaming", "reserved_for"])
    ask_for_calls(tournament)
    act = TableChanged(
        table.uid,
        before=before,
        is_out_of_order=is_out_of_order,
        is_streaming=is_streaming,
        reserved_for=None if reserved_for is None else reserved_for.uid,
        proofs=new_proofs([evidence.of_purpose(table)]),
    )
    log.append(act, of=tournament, by=by, event=reserved_for)
    return table


@transaction.atomic
def set_automatic(tournament: Tournament, *, by: Player | None, is_on: bool) -> Tournament:
    """Turn automatic calls to free tables on or off."""
    require_director(tournament, by)
    head = lock_log(tournament)
    tournament.calls_automatically = is_on
    if head.calls_automatically == is_on:
        return tournament
    tournament.save(update_fields=["calls_automatically"])
    ask_for_calls(tournament)
    log.append(CallsSet(tournament.uid, is_on=is_on), of=tournament, by=by, rows=[tournament])
    return tournament


@transaction.atomic
def set_waiting_limit(tournament: Tournament, *, by: Player | None, minutes: int | None) -> Tournament:
    """Set the minutes after which a waiting match is called before others with a longer way; None removes the limit.

    Raise InvalidWaitingLimit if it is below five minutes or above a day.
    """
    require_director(tournament, by)
    if minutes is not None and not SHORTEST_LIMIT <= minutes <= LONGEST_LIMIT:
        raise InvalidWaitingLimit(fewest=SHORTEST_LIMIT, most=LONGEST_LIMIT)
    before = lock_log(tournament).waiting_limit
    tournament.waiting_limit = minutes
    if before == minutes:
        return tournament
    tournament.save(update_fields=["waiting_limit"])
    ask_for_calls(tournament)
    act = WaitingLimitSet(tournament.uid, minutes=minutes, before=before)
    log.append(act, of=tournament, by=by, rows=[tournament])
    return tournament


@transaction.atomic
def set_availability(
    tournament: Tournament,
    player: Player,
    *,
    by: Player | None,
    away_until: datetime | Absent | None = ABSENT,
    leaves_at: datetime | Absent | None = ABSENT,
    not_before: datetime | Absent | None = ABSENT,
    note: str | Absent = ABSENT,
    origin: Origin = DIRECT,
) -> Availability:
    """Set when a player can be called, as the desk or as the player; what is left out stays, and None clears.

    Raise InvalidAvailability if the player would return after leaving.
    """
    _require_own_or_desk(tournament, player, by)
    lock_log(tournament)
    own = Availability.objects.filter(tournament=tournament, player__in=rows_of_person(player.person_key))
    former = own.order_by("-pk").first()
    row = former or Availability(tournament=tournament, player=player)
    values = {
        "away_until": away_until,
        "leaves_at": leaves_at,
        "not_before": not_before,
        "note": note if note is ABSENT else text_within(note, _NOTE),
    }
    changes = {
        name: value for name, value in values.items() if value is not ABSENT and value != getattr(row, name)
    }
    for name, value in changes.items():
        setattr(row, name, value)
    back = max((moment for moment in (row.away_until, row.not_before) if moment is not None), default=None)
    if row.leaves_at is not None and back is not None and back >= row.leaves_at:
        raise InvalidAvailability
    if not changes:
        return row
    row.save()
    ask_for_calls(tournament)
    if tournament.calls_automatically and back is not None:
        enqueue(Job.CALL, due=back, tournament_id=tournament.pk)
    act = AvailabilitySet(
        row.player.uid, away_until=row.away_until, leaves_at=row.leaves_at, not_before=row.not_before
    )
    log.append(act, of=tournament, by=by, origin=origin)
    return row


def _purpose(table: Table) -> TableSettings:
    return TableSettings(
        is_out_of_order=table.is_out_of_order,
        is_streaming=table.is_streaming,
        reserved_for=None if table.reserved_for is None else table.reserved_for.uid,
    )


def _require_own_or_desk(tournament: Tournament, player: Player, by: Player | None) -> None:
    """Raise Forbidden unless `by` is the player and is entered here, or holds an office."""
    if not is_same_person(by, player):
        require_desk(tournament, by)
    elif not EntrantPlayer.objects.filter(
        event__tournament=tournament, player__in=rows_of_person(player.person_key)
    ).exists():
        raise Forbidden


@inverse(TableChanged)
def _set_table_back(entry: LogEntry, act: TableChanged, by: Player | None) -> None:
    """Restore the previous settings of a table, unless they have changed since."""
    table = table_of(act.subject)
    later = LogEntry.objects.filter(
        tournament=entry.tournament, code=act.code, subject=table.uid, seq__gt=entry.seq
    )
    if later.exists():
        raise changed()
    change_table(
        table,
        by=by,
        is_out_of_order=act.before.is_out_of_order,
        is_streaming=act.before.is_streaming,
        reserved_for=Event.objects.filter(uid=act.before.reserved_for).first(),
    )


@inverse(CallsSet)
def _set_automatic_back(entry: LogEntry, act: CallsSet, by: Player | None) -> None:
    set_automatic(entry.tournament, by=by, is_on=not act.is_on)


@inverse(WaitingLimitSet)
def _set_waiting_limit_back(entry: LogEntry, act: WaitingLimitSet, by: Player | None) -> None:
    if entry.tournament.waiting_limit != act.minutes:
        raise changed()
    set_waiting_limit(entry.tournament, by=by, minutes=act.before)


@inverse(AvailabilitySet)
def _can_be_called_as_before(entry: LogEntry, act: AvailabilitySet, by: Player | None) -> None:
    player = row_of(Player.objects.all(), uid=act.subject)
    row = row_of(Availability.objects.all(), tournament=entry.tournament, player=player)
    if (act.away_until, act.leaves_at, act.not_before) != (row.away_until, row.leaves_at, row.not_before):
        raise changed()
    before = next(earlier(entry, AvailabilitySet), None)
    set_availability(
        entry.tournament,
        player,
        by=by,
        note=row.note,
        away_until=before.away_until if before else None,
        leaves_at=before.leaves_at if before else None,
        not_before=before.not_before if before else None,
    )
