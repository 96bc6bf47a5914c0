"""Results: reports, confirmations, disputes and rulings; each call is one transaction with its log entry."""

from .changes import change_length, penalise, start, take_back, take_back_start
from .corrections import correct
from .disputes import add_statement, dispute
from .in_order import LineOutcome, enter_in_order
from .reporting import ReportResult, confirm, confirm_overdue, confirm_overdue_report, report
from .rulings import forfeit, give_up, rule, take_back_result
