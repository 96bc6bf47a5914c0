"""Computing the live list from the feed: from the beginning, or from the last checkpoint before what changed.

A list is derived, so both ways end in the same numbers. A segment keeps the digest of what it was computed from; the first
segment whose inputs differ is where the computation begins, whatever made them differ: a late result, a correction, a
merge, a new version of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from typing import Any, cast

import numpy as np
from django.db import transaction
from django.db.models import Max, Min, QuerySet
from django.utils import timezone
from numpy.typing import NDArray

from matches.database.copying import copy_numbers, copy_slices
from matches.models import Player
from tournaments.errors import ListOfOtherOrigin, NoCountingRules
from tournaments.models import (
    CountingRule,
    FeedHead,
    FeedRow,
    ListOrder,
    ListSegment,
    ListStanding,
    ListState,
    RatingHistory,
    RatingList,
)
from tournaments.queries.ratings.histories import PACKED
from tournaments.queries.ratings.rated_rows import FeedWindow, RatedRows, rated_rows
from tournaments.queue import Job, enqueue
from tournaments.ratings import FORMULAS
from tournaments.ratings.base import MatchFormula
from tournaments.ratings.lists import (
    ChangeColumns,
    Ints,
    ListedPlayers,
    MatchColumns,
    RatingColumns,
    SideColumns,
    changes_by_match,
    digest,
    group_bounds,
    interleaved,
    ints,
)

from . import uncertainty
from .marks import ListMark, basis_of, live_window, opening_players
from .moves import ListNews, news_of, store_moves

# A list has about so many segments: the more, the less a correction computes again, and the more rows histories take.
_SEGMENTS = 8
_SMALLEST = 4096
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
    before = live_players(rating_list)
    news = news_of(state, rule, mark, window, before)
    run = _Computation(rating_list, rule, window, before=before, news=news)
    run.compute(run.first_to_read(state) if is_marked else 0)
    _store_standings(rating_list, before, run.players)
    uncertainty.renew(rating_list, rule, window)
    mark.store(state)
    state.number, state.computed_at = number, timezone.now()
    state.matches, state.players, state.digest = run.count, len(run.players), digest_of(run.players)
    state.fault, state.fault_at = "", None
    state.save()
    enqueue(Job.LIST_RECORDS, list_id=rating_list.pk)
    if news is not None:
        store_moves(rating_list, news, before=before, after=run.without_new_results(), now=run.players)
    return state


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


def players_after(rating_list: RatingList, rows: RatedRows) -> ListedPlayers:
    """Return the players of a list after these matches, computed from the beginning."""
    matches = rows.matches
    players = opening_players(rating_list).joined_by(np.concatenate((matches.winner, matches.loser)))
    matches = numbered(players, matches)
    changes = changes_by_match(
        formula_of(rating_list), players.ratings, matches, by_group=is_by_event(rating_list)
    )
    return replace(players, ratings=players.ratings.after(matches, changes))


def differing_players(rating_list: RatingList) -> set[int]:
    """Return the keys of those whose stored rating is not that of a computation from nothing.

    Raise ListOfOtherOrigin for a list that is uploaded, and NoCountingRules without rules.
    """
    require_computed(rating_list)
    rows = rated_rows(rating_list, rule_of(rating_list), window=live_window(rating_list))
    before = set(_rows(live_players(rating_list)))
    return {row[0] for row in before ^ set(_rows(players_after(rating_list, rows)))}


class _Computation:
    """One computation of a list: the segments that stay, the players after them, and what is computed again."""

    def __init__(
        self,
        rating_list: RatingList,
        rule: CountingRule,
        window: FeedWindow | None,
        *,
        before: ListedPlayers,
        news: ListNews | None,
    ) -> None:
        self.list, self.rule, self.window = rating_list, rule, window
        self.before, self.news = before, news
        self.formula = formula_of(rating_list)
        self.by_group = is_by_event(rating_list)
        self.basis = basis_of(rating_list).encode()
        self.segments = list(ListSegment.objects.filter(list=rating_list).order_by("number"))
        self.players = ListedPlayers.newcomers({})
        """The players after what was computed so far."""
        self.count = 0
        self.new_changes: list[tuple[Ints, Ints]] = []
        """The keys of players, and what new results changed."""

    def first_to_read(self, state: ListState) -> int:
        """Return the last segment that begins before every day of a row of the feed that is new.

        The order by events depends on later days of an event, so all of it is read.
        """
        if self.by_group:
            return 0
        new = FeedRow.objects.filter(number__gt=state.number)
        old = FeedRow.objects.filter(number__in=new.values("supersedes"))
        days = [rows.aggregate(first=Min("day"))["first"] for rows in (new, old)]
        first_day = min((day.toordinal() for day in days if day is not None), default=None)
        if first_day is None:
            return 0
        before = [place for place, one in enumerate(self.segments) if 0 < one.first_day < first_day]
        return max(before, default=0)

    def compute(self, first: int) -> None:
        """Compute from the first segment on, counted from the one to read, of which the matches are others."""
        begin = self.segments[first] if first else None
        since, skip, place = (begin.first_day, begin.skip, begin.place) if begin else (0, 0, 0)
        rows = rated_rows(self.list, self.rule, since=since, window=self.window)[skip:]
        self.count = place + len(rows)
        prefix, known = self._same(self.segments[first:], rows)
        prefix += first
        if prefix == len(self.segments) and prefix:
            self.players = self.before
            return
        start = self.segments[prefix].place if prefix else 0
        self.players = (
            ListedPlayers.unpacked(self.segments[prefix].players, self.list.start_rating)
            if prefix
            else opening_players(self.list)
        )
        self._replace(rows, prefix=prefix, start=start - place, known=known, skip=skip)

    def _same(self, segments: Sequence[ListSegment], rows: RatedRows) -> tuple[int, int]:
        """Return how many of the segments have the matches that they had, and how many matches of the next one.

        The first of them begins with the rows. The last one is computed again where matches follow it.
        """
        start, same = 0, 0
        for segment in segments:
            end = start + segment.matches
            if end > len(rows) or self._inputs(rows[start:end]) != segment.inputs:
                break
            groups = rows.matches.group[end - 1 : end + 1]
            is_cut = self.by_group and len(groups) == 2 and groups[0] == groups[1]
            if segment is segments[-1] and end < len(rows):
                return same, segment.matches
            if is_cut:
                break
            start, same = end, same + 1
        return same, 0

    def _inputs(self, rows: RatedRows) -> str:
        """Return the digest of what the changes of these matches depend on, but the players before them."""
        matches = rows.matches
        group = matches.group - matches.group[:1] if self.by_group else matches.group[:0]
        columns = (rows.number, matches.winner, matches.loser, matches.length, matches.day, group)
        digest = sha256(self.basis)
        for column in columns:
            digest.update(np.ascontiguousarray(column, dtype="<i8").data)
        return digest.hexdigest()

    def _replace(self, rows: RatedRows, *, prefix: int, start: int, known: int, skip: int) -> None:
        """Compute the rows from `start` on, and store them in place of the segments from `prefix` on.

        Of the first `known` of them nothing changes.
        """
        bounds = self._bounds(rows, start)
        if len(bounds) < 2 or known > bounds[1] - bounds[0]:
            known = 0
        ListSegment.objects.filter(list=self.list, number__gte=prefix).delete()
        # Of the first segment, histories of players who did not play since stay.
        stale = RatingHistory.objects.filter(list=self.list)
        stale.filter(segment__gt=prefix if known else prefix - 1).delete()
        place_of_rows = self.count - len(rows)
        days = rows.matches.day
        for number, (begin, end) in enumerate(pairwise(bounds), start=prefix):
            part = rows[begin:end]
            first_day = int(days[begin])
            earlier = begin - int(np.searchsorted(days[:begin], first_day)) if not self.by_group else 0
            segment = ListSegment(
                list=self.list,
                number=number,
                place=place_of_rows + begin,
                matches=end - begin,
                first_day=0 if self.by_group else first_day,
                skip=earlier + (skip if first_day == int(days[0]) else 0),
                inputs=self._inputs(part),
                players=self.players.packed(),
            )
            segment.save()
            self._add(part, number=number, known=known if number == prefix else 0)

    def _bounds(self, rows: RatedRows, start: int) -> list[int]:
        """Return where the segments from `start` on begin, and the end; no group is cut."""
        size = max(_SMALLEST, -(-self.count // _SEGMENTS))
        bounds = list(range(start, len(rows), size))
        if self.by_group:
            starts = group_bounds(rows.matches.group)
            bounds = sorted({start, *starts[np.searchsorted(starts, bounds)].tolist()} - {len(rows)})
        return [*bounds, len(rows)] if start < len(rows) else []

    def _add(self, rows: RatedRows, *, number: int, known: int) -> None:
        """Compute a segment, store the histories of its players, and go on with the players after it."""
        matches = rows.matches
        self.players = self.players.joined_by(np.concatenate((matches.winner, matches.loser)))
        places = numbered(self.players, matches)
        ratings = self.players.ratings
        sides = SideColumns.of(places)
        changes = changes_by_match(self.formula, ratings, places, by_group=self.by_group, sides=sides)
        records = self._records(rows, places, changes, sides)[sides.order]
        self._store_histories(records, number=number, is_new=sides.order >= 2 * known)
        self.players = replace(self.players, ratings=ratings.after(places, changes))
        if self.news is not None:
            is_result = np.isin(rows.number, self.news.results)
            for player, change in ((matches.winner, changes.gain), (matches.loser, changes.loss)):
                self.new_changes.append((player[is_result], change[is_result]))

    def _store_histories(self, records: NDArray[np.void], *, number: int, is_new: NDArray[np.bool_]) -> None:
        """Store the records of a segment, ordered by player, but for buckets in which none is new."""
        every = records["player"] // RatingHistory.PLAYERS
        bounds = group_bounds(every)
        buckets, counts = every[bounds[:-1]], np.diff(bounds)
        if not is_new.all():
            has_new = np.logical_or.reduceat(is_new, bounds[:-1])
            records, buckets, counts = records[np.repeat(has_new, counts)], buckets[has_new], counts[has_new]
            stale = RatingHistory.objects.filter(list=self.list, segment=number)
            _delete(stale, "bucket", buckets.tolist())
        copy_slices(
            RatingHistory,
            ("list", "segment", "bucket", "matches"),
            np.stack((np.full_like(buckets, self.list.pk), np.full_like(buckets, number), buckets)),
            records.tobytes(),
            np.concatenate((ints([0]), np.cumsum(counts))) * PACKED.itemsize,
        )

    def without_new_results(self) -> ListedPlayers:
        """Return the players after the computation, without what new results changed."""
        rating = self.players.ratings.rating.copy()
        for key, change in self.new_changes:
            np.subtract.at(rating, self.players.places(key), change)
        return replace(self.players, ratings=replace(self.players.ratings, rating=rating))

    def _records(
        self, rows: RatedRows, places: MatchColumns, changes: ChangeColumns, sides: SideColumns
    ) -> NDArray[np.void]:
        """Return a record of each side of each match, the winner first."""
        ratings, by_group = self.players.ratings, self.by_group
        amounts = (places.length, places.length)
        rating = sides.before(ratings.rating, (changes.gain, changes.loss), by_group=by_group)
        experience = sides.before(ratings.experience, amounts, by_group=by_group)
        records = np.empty(2 * len(rows), dtype=PACKED)
        for name, column in (("row", rows.number), ("day", places.day), ("length", places.length)):
            records[name] = np.repeat(column, 2)
        records["has_won"] = np.tile((1, 0), len(rows))
        records["player"] = interleaved(rows.matches.winner, rows.matches.loser)
        records["opponent"] = interleaved(rows.matches.loser, rows.matches.winner)
        for name, (of_winner, of_loser) in (
            ("rating", rating),
            ("experience", experience),
            ("change", (changes.gain, changes.loss)),
        ):
            records[name] = interleaved(of_winner, of_loser)
            records[f"opponent_{name}"] = interleaved(of_loser, of_winner)
        return records


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
