"""Until when a side may contest a result, or answer one, before it counts without a word."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from matches.models import Match, Report, Settled
from matches.queries import side_of
from rules.match import Side
from tournaments.models import board_of, has_boards, pairing_of


def silence_at(report: Report) -> datetime | None:
    """Return when an unanswered report becomes final; None for never, as in a closed event, where nobody can contest it."""
    return report.silence_at if pairing_of(report.match).stage.event.closed_at is None else None


def contest_until(match: Match, side: Side | None) -> datetime | None:
    """Return until when a side may contest the final result; None if it cannot, or can no longer.

    The event's time to answer a report is also the time to contest one that was made for both.
    """
    report = match.accepted_report
    if side is None or report is None or match.final_at is None or match.settled != Settled.TOGETHER:
        return None
    board = board_of(match)
    is_settled_above = has_boards(match) if board is None else board.team_match.is_final
    if is_settled_above or side_of(match, report.by) is side:
        return None
    event = pairing_of(match).stage.event
    until = match.final_at + timedelta(minutes=event.grace_minutes)
    return until if event.closed_at is None and timezone.now() < until else None
