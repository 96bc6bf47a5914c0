"""The inverses of acts on the hall and on access links."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.models import Player
from matches.queries import has_begun
from tournaments.actions.hall import announcements, calling, lateness, tables
from tournaments.actions.people import links
from tournaments.acts.hall import (
    AvailabilitySet,
    CallsSet,
    HallAnnounced,
    HasCome,
    NotedAbsent,
    TableAssigned,
    TableChanged,
    TableReleased,
)
from tournaments.acts.people import LinkMade
from tournaments.errors import CannotBeUndone
from tournaments.models import AccessLink, Announcement, Availability, Event, LogEntry, Table, TableUse

from .inverses import changed, earlier, inverse, match_of, row_of


@inverse(TableAssigned)
def _free_table(entry: LogEntry, act: TableAssigned, by: Player | None) -> None:
    match, table = match_of(act.subject), _table(act.table)
    if not TableUse.objects.filter(match=match, table=table, until=None).exists():
        raise changed()
    if has_begun(match):
        raise CannotBeUndone.since(_("The match has begun at this table. Give it another table instead."))
    calling.free(table, by=by)


@inverse(TableReleased)
def _give_table_again(entry: LogEntry, act: TableReleased, by: Player | None) -> None:
    calling.assign(match_of(act.subject), by=by, table=_table(act.table))


@inverse(TableChanged)
def _set_table_back(entry: LogEntry, act: TableChanged, by: Player | None) -> None:
    """Restore the previous settings of a table, unless they have changed since."""
    table = _table(act.subject)
    later = LogEntry.objects.filter(
        tournament=entry.tournament, code=act.code, subject=table.uid, seq__gt=entry.seq
    )
    if later.exists():
        raise changed()
    tables.change_table(
        table,
        by=by,
        is_out_of_order=act.before.is_out_of_order,
        is_streaming=act.before.is_streaming,
        reserved_for=Event.objects.filter(uid=act.before.reserved_for).first(),
    )


@inverse(NotedAbsent)
def _is_there(entry: LogEntry, act: NotedAbsent, by: Player | None) -> None:
    lateness.note_there(match_of(act.subject), side=act.side, by=by)


@inverse(HasCome)
def _is_absent(entry: LogEntry, act: HasCome, by: Player | None) -> None:
    lateness.note_absent(match_of(act.subject), side=act.side, by=by)


@inverse(CallsSet)
def _set_automatic_back(entry: LogEntry, act: CallsSet, by: Player | None) -> None:
    tables.set_automatic(entry.tournament, by=by, is_on=not act.is_on)


@inverse(AvailabilitySet)
def _can_be_called_as_before(entry: LogEntry, act: AvailabilitySet, by: Player | None) -> None:
    player = row_of(Player.objects.all(), uid=act.subject)
    row = row_of(Availability.objects.all(), tournament=entry.tournament, player=player)
    if (act.away_until, act.leaves_at, act.not_before) != (row.away_until, row.leaves_at, row.not_before):
        raise changed()
    before = next(earlier(entry, AvailabilitySet), None)
    tables.set_availability(
        entry.tournament,
        player,
        by=by,
        note=row.note,
        away_until=before.away_until if before else None,
        leaves_at=before.leaves_at if before else None,
        not_before=before.not_before if before else None,
    )


@inverse(HallAnnounced)
def _take_down(entry: LogEntry, act: HallAnnounced, by: Player | None) -> None:
    announcement = row_of(Announcement.objects.select_related("tournament"), uid=act.subject)
    announcements.take_down(announcement, by=by)


@inverse(LinkMade)
def _revoke(entry: LogEntry, act: LinkMade, by: Player | None) -> None:
    link = row_of(AccessLink.objects.select_related("tournament", "event"), uid=act.subject)
    links.revoke(link, by=by)


def _table(uid: str) -> Table:
    return row_of(Table.objects.select_related("tournament"), uid=uid)
