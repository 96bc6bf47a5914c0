"""Results: reports, confirmations, disputes and rulings; each call is one transaction with its log entry."""

from .changes import change_length, penalise, start, take_back, take_back_start
from .disputes import add_statement, dispute
from .reporting import ReportResult, confirm, confirm_overdue, confirm_overdue_report, report
from .rulings import correct, forfeit, give_up, rule, take_back_result

__all__ = [
    "ReportResult",
    "add_statement",
    "change_length",
    "confirm",
    "confirm_overdue",
    "confirm_overdue_report",
    "correct",
    "dispute",
    "forfeit",
    "give_up",
    "penalise",
    "report",
    "rule",
    "start",
    "take_back",
    "take_back_result",
    "take_back_start",
]
