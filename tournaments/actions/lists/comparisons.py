"""Two lists side by side: asked for by officers, computed by a job, and renewed by the sweep as the lists go on.

A comparison reads the feed as variations do, and official lists as they were published. It changes neither list.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

import numpy as np
from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils import timezone
from numpy.typing import NDArray

from matches.database.copying import copy_rows
from matches.errors import DomainError
from matches.models import Player
from tournaments.actions.federations import log
from tournaments.actions.federations.rights import require_right
from tournaments.errors.federations import NoCountingRules
from tournaments.errors.lists import NoRatingsYet
from tournaments.models import (
    ComparisonLine,
    CountingRule,
    FeedRow,
    ListComparison,
    OfficialList,
    OfficialRow,
    OfficialStatus,
    RatingList,
    Right,
)
from tournaments.queries.ratings.comparisons import ComparisonResult, DifferingMatch, ListPair, pair_of
from tournaments.queries.ratings.rated_rows import FeedWindow
from tournaments.queue import Job, dead, heartbeat, requeue, waiting
from tournaments.ratings.lists import Ints, ListedPlayers, RatingColumns, ints
from tournaments.ratings.trials import differing_matches, people_beside, unshared_matches

from . import computed_list, computing, marks, publishing
from .predicting import PredictedList, predictions, rows_of

MOST_KEPT = 20
"""The number of comparisons of a federation; the one that was asked for first gives way to a new one."""
RENEWED_AFTER = timedelta(minutes=10)
"""The least time between two computations of a comparison that nobody asked for."""
_NOT_COMPUTED = "not_computed"
_LINES = ("comparison", "player", "rating", "place", "other_rating", "other_place")


@transaction.atomic
def ask_comparison(rating_list: RatingList, *, by: Player | None, other: str) -> ListComparison:
    """Have a list compared with another list or an official one, named by its id; again where it was compared.

    Raise NotComparable for an id of no such list, NoCountingRules or NoRatingsYet where a list has no ratings.
    """
    federation = rating_list.federation
    require_right(federation, by, Right.RATE)
    log.lock(federation)
    pair = pair_of(rating_list, other).in_order
    _check(pair)
    now = timezone.now()
    comparison, is_new = ListComparison.objects.get_or_create(
        list=pair.list,
        other=pair.other,
        official=pair.official,
        defaults={"federation": federation, "by": by, "asked_at": now},
    )
    if is_new:
        newest = ListComparison.objects.filter(federation=federation).order_by("-asked_at", "-pk")
        stale = [one.pk for one in newest[MOST_KEPT:]]
        ListComparison.objects.filter(pk__in=stale).delete()
    else:
        comparison.by, comparison.asked_at, comparison.failure = by, now, ""
        comparison.save(update_fields=["by", "asked_at", "failure"])
    if not waiting(Job.LIST_COMPARISON, comparison_id=comparison.pk).exists():
        requeue(Job.LIST_COMPARISON, comparison_id=comparison.pk)
    return comparison


def compute_comparison(comparison_id: int) -> None:
    """Compute a comparison, outside any transaction, and store it; idempotent."""
    rows = _with_inputs().select_related("official__list", "list__federation", "other__federation")
    comparison = rows.filter(pk=comparison_id).first()
    if comparison is None:
        return
    started_at, inputs = timezone.now(), _inputs(comparison)
    still_at_it = partial(heartbeat, Job.LIST_COMPARISON, comparison_id=comparison_id)
    try:
        one, other, number = _both(comparison, still_at_it)
    except DomainError as refusal:
        ListComparison.objects.filter(pk=comparison_id).update(
            done_at=started_at, failure=refusal.code, inputs=inputs
        )
        return
    people = people_beside(one.players, other.players, placed=(one.is_placed, other.is_placed))
    result = ComparisonResult(
        both=sum(person.distance is not None for person in people),
        only=sum(person.other_rating is None for person in people),
        only_other=sum(person.rating is None for person in people),
        day=one.day,
        other_day=other.day,
        **_of_matches(one.computed, other.computed),
    )
    still_at_it()
    with transaction.atomic():
        locked = ListComparison.objects.select_for_update(no_key=True).filter(pk=comparison_id)
        if not locked.exists():
            return
        ComparisonLine.objects.filter(comparison=comparison_id).delete()
        copy_rows(ComparisonLine, _LINES, ((comparison_id, *person) for person in people))
        locked.update(done_at=started_at, failure="", number=number, inputs=inputs, result=result.to_dict())


def fail_dead() -> None:
    """Give up the comparisons whose jobs are dead; asking again begins anew."""
    given_up = [job.args["comparison_id"] for job in dead(Job.LIST_COMPARISON)]
    open_ones = ListComparison.objects.filter(pk__in=given_up).exclude(failure=_NOT_COMPUTED)
    open_ones.update(done_at=timezone.now(), failure=_NOT_COMPUTED)


def ask_stale(now: datetime) -> int:
    """Enqueue the comparisons of lists that have changed since, each once in a while; return their number."""
    since = now - RENEWED_AFTER
    rows = _with_inputs().filter(Q(done_at__lt=since) | Q(done_at=None, asked_at__lt=since))
    stale = [
        one.pk
        for one in rows
        # The job of one that is still under way was lost.
        if one.is_under_way or (one.failure != _NOT_COMPUTED and one.inputs != _inputs(one))
    ]
    new = [key for key in stale if not waiting(Job.LIST_COMPARISON, comparison_id=key).exists()]
    for key in new:
        requeue(Job.LIST_COMPARISON, comparison_id=key)
    return len(new)


def _with_inputs() -> QuerySet[ListComparison]:
    """Return the comparisons with what `_inputs` reads."""
    last = OfficialList.objects.order_by("-number").values("pk")
    rows = ListComparison.objects.select_related("list__state", "other__state")
    return rows.annotate(
        last=Subquery(last.filter(list=OuterRef("list"))[:1]),
        other_last=Subquery(last.filter(list=OuterRef("other"))[:1]),
    )


def _inputs(comparison: ListComparison) -> str:
    """Return what the two lists of a comparison are now: digests of computed ones, official lists of uploaded ones."""
    sides = (comparison.list, "last"), (comparison.other, "other_last")
    texts = [
        getattr(getattr(one, "state", None), "digest", "")
        if one.is_computed
        else str(getattr(comparison, name))
        for one, name in sides
    ]
    return ":".join(texts)


@dataclass(frozen=True, slots=True)
class _ComparedSide:
    """One of the two lists: its people, who has a place, the day of a past one, and its matches where they are known."""

    players: ListedPlayers
    is_placed: NDArray[np.bool_]
    day: date | None
    computed: PredictedList | None


def _check(pair: ListPair) -> None:
    """Raise the error of the first list that has no ratings."""
    officials = _officials(pair)
    for one, official in zip((pair.list, pair.other), officials, strict=True):
        if official is None:
            computing.rule_of(one)


def _officials(pair: ListPair) -> tuple[OfficialList | None, OfficialList | None]:
    """Return the official lists of which the ratings are taken; None for a list as it is computed."""
    other = pair.official or _uploaded(pair.other, None)
    return _uploaded(pair.list, _day_of(pair.official)), other


def _day_of(official: OfficialList | None) -> date | None:
    return None if official is None else official.day


def _uploaded(rating_list: RatingList, day: date | None) -> OfficialList | None:
    """Return the official list of an uploaded list in force on a day, the last one when absent; None for a computed one."""
    if rating_list.is_computed:
        return None
    rows = OfficialList.objects.filter(list=rating_list).select_related("list")
    official = (rows if day is None else rows.filter(day__lte=day)).order_by("-number").first()
    if official is None:
        raise NoRatingsYet(list=rating_list.name)
    return official


def _both(
    comparison: ListComparison, still_at_it: Callable[[], None]
) -> tuple[_ComparedSide, _ComparedSide, int]:
    """Return both lists, and how far the feed was read; a list beside an official one is taken as of its day."""
    lists = comparison.list, comparison.other
    officials = _officials(ListPair(*lists, comparison.official))
    rules = {
        one.pk: computing.rule_of(one)
        for one, official in zip(lists, officials, strict=True)
        if official is None
    }
    number = min((computing.judged_number(rule) for rule in rules.values()), default=0)
    sides = []
    for one, official, beside in zip(lists, officials, reversed(officials), strict=True):
        if official is not None:
            sides.append(_published(official))
        else:
            sides.append(_live(one, rules[one.pk], number=number, day=_day_of(beside)))
        still_at_it()
    return sides[0], sides[1], number


def _live(rating_list: RatingList, rule: CountingRule, *, number: int, day: date | None) -> _ComparedSide:
    """Return a computed list as it is, or as of a day, from the feed up to a number."""
    window = marks.live_window(rating_list) or FeedWindow(number, date.max)
    rows = rows_of(rating_list, rule, window=window, until=day)
    computed = PredictedList.of(rating_list, computed_list.formula_of(rating_list), rows)
    players = computed.players
    return _ComparedSide(players, publishing.has_place(rating_list, players, day=day), day, computed)


def _published(official: OfficialList) -> _ComparedSide:
    """Return an official list; its matches are known where computing it again gives the ratings that were published."""
    names = ("rating", "experience", "matches", "wins", "last_day", "status")
    numbers_of = {
        uid: numbers
        for uid, *numbers in OfficialRow.objects.filter(official=official).values_list("uid", *names)
    }
    rows: dict[int, tuple[bool, list[Any]]] = {}
    written = Player.objects.filter(uid__in=OfficialRow.objects.filter(official=official).values("uid"))
    for key, person, uid in written.order_by("pk").values_list("pk", "merged_into", "uid"):
        # Of two entries of one person, that of the player who goes on counts, else the one with the most experience.
        own = person or key, (person is None, numbers_of[uid])
        if own[0] not in rows or _weight(own[1]) > _weight(rows[own[0]]):
            rows[own[0]] = own[1]
    keys = sorted(rows)
    table = ints([rows[key][1][:-1] for key in keys]).reshape(len(keys), len(names) - 1)
    players = ListedPlayers(ints(keys), RatingColumns(*np.ascontiguousarray(table.T)))
    is_placed = np.array([rows[key][1][-1] == OfficialStatus.RANKED for key in keys], dtype=bool)
    return _ComparedSide(players, is_placed, official.day, _computed_again(official, players))


def _weight(row: tuple[bool, list[Any]]) -> tuple[bool, int]:
    is_own, numbers = row
    return is_own, numbers[1]


def _computed_again(official: OfficialList, published: ListedPlayers) -> PredictedList | None:
    """Return an official list as it was computed; None for an uploaded one, and where other rules or merges count now."""
    rating_list = official.list
    if not rating_list.is_computed:
        return None
    try:
        rule = computing.rule_of(rating_list)
    except NoCountingRules:
        return None
    window = FeedWindow(official.feed, official.day)
    rows = rows_of(rating_list, rule, window=window, until=official.day)
    computed = PredictedList.of(rating_list, computed_list.formula_of(rating_list), rows)
    same = np.array_equal(computed.players.key, published.key) and np.array_equal(
        computed.players.ratings.rating, published.ratings.rating
    )
    return computed if same else None


def _of_matches(one: PredictedList | None, other: PredictedList | None) -> dict[str, Any]:
    """Return what the matches of both lists say; nothing where those of one are unknown."""
    if one is None or other is None:
        return {}
    changes = one.match_changes, other.match_changes
    return {
        "predictions": predictions(one, other),
        "first": _first(differing_matches(*changes), one, other),
        "alone": _first(unshared_matches(*changes), one, other),
    }


def _first(numbers: Ints, one: PredictedList, other: PredictedList) -> DifferingMatch | None:
    """Return the first of these matches of a day in the order of the feed, with what each list makes of it."""
    columns = ("event_uid", "stage", "round", "slot", "board", "match_uid", "number")
    rows = list(FeedRow.objects.filter(number__in=numbers.tolist()).order_by().values_list(*columns))
    if not rows:
        return None
    number = min(rows)[-1]
    return DifferingMatch(number, one.changes_of(number), other.changes_of(number))
