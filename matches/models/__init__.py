"""The tables of a match."""

from .dispute import Dispute, Ruling, Statement
from .game_record import LARGEST_RECORD, GameRecord, Verdict
from .identity import Identified, new_uid
from .match import LONGEST, SIDE_CHOICES, Match, Settled
from .penalty import LengthChange, Penalty
from .player import Player, name_key
from .report import Immutable, Report, ReportedGame, Source
from .side import Side, SideMember

__all__ = [
    "LARGEST_RECORD",
    "LONGEST",
    "SIDE_CHOICES",
    "Dispute",
    "GameRecord",
    "Identified",
    "Immutable",
    "LengthChange",
    "Match",
    "Penalty",
    "Player",
    "Report",
    "ReportedGame",
    "Ruling",
    "Settled",
    "Side",
    "SideMember",
    "Source",
    "Statement",
    "Verdict",
    "name_key",
    "new_uid",
]
