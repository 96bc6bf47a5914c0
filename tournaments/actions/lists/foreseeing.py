"""What a merge would do to every list: computed as if it were made, and taken back."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

import numpy as np
from django.db import transaction

from matches.models import Player
from tournaments.actions.federations import merging
from tournaments.actions.people.merges import point_to_persons
from tournaments.errors import NoCountingRules
from tournaments.models import (
    CountingRule,
    Federation,
    FeedRow,
    FeedVerdict,
    ListOrigin,
    ListSegment,
    ListStanding,
    Merge,
    RatingList,
)
from tournaments.queries.feed.verdicts import rows_about, verdicts_on
from tournaments.queries.ratings.histories import first_segment
from tournaments.queries.ratings.rated_rows import rated_rows
from tournaments.queries.ratings.recomputations import ABSENT
from tournaments.ratings.lists import ListedPlayers, changes_by_match, ints

from .computing import formula_of, is_behind, is_by_event, live_players, numbered, rule_of
from .marks import live_window, opening_players
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
    before = {
        one.pk: _computed(one, rule, None) if one.pk in behind else live_players(one) for one, rule in lists
    }
    with transaction.atomic():
        Merge.objects.create(federation=federation, player=player, into=into)
        point_to_persons(player, into)
        days = {rule.pk: _judge_again(rule, people) for _one, rule in lists}
        after = {
            one.pk: _computed(one, rule, None if one.pk in behind else _beginning(one, people, days[rule.pk]))
            for one, rule in lists
        }
        # It was done for a look, and is taken back.
        transaction.set_rollback(True)
    return [_effect(one, before[one.pk], after[one.pk], player, into) for one, _rule in lists]


def _lists() -> Iterator[tuple[RatingList, CountingRule]]:
    """Yield the computed lists of all federations that have counting rules, because people play in several."""
    lists = RatingList.objects.filter(origin=ListOrigin.COMPUTED).select_related("federation", "club")
    for one in lists.order_by("federation__name", "name", "pk"):
        try:
            yield one, rule_of(one)
        except NoCountingRules:
            continue


def _is_in(rating_list: RatingList, people: Collection[int]) -> bool:
    """Whether the list has rated one of these people, or would begin with them."""
    is_rated = ListStanding.objects.filter(list=rating_list, player__in=people).exists()
    return is_rated or rating_list.openings.filter(player__in=people).exists()


def _judge_again(rule: CountingRule, people: Collection[int]) -> int | None:
    """Give the verdicts on the matches of these people again; return the first day on which one is another now."""
    about = FeedRow.objects.filter(rows_about(players=people), number__lte=rule.judged)
    rows = list(about.select_related("federation").order_by("number"))
    changes: list[FeedVerdict] = []
    days: list[int] = []
    for start in range(0, len(rows), _AT_ONCE):
        some = rows[start : start + _AT_ONCE]
        present = {one.row_id: one for one in FeedVerdict.objects.filter(rule=rule, row__in=some)}
        for row, verdict in zip(some, verdicts_on(some, rule), strict=True):
            before = present[row.number]
            if before.reason != (verdict.reason or ""):
                before.reason = verdict.reason or ""
                changes.append(before)
                days += [row.day.toordinal()] if row.day is not None else []
    FeedVerdict.objects.bulk_update(changes, ["reason"], batch_size=_AT_ONCE)
    return min(days, default=None)


def _beginning(rating_list: RatingList, people: Collection[int], first_day: int | None) -> ListSegment | None:
    """Return the last segment before which no match of a list concerns these people; None from the first match on."""
    if is_by_event(rating_list) or rating_list.openings.filter(player__in=people).exists():
        return None
    first = first_segment(rating_list, people)
    segments = ListSegment.objects.filter(list=rating_list, number__gt=0, number__lte=first)
    if first_day is not None:
        segments = segments.filter(first_day__gt=0, first_day__lt=first_day)
    return segments.order_by("-number").first()


def _computed(rating_list: RatingList, rule: CountingRule, begin: ListSegment | None) -> ListedPlayers:
    """Return the players of a list as the database is now, computed from a segment or the first match on."""
    players = (
        opening_players(rating_list)
        if begin is None
        else ListedPlayers.unpacked(begin.players, rating_list.start_rating)
    )
    since, skip = (0, 0) if begin is None else (begin.first_day, begin.skip)
    rows = rated_rows(rating_list, rule, since=since, window=live_window(rating_list))[skip:]
    players = players.joined_by(np.concatenate((rows.matches.winner, rows.matches.loser)))
    matches = numbered(players, rows.matches)
    by_group = is_by_event(rating_list)
    changes = changes_by_match(formula_of(rating_list), players.ratings, matches, by_group=by_group)
    return replace(players, ratings=players.ratings.after(matches, changes))


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
