"""Comparisons of game records with reports, as evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matches.models import GameRecord, Match
from matches.queries import Comparison, ReportFacts, compare, report_facts, situation

from .analyses import ShownAnalysis, shown_analysis
from .facts import RecordedFacts, recorded_facts


def comparisons(record: GameRecord) -> tuple[Comparison, ...]:
    """Return the record compared with the match result, else with each side's newest report.

    Unchecked and unreadable records have no comparison. A record is evidence for a report it agrees with.
    """
    return _beside([record], in_question(record.match))


def evidence(match: Match) -> tuple[Comparison, ...]:
    """Return each record of the match compared with each report in question, oldest record first."""
    return _beside(list(match.records.defer("data")), in_question(match))


@dataclass(frozen=True, slots=True)
class RecordView:
    """A game record with its comparisons, facts and analysis."""

    record: GameRecord
    comparisons: tuple[Comparison, ...]
    facts: RecordedFacts | None
    analysis: ShownAnalysis | None


def records_seen(match: Match, records: Sequence[GameRecord]) -> list[RecordView]:
    """Return these records of a match with comparisons, facts and analyses; at most twelve queries.

    The analyses must be loaded with the records.
    """
    claims = in_question(match) if any(record.is_checked for record in records) else []
    return [
        RecordView(record, _beside([record], claims), recorded_facts(record), shown_analysis(record))
        for record in records
    ]


def in_question(match: Match) -> list[ReportFacts]:
    """Return the reports with which a record of the match is compared; at most twelve queries."""
    final_report = match.accepted_report
    reports = [final_report] if final_report is not None else list(situation(match).newest.values())
    for report in reports:
        # The comparison reads the sides of the match, which is loaded already.
        report.match = match
    return [report_facts(report) for report in reports]


def _beside(records: Sequence[GameRecord], reports: Sequence[ReportFacts]) -> tuple[Comparison, ...]:
    results = (compare(record, claim) for record in records for claim in reports)
    return tuple(comparison for comparison in results if comparison is not None)
