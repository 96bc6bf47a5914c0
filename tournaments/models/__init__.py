"""The tables of the competition."""

from .access_link import AccessLink, Purpose
from .draw import Commitment, Draw
from .entrant import Entrant, EntrantPlayer, Via
from .event import Event, Registration
from .idempotency_key import IdempotencyKey
from .log_entry import Actor, LogEntry
from .notice import Notice
from .outbox import OutboxJob
from .pairing import Pairing, Seat
from .record_analysis import RecordAnalysis, analysis_of
from .stage import Stage, StageEntry
from .table import Table, TableUse
from .tournament import Role, RoleKind, Tournament, Visibility

__all__ = [
    "AccessLink",
    "Actor",
    "Commitment",
    "Draw",
    "Entrant",
    "EntrantPlayer",
    "Event",
    "IdempotencyKey",
    "LogEntry",
    "Notice",
    "OutboxJob",
    "Pairing",
    "Purpose",
    "RecordAnalysis",
    "Registration",
    "Role",
    "RoleKind",
    "Seat",
    "Stage",
    "StageEntry",
    "Table",
    "TableUse",
    "Tournament",
    "Via",
    "Visibility",
    "analysis_of",
]
