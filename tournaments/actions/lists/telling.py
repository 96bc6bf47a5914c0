"""Telling the players of an accepted event what it has made of their ratings."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from django.db import transaction

from matches.models import Player
from tournaments import notices
from tournaments.errors.federations import NoCountingRules
from tournaments.models import ListOrigin, RatingList, Submission, SubmissionState
from tournaments.notices import RatingOfEvent
from tournaments.queries.ratings.rated_rows import rated_rows
from tournaments.ratings.lists import Ints, ListedPlayers

from . import computing
from .computed_list import ComputedList
from .marks import live_window
from .publishing import has_place


def tell_event_rated(submission: Submission) -> None:
    """Bring the lists of the federation up, and tell who played what the event has made of their ratings.

    Whoever was told of the event before is not told again, and nothing is said of a file that is in force no more.
    """
    lists = RatingList.objects.filter(federation=submission.federation, origin=ListOrigin.COMPUTED)
    for rating_list in lists.select_related("federation", "club").order_by("pk"):
        try:
            _tell(rating_list, submission)
        except NoCountingRules:
            continue


@transaction.atomic
def _tell(rating_list: RatingList, submission: Submission) -> None:
    computing.compute(rating_list)
    if not Submission.objects.filter(pk=submission.pk, state=SubmissionState.ACCEPTED).exists():
        return
    rule, window = computing.rule_of(rating_list), live_window(rating_list)
    rows = rated_rows(rating_list, rule, window=window)
    others = rated_rows(rating_list, rule, window=window, without=[submission.event_uid])
    if len(rows) == len(others):
        return
    before, after = (ComputedList.of(rating_list, some).players for some in (others, rows))
    notices.event_rated(submission, rating_list, _people(rating_list, before, after))


def _people(rating_list: RatingList, before: ListedPlayers, after: ListedPlayers) -> Iterator[RatingOfEvent]:
    """Yield everybody who has more matches in the second list than in the first one."""
    first = before.joined_by(after.key)
    is_new = after.ratings.matches > first.ratings.matches[first.places(after.key)]
    keys = after.key[is_new]
    known = Player.objects.in_bulk(keys.tolist())
    columns = [
        column.tolist()
        for players in (first, after)
        for column in (players.ratings.rating[players.places(keys)], _places(rating_list, players, keys))
    ]
    for key, old, old_place, new, place in zip(keys.tolist(), *columns, strict=True):
        yield RatingOfEvent(known[key], old, new, old_place or None, place or None)


def _places(rating_list: RatingList, players: ListedPlayers, keys: Ints) -> Ints:
    """Return the places of these people, 0 without one; who is level shares the better one."""
    is_placed = has_place(rating_list, players) & (players.ratings.matches > 0)
    ratings = np.sort(players.ratings.rating[is_placed])
    at = players.places(keys)
    places = len(ratings) - np.searchsorted(ratings, players.ratings.rating[at], side="right") + 1
    return np.where(is_placed[at], places, 0).astype(np.int64)
