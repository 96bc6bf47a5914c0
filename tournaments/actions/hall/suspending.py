"""Suspension of matches, to be resumed later or at another table."""

from __future__ import annotations

from matches.actions import changes, suspending
from matches.errors import MatchSuspended, NotSuspended, ReportWaits
from matches.models import EFFECTIVE, Match, Player, Suspension
from tournaments.actions import edit_conflicts
from tournaments.actions.inverses import changed, inverse, match_of, row_of
from tournaments.actions.locks import lock_tables
from tournaments.actions.permissions import require_director
from tournaments.actions.results.changes import take_back_start
from tournaments.actions.results.transaction import SHORT_TEXT, event_of, on_match, text_within
from tournaments.actions.table_uses import ask_for_calls, release_tables, seat_again
from tournaments.acts import ABSENT
from tournaments.acts.hall import MatchPaused, MatchResumed
from tournaments.models import LogEntry


def suspend(
    match: Match,
    *,
    by: Player | None,
    score: tuple[int, int],
    cube: int = 1,
    cube_owner: str = "",
    clocks: tuple[int | None, int | None] = (None, None),
    xgid: str = "",
    note: str = "",
    log_number: int | None = None,
) -> Suspension:
    """Suspend a match with its position, and free its table; clocks in seconds.

    A suspended match counts as begun. Until it is resumed only a director can report it.
    """
    tournament = event_of(match).tournament
    require_director(tournament, by)
    words = text_within(note, SHORT_TEXT)
    with on_match(match, by=by) as tx:
        tx.refuse_unless_open()
        tx.refuse_team_match()
        now = tx.situation_at_lock()
        if now.suspension is not None:
            raise MatchSuspended
        edit_conflicts.refuse_if_changed(tournament, tx.match, log_number=log_number, by=by)
        if now.newest or now.dispute is not None:
            raise ReportWaits
        starts = tx.match.started_at is None
        if starts:
            changes.start(tx.match)
        suspension = suspending.suspend(
            tx.match,
            by=by,
            score=score,
            cube=cube,
            cube_owner=cube_owner,
            clocks=clocks,
            xgid=xgid.strip(),
            note=words,
        )
        release_tables([tx.match.pk])
        ask_for_calls(tournament)
        tx.note(MatchPaused(match.uid, suspension=suspension.uid, score=score, starts=starts or ABSENT))
    return suspension


def resume(match: Match, *, by: Player | None) -> Suspension:
    """Resume a suspended match, which waits for a table again; raise NotSuspended."""
    tournament = event_of(match).tournament
    require_director(tournament, by)
    with on_match(match, by=by) as tx:
        tx.refuse_unless_open()
        suspension = tx.match.suspensions.filter(resumed_at=None).first()
        if suspension is None:
            raise NotSuspended
        suspending.resume(suspension, by=by)
        ask_for_calls(tournament)
        tx.note(MatchResumed(match.uid, suspension=suspension.uid))
    return suspension


@inverse(MatchPaused)
def _resume(entry: LogEntry, act: MatchPaused, by: Player | None) -> None:
    """Let the match go on at its table, where that is free; one that was not started is not begun again."""
    match = match_of(act.subject)
    lock_tables(entry.tournament)
    suspension = resume(match, by=by)
    if suspension.uid != act.suspension:
        raise changed()
    if act.starts is True and not match.reports.filter(EFFECTIVE).exists():
        take_back_start(match, by=by)
    seat_again(match, since=suspension.at, tournament=entry.tournament)


@inverse(MatchResumed)
def _suspend_again(entry: LogEntry, act: MatchResumed, by: Player | None) -> None:
    stood = row_of(Suspension.objects.all(), uid=act.suspension)
    suspend(
        match_of(act.subject),
        by=by,
        score=(stood.score_one, stood.score_two),
        cube=stood.cube,
        cube_owner=stood.cube_owner,
        clocks=(stood.clock_one, stood.clock_two),
        xgid=stood.xgid,
        note=stood.note,
    )
