"""Suspension of matches, to be resumed later or at another table."""

from __future__ import annotations

from matches.actions import changes, suspending
from matches.errors import MatchSuspended, NotSuspended, ReportWaits
from matches.models import Match, Player, Suspension
from tournaments.actions import edit_conflicts
from tournaments.actions.draws.progress import release_tables
from tournaments.actions.permissions import require_director
from tournaments.actions.results.transaction import SHORT_TEXT, event_of, on_match, text_within
from tournaments.acts.hall import MatchPaused, MatchResumed

from . import calling


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
    seen: int | None = None,
) -> Suspension:
    """Suspend a match with its position, and free its table; clocks in seconds.

    A suspended match counts as begun. Until it is resumed only a director can report it.
    """
    tournament = event_of(match).tournament
    require_director(tournament, by)
    words = text_within(note, SHORT_TEXT)
    with on_match(match, by=by) as step:
        step.refuse_unless_open()
        step.refuse_team_match()
        now = step.situation()
        if now.suspension is not None:
            raise MatchSuspended
        edit_conflicts.refuse_if_changed(tournament, step.match, seen=seen, by=by)
        if now.newest or now.dispute is not None:
            raise ReportWaits
        if step.match.started_at is None:
            changes.start(step.match)
        suspension = suspending.suspend(
            step.match,
            by=by,
            score=score,
            cube=cube,
            cube_owner=cube_owner,
            clocks=clocks,
            xgid=xgid.strip(),
            note=words,
        )
        release_tables([step.match.pk])
        calling.ask(tournament)
        step.note(MatchPaused(match.uid, suspension=suspension.uid, score=score))
    return suspension


def resume(match: Match, *, by: Player | None) -> Suspension:
    """Resume a suspended match, which waits for a table again; raise NotSuspended."""
    tournament = event_of(match).tournament
    require_director(tournament, by)
    with on_match(match, by=by) as step:
        step.refuse_unless_open()
        suspension = step.match.suspensions.filter(resumed_at=None).first()
        if suspension is None:
            raise NotSuspended
        suspending.resume(suspension, by=by)
        calling.ask(tournament)
        step.note(MatchResumed(match.uid, suspension=suspension.uid))
    return suspension
