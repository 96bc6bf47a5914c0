"""What a match changes in each list in which it counts, and what the other result would have changed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import cast

from django.db.models import Q

from matches.models import Match, NameOrder
from tournaments.models import (
    CountingRule,
    FeedRow,
    ListOrder,
    ListOrigin,
    RatingList,
)
from tournaments.ratings import FORMULAS, RatedPlayer
from tournaments.ratings.base import MatchFormula
from tournaments.ratings.explanation import explain_match

from .histories import HistoryMatch, histories


@dataclass(frozen=True, slots=True)
class SideInList:
    """A side of a match in a list: what it had before, what is at stake, and the changes of both results."""

    rating: int
    experience: int
    chance: float
    stake: int | None
    change: int
    other_change: int

    @property
    def after(self) -> int:
        """The rating with this change alone."""
        return self.rating + self.change


@dataclass(frozen=True, slots=True)
class MatchInList:
    """A match that counts in a list, with both sides."""

    list: RatingList
    length: int
    is_won_by_one: bool
    one: SideInList
    two: SideInList

    @property
    def is_by_event(self) -> bool:
        """Whether both sides have the ratings with which they began the event."""
        return self.list.order == ListOrder.EVENTS


def ratings_of_match(match: Match) -> list[MatchInList]:
    """Return what a match changes in each list in which it counts, by federation and name; four queries at most."""
    rows = list(FeedRow.objects.filter(match_uid=match.uid).select_related("one").order_by("number"))
    if not rows or rows[-1].one is None:
        return []
    numbers = {row.number for row in rows}
    lists = _lists(numbers)
    player = rows[-1].one.merged_into_id or rows[-1].one.pk
    own = histories([row.pk for row in lists], [player])
    by_list = {
        key: match for (key, _player), matches in own.items() for match in matches if match.row in numbers
    }
    return [in_list(row, by_list[row.pk]) for row in lists if row.pk in by_list]


def in_list(rating_list: RatingList, match: HistoryMatch) -> MatchInList:
    """Return a match of a history as its list has it, explained by the formula of the list."""
    formula = cast(MatchFormula, FORMULAS[rating_list.formula].with_parameters(rating_list.parameters))
    one = RatedPlayer(match.rating, match.experience)
    two = RatedPlayer(match.opponent_rating, match.opponent_experience)
    explanation = explain_match(formula, one, two, length=match.length)
    has_won = bool(match.has_won)
    changes, other = explanation.changes(has_won=has_won), explanation.changes(has_won=not has_won)
    stakes = explanation.stakes or (None, None)
    return MatchInList(
        rating_list,
        match.length,
        has_won,
        SideInList(*one, explanation.chance, stakes[0], match.change, other[0]),
        SideInList(*two, 1 - explanation.chance, stakes[1], changes[1], other[1]),
    )


def _lists(rows: Collection[int]) -> Sequence[RatingList]:
    """Return the lists whose rules in force rate one of these rows of the feed."""
    rules = CountingRule.objects.filter(verdicts__row__in=rows, verdicts__reason="", ended_at=None)
    condition = Q()
    for federation, club, name in rules.order_by().values_list("federation", "club", "name").distinct():
        condition |= Q(federation=federation, club=club, rules=name)
    if not condition:
        return ()
    lists = RatingList.objects.filter(condition, origin=ListOrigin.COMPUTED)
    return list(lists.select_related("federation", "club").order_by("federation__code", NameOrder("name")))
