"""The inverses of acts on matches."""

from __future__ import annotations

from matches.models import Player, Report
from matches.queries import games_of
from tournaments.actions import results
from tournaments.actions.draws.progress import follow
from tournaments.actions.inverses import changed, inverse, match_of, reason_of, row_of
from tournaments.actions.results.transaction import event_of
from tournaments.acts.results import (
    MatchForfeited,
    OfReport,
    ResultConfirmed,
    ResultReported,
    ResultTakenBack,
)
from tournaments.models import LogEntry


@inverse(ResultReported, ResultConfirmed, MatchForfeited)
def _take_back_result(entry: LogEntry, act: OfReport, by: Player | None) -> None:
    """Remove a result entered by a director, unless the match has another result since."""
    match = match_of(act.subject)
    report = match.accepted_report
    if report is None or report.uid != act.report:
        raise changed()
    results.take_back_result(match, by=by)


@inverse(ResultTakenBack)
def _enter_again(entry: LogEntry, act: ResultTakenBack, by: Player | None) -> None:
    """Restore a removed result while the match is open."""
    match = match_of(act.subject)
    report = row_of(Report.objects.all(), uid=act.report, match=match)
    if match.is_final:
        raise changed()
    games = games_of(report) if report.has_games else None
    results.report(
        match,
        by=by,
        source=report.source,
        games=games,
        score=None if games is not None else report.score,
        outcome=report.outcome,
        winner=report.winner or None,
        overrides=[override["code"] for override in report.overrides],
        reason=report.reason or (reason_of(entry) if report.overrides else ""),
    )
    # At once, so that what the removal cancelled comes back as it was.
    follow(event_of(match), cause=None)
