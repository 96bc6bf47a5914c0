"""Late players: second call, absence, and arrival."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils import timezone

from matches.models import Match, Player
from rules.match import Side
from tournaments.actions.inverses import inverse, match_of
from tournaments.actions.permissions import require_desk
from tournaments.actions.results.transaction import MatchTransaction, event_of, on_match
from tournaments.acts.hall import CalledAgain, HasCome, NotedAbsent
from tournaments.errors.hall import NotCalled
from tournaments.models import Call, CallKind, LogEntry, TableUse


def call_again(match: Match, *, by: Player | None) -> Call:
    """Call a match for the second time; raise NotCalled unless it waits at a table. Idempotent."""
    require_desk(event_of(match).tournament, by)
    with on_match(match, by=by) as tx:
        use = _waiting_at(tx)
        earlier = _standing(match).filter(kind=CallKind.SECOND).first()
        if earlier is not None:
            return earlier
        call = Call.objects.create(match=tx.match, kind=CallKind.SECOND, table=use.table, by=by)
        tx.note(CalledAgain(match.uid, table=use.table.uid))
    return call


def note_absent(match: Match, *, side: str, by: Player | None) -> Call:
    """Record that a side is absent from the table where it was called; idempotent."""
    require_desk(event_of(match).tournament, by)
    name = Side(side).value
    with on_match(match, by=by) as tx:
        use = _waiting_at(tx)
        earlier = _standing(match).filter(kind=CallKind.ABSENT, side=name, ended_at=None).first()
        if earlier is not None:
            return earlier
        call = Call.objects.create(match=tx.match, kind=CallKind.ABSENT, side=name, table=use.table, by=by)
        tx.note(NotedAbsent(match.uid, side=name, table=use.table.uid))
    return call


def note_there(match: Match, *, side: str, by: Player | None) -> None:
    """Record the arrival of an absent side; idempotent."""
    require_desk(event_of(match).tournament, by)
    name = Side(side).value
    with on_match(match, by=by) as tx:
        absent = _standing(match).filter(kind=CallKind.ABSENT, side=name, ended_at=None)
        if absent.update(ended_at=timezone.now()):
            tx.note(HasCome(match.uid, side=name))


def _standing(match: Match) -> QuerySet[Call]:
    return Call.objects.filter(match=match, taken_back_at=None)


def _waiting_at(tx: MatchTransaction) -> TableUse:
    """Return the use of the table at which the match waits; raise NotCalled if there is none."""
    tx.refuse_unless_open()
    use = TableUse.objects.filter(match=tx.match, until=None).select_related("table").first()
    if use is None or tx.match.started_at is not None:
        raise NotCalled
    return use


@inverse(NotedAbsent)
def _is_there(entry: LogEntry, act: NotedAbsent, by: Player | None) -> None:
    note_there(match_of(act.subject), side=act.side, by=by)


@inverse(HasCome)
def _is_absent(entry: LogEntry, act: HasCome, by: Player | None) -> None:
    note_absent(match_of(act.subject), side=act.side, by=by)
