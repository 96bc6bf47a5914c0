"""What a computation changed of what a list had counted before: why, and who moved, which is kept and told.

A shown point is a unit of the last digit that lists show, 0.01: who moves by 0.005 or more, and the players of corrected
matches, are named. Of a correction in the middle of a long list hundreds of people move so far, and nearly everybody by
less. What a new result changes is no move, late or not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

import numpy as np
from django.db.models import QuerySet

from matches.models import Player
from tournaments import notices
from tournaments.models import (
    CountingRule,
    FeedChange,
    FeedRow,
    FeedVerdict,
    ListState,
    MoveCause,
    RatingList,
    Recomputation,
)
from tournaments.queries.ratings.rated_rows import FeedWindow, persons
from tournaments.queries.ratings.recomputations import ABSENT, packed_moves
from tournaments.ratings.base import UNITS
from tournaments.ratings.lists import Ints, ListedPlayers, ints

from .marks import ListMark, merges_in, opening_players

SHOWN = UNITS // 200
"""The smallest move that lists show, in billionths."""
_KEPT = 20
"""The number of recomputations of a list that are kept."""
_AT_ONCE = 5000


@dataclass(frozen=True, slots=True)
class ListNews:
    """Why a list changes what it has counted: how often by cause, who played in a corrected match, and who is back.

    `results` are the numbers of new rows of the feed that replace no row which the list has seen, and `splits` the players
    whom the list did not have because they were merged.
    """

    causes: Mapping[MoveCause, int]
    corrections: Collection[int]
    results: Ints
    splits: Collection[int]


class _NewsRow(NamedTuple):
    """A row of the feed as far as a list reads it; `change` comes before what two results are compared by."""

    number: int
    supersedes: int | None
    change: str
    day: date | None
    winner: int | None
    one: int | None
    two: int | None
    length: int


def news_of(
    state: ListState, rule: CountingRule, mark: ListMark, window: FeedWindow | None, before: ListedPlayers
) -> ListNews | None:
    """Return why a list changes what it has counted; None where it only gets longer, or was never computed."""
    if not state.rule or not len(before):
        return None
    results: list[int] = []
    corrections: set[int] = set()
    causes: dict[MoveCause, int] = {}
    last_day = date.fromordinal(max(1, int(before.ratings.last_day.max())))
    feed = _FeedNews(rule, window, since=state.number)
    for row, old in feed.news():
        if old is None:
            results.append(row.number)
            if row.day is not None and row.day < last_day and feed.is_rated(row):
                _add(causes, MoveCause.LATE)
        elif feed.result(row) != feed.result(old):
            _add(causes, MoveCause.CORRECTION)
            corrections |= {key for key in (row.one, row.two, old.one, old.two) if key is not None}
    merges, now = merges_in(state.merges), merges_in(mark.merges)
    joins = (now.keys() - merges.keys()) & set(before.key.tolist())
    splits = merges.keys() - now.keys()
    for cause, count in (
        (MoveCause.MERGE, len(joins)),
        (MoveCause.UNMERGE, len(splits)),
        (MoveCause.VERDICTS, int(state.rule == mark.rule and state.revision != mark.revision)),
        (MoveCause.PUBLISHED, int(state.window != mark.window)),
        (MoveCause.RULES, int(state.rule != mark.rule or state.basis != mark.basis)),
    ):
        _add(causes, cause, count)
    return ListNews(causes, corrections, ints(results), splits) if causes else None


def store_moves(
    rating_list: RatingList,
    news: ListNews,
    *,
    before: ListedPlayers,
    after: ListedPlayers,
    now: ListedPlayers,
) -> Recomputation | None:
    """Keep who moved from `before` to `after`, and tell them; None where nobody did.

    `after` is the list without what new results changed, and `now` the list with it.
    """
    keys, old, new = _compared(rating_list, before, after, splits=news.splits)
    is_touched = old != new
    if not is_touched.any():
        return None
    is_moved = is_touched & ((np.abs(new - old) >= SHOWN) | (old == ABSENT) | (new == ABSENT))
    of_matches = np.isin(keys, persons(ints(sorted(news.corrections))))
    named = np.flatnonzero(is_moved | of_matches)
    # The greatest moves first; who comes or goes has no move.
    is_whole = (old[named] != ABSENT) & (new[named] != ABSENT)
    named = named[np.argsort(-np.where(is_whole, np.abs(new - old)[named], 0), kind="stable")]
    last = Recomputation.objects.filter(list=rating_list).order_by("-number").first()
    recomputation = Recomputation.objects.create(
        list=rating_list,
        number=last.number + 1 if last else 1,
        causes={cause.value: count for cause, count in news.causes.items()},
        moved=int(is_moved.sum()),
        touched=int(is_touched.sum()),
        moves=packed_moves(keys[named], old[named], new[named]),
    )
    Recomputation.objects.filter(list=rating_list, number__lte=recomputation.number - _KEPT).delete()
    if MoveCause.RULES not in news.causes:
        # Who changes the rules tells everybody; a correction is told to whom it concerns.
        _tell(recomputation, keys[named], old[named], new[named], now)
    return recomputation


def _tell(recomputation: Recomputation, keys: Ints, old: Ints, new: Ints, now: ListedPlayers) -> None:
    """Tell the players who were in the list before and are in it after."""
    is_whole = (old != ABSENT) & (new != ABSENT)
    keys, moves = keys[is_whole], (new - old)[is_whole]
    ratings = now.ratings.rating[now.places(keys)]
    people: dict[int, Player] = {}
    for start in range(0, len(keys), _AT_ONCE):
        people |= Player.objects.in_bulk(keys[start : start + _AT_ONCE].tolist())
    notices.ratings_moved(
        recomputation,
        (
            (people[key], move, rating)
            for key, move, rating in zip(keys.tolist(), moves.tolist(), ratings.tolist(), strict=True)
        ),
    )


def _compared(
    rating_list: RatingList, before: ListedPlayers, after: ListedPlayers, *, splits: Collection[int]
) -> tuple[Ints, Ints, Ints]:
    """Return the keys of everybody, and their ratings in both lists.

    Who is new to the list begins with the opening rating, so that a first result is no move.
    """
    keys = np.union1d(before.key, after.key)
    old, new = ratings_of(before, keys), ratings_of(after, keys)
    start = ratings_of(opening_players(rating_list), keys)
    start = np.where(start == ABSENT, rating_list.start_rating, start)
    is_new = (old == ABSENT) & ~np.isin(keys, ints(sorted(splits)))
    return keys, np.where(is_new, start, old), new


def ratings_of(players: ListedPlayers, keys: Ints) -> Ints:
    """Return the ratings of these people, ABSENT for who is none of the players."""
    if not len(players):
        return np.full(len(keys), ABSENT, dtype=np.int64)
    places = np.minimum(players.places(keys), len(players) - 1)
    return np.where(players.key[places] == keys, players.ratings.rating[places], ABSENT)


class _FeedNews:
    """The new rows of the feed, each with what it replaces, and which of them count."""

    def __init__(self, rule: CountingRule, window: FeedWindow | None, *, since: int) -> None:
        self.window = window
        self.new = {row.number: row for row in _rows(FeedRow.objects.filter(number__gt=since))}
        self.old: dict[int, _NewsRow] = {}
        roots = [row.supersedes for row in self.new.values()]
        for some in _parts([key for key in roots if key is not None and key not in self.new]):
            self.old |= {row.number: row for row in _rows(FeedRow.objects.filter(number__in=some))}
        verdicts = FeedVerdict.objects.filter(rule=rule, reason="")
        self.rated_numbers = set(verdicts.filter(row__gt=since).values_list("row", flat=True))
        for some in _parts(list(self.old)):
            self.rated_numbers |= set(verdicts.filter(row__in=some).values_list("row", flat=True))

    def news(self) -> list[tuple[_NewsRow, _NewsRow | None]]:
        """Return the last new row of each match, and what the list has seen of it, None for a new match."""
        old = {row.supersedes for row in self.new.values()}
        return [(row, self._old_row(row)) for row in self.new.values() if row.number not in old]

    def is_rated(self, row: _NewsRow) -> bool:
        """Whether a list reads the row as the result of a match."""
        window = self.window
        is_hidden = (
            window is not None
            and row.day is not None
            and row.day <= window.covered
            and row.number > window.number
        )
        is_result = row.change == FeedChange.FINAL and row.winner is not None
        return is_result and row.one is not None and row.number in self.rated_numbers and not is_hidden

    def result(self, row: _NewsRow) -> tuple[object, ...]:
        """Return what a list reads of the row; empty where it reads nothing."""
        return row[3:] if self.is_rated(row) else ()

    def _old_row(self, row: _NewsRow) -> _NewsRow | None:
        while row.supersedes in self.new:
            row = self.new[row.supersedes]
        return None if row.supersedes is None else self.old[row.supersedes]


def _rows(rows: QuerySet[FeedRow]) -> Iterator[_NewsRow]:
    fields = ("number", "supersedes", "change", "day", "winner", "one", "two", "length")
    return map(_NewsRow._make, rows.values_list(*fields).iterator())


def _parts(keys: Sequence[int]) -> list[Sequence[int]]:
    return [keys[start : start + _AT_ONCE] for start in range(0, len(keys), _AT_ONCE)]


def _add(causes: dict[MoveCause, int], cause: MoveCause, count: int = 1) -> None:
    if count:
        causes[cause] = causes.get(cause, 0) + count
