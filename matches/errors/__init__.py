"""The refusals of this service: each names the rule broken, in the reader's language, with a stable code."""

from ._base import DomainError
from ._match import (
    DifferentReport,
    DirectorOnly,
    DisputeClosed,
    DisputeIsOpen,
    InvalidLength,
    InvalidPenalty,
    MatchAlreadyFinal,
    MatchCancelled,
    MatchNotFinal,
    NothingToDispute,
    NotYourMatch,
    OwnReport,
    RecordEmpty,
    RecordTooLarge,
    ReportReplaced,
    ReportWaits,
    SlipNeedsDirector,
    TextTooLong,
    TooManyRecords,
)
from ._suspension import InvalidSuspension, MatchSuspended, NotSuspended
from .report import Refused, ReportRefused

__all__ = [
    "DifferentReport",
    "DirectorOnly",
    "DisputeClosed",
    "DisputeIsOpen",
    "DomainError",
    "InvalidLength",
    "InvalidPenalty",
    "InvalidSuspension",
    "MatchAlreadyFinal",
    "MatchCancelled",
    "MatchNotFinal",
    "MatchSuspended",
    "NotSuspended",
    "NotYourMatch",
    "NothingToDispute",
    "OwnReport",
    "RecordEmpty",
    "RecordTooLarge",
    "Refused",
    "ReportRefused",
    "ReportReplaced",
    "ReportWaits",
    "SlipNeedsDirector",
    "TextTooLong",
    "TooManyRecords",
]
