"""The tables of the competition."""

from .access_link import DIRECT, AccessLink, Origin, Purpose
from .board import (
    WAY_TO_TOURNAMENT,
    Board,
    LineupPlace,
    board_of,
    is_no_board,
    is_team_match,
    pairing_of,
    played_for,
)
from .challenge import Challenge
from .clock_mark import ClockMark, Passed, boot_time
from .club import Club, ClubKind, ClubName
from .draw import Commitment, Draw
from .draw_input import DrawInput, DrawnEntry, UnreadableInput
from .entrant import Entrant, EntrantPlayer, Via
from .event import Event, EventKind, FinishRules, Registration, Scores
from .event_rules import CUBES, DEFAULT_PROFILE, RULE_NUMBERS, RULE_SETTINGS, wrong_settings
from .federation import RIGHTS, Federation, FederationEntry, OfficeKind, Officer, Right
from .hall import Announcement, Availability, Call, CallKind
from .idempotency_key import IdempotencyKey
from .ledger import LARGEST_AMOUNT, CashBox, Fee, FeeKind, LedgerLine, LineKind, Means
from .log_entry import LogEntry
from .log_stream import Actor, ChainEntry, LogStream
from .lots import Lot, LotChain
from .membership import Member, Membership, MembershipKind
from .merge import Merge, NoDuplicate
from .notice import Notice
from .notice_code import NoticeCode
from .outbox import AccountMail, OutboxJob
from .pairing import Pairing, Seat
from .proof import LogText, ProofSalt
from .record_analysis import RecordAnalysis, analysis_of
from .sanction import Sanction, SanctionState
from .stage import STAGE_NAMES, Stage, StageEntry
from .stored_tie import StoredTie, decisions_in
from .table import Table, TableUse
from .tournament import Role, RoleKind, Tournament, Visibility

__all__ = [
    "CUBES",
    "DEFAULT_PROFILE",
    "DIRECT",
    "LARGEST_AMOUNT",
    "RIGHTS",
    "RULE_NUMBERS",
    "RULE_SETTINGS",
    "STAGE_NAMES",
    "WAY_TO_TOURNAMENT",
    "AccessLink",
    "AccountMail",
    "Actor",
    "Announcement",
    "Availability",
    "Board",
    "Call",
    "CallKind",
    "CashBox",
    "ChainEntry",
    "Challenge",
    "ClockMark",
    "Club",
    "ClubKind",
    "ClubName",
    "Commitment",
    "Draw",
    "DrawInput",
    "DrawnEntry",
    "Entrant",
    "EntrantPlayer",
    "Event",
    "EventKind",
    "Federation",
    "FederationEntry",
    "Fee",
    "FeeKind",
    "FinishRules",
    "IdempotencyKey",
    "LedgerLine",
    "LineKind",
    "LineupPlace",
    "LogEntry",
    "LogStream",
    "LogText",
    "Lot",
    "LotChain",
    "Means",
    "Member",
    "Membership",
    "MembershipKind",
    "Merge",
    "NoDuplicate",
    "Notice",
    "NoticeCode",
    "OfficeKind",
    "Officer",
    "Origin",
    "OutboxJob",
    "Pairing",
    "Passed",
    "ProofSalt",
    "Purpose",
    "RecordAnalysis",
    "Registration",
    "Right",
    "Role",
    "RoleKind",
    "Sanction",
    "SanctionState",
    "Scores",
    "Seat",
    "Stage",
    "StageEntry",
    "StoredTie",
    "Table",
    "TableUse",
    "Tournament",
    "UnreadableInput",
    "Via",
    "Visibility",
    "analysis_of",
    "board_of",
    "boot_time",
    "decisions_in",
    "is_no_board",
    "is_team_match",
    "pairing_of",
    "played_for",
    "wrong_settings",
]
