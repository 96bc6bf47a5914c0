"""What a merge would do to every list: computed as if it were made, and taken back."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np
from django.db import transaction

from matches.models import NameOrder, Player
from tournaments.actions.federations import merging
from tournaments.actions.people.merges import point_to_persons
from tournaments.errors.federations import NoCountingRules
from tournaments.models import (
    CountingRule,
    Federation,
    FeedRow,
    FeedVerdict,
    ListOrigin,
    ListStanding,
    Merge,
    RatingList,
)
from tournaments.queries.feed.verdicts import rows_about, verdicts_on
from tournaments.queries.ratings.rated_rows import rated_rows
from tournaments.queries.ratings.recomputations import ABSENT
from tournaments.ratings.lists import ListedPlayers, ints

from .computed_list import ComputedList
from .computing import is_behind, live_players, rule_of
from .marks import live_window
from .moves import SHOWN, ratings_of

_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class MergeEffect:
    """What a merge does to a list: the ratings of both entries, that of the one person, and who else moves.

    Ratings are billionths of a point, None for who is not in the list. `others` move by a shown point or more, the one who
    moves most by `greatest`.
    """

    list: RatingList
    player: int | None
    into: int | None
    after: int | None
    others: int
    greatest: int


def merge_effects(
    federation: Federation, player: Player, *, into: Player, by: Player | None
) -> list[MergeEffect]:
    """Return what merging `player` into `into` would do to every list with one of them, and store nothing.

    Raise what `merge_players` would raise.
    """
    merging.require_mergeable(federation, player, into=into, by=by)
    lists = [(one, rule) for one, rule in _lists() if _is_in(one, (player.pk, into.pk))]
    people = (player.pk, into.pk)
    behind = {one.pk for one, _rule in lists if is_behind(one)}
    before = {one.pk: _computed(one, rule) if one.pk in behind else live_players(one) for one, rule in lists}
    with transaction.atomic():
        Merge.objects.create(federation=federation, player=player, into=into)
        point_to_persons(player, into)
        for rule in {rule.pk: rule for _one, rule in lists}.values():
            _judge_again(rule, people)
        after = {one.pk: _computed(one, rule) for one, rule in lists}
        # It was done for a look, and is taken back.
        transaction.set_rollback(True)
    return [_effect(one, before[one.pk], after[one.pk], player, into) for one, _rule in lists]


def _lists() -> Iterator[tuple[RatingList, CountingRule]]:
    """Yield the computed lists of all federations that have counting rules, because people play in several."""
    lists = RatingList.objects.filter(origin=ListOrigin.COMPUTED).select_related("federation", "club")
    for one in lists.order_by(NameOrder("federation__name"), NameOrder("name"), "pk"):
        try:
            yield one, rule_of(one)
        except NoCountingRules:
            continue


def _is_in(rating_list: RatingList, people: Collection[int]) -> bool:
    """Whether the list has rated one of these people, or would begin with them."""
    is_rated = ListStanding.objects.filter(list=rating_list, player__in=people).exists()
    return is_rated or rating_list.openings.filter(player__in=people).exists()


def _judge_again(rule: CountingRule, people: Collection[int]) -> None:
    """Give the verdicts on the matches of these people again."""
    about = FeedRow.objects.filter(rows_about(players=people), number__lte=rule.judged)
    rows = list(about.select_related("federation").order_by("number"))
    changes: list[FeedVerdict] = []
    for start in range(0, len(rows), _AT_ONCE):
        some = rows[start : start + _AT_ONCE]
        present = {one.row_id: one for one in FeedVerdict.objects.filter(rule=rule, row__in=some)}
        for row, verdict in zip(some, verdicts_on(some, rule), strict=True):
            before = present[row.number]
            if before.reason != (verdict.reason or ""):
                before.reason = verdict.reason or ""
                changes.append(before)
    FeedVerdict.objects.bulk_update(changes, ["reason"], batch_size=_AT_ONCE)


def _computed(rating_list: RatingList, rule: CountingRule) -> ListedPlayers:
    """Return the players of a list as the database is now."""
    rows = rated_rows(rating_list, rule, window=live_window(rating_list))
    return ComputedList.of(rating_list, rows).players


def _effect(
    rating_list: RatingList, before: ListedPlayers, after: ListedPlayers, player: Player, into: Player
) -> MergeEffect:
    both = ints([player.pk, into.pk])
    old, now = ratings_of(before, both).tolist(), ratings_of(after, both).tolist()
    others = np.setdiff1d(np.union1d(before.key, after.key), both)
    was, becomes = ratings_of(before, others), ratings_of(after, others)
    moves = np.where((was == ABSENT) | (becomes == ABSENT), 0, np.abs(becomes - was))
    of_player, of_into, of_person = (None if rating == ABSENT else int(rating) for rating in (*old, now[1]))
    return MergeEffect(
        rating_list,
        of_player,
        of_into,
        of_person,
        others=int((moves >= SHOWN).sum()),
        greatest=int(moves.max(initial=0)),
    )
