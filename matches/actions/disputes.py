"""Disputes: opened over a report, spoken to by both sides, closed by a ruling or by agreement."""

from __future__ import annotations

from django.utils import timezone

from matches.models import Dispute, Match, Player, Report, Ruling, Statement


def open_over(
    report: Report, *, by: Player | None, reason: str, counter_report: Report | None = None
) -> Dispute:
    """Contest a report, with what the other side says the result was if it says so."""
    return Dispute.objects.create(
        match=report.match, report=report, counter_report=counter_report, raised_by=by, reason=reason
    )


def counter(dispute: Dispute, report: Report) -> None:
    """Set another result against the disputed one, where the dispute was opened without."""
    dispute.counter_report = report
    dispute.save(update_fields=["counter_report"])


def state(dispute: Dispute, *, by: Player | None, text: str) -> Statement:
    """Add what somebody says about it."""
    return Statement.objects.create(dispute=dispute, by=by, text=text)


def close(dispute: Dispute) -> None:
    """Close it: the sides agree, or the director has ruled."""
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
    """Keep a director's decision with its reason and the clause it rests on; without a dispute it is a correction."""
    return Ruling.objects.create(
        match=match, dispute=dispute, report=report, by=by, reason=reason, clause=clause
    )
