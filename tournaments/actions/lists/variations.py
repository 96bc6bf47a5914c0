"""Variations of a computed list: asked for by officers, computed by a job, and deleted after some weeks.

A variation reads the feed and judges its facts by the changed rules. It stores neither verdicts nor ratings of the list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from functools import partial

import numpy as np
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from matches.database.copying import copy_rows
from matches.models import Player
from tournaments.actions.federations import log
from tournaments.actions.federations.rights import require_right
from tournaments.errors.federations import ListOfOtherOrigin, WrongCountingRules, WrongParameters
from tournaments.errors.lists import NothingVaried, TooManyEvents, UnknownEvents, VariationUnderWay
from tournaments.models import (
    CountingRule,
    Event,
    Federation,
    FeedHead,
    FeedRow,
    ListVariation,
    RatingList,
    Right,
    VariationMove,
)
from tournaments.queries.feed.verdicts import verdicts_on
from tournaments.queries.ratings.rated_rows import FeedWindow, RatedRows
from tournaments.queries.ratings.variations import AS_IT_IS, VariationTerms
from tournaments.queue import Job, dead, enqueue, heartbeat
from tournaments.ratings.counting import InvalidCountingRules
from tournaments.ratings.lists import Ints, ints
from tournaments.ratings.logistic import LogisticFormula
from tournaments.ratings.trials import player_moves

from . import computed_list, computing, keeping, marks, publishing
from .predicting import PredictedList, predictions, rows_of

MOST_EVENTS = 200
"""The largest number of events that a variation leaves out."""
# A federation keeps so many; the oldest gives way to a new one.
_MOST_KEPT = 20
# Rows that are judged at a time.
_AT_ONCE = 2000
_MOVES = (
    "variation",
    "player",
    "place",
    "rating",
    "matches",
    "other_place",
    "other_rating",
    "other_matches",
)


@transaction.atomic
def ask_variation(rating_list: RatingList, *, by: Player | None, terms: VariationTerms) -> ListVariation:
    """Have a list computed in another way; VariationUnderWay while the federation waits for one.

    Raise NothingVaried, or the error of the first of the terms that cannot be.
    """
    federation = rating_list.federation
    require_right(federation, by, Right.RATE)
    log.lock(federation)
    _check(rating_list, terms)
    _require_none_under_way(federation)
    stale = ListVariation.objects.filter(federation=federation).order_by("-pk")[_MOST_KEPT - 1 :]
    ListVariation.objects.filter(pk__in=[one.pk for one in stale]).delete()
    variation = ListVariation.objects.create(
        federation=federation, list=rating_list, by=by, terms=terms.to_dict()
    )
    enqueue(Job.VARIATION, variation_id=variation.pk)
    return variation


def _check(rating_list: RatingList, terms: VariationTerms) -> None:
    """Raise the error of the first of the terms that cannot be."""
    if not rating_list.is_computed:
        raise ListOfOtherOrigin(list=rating_list.name)
    if not terms.to_dict():
        raise NothingVaried
    varied = terms.list_of(rating_list)
    keeping.check_list(varied)
    if terms.stakes != AS_IT_IS and not isinstance(computed_list.formula_of(varied), LogisticFormula):
        raise WrongParameters(reason="stakes")
    rule = computing.rule_of(rating_list)
    try:
        _ = terms.rule_of(rule).rules
    except InvalidCountingRules as error:
        raise WrongCountingRules(why=str(error), field=error.field) from error
    if len(terms.without_events) > MOST_EVENTS:
        raise TooManyEvents(most=MOST_EVENTS)
    known = set(Event.objects.filter(uid__in=terms.without_events).values_list("uid", flat=True))
    if others := set(terms.without_events) - known:
        others -= set(FeedRow.objects.filter(event_uid__in=others).values_list("event_uid", flat=True))
    if others:
        raise UnknownEvents(events=", ".join(sorted(others)))


def _require_none_under_way(federation: Federation) -> None:
    under_way = ListVariation.objects.filter(federation=federation, done_at=None).select_related("list")
    if (variation := under_way.first()) is not None:
        raise VariationUnderWay(list=variation.list.name)


def compute_variation(variation_id: int) -> None:
    """Compute a variation, outside any transaction, and store it; idempotent."""
    rows = ListVariation.objects.select_related("list__federation", "list__club")
    variation = rows.filter(pk=variation_id, done_at=None).first()
    if variation is None:
        return
    still_at_it = partial(heartbeat, Job.VARIATION, variation_id=variation_id)
    terms = VariationTerms.from_dict(variation.terms)
    present, varied, number = _both(variation.list, terms, still_at_it)
    result = predictions(present, varied)
    moves = list(_moves(variation.list, present, varied))
    still_at_it()
    with transaction.atomic():
        waiting = ListVariation.objects.select_for_update(no_key=True).filter(pk=variation_id, done_at=None)
        if not waiting.exists():
            return
        copy_rows(VariationMove, _MOVES, ((variation_id, *move) for move in moves))
        waiting.update(done_at=timezone.now(), number=number, result=result.to_dict())


def fail_dead() -> None:
    """Give up the variations whose jobs are dead, so that the federation can ask for another one."""
    given_up = [job.args["variation_id"] for job in dead(Job.VARIATION)]
    ListVariation.objects.filter(pk__in=given_up, done_at=None).update(
        done_at=timezone.now(), failure="not_computed"
    )


def _both(
    rating_list: RatingList, terms: VariationTerms, still_at_it: Callable[[], None]
) -> tuple[PredictedList, PredictedList, int]:
    """Return the list as it is and varied, over the same feed, and how far that was read."""
    rule = computing.rule_of(rating_list)
    head = FeedHead.objects.aggregate(last=Max("number"))["last"] or 0
    number = min(head, rule.judged)
    window = marks.live_window(rating_list) or FeedWindow(number, date.max)
    present = PredictedList.of(
        rating_list, computed_list.formula_of(rating_list), rows_of(rating_list, rule, window=window)
    )
    still_at_it()
    varied_list = terms.list_of(rating_list)
    without = terms.without_events
    if terms.rules:
        candidates = rows_of(varied_list, None, window=window, without=without)
        only = _rated(candidates, terms.rule_of(rule), still_at_it)
        rows = rows_of(varied_list, None, window=window, without=without, only=only)
    else:
        rows = rows_of(varied_list, rule, window=window, without=without)
    still_at_it()
    formula = terms.formula_of(computed_list.formula_of(varied_list))
    return present, PredictedList.of(varied_list, formula, rows), number


def _rated(rows: RatedRows, rule: CountingRule, still_at_it: Callable[[], None]) -> Ints:
    """Return the numbers of the rows that the rules rate."""
    members: list[int] = []
    numbers = np.sort(rows.number)
    for start in range(0, len(numbers), _AT_ONCE):
        part = numbers[start : start + _AT_ONCE].tolist()
        some = list(FeedRow.objects.select_related("federation").filter(number__in=part).order_by("number"))
        verdicts = verdicts_on(some, rule)
        members += [row.number for row, one in zip(some, verdicts, strict=True) if one.is_rated]
        still_at_it()
    return ints(members)


def _moves(
    rating_list: RatingList, present: PredictedList, varied: PredictedList
) -> Iterator[tuple[int, int | None, int, int, int | None, int, int]]:
    """Yield everybody of either list with place, rating and matches in both, in the order of the variation."""
    one, other = (
        mine.players.joined_by(theirs.players.key) for mine, theirs in ((present, varied), (varied, present))
    )
    has_place = tuple(
        np.isin(players.key, side.players.key) & publishing.has_place(rating_list, players)
        for players, side in ((one, present), (other, varied))
    )
    moves = player_moves(one.ratings, other.ratings, has_place=(has_place[0], has_place[1]))
    last = len(moves) + 1
    for move in sorted(moves, key=lambda move: (move.other_place or last, -move.other_rating, move.player)):
        yield (
            int(one.key[move.player]),
            move.place,
            move.rating,
            int(one.ratings.matches[move.player]),
            move.other_place,
            move.other_rating,
            int(other.ratings.matches[move.player]),
        )
