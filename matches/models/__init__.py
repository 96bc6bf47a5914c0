"""The database models of matches."""

from .dispute import Dispute, Ruling, Statement
from .dispute_file import (
    LARGEST_PHOTO,
    PHOTO_TYPES,
    Appeal,
    AppealDecision,
    CommitteeMember,
    Exhibit,
    ExhibitKind,
    Vote,
)
from .game_record import LARGEST_RECORD, GameRecord, Verdict
from .identity import Identified, is_uid, new_uid
from .match import LONGEST, SIDE_CHOICES, Match, Settled
from .names import (
    NameOrder,
    check_line,
    check_name,
    compare_names,
    is_near,
    name_key,
    name_order,
    name_words,
    near_keys,
    without_accents,
)
from .penalty import LengthChange, Penalty
from .player import (
    NameKey,
    Player,
    is_same_person,
    rows_of_person,
    rows_of_persons,
    store_name_keys,
    youngest_adults,
)
from .publicity import (
    Audience,
    PublicAs,
    audience,
    initials,
    is_telling_pseudonym,
    public_name_of_side,
    show_to,
    shown,
    shown_to,
)
from .report import EFFECTIVE, UNSPOKEN, Immutable, Report, ReportedGame, Source
from .side import Side, SideMember
from .suspension import Suspension
