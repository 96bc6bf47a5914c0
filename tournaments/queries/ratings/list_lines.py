"""The lines of a rating list as everybody may read them: the live list, and the official ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple, Protocol, TypeVar

from django.db import connection
from django.db.models import (
    Count,
    Exists,
    F,
    Model,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    prefetch_related_objects,
)
from django.db.models.functions import Coalesce, Upper
from django.utils import timezone

from matches.models import Player
from tournaments.models import (
    ListStanding,
    ListState,
    Member,
    OfficialList,
    OfficialRow,
    OfficialStatus,
    RatingList,
)
from tournaments.queries.publicity import persons_named, public_persons

from .list_filters import ListFilter, club_filters, is_named

Row = TypeVar("Row", bound=Model)

# So many lines of a whole list are read together.
_AT_ONCE = 1000
# Those above a page are counted, and those within it ranked.
_PLACES = """
SELECT player_id, place
FROM (
    SELECT player_id, RANK() OVER (ORDER BY rating DESC) + (
        SELECT COUNT(*)
        FROM tournaments_liststanding
        WHERE list_id = %(list)s AND experience >= %(experience)s AND last_day >= %(day)s AND rating > %(highest)s
    ) AS place
    FROM tournaments_liststanding
    WHERE list_id = %(list)s AND experience >= %(experience)s AND last_day >= %(day)s
        AND rating BETWEEN %(lowest)s AND %(highest)s
) ranked
WHERE player_id IN ({keys})
"""


@dataclass(frozen=True, slots=True)
class ListLine:
    """A person in a list: `change` and `places` are what was gained since the last official list.

    Both are None for who was not in it, and `places` for who has no place in one of the two. Ratings are billionths of
    a point, and `last_day` is an ordinal, 0 before the first match. Whom the list does not name has neither name nor
    club, and an id stands only beside a full name or a profile.
    """

    uid: str | None
    name: str
    number: str | None
    club: str
    country: str
    has_profile: bool
    status: OfficialStatus
    place: int | None
    rating: int
    experience: int
    matches: int
    wins: int
    last_day: int
    change: int | None
    places: int | None
    adjustment: int

    @property
    def day(self) -> date | None:
        """The day of the last match."""
        return date.fromordinal(self.last_day) if self.last_day else None


class ListLines(Protocol):
    """The lines of a list that a filter selects, the best first."""

    @property
    def rows(self) -> QuerySet[Any]:
        """The stored rows, each with the `uid` of its person."""

    @property
    def order(self) -> tuple[str, ...]:
        """Their order, of which the last field is unique."""

    def count(self) -> int:
        """Return the number of lines."""

    def __getitem__(self, part: slice) -> list[ListLine]:
        """Return some of the lines."""

    def of(self, rows: Sequence[Any]) -> list[ListLine]:
        """Return the lines of rows that follow each other."""

    def every(self) -> Iterator[ListLine]:
        """Yield all lines, read in batches."""


@dataclass(frozen=True)
class LiveLines:
    """The live list as of a day, beside the last official list; five queries for some of its lines."""

    rating_list: RatingList
    filter: ListFilter
    day: date
    last: OfficialList | None
    state: ListState | None

    order = ("-rating", "player")

    @cached_property
    def oldest(self) -> int:
        """The first day of which a match keeps a player active."""
        return first_active_day(self.rating_list, self.day)

    @property
    def every_row(self) -> QuerySet[ListStanding]:
        """The stored rows of the list."""
        return ListStanding.objects.filter(list=self.rating_list)

    @property
    def rows(self) -> QuerySet[ListStanding, Any]:
        """The stored rows, each with the `uid` of its person."""
        return self._selected.annotate(uid=F("player__uid"))

    @cached_property
    def _of_clubs(self) -> tuple[Q, Exists | Value]:
        return club_filters(self.filter, self.rating_list, person="player")

    @property
    def _selected(self) -> QuerySet[ListStanding]:
        rows = self.every_row.filter(self._of_status())
        if self.filter.words:
            rows = rows.filter(player__in=persons_named(self.filter.words).values("pk"))
        if self.filter.clubs is not None:
            rows = rows.alias(club_key=Upper("player__club"))
            rows = rows.filter(*self._of_clubs)
        if self.filter.country:
            rows = rows.filter(player__country=self.filter.country)
        return rows

    @cached_property
    def _players(self) -> QuerySet[Any, int]:
        """The keys of all persons in their order, which tell their number too: people are selected once.

        A computation meanwhile stores other rows of the same persons.
        """
        return self._selected.order_by(*self.order).values_list("player", flat=True)

    def count(self) -> int:
        """Return the number of lines: that of the state where nobody is left out."""
        is_whole = self.filter.status is None or (
            self.filter.status is OfficialStatus.RANKED
            and not (self.rating_list.provisional_below or self.oldest)
        )
        if self.filter.is_by_person:
            return len(self._players)
        if is_whole:
            return self.state.players if self.state else 0
        return self._selected.count()

    def __getitem__(self, part: slice) -> list[ListLine]:
        """Return some of the lines; people are joined to those alone, not to those before them."""
        keys: Any = self._selected.order_by(*self.order).values("player")[part]
        if self.filter.is_by_person:
            keys = list(self._players[part])
        rows = self.every_row.filter(player__in=keys).select_related("player").order_by(*self.order)
        return self.of(list(rows))

    def of(self, rows: Sequence[ListStanding]) -> list[ListLine]:
        """Return the lines of rows that follow each other."""
        prefetch_related_objects(list(rows), "player")
        return self._lines(rows, self._places(rows))

    def every(self) -> Iterator[ListLine]:
        """Yield all lines, read in batches."""
        persons: set[int] | None = None
        if self.filter.is_by_person:
            persons = set(self.rows.order_by().values_list("player_id", flat=True))
        rows = self.every_row.filter(self._of_status()).select_related("player").order_by(*self.order)
        ranks = _Ranks()
        for batch in _batches(rows.iterator(chunk_size=_AT_ONCE)):
            places = {row.player_id: ranks.next(row.rating) for row in batch if self._is_ranked(row)}
            yield from self._lines(
                [row for row in batch if persons is None or row.player_id in persons], places
            )

    def _lines(self, rows: Sequence[ListStanding], places: Mapping[int, int]) -> list[ListLine]:
        before = _before(self.last, [row.player.uid for row in rows])
        known = _known_persons(self.rating_list, [row.player_id for row in rows])
        return [
            _line(
                row,
                row.player,
                status=self._status(row),
                place=places.get(row.player_id),
                known=known[row.player_id],
                before=before.get(row.player.uid),
            )
            for row in rows
        ]

    def _places(self, rows: Sequence[ListStanding]) -> Mapping[int, int]:
        ranked = [row for row in rows if self._is_ranked(row)]
        if not ranked:
            return {}
        if self.filter.is_by_person:
            return self._places_among_all(ranked)
        first = ranked[0].rating
        above = self.every_row.filter(self._of_status(OfficialStatus.RANKED), rating__gte=first)
        counts = above.aggregate(better=Count("pk", filter=Q(rating__gt=first)), level=Count("pk"))
        ranks = _Ranks(counts["better"], level=counts["level"], rating=first)
        return {row.player_id: ranks.next(row.rating) for row in ranked}

    def _places_among_all(self, ranked: Sequence[ListStanding]) -> Mapping[int, int]:
        """Return the places of some players, the best first, in the whole list."""
        keys = {f"player_{number}": row.player_id for number, row in enumerate(ranked)}
        sql = _PLACES.format(keys=", ".join(f"%({name})s" for name in keys))
        terms = {
            "list": self.rating_list.pk,
            "experience": self.rating_list.provisional_below,
            "day": self.oldest,
            "highest": ranked[0].rating,
            "lowest": ranked[-1].rating,
        }
        with connection.cursor() as cursor:
            cursor.execute(sql, {**terms, **keys})
            return dict(cursor.fetchall())

    def _of_status(self, status: OfficialStatus | None = None) -> Q:
        """Return the condition of rows that have the status, or that of the filter."""
        provisional = Q(experience__lt=self.rating_list.provisional_below)
        inactive = Q(last_day__lt=self.oldest)
        conditions = {
            OfficialStatus.RANKED: ~provisional & ~inactive,
            OfficialStatus.PROVISIONAL: provisional,
            OfficialStatus.INACTIVE: ~provisional & inactive,
        }
        choice = status or self.filter.status
        return Q() if choice is None else conditions[choice]

    def _status(self, row: ListStanding) -> OfficialStatus:
        return status_in(self.rating_list, row.experience, row.last_day, self.oldest)

    def _is_ranked(self, row: ListStanding) -> bool:
        return self._status(row) is OfficialStatus.RANKED


@dataclass(frozen=True)
class OfficialLines:
    """An official list, beside the one before it; five queries for some of its lines."""

    official: OfficialList
    filter: ListFilter
    last: OfficialList | None

    @property
    def order(self) -> tuple[str, ...]:
        """The places where everybody has one, which is the same order."""
        return ("place", "uid") if self.filter.status is OfficialStatus.RANKED else ("-rating", "uid")

    @cached_property
    def _of_clubs(self) -> tuple[Q, Exists | Value]:
        return club_filters(self.filter, self.official.list, person="pk")

    @property
    def rows(self) -> QuerySet[OfficialRow]:
        """The stored rows, each with the `uid` of its person."""
        rows = OfficialRow.objects.filter(official=self.official)
        if self.filter.status is OfficialStatus.RANKED:
            rows = rows.filter(place__isnull=False)
        elif self.filter.status is not None:
            rows = rows.filter(status=self.filter.status)
        if self.filter.words:
            rows = rows.filter(uid__in=persons_named(self.filter.words).values("uid"))
        if self.filter.clubs is not None:
            people = Player.objects.order_by().alias(club_key=Upper("club"))
            people = people.filter(*self._of_clubs)
            rows = rows.filter(uid__in=people.values("uid"))
        if self.filter.country:
            rows = rows.filter(uid__in=Player.objects.filter(country=self.filter.country).values("uid"))
        return rows

    @cached_property
    def _keys(self) -> QuerySet[Any, int]:
        """The keys of all rows in their order, which tell their number too: people are selected once."""
        return self.rows.order_by(*self.order).values_list("pk", flat=True)

    def count(self) -> int:
        """Return the number of lines."""
        if self.filter.is_by_person:
            return len(self._keys)
        return self.official.players if self.filter == ListFilter() else self.rows.count()

    def __getitem__(self, part: slice) -> list[ListLine]:
        """Return some of the lines."""
        if not self.filter.is_by_person:
            return self.of(list(self.rows.order_by(*self.order)[part]))
        rows = OfficialRow.objects.filter(pk__in=list(self._keys[part])).order_by(*self.order)
        return self.of(list(rows))

    def of(self, rows: Sequence[OfficialRow]) -> list[ListLine]:
        """Return the lines of rows; who was merged since is named as the person who goes on."""
        uids = [row.uid for row in rows]
        players = Player.objects.filter(uid__in=uids).select_related("merged_into")
        people = {player.uid: player.merged_into or player for player in players}
        known = _known_persons(self.official.list, [person.pk for person in people.values()])
        before = _before(self.last, uids)
        return [
            _line(
                row,
                people[row.uid],
                status=OfficialStatus(row.status),
                place=row.place,
                known=known[people[row.uid].pk],
                before=before.get(row.uid),
                adjustment=row.adjustment,
            )
            for row in rows
            if row.uid in people
        ]

    def every(self) -> Iterator[ListLine]:
        """Yield all lines, read in batches."""
        for batch in _batches(self.rows.order_by(*self.order).iterator(chunk_size=_AT_ONCE)):
            yield from self.of(batch)


def lines_of_list(
    rating_list: RatingList, only: ListFilter, *, last: OfficialList | None
) -> LiveLines | OfficialLines | None:
    """Return the lines of a list as it is now: of an uploaded one those of its last official list, None before it."""
    if not rating_list.is_computed:
        return None if last is None else lines_of_official(last, only)
    day = timezone.now().astimezone(rating_list.federation.time_zone).date()
    state = getattr(rating_list, "state", None)
    return LiveLines(rating_list, only, day, last, state)


def lines_of_official(official: OfficialList, only: ListFilter) -> OfficialLines:
    """Return the lines of an official list; one query."""
    last = OfficialList.objects.filter(list=official.list_id, number=official.number - 1).first()
    return OfficialLines(official, only, last)


def last_official_of(rating_list: RatingList) -> OfficialList | None:
    """Return the last official list with its list; one query."""
    return OfficialList.objects.filter(list=rating_list).select_related("list").order_by("-number").first()


def status_in(rating_list: RatingList, experience: int, last_day: int, oldest: int) -> OfficialStatus:
    """Return whether a player has a place, with `oldest` as the first day of which a match keeps a player active."""
    if rating_list.is_computed and experience < rating_list.provisional_below:
        return OfficialStatus.PROVISIONAL
    if rating_list.is_computed and last_day < oldest:
        return OfficialStatus.INACTIVE
    return OfficialStatus.RANKED


def first_active_day(rating_list: RatingList, day: date) -> int:
    """Return the ordinal of the first day of which a match keeps a player active; 0 where nobody becomes inactive."""
    if rating_list.inactive_after is None:
        return 0
    months = day.year * 12 + day.month - 1 - rating_list.inactive_after
    first = date(months // 12, months % 12 + 1, 1)
    # The same day of the month, or the last one that the month has.
    lengths = (date(first.year + first.month // 12, first.month % 12 + 1, 1) - first).days
    return first.toordinal() + min(day.day, lengths) - 1


class _KnownPerson(NamedTuple):
    """Whether a person has a public profile and is named in the list, and the number in the federation."""

    has_profile: bool
    is_named: bool
    number: str | None


class _Ranks:
    """Places in the order of ratings: who is level shares the better one."""

    def __init__(self, better: int = 0, *, level: int = 0, rating: int | None = None) -> None:
        """Begin with a rating below some better ones; `level` counts them and all players with this rating."""
        self._first = self._rating = rating
        self._place, self._count = better + 1, level

    def next(self, rating: int) -> int:
        """Return the place of the next one."""
        if rating != self._rating:
            self._place, self._rating = self._count + 1, rating
        if rating != self._first:
            self._count += 1
        return self._place


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    rest = iter(rows)
    while batch := list(islice(rest, _AT_ONCE)):
        yield batch


def _line(
    row: ListStanding | OfficialRow,
    person: Player,
    *,
    status: OfficialStatus,
    place: int | None,
    known: _KnownPerson,
    before: tuple[int | None, int] | None,
    adjustment: int = 0,
) -> ListLine:
    old_place, old_rating = before or (None, None)
    is_full = known.is_named and person.shown_name == person.name
    return ListLine(
        uid=person.uid if is_full or known.has_profile else None,
        name=person.shown_name if known.is_named else "",
        club=person.club if known.is_named else "",
        country=person.country,
        number=known.number if is_full else None,
        has_profile=known.has_profile,
        status=status,
        place=place,
        rating=row.rating,
        experience=row.experience,
        matches=row.matches,
        wins=row.wins,
        last_day=row.last_day,
        change=None if old_rating is None else row.rating - old_rating,
        places=None if place is None or old_place is None else old_place - place,
        adjustment=adjustment,
    )


def _before(last: OfficialList | None, uids: Sequence[str]) -> dict[str, tuple[int | None, int]]:
    """Return place and rating in an official list by uid; one query."""
    if last is None or not uids:
        return {}
    rows = OfficialRow.objects.filter(official=last, uid__in=uids)
    return {uid: (place, rating) for uid, place, rating in rows.values_list("uid", "place", "rating")}


def _known_persons(rating_list: RatingList, persons: Sequence[int]) -> dict[int, _KnownPerson]:
    """Return by key whether these persons have a profile, and their numbers in the federation; one query."""
    numbers = Member.objects.filter(federation=rating_list.federation_id, is_former=False).order_by()
    own = numbers.filter(player=OuterRef("pk")).values("number")
    of_merged = numbers.filter(player__merged_into=OuterRef("pk")).values("number")
    rows = Player.objects.filter(pk__in=persons).order_by()
    rows = rows.annotate(
        has_page=Exists(public_persons().filter(pk=OuterRef("pk"))),
        is_named=is_named(rating_list, "pk"),
        own_number=Coalesce(Subquery(own[:1]), Subquery(of_merged[:1])),
    )
    columns = rows.values_list("pk", "has_page", "is_named", "own_number")
    return {key: _KnownPerson(has_page, is_named, number) for key, has_page, is_named, number in columns}
