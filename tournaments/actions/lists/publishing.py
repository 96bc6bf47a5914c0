"""Official lists: the live list as of a day, numbered and frozen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

import numpy as np
from django.db import transaction
from django.utils import timezone
from numpy.typing import NDArray

from matches.database.copying import copy_rows
from matches.models import Player
from tournaments.actions.federations import log
from tournaments.actions.federations.rights import require_right
from tournaments.acts.lists import ListPublished
from tournaments.errors.federations import DayTooEarly, DayTooLate, ListOfOtherOrigin
from tournaments.models import (
    LatePolicy,
    OfficialList,
    OfficialRow,
    OfficialStatus,
    RatingList,
    Right,
)
from tournaments.queries.ratings.list_lines import first_active_day, status_in
from tournaments.queries.ratings.rated_rows import rated_rows
from tournaments.ratings.lists import ListedPlayers, digest

from .computed_list import ComputedList
from .computing import judged_number, rule_of
from .keeping import last_official
from .renewing import ask


class OfficialNumbers(NamedTuple):
    """The whole numbers of a row of an official list."""

    rating: int
    experience: int
    matches: int
    wins: int
    last_day: int
    adjustment: int = 0


class PlacedRow(NamedTuple):
    """A row of an official list before it is stored; the fields are those of `OfficialRow`."""

    uid: str
    status: str
    place: int | None
    rating: int
    experience: int
    matches: int
    wins: int
    last_day: int
    adjustment: int


_NAMES = ("official", *PlacedRow._fields)


@dataclass(frozen=True, slots=True)
class OfficialPreview:
    """What would be published as of a day; `before` holds the ratings of the last official list by uid."""

    number: int
    day: date
    rows: Sequence[PlacedRow]
    before: Mapping[str, int]

    @property
    def digest(self) -> str:
        """The digest that the official list would have."""
        return _digest(self.rows)

    @property
    def players(self) -> int:
        """The number of people."""
        return len(self.rows)

    @property
    def ranked(self) -> int:
        """The number of people with a place."""
        return self._count(OfficialStatus.RANKED)

    @property
    def provisional(self) -> int:
        """The number of people with too little experience for a place."""
        return self._count(OfficialStatus.PROVISIONAL)

    @property
    def inactive(self) -> int:
        """The number of people without a match for too long."""
        return self._count(OfficialStatus.INACTIVE)

    def _count(self, status: OfficialStatus) -> int:
        return sum(row.status == status for row in self.rows)


@transaction.atomic
def preview_list(rating_list: RatingList, *, by: Player | None, day: date) -> OfficialPreview:
    """Return what `publish_list` would publish as of a day, and store nothing; raise what it would raise."""
    require_right(rating_list.federation, by, Right.RATE)
    people, _number = _to_publish(rating_list, day)
    last = last_official(rating_list)
    before = dict(OfficialRow.objects.filter(official=last).values_list("uid", "rating")) if last else {}
    rows = list(_placed(rating_list, people, day))
    return OfficialPreview(last.number + 1 if last else 1, day, rows, before)


@transaction.atomic
def publish_list(rating_list: RatingList, *, by: Player | None, day: date) -> OfficialList:
    """Publish the list as of a day; raise DayTooEarly or DayTooLate for a day that it cannot have.

    All results that the feed has count. Where late results are adjustments, each row has the difference that they made
    to the last official list.
    """
    federation = rating_list.federation
    require_right(federation, by, Right.RATE)
    log.lock(federation)
    people, number = _to_publish(rating_list, day)
    official = store_official(rating_list, people, by=by, day=day, feed=number)
    act = ListPublished(rating_list.uid, number=official.number, day=day.isoformat(), digest=official.digest)
    log.append(act, of=federation, by=by, rows=[official])
    # Late results that were held back until then are in the live list from now on.
    ask(rating_list)
    return official


def _to_publish(rating_list: RatingList, day: date) -> tuple[dict[str, OfficialNumbers], int]:
    """Return the people of a list as of a day, and the number of the last row of the feed that counts."""
    if not rating_list.is_computed:
        raise ListOfOtherOrigin(list=rating_list.name)
    last = last_official(rating_list)
    check_day(rating_list, day, last)
    number = judged_number(rule_of(rating_list))
    adjustments = _adjustments(rating_list, last) if last and rating_list.late == LatePolicy.ADJUST else {}
    return _numbers(players_as_of(rating_list, day), adjustments), number


def check_day(rating_list: RatingList, day: date, last: OfficialList | None) -> None:
    """Raise DayTooEarly unless the day is after that of the last official list, DayTooLate if it has not come."""
    if last is not None and day <= last.day:
        raise DayTooEarly(number=last.number, day=last.day)
    if day > timezone.now().astimezone(rating_list.federation.time_zone).date():
        raise DayTooLate


def players_as_of(rating_list: RatingList, day: date) -> ListedPlayers:
    """Return the players after all matches up to a day, computed from the beginning."""
    rows = rated_rows(rating_list, rule_of(rating_list), until=day)
    return ComputedList.of(rating_list, rows).players


def _adjustments(rating_list: RatingList, last: OfficialList) -> dict[int, int]:
    """Return what the feed as it is now changes in the ratings of the last official list, by player."""
    before = dict(OfficialRow.objects.filter(official=last).values_list("uid", "rating"))
    now = players_as_of(rating_list, last.day)
    uids = _uids(now)
    ratings = zip(now.key.tolist(), now.ratings.rating.tolist(), strict=True)
    return {key: rating - before.get(uids[key], rating) for key, rating in ratings}


def _numbers(players: ListedPlayers, adjustments: Mapping[int, int]) -> dict[str, OfficialNumbers]:
    uids = _uids(players)
    columns = [column.tolist() for column in players.ratings.columns]
    return {
        uids[key]: OfficialNumbers._make((*numbers, adjustments.get(key, 0)))
        for key, *numbers in zip(players.key.tolist(), *columns, strict=True)
    }


def _uids(players: ListedPlayers) -> dict[int, str]:
    if not len(players):
        return {}
    between = Player.objects.filter(pk__gte=int(players.key[0]), pk__lte=int(players.key[-1]))
    return dict(between.values_list("pk", "uid"))


def store_official(
    rating_list: RatingList,
    people: Mapping[str, OfficialNumbers],
    *,
    by: Player | None,
    day: date,
    feed: int = 0,
    source: str = "",
) -> OfficialList:
    """Store the next official list with its rows in their places."""
    last = last_official(rating_list)
    rows = list(_placed(rating_list, people, day))
    official = OfficialList.objects.create(
        list=rating_list,
        number=last.number + 1 if last else 1,
        day=day,
        by=by,
        feed=feed,
        source=source,
        players=len(rows),
        digest=_digest(rows),
    )
    copy_rows(OfficialRow, _NAMES, ((official.pk, *row) for row in rows))
    return official


def _digest(rows: Sequence[PlacedRow]) -> str:
    return digest((uid, (place or 0, *numbers)) for uid, _status, place, *numbers in rows)


def _placed(rating_list: RatingList, people: Mapping[str, OfficialNumbers], day: date) -> Iterator[PlacedRow]:
    """Yield uid, status, place and numbers, the best first; who is level shares the better place."""
    oldest = first_active_day(rating_list, day)
    place, before = 0, 0
    highest = None
    for uid, numbers in sorted(people.items(), key=lambda row: (-row[1].rating, row[0])):
        status = status_in(rating_list, numbers.experience, numbers.last_day, oldest)
        if status is not OfficialStatus.RANKED:
            yield PlacedRow(uid, status.value, None, *numbers)
            continue
        before += 1
        if numbers.rating != highest:
            place, highest = before, numbers.rating
        yield PlacedRow(uid, status.value, place, *numbers)


def has_place(
    rating_list: RatingList, players: ListedPlayers, *, day: date | None = None
) -> NDArray[np.bool_]:
    """Return who of these players would have a place in an official list of a day, of today when absent."""
    day = day or timezone.now().astimezone(rating_list.federation.time_zone).date()
    ratings = players.ratings
    is_active = ratings.last_day >= first_active_day(rating_list, day)
    return is_active & (ratings.experience >= rating_list.provisional_below)
