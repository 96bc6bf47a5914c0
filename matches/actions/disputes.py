"""Disputes: opened over a report, argued by both sides, closed by a ruling or by agreement."""

from __future__ import annotations

from django.utils import timezone

from matches.models import Dispute, Match, Player, Report, Ruling, Statement


def open_over(
    report: Report, *, by: Player | None, reason: str, counter_report: Report | None = None
) -> Dispute:
    """Open a dispute over a report, with the other side's own result if it gives one."""
    return Dispute.objects.create(
        match=report.match, report=report, counter_report=counter_report, raised_by=by, reason=reason
    )


def counter(dispute: Dispute, report: Report) -> None:
    """Add the other side's result to a dispute that was opened without one."""
    dispute.counter_report = report
    dispute.save(update_fields=["counter_report"])


def state(dispute: Dispute, *, by: Player | None, text: str) -> Statement:
    """Add a statement of a player or director to a dispute."""
    return Statement.objects.create(dispute=dispute, by=by, text=text)


def close(dispute: Dispute) -> None:
    """Close the dispute after an agreement or a ruling."""
    dispute.closed_at = timezone.now()
    dispute.save(update_fields=["closed_at"])


def rule(
    match: Match,
    report: Report,
    *,
    by: Player,
    reason: str,
    clause: str = "",
    dispute: Dispute | None = None,
) -> Ruling:
    """Store a director's ruling with its reason and its clause; without a dispute it is a correction."""
    return Ruling.objects.create(
        match=match, dispute=dispute, report=report, by=by, reason=reason, clause=clause
    )
