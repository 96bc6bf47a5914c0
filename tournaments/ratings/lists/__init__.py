"""Whole rating lists over columns of matches: exact, and as fast as a plain loop in floats.

`by_match` computes a list match by match, `by_period` period by period; `digest` names a list by its content.
"""

from tournaments.ratings.lists.by_match import (
    SumMoved,
    changes_by_match,
    experience_before,
    generic_changes,
    ratings_before,
)
from tournaments.ratings.lists.by_period import (
    PeriodColumns,
    calendar_ends,
    generic_period,
    months_of,
    weeks_of,
)
from tournaments.ratings.lists.columns import ChangeColumns, Ints, MatchColumns, NoMatch, RatingColumns, ints
from tournaments.ratings.lists.players import ListedPlayers
from tournaments.ratings.lists.records import (
    Achieved,
    RecordKind,
    best_records,
    records_of,
)
from tournaments.ratings.lists.sides import SideColumns, group_bounds, interleaved, split

from .columns import digest
