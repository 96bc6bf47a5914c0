"""Computing the live list from the feed, always from the first match on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from matches.database.copying import copy_numbers
from matches.models import Player
from tournaments.errors.federations import ListOfOtherOrigin, NoCountingRules
from tournaments.models import (
    CountingRule,
    FeedHead,
    FeedRow,
    FeedVerdict,
    ListStanding,
    ListState,
    RatingList,
)
from tournaments.queries.ratings.rated_rows import FeedWindow, rated_rows
from tournaments.queue import Job, enqueue
from tournaments.ratings.lists import ListedPlayers, RatingColumns, digest, ints

from . import uncertainty
from .computed_list import ComputedList
from .marks import ListMark, live_window
from .moves import news_of, store_moves
from .packing import store_histories

# Keys per statement, because statements have a maximum number of values.
_AT_ONCE = 5000


@transaction.atomic
def compute(rating_list: RatingList) -> ListState:
    """Bring the live list up to the feed and return its state. Idempotent.

    Whoever moves by other means than a new result is noted and told. Raise ListOfOtherOrigin for a list that is uploaded,
    and NoCountingRules without rules.
    """
    require_computed(rating_list)
    ListState.objects.get_or_create(list=rating_list)
    state = ListState.objects.select_for_update(no_key=True).get(list=rating_list)
    rule = rule_of(rating_list)
    window = live_window(rating_list)
    mark = ListMark.of(rating_list, rule, window)
    number = judged_number(rule)
    is_marked = state.mark == mark.digest
    if (is_marked and state.number == number) or number < state.number:
        # New rules that have not judged yet what the list has would make a shorter list of it.
        _clear_fault(state)
        return state
    if not is_marked or _has_news(rule, since=state.number):
        _compute(rating_list, state, rule, mark, window)
    mark.store(state)
    state.number, state.computed_at = number, timezone.now()
    state.fault, state.fault_at = "", None
    state.save()
    return state


def _compute(
    rating_list: RatingList, state: ListState, rule: CountingRule, mark: ListMark, window: FeedWindow | None
) -> None:
    before = live_players(rating_list)
    news = news_of(state, rule, mark, window, before)
    rows = rated_rows(rating_list, rule, window=window)
    computed = ComputedList.of(rating_list, rows)
    players = computed.players
    store_histories(rating_list, computed)
    _store_standings(rating_list, before, players)
    uncertainty.renew(rating_list, rule, window)
    state.matches, state.players, state.digest = len(rows), len(players), digest_of(players)
    enqueue(Job.LIST_RECORDS, list_id=rating_list.pk)
    if news is not None:
        store_moves(
            rating_list, news, before=before, after=computed.players_without(news.results), now=players
        )


def _has_news(rule: CountingRule, *, since: int) -> bool:
    """Whether a row of the feed after this one is rated, or takes the place of another one."""
    is_superseding = FeedRow.objects.filter(number__gt=since, supersedes__isnull=False)
    is_rated = FeedVerdict.objects.filter(rule=rule, row__gt=since, reason="")
    return is_superseding.exists() or is_rated.exists()


def is_behind(rating_list: RatingList) -> bool:
    """Whether a computation of the list would find anything new, or has found a fault that is over."""
    state = ListState.objects.filter(list=rating_list).first()
    try:
        rule = rule_of(rating_list)
    except NoCountingRules:
        return state is None or not state.fault
    if state is None or state.fault:
        return True
    number = judged_number(rule)
    if number != state.number:
        return number > state.number
    return state.mark != ListMark.of(rating_list, rule, live_window(rating_list)).digest


def judged_number(rule: CountingRule) -> int:
    """Return the number of the last row of the feed up to which all verdicts exist."""
    return min(FeedHead.objects.aggregate(last=Max("number"))["last"] or 0, rule.judged)


def _clear_fault(state: ListState) -> None:
    if state.fault:
        state.fault, state.fault_at = "", None
        state.save(update_fields=["fault", "fault_at"])


def require_computed(rating_list: RatingList) -> None:
    """Raise ListOfOtherOrigin for a list of which the matches are unknown."""
    if not rating_list.is_computed:
        raise ListOfOtherOrigin(list=rating_list.name)


def rule_of(rating_list: RatingList) -> CountingRule:
    """Return the counting rules in force of a list; raise NoCountingRules without any."""
    rules = CountingRule.objects.filter(federation=rating_list.federation_id, club=rating_list.club_id)
    rule = rules.filter(name=rating_list.rules, ended_at=None).first()
    if rule is None:
        raise NoCountingRules(list=rating_list.name)
    return rule


def differing_players(rating_list: RatingList) -> set[int]:
    """Return the keys of those whose stored rating is not that of a computation from nothing.

    Raise ListOfOtherOrigin for a list that is uploaded, and NoCountingRules without rules.
    """
    require_computed(rating_list)
    rows = rated_rows(rating_list, rule_of(rating_list), window=live_window(rating_list))
    before = set(_rows(live_players(rating_list)))
    return {row[0] for row in before ^ set(_rows(ComputedList.of(rating_list, rows).players))}


def live_players(rating_list: RatingList) -> ListedPlayers:
    """Return the players of the live list as they were stored last."""
    names = ("player_id", "rating", "experience", "matches", "wins", "last_day")
    table = ints(
        list(ListStanding.objects.filter(list=rating_list).order_by("player_id").values_list(*names))
    )
    key, *columns = table.reshape(-1, len(names)).T
    return ListedPlayers(key, RatingColumns(*columns), rating_list.start_rating)


def _store_standings(rating_list: RatingList, before: ListedPlayers, players: ListedPlayers) -> None:
    """Store the players who differ from what is stored."""
    old, now = (np.stack((one.key, *one.ratings.columns)) for one in (before, players))
    _keys, of_old, of_now = np.intersect1d(before.key, players.key, assume_unique=True, return_indices=True)
    is_same = (old[:, of_old] == now[:, of_now]).all(axis=0)
    is_stale, is_new = np.ones(len(before), dtype=bool), np.ones(len(players), dtype=bool)
    is_stale[of_old], is_new[of_now] = ~is_same, ~is_same
    standings = ListStanding.objects.filter(list=rating_list)
    if 2 * is_stale.sum() > len(before):
        # One statement for all takes a tenth of the time of many for half of them.
        standings.delete()
        is_new[:] = True
    else:
        _delete(standings, "player", before.key[is_stale].tolist())
    names = ("list", "player", "rating", "experience", "matches", "wins", "last_day")
    new = now[:, is_new]
    copy_numbers(ListStanding, names, np.stack((np.full_like(new[0], rating_list.pk), *new)))


def _delete(rows: QuerySet[Any], column: str, values: Sequence[int]) -> None:
    """Delete the rows with one of the values."""
    for start in range(0, len(values), _AT_ONCE):
        rows.filter(**{f"{column}__in": values[start : start + _AT_ONCE]}).delete()


def _rows(players: ListedPlayers) -> Iterator[tuple[int, ...]]:
    yield from zip(
        players.key.tolist(), *(column.tolist() for column in players.ratings.columns), strict=True
    )


def digest_of(players: ListedPlayers) -> str:
    """Return the digest of a list: its people by uid, and all that it knows of them."""
    uids = dict(Player.objects.values_list("pk", "uid"))
    return digest((uids[row[0]], row[1:]) for row in _rows(players))
