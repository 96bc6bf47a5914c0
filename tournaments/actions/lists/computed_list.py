"""A list as it follows from its matches, before anything of it is stored."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

import numpy as np

from tournaments.models import ListOrder, RatingList
from tournaments.queries.ratings.rated_rows import RatedRows
from tournaments.ratings import FORMULAS
from tournaments.ratings.base import MatchFormula
from tournaments.ratings.lists import (
    ChangeColumns,
    Ints,
    ListedPlayers,
    MatchColumns,
    SideColumns,
    changes_by_match,
    experience_before,
)

from .marks import opening_players


def formula_of(rating_list: RatingList) -> MatchFormula:
    """Return the formula of a list with its parameters."""
    formula = FORMULAS[rating_list.formula].with_parameters(rating_list.parameters)
    return cast(MatchFormula, formula)


def is_by_event(rating_list: RatingList) -> bool:
    """Whether the matches of an event count with the ratings at its start."""
    return rating_list.order == ListOrder.EVENTS


def numbered(players: ListedPlayers, matches: MatchColumns) -> MatchColumns:
    """Return matches with the numbers of the players in place of their keys."""
    return replace(matches, winner=players.places(matches.winner), loser=players.places(matches.loser))


@dataclass(frozen=True, slots=True)
class ComputedList:
    """A list computed from its first match on: `start` are the players before it, and `sides` those of all matches.

    `places` are the matches with the numbers of the players in place of their keys, `experience` that of winners and of
    losers before each.
    """

    rows: RatedRows
    places: MatchColumns
    sides: SideColumns
    start: ListedPlayers
    experience: tuple[Ints, Ints]
    changes: ChangeColumns

    @classmethod
    def of(cls, rating_list: RatingList, rows: RatedRows) -> ComputedList:
        """Return the list that follows from these matches."""
        start = opening_players(rating_list).joined_by(
            np.concatenate((rows.matches.winner, rows.matches.loser))
        )
        places = numbered(start, rows.matches)
        sides = SideColumns.of(places)
        formula, by_group = formula_of(rating_list), is_by_event(rating_list)
        experience = experience_before(start.ratings, places, by_group=by_group, sides=sides)
        changes = changes_by_match(formula, start.ratings, places, by_group=by_group, experience=experience)
        return cls(rows, places, sides, start, experience, changes)

    @property
    def players(self) -> ListedPlayers:
        """The players after the last match."""
        return replace(self.start, ratings=self.start.ratings.after(self.places, self.changes))

    def players_without(self, results: Ints) -> ListedPlayers:
        """Return the players after the last match, without what the matches of these rows changed."""
        players, matches = self.players, self.places
        rating = players.ratings.rating.copy()
        is_result = np.isin(self.rows.number, results)
        for player, change in ((matches.winner, self.changes.gain), (matches.loser, self.changes.loss)):
            np.subtract.at(rating, player[is_result], change[is_result])
        return replace(players, ratings=replace(players.ratings, rating=rating))
