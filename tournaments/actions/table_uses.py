"""The uses of tables by matches: ended, and given again where the table is free."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from matches.models import Match
from tournaments.models import TableUse, Tournament
from tournaments.queries.members import members_by_side
from tournaments.queue import Job, enqueue


def ask_for_calls(tournament: Tournament) -> None:
    """Enqueue the calls of ready matches to free tables, if the tournament calls automatically."""
    if tournament.calls_automatically:
        enqueue(Job.CALL, tournament_id=tournament.pk)


def release_tables(keys: Iterable[int], *, at: datetime | None = None) -> int:
    """End the use of tables by these matches, now unless `at` is another moment; return how many are free."""
    return TableUse.objects.filter(match__in=list(keys), until=None).update(until=at or timezone.now())


def seat_again(match: Match, *, since: datetime | None, tournament: Tournament) -> None:
    """Restore the table that a match that is open again had until its result; if it is taken, let the match be called.

    A match that had left its table before, at `since`, has none to go back to.
    """
    last = TableUse.objects.filter(match=match).order_by("pk").last()
    if last is not None and last.until is not None and (since is None or last.until >= since):
        seat_where_they_were(TableUse.objects.filter(pk=last.pk))
    if not TableUse.objects.filter(match=match, until=None).exists():
        ask_for_calls(tournament)


def seat_where_they_were(uses: QuerySet[TableUse], *, but: Collection[int | None] = ()) -> None:
    """Give matches that are open the tables of these former uses again, where those are free and none of `but`.

    Whoever sits at another table stays there, and a table that somebody else takes at this moment is theirs: those
    matches wait to be called.
    """
    others = TableUse.objects.filter(table=OuterRef("table"), until=None)
    # A match whose result was taken back may be over again at once, by a walkover, or cancelled.
    still_open = uses.filter(match__final_at=None, match__cancelled_at=None)
    former = still_open.filter(~Exists(others), table__is_out_of_order=False).select_related("match", "table")
    tables = {use.table_id: use for use in former.order_by("pk") if use.table_id not in but}
    if not tables:
        return
    tournament = next(iter(tables.values())).table.tournament_id
    at_tables = TableUse.objects.filter(until=None, table__tournament=tournament)
    seats = [side for pair in at_tables.values_list("match__one", "match__two") for side in pair]
    own = [side for use in tables.values() for side in (use.match.one_id, use.match.two_id)]
    members = members_by_side([*seats, *own])
    busy = {player.person_key for side in seats for player in members[side]}
    again = []
    for use in tables.values():
        persons = {
            player.person_key for side in (use.match.one_id, use.match.two_id) for player in members[side]
        }
        if not persons & busy:
            busy |= persons
            again.append(TableUse(table=use.table, match=use.match))
    TableUse.objects.bulk_create(again, ignore_conflicts=True)
