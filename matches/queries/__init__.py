"""Queries about one match: its state, its scoresheet, and its game records compared with its report."""

from .appeals import appeals_of, is_on_committee, majority
from .comparison import (
    Comparison,
    Mismatch,
    MismatchKind,
    ReportFacts,
    compare,
    orientation,
    report_facts,
    swapped_by_names,
)
from .scoresheet import conditions, games_of, least_score, length_in_force, may_have_terms, scoresheet
from .situation import (
    MatchFlags,
    MatchState,
    Situation,
    has_begun,
    members_of,
    open_dispute,
    open_suspension,
    read_once,
    side_of,
    situation,
    with_reports,
)
