"""Explaining a match: chance, points at stake, and what either result changes."""

from __future__ import annotations

from typing import NamedTuple

from tournaments.ratings.base import UNITS, MatchFormula, RatedPlayer
from tournaments.ratings.logistic import LogisticFormula


class MatchExplanation(NamedTuple):
    """A match of two players: the chance of the first one, and in billionths what is at stake and what changes.

    `stakes` are the changes where the winner was certain to lose; None of a formula that has none. `wins` are the changes of
    both if the first one wins, and `losses` if the second one does.
    """

    chance: float
    stakes: tuple[int, int] | None
    wins: tuple[int, int]
    losses: tuple[int, int]

    def changes(self, *, has_won: bool) -> tuple[int, int]:
        """Return the changes of both by the result of the first one."""
        return self.wins if has_won else self.losses


def explain_match(
    formula: MatchFormula, one: RatedPlayer, two: RatedPlayer, *, length: int
) -> MatchExplanation:
    """Return what a match to this length changes, by the same formula that lists are computed with."""
    loss_of_two, loss_of_one = formula.changes(two, one, length=length)
    stakes = None
    if isinstance(formula, LogisticFormula):
        first, second = (round(UNITS * float(formula.factor(player, length=length))) for player in (one, two))
        stakes = first, second
    return MatchExplanation(
        formula.chance(one, two, length=length),
        stakes,
        formula.changes(one, two, length=length),
        (loss_of_one, loss_of_two),
    )
