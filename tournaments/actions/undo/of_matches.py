"""The inverses of acts on matches."""

from __future__ import annotations

from matches.models import LengthChange, Penalty, Player, Report, Suspension
from matches.queries import games_of
from tournaments.actions import results
from tournaments.actions.hall import suspending
from tournaments.actions.inverses import changed, inverse, match_of, reason_of, row_of
from tournaments.acts.hall import MatchPaused, MatchResumed
from tournaments.acts.results import (
    LengthChanged,
    MatchForfeited,
    MatchStarted,
    OfReport,
    PenaltyGiven,
    PenaltyTakenBack,
    ResultConfirmed,
    ResultReported,
    ResultTakenBack,
    StartTakenBack,
)
from tournaments.models import LogEntry


@inverse(MatchStarted)
def _not_begun(entry: LogEntry, act: MatchStarted, by: Player | None) -> None:
    results.take_back_start(match_of(act.subject), by=by)


@inverse(StartTakenBack)
def _begin_again(entry: LogEntry, act: StartTakenBack, by: Player | None) -> None:
    results.start(match_of(act.subject), by=by)


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


@inverse(PenaltyGiven)
def _take_back_penalty(entry: LogEntry, act: PenaltyGiven, by: Player | None) -> None:
    results.take_back(row_of(Penalty.objects.select_related("match"), uid=act.penalty), by=by)


@inverse(PenaltyTakenBack)
def _penalise_again(entry: LogEntry, act: PenaltyTakenBack, by: Player | None) -> None:
    penalty = row_of(Penalty.objects.all(), uid=act.penalty)
    results.penalise(
        match_of(act.subject),
        by=by,
        to=penalty.to,
        points=penalty.points,
        before_game=penalty.before_game,
        reason=penalty.reason,
    )


@inverse(LengthChanged)
def _length_as_before(entry: LogEntry, act: LengthChanged, by: Player | None) -> None:
    match = match_of(act.subject)
    last = LengthChange.objects.filter(match=match).order_by("pk").last()
    if last is None or (last.length, last.before_game) != (act.length, act.before_game):
        raise changed()
    results.change_length(
        match, by=by, length=act.before, before_game=act.before_game, reason=reason_of(entry)
    )


@inverse(MatchPaused)
def _resume(entry: LogEntry, act: MatchPaused, by: Player | None) -> None:
    suspending.resume(match_of(act.subject), by=by)


@inverse(MatchResumed)
def _suspend_again(entry: LogEntry, act: MatchResumed, by: Player | None) -> None:
    stood = row_of(Suspension.objects.all(), uid=act.suspension)
    suspending.suspend(
        match_of(act.subject),
        by=by,
        score=(stood.score_one, stood.score_two),
        cube=stood.cube,
        cube_owner=stood.cube_owner,
        clocks=(stood.clock_one, stood.clock_two),
        xgid=stood.xgid,
        note=stood.note,
    )
