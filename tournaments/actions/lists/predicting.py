"""A list computed from rows of the feed without storing it, with the chance that each winner had."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from django.db import transaction
from numpy.typing import NDArray

from tournaments.models import CountingRule, RatingList
from tournaments.queries.ratings.rated_rows import RatedRows, rated_rows
from tournaments.queries.ratings.variations import VariationResult, VariedList
from tournaments.ratings.base import MatchFormula
from tournaments.ratings.lists import ChangeColumns, Ints, ListedPlayers, changes_by_match
from tournaments.ratings.trials import MatchChanges, Prediction, chances, scores

from . import computed_list, marks


@dataclass(frozen=True, slots=True)
class PredictedList:
    """A list over some rows of the feed: their changes, the players after them, and the chance that each winner had."""

    rows: RatedRows
    changes: ChangeColumns
    players: ListedPlayers
    chance: NDArray[np.float64]

    @classmethod
    def of(cls, rating_list: RatingList, formula: MatchFormula, rows: RatedRows) -> Self:
        """Compute a list."""
        both = np.concatenate((rows.matches.winner, rows.matches.loser))
        players = marks.opening_players(rating_list).joined_by(both)
        matches = computed_list.numbered(players, rows.matches)
        by_group = computed_list.is_by_event(rating_list)
        changes = changes_by_match(formula, players.ratings, matches, by_group=by_group)
        chance = chances(formula, players.ratings, matches, changes, by_group=by_group)
        after = replace(players, ratings=players.ratings.after(matches, changes))
        return cls(rows, changes, after, chance)

    @property
    def match_changes(self) -> MatchChanges:
        """What each match changed, by its number in the feed."""
        return MatchChanges(self.rows.number, self.rows.matches.day, self.changes)

    def changes_of(self, number: int) -> tuple[int, int] | None:
        """Return what winner and loser gained by the match of this number in the feed; None where it is not rated."""
        places = np.flatnonzero(self.rows.number == number)
        if not len(places):
            return None
        return int(self.changes.gain[places[0]]), int(self.changes.loss[places[0]])

    def predicted(self, numbers: Ints) -> Prediction:
        """Return how the list predicts those of its matches that have one of these numbers."""
        shared = np.isin(self.rows.number, numbers)
        return scores(self.chance[shared], self.rows.matches.length[shared])


@transaction.atomic
def rows_of(rating_list: RatingList, rule: CountingRule | None, **limits: Any) -> RatedRows:
    """Read the feed; the memory that the query may take holds within a transaction."""
    return rated_rows(rating_list, rule, **limits)


def predictions(present: PredictedList, varied: PredictedList) -> VariationResult:
    """Return how two lists predict their own matches, and those that both rate."""
    shared = np.intersect1d(present.rows.number, varied.rows.number)
    one, other = (
        VariedList(
            int((computed.players.ratings.matches > 0).sum()),
            scores(computed.chance, computed.rows.matches.length),
            computed.predicted(shared),
        )
        for computed in (present, varied)
    )
    return VariationResult(one, other)
