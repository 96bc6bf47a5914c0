"""Calls of matches to tables: manual, next in the queue, or automatic."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError, MatchSuspended
from matches.models import Match, Player, SideMember, Suspension, rows_of_persons
from matches.queries import has_begun
from tournaments import notices
from tournaments.actions import edit_conflicts, log
from tournaments.actions.inverses import changed, inverse, match_of, table_of
from tournaments.actions.locks import lock_matches, lock_tables
from tournaments.actions.permissions import require_desk, require_director
from tournaments.actions.table_uses import ask_for_calls, release_tables
from tournaments.acts import EditedForm
from tournaments.acts.hall import TableAssigned, TableReleased
from tournaments.errors.common import WrongTournament
from tournaments.errors.hall import (
    NoMatchReady,
    NoTableFree,
    PlayerAtAnotherTable,
    TableOutOfOrder,
    TableTaken,
)
from tournaments.errors.results import MatchNotOpen
from tournaments.errors.teams import SeriesByMatches, TeamMatchByBoards
from tournaments.errors.undo import CannotBeUndone
from tournaments.models import (
    Call,
    CallKind,
    Event,
    LogEntry,
    OutboxJob,
    Table,
    TableUse,
    Tournament,
    board_of,
    has_boards,
    is_series,
    pairing_of,
    played_for,
)
from tournaments.queries.hall.next_calls import next_calls, table_for
from tournaments.queries.hall.readiness import hall_of
from tournaments.queries.results.matches import open_matches
from tournaments.queries.state import begun_matches
from tournaments.queue import Job, waiting


@transaction.atomic
def assign(
    match: Match,
    *,
    by: Player | None,
    table: Table,
    log_number: int | None = None,
    overrides: Collection[str] = (),
) -> TableUse:
    """Call an open match to a free table and notify its players; it leaves its previous table.

    Absent players can be called manually. Players at another table cannot, unless a director overrides it by
    its code (`overrides`). `log_number` is the log number that the caller saw: raise EditConflict if the match was
    called elsewhere since.
    """
    event = pairing_of(match).stage.event
    (require_director if overrides else require_desk)(event.tournament, by)
    if table.tournament_id != event.tournament_id:
        raise WrongTournament
    by_boards = SeriesByMatches() if is_series(match) else TeamMatchByBoards() if has_boards(match) else None
    tables = {row.pk: row for row in lock_tables(event.tournament)}
    match = _locked(match)
    _refuse_uncallable(match, by_boards=by_boards)
    table = tables[table.pk]
    use = TableUse.objects.filter(table=table, until=None).first()
    if use is not None and use.match_id == match.pk:
        return use
    edit_conflicts.refuse_if_changed(
        event.tournament, match, log_number=log_number, by=by, forms=(EditedForm.CALL,)
    )
    if use is not None:
        raise TableTaken(table=table.name)
    if table.is_out_of_order:
        raise TableOutOfOrder(table=table.name)
    if PlayerAtAnotherTable.code not in overrides:
        _refuse_elsewhere(match, event.tournament)
    now = timezone.now()
    if release_tables([match.pk], at=now):
        ask_for_calls(event.tournament)
    return _call(match, event, table, by=by, at=now)


@transaction.atomic
def assign_lowest(
    match: Match, *, by: Player | None, log_number: int | None = None, overrides: Collection[str] = ()
) -> TableUse:
    """Call a match to its first suitable free table, one reserved for its event before others.

    Raise NoTableFree if there is none.
    """
    event = pairing_of(match).stage.event
    require_desk(event.tournament, by)
    table = table_for(event, _free(lock_tables(event.tournament)))
    if table is None:
        raise NoTableFree
    return assign(match, by=by, table=table, log_number=log_number, overrides=overrides)


@transaction.atomic
def assign_next(table: Table, *, by: Player | None, event: Event | None = None) -> TableUse:
    """Call the next ready match, of one event or of all, to this table, even a streaming table.

    Raise NoMatchReady if there is none.
    """
    tournament = table.tournament
    require_desk(tournament, by)
    tables = {row.pk: row for row in lock_tables(tournament)}
    table = tables[table.pk]
    hall = hall_of(tournament, open_matches(tournament), now=timezone.now())
    for ready_match in hall.ready:
        of_match = ready_match.line.event
        if table.reserved_for_id in (None, of_match.pk) and event in (None, of_match):
            return assign(ready_match.line.match, by=by, table=table)
    raise NoMatchReady


def call_waiting(tournament: Tournament) -> int:
    """Call the ready matches in their order to free tables; return the number of calls.

    It does nothing unless the tournament calls automatically. It is safe to run concurrently: the tables are
    locked in order, so that no player is called to two tables. All call jobs that existed at the start are
    deleted.
    """
    jobs = list(waiting(Job.CALL, tournament_id=tournament.pk).values_list("pk", flat=True))
    with transaction.atomic():
        calls = _call_waiting(tournament)
        OutboxJob.objects.filter(pk__in=jobs).delete()
    return calls


@transaction.atomic
def free(table: Table, *, by: Player | None) -> None:
    """Free a table, and withdraw the call of a match that has not begun; idempotent."""
    require_desk(table.tournament, by)
    lock_tables(table.tournament)
    use = TableUse.objects.filter(table=table, until=None).select_related("match").first()
    if use is None:
        return
    now = timezone.now()
    release_tables([use.match_id], at=now)
    take_back_calls([use.match_id], at=now)
    event = pairing_of(use.match).stage.event
    log.append(TableReleased(use.match.uid, table=table.uid), of=table.tournament, by=by, event=event)
    ask_for_calls(table.tournament)


def take_back_calls(keys: Iterable[int], *, at: datetime | None = None) -> None:
    """Withdraw the calls of those of these matches that have not begun, `at` a moment, now if None."""
    match_keys = list(keys)
    begun_keys = begun_matches(match_keys)
    calls = Call.objects.filter(
        match__in=[key for key in match_keys if key not in begun_keys], taken_back_at=None
    )
    calls.update(taken_back_at=at or timezone.now())


def _call_waiting(tournament: Tournament) -> int:
    tables = lock_tables(tournament)
    tournament.refresh_from_db()
    free_tables = _free(tables)
    if not tournament.calls_automatically or not free_tables:
        return 0
    hall = hall_of(tournament, open_matches(tournament), now=timezone.now())
    choices = next_calls(hall.ready, free_tables)
    # Matches that changed before their lock are left to the next call.
    locked = {
        row.pk: row for row in lock_matches(ready_match.line.match.pk for ready_match, _table in choices)
    }
    begun_keys = begun_matches(locked)
    broken_off = set(
        Suspension.objects.filter(match__in=locked, resumed_at=None).values_list("match_id", flat=True)
    )
    count = 0
    for ready_match, table in choices:
        match = locked[ready_match.line.match.pk]
        was_begun = ready_match.line.match.started_at is not None
        is_open = not match.is_final and match.cancelled_at is None and match.pk not in broken_off
        if is_open and (was_begun or match.pk not in begun_keys):
            _call(ready_match.line.match, ready_match.line.event, table, by=None, at=timezone.now())
            count += 1
    return count


def _free(tables: Iterable[Table]) -> list[Table]:
    """Return the free tables of these, in their order; tables out of order are skipped."""
    rows = sorted(tables, key=lambda table: (table.order, table.pk))
    occupied = set(TableUse.objects.filter(table__in=rows, until=None).values_list("table_id", flat=True))
    return [table for table in rows if table.pk not in occupied and not table.is_out_of_order]


def _call(match: Match, event: Event, table: Table, *, by: Player | None, at: datetime) -> TableUse:
    use = TableUse.objects.create(table=table, match=match, since=at)
    Call.objects.filter(match=match, taken_back_at=None).update(taken_back_at=use.since)
    Call.objects.create(match=match, kind=CallKind.FIRST, table=table, by=by, at=use.since)
    notices.match_on(match, table=table.name)
    log.append(TableAssigned(match.uid, table=table.uid), of=event.tournament, by=by, event=event)
    return use


def _locked(match: Match) -> Match:
    """Lock and reload the match; keep its cached relations to the event."""
    [row] = lock_matches([match.pk])
    board = board_of(match)
    if board is None:
        row.pairing = match.pairing
    else:
        row.board = board
    return row


def _refuse_uncallable(match: Match, *, by_boards: DomainError | None) -> None:
    if match.is_final or match.cancelled_at is not None:
        raise MatchNotOpen
    if by_boards is not None:
        raise by_boards
    if Suspension.objects.filter(match=match, resumed_at=None).exists():
        raise MatchSuspended


def _refuse_elsewhere(match: Match, tournament: Tournament) -> None:
    """Raise PlayerAtAnotherTable if a player of the match sits at another match in play."""
    members = SideMember.objects.filter(side__in=(match.one_id, match.two_id)).select_related("player")
    players = rows_of_persons([member.player.person_key for member in members])
    sides = SideMember.objects.filter(player__in=players).values("side")
    others = Match.objects.filter(played_for(stage__event__tournament=tournament)).exclude(pk=match.pk)
    uses = TableUse.objects.filter(until=None, match__in=others, match__final_at=None)
    elsewhere = uses.filter(match__one__in=sides) | uses.filter(match__two__in=sides)
    use = elsewhere.select_related("table").first()
    if use is not None:
        seated = SideMember.objects.filter(side__in=(use.match.one_id, use.match.two_id), player__in=players)
        person = seated.select_related("player")[0].player
        raise PlayerAtAnotherTable(player=person.name, table=use.table.name)


@inverse(TableAssigned)
def _free_table(entry: LogEntry, act: TableAssigned, by: Player | None) -> None:
    """Free the table; a match that left another one for it goes back there, where that is free."""
    match, table = match_of(act.subject), table_of(act.table)
    use = TableUse.objects.filter(match=match, table=table, until=None).first()
    if use is None:
        raise changed()
    if has_begun(match):
        raise CannotBeUndone.since(_("The match has begun at this table. Give it another table instead."))
    former = TableUse.objects.filter(match=match, until=use.since).select_related("table").first()
    if former is not None and former.table in _free(lock_tables(table.tournament)):
        assign(match, by=by, table=former.table)
    else:
        free(table, by=by)


@inverse(TableReleased)
def _give_table_again(entry: LogEntry, act: TableReleased, by: Player | None) -> None:
    """Give the match its table again, with the second call and the absences that were noted there."""
    match, table = match_of(act.subject), table_of(act.table)
    former = TableUse.objects.filter(match=match, table=table, until__isnull=False).order_by("until").last()
    assign(match, by=by, table=table)
    if former is not None:
        calls = Call.objects.filter(match=match, table=table, taken_back_at=former.until)
        calls.exclude(kind=CallKind.FIRST).update(taken_back_at=None)
