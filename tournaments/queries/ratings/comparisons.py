"""Two lists of a federation side by side, as they were compared last: the JSON of `ListComparison`, read and written here.

A comparison is stored once for both directions; whoever reads it from the other list reads it turned round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from typing import Any, Self

from django.db.models import BigIntegerField, F, Q, QuerySet
from django.db.models.functions import Abs

from tournaments.errors.lists import NotComparable, NotCompared
from tournaments.models import ComparisonLine, FeedRow, ListComparison, OfficialList, RatingList, Visibility
from tournaments.queries.exports.sheets import SheetTable
from tournaments.queries.publicity import NamedPerson, named_persons
from tournaments.ratings import UNITS

from .variations import VariationResult

# The columns of a file.
_COLUMNS = ("player", "name", "place", "rating", "other_place", "other_rating", "difference", "places")
# Ratings have nine digits after the point.
_DIGITS = 9
# So many lines of a file are named together.
_AT_ONCE = 2000


@dataclass(frozen=True, slots=True)
class ListPair:
    """A list, and what stands beside it: another list as it is now, or an official one."""

    list: RatingList
    other: RatingList
    official: OfficialList | None = None

    @property
    def in_order(self) -> ListPair:
        """The pair as it is stored: two lists as they are now stand in the order of their keys."""
        if self.official is None and self.other.pk < self.list.pk:
            return ListPair(self.other, self.list)
        return self

    @property
    def uid(self) -> str:
        """The id of what stands beside the list."""
        return self.other.uid if self.official is None else self.official.uid


@dataclass(frozen=True, slots=True)
class DifferingMatch:
    """A row of the feed with what each list makes of it: the changes of winner and loser, None where it is not rated."""

    row: int
    changes: tuple[int, int] | None
    other_changes: tuple[int, int] | None

    @classmethod
    def from_dict(cls, data: Mapping[str, Any] | None) -> Self | None:
        """Return what a row holds."""
        if data is None:
            return None
        return cls(data["row"], _changes(data["changes"]), _changes(data["other_changes"]))

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {"row": self.row, "changes": self.changes, "other_changes": self.other_changes}

    @property
    def turned(self) -> DifferingMatch:
        """The same from the other list."""
        return DifferingMatch(self.row, self.other_changes, self.changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonResult:
    """What a comparison found; `day` and `other_day` are those as of which the lists were taken, None for now.

    `predictions` is None where the matches of a list are unknown, as of an uploaded one. `first` is the first match that
    both rate and that changes them differently, and `alone` the first that one of them rates alone.
    """

    both: int
    only: int
    only_other: int
    day: date | None = None
    other_day: date | None = None
    predictions: VariationResult | None = None
    first: DifferingMatch | None = None
    alone: DifferingMatch | None = None

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return what a row holds."""
        predictions = data["predictions"]
        return cls(
            both=data["both"],
            only=data["only"],
            only_other=data["only_other"],
            day=_day(data["day"]),
            other_day=_day(data["other_day"]),
            predictions=None if predictions is None else VariationResult.from_dict(predictions),
            first=DifferingMatch.from_dict(data["first"]),
            alone=DifferingMatch.from_dict(data["alone"]),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "both": self.both,
            "only": self.only,
            "only_other": self.only_other,
            "day": self.day and self.day.isoformat(),
            "other_day": self.other_day and self.other_day.isoformat(),
            "predictions": self.predictions and self.predictions.to_dict(),
            "first": self.first and self.first.to_dict(),
            "alone": self.alone and self.alone.to_dict(),
        }

    @property
    def turned(self) -> ComparisonResult:
        """The same from the other list."""
        both = self.predictions
        return ComparisonResult(
            both=self.both,
            only=self.only_other,
            only_other=self.only,
            day=self.other_day,
            other_day=self.day,
            predictions=None if both is None else VariationResult(both.varied, both.present),
            first=self.first and self.first.turned,
            alone=self.alone and self.alone.turned,
        )


class Among(StrEnum):
    """Which people of a comparison are read."""

    EVERYBODY = "everybody"
    BOTH = "both"
    ONLY = "only"
    ONLY_OTHER = "only_other"


class LineOrder(StrEnum):
    """In which order people are read: by the greatest difference of ratings, of places, or by place."""

    RATINGS = "ratings"
    PLACES = "places"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class LineFilter:
    """Which people of a comparison are read, and how; `beyond` points lie between the ratings at least."""

    among: Among = Among.EVERYBODY
    beyond: int = 0
    order: LineOrder = LineOrder.RATINGS


@dataclass(frozen=True, slots=True)
class ComparedPerson:
    """A person of one or both lists, by the shown name."""

    person: NamedPerson
    rating: int | None
    place: int | None
    other_rating: int | None
    other_place: int | None

    @property
    def difference(self) -> int | None:
        """What the other list adds to the rating."""
        if self.rating is None or self.other_rating is None:
            return None
        return self.other_rating - self.rating

    @property
    def places(self) -> int | None:
        """The places that the other list gives, negative for places lost."""
        if self.place is None or self.other_place is None:
            return None
        return self.place - self.other_place


@dataclass(frozen=True, slots=True)
class ComparedMatch:
    """A match of the feed as everybody may read it; one of an event that is not public names nobody."""

    day: date | None
    length: int
    uid: str = ""
    event: str = ""
    winner: NamedPerson | None = None
    loser: NamedPerson | None = None


@dataclass(frozen=True, slots=True)
class ShownDifference:
    """A match with what each list makes of it."""

    differing: DifferingMatch
    match: ComparedMatch


@dataclass(frozen=True)
class ComparedLists:
    """A pair with what is stored of it, as read from its first list; `row` is None before anybody asked."""

    pair: ListPair
    row: ListComparison | None

    @property
    def is_turned(self) -> bool:
        """Whether the row was stored from the other list."""
        return self.row is not None and self.row.list_id != self.pair.list.pk

    @cached_property
    def result(self) -> ComparisonResult | None:
        """What came of it."""
        if self.row is None or not self.row.is_computed:
            return None
        result = ComparisonResult.from_dict(self.row.result)
        return result.turned if self.is_turned else result

    @cached_property
    def first(self) -> ShownDifference | None:
        """The first match that both lists rate and that changes them differently; two queries."""
        return None if self.result is None else _shown_difference(self.result.first, self.pair.list)

    @cached_property
    def alone(self) -> ShownDifference | None:
        """The first match that one of the lists rates alone; two queries."""
        return None if self.result is None else _shown_difference(self.result.alone, self.pair.list)

    def lines(self, only: LineFilter) -> QuerySet[ComparisonLine]:
        """Return the people that a filter selects, in its order."""
        rating, place, other_rating, other_place = self._names()
        there = Q(**{f"{rating}__isnull": False}), Q(**{f"{other_rating}__isnull": False})
        conditions = {
            Among.EVERYBODY: Q(),
            Among.BOTH: there[0] & there[1],
            Among.ONLY: there[0] & ~there[1],
            Among.ONLY_OTHER: ~there[0] & there[1],
        }
        rows = ComparisonLine.objects.filter(conditions[only.among], comparison=self.row)
        if only.beyond:
            # The difference of two columns has the range of a smaller field, if nobody says otherwise.
            distance = Abs(F(other_rating) - F(rating), output_field=BigIntegerField())
            rows = rows.alias(distance=distance)
            rows = rows.filter(distance__gte=only.beyond * UNITS)
        orders: Mapping[LineOrder, tuple[Any, ...]] = {
            LineOrder.RATINGS: ("pk",),
            LineOrder.PLACES: (Abs(F(place) - F(other_place)).desc(nulls_last=True), "pk"),
            LineOrder.PLACE: (F(place).asc(nulls_last=True), F(other_place).asc(nulls_last=True), "pk"),
        }
        return rows.order_by(*orders[only.order])

    def named(self, rows: Iterable[ComparisonLine]) -> list[ComparedPerson]:
        """Return rows with the names that everybody may read; one query."""
        some = list(rows)
        federation = self.pair.list.federation_id
        people = named_persons({row.player_id for row in some}, listed_by=federation)
        names = self._names()
        return [
            ComparedPerson(people[row.player_id], *(getattr(row, name) for name in names))
            for row in some
            if row.player_id in people
        ]

    def table(self) -> SheetTable:
        """Return everybody as a table for a file, the greatest difference first."""
        rows = list(self.lines(LineFilter()))
        named = [
            line
            for start in range(0, len(rows), _AT_ONCE)
            for line in self.named(rows[start : start + _AT_ONCE])
        ]
        return SheetTable(
            _COLUMNS,
            tuple(
                (
                    line.person.uid,
                    line.person.name,
                    line.place,
                    _points(line.rating),
                    line.other_place,
                    _points(line.other_rating),
                    _points(line.difference),
                    line.places,
                )
                for line in named
            ),
        )

    def _names(self) -> tuple[str, str, str, str]:
        """Return the columns of rating and place in the first list, and in the other one."""
        names = ("rating", "place"), ("other_rating", "other_place")
        first, second = reversed(names) if self.is_turned else names
        return *first, *second


def pair_of(rating_list: RatingList, uid: str) -> ListPair:
    """Return a list with the list or official list of this id beside it; raise NotComparable for any other id."""
    federation = rating_list.federation_id
    if uid == rating_list.uid:
        return ListPair(rating_list, rating_list)
    other = RatingList.objects.filter(federation=federation, uid=uid).select_related("federation", "club")
    if (beside := other.first()) is not None:
        return ListPair(rating_list, beside)
    official = OfficialList.objects.filter(list__federation=federation, uid=uid)
    row = official.select_related("list__federation", "list__club").first()
    if row is None:
        raise NotComparable(list=rating_list.name)
    return ListPair(rating_list, row.list, row)


def stored_comparison(pair: ListPair) -> ComparedLists:
    """Return a pair with what is stored of it; one query."""
    key = pair.in_order
    rows = ListComparison.objects.filter(list=key.list, other=key.other, official=key.official)
    return ComparedLists(pair, rows.first())


def require_compared(rating_list: RatingList, uid: str) -> ComparedLists:
    """Return a list with what stands beside it; raise NotComparable, or NotCompared before anybody asked."""
    lists = stored_comparison(pair_of(rating_list, uid))
    if lists.row is None:
        raise NotCompared(list=rating_list.name, other=lists.pair.other.name)
    return lists


def _shown_difference(differing: DifferingMatch | None, rating_list: RatingList) -> ShownDifference | None:
    match = None if differing is None else _compared_match(differing.row, rating_list)
    return None if differing is None or match is None else ShownDifference(differing, match)


def _compared_match(number: int, rating_list: RatingList) -> ComparedMatch | None:
    """Return a row of the feed as everybody may read it; two queries.

    A match that was played here has its names on its page. Any other has those of the list, None for the others.
    """
    rows = FeedRow.objects.filter(number=number).select_related("one", "two", "event__tournament")
    row = rows.first()
    if row is None or row.one is None or row.two is None:
        return None
    event = row.event
    if event is not None and event.tournament.visibility != Visibility.PUBLIC:
        return ComparedMatch(row.day, row.length)
    keys = [player.merged_into_id or player.pk for player in (row.one, row.two)]
    people = named_persons(keys, listed_by=None if row.tournament_id else rating_list.federation_id)
    names = {key: person for key, person in people.items() if person.name}
    one, two = (names.get(key) for key in keys)
    winner, loser = (one, two) if row.winner == 1 else (two, one)
    return ComparedMatch(
        row.day,
        row.length,
        # Only a match that was played here has a page.
        row.match_uid if row.tournament_id else "",
        event.name if event is not None else "",
        winner,
        loser,
    )


def _changes(data: Any) -> tuple[int, int] | None:
    return None if data is None else (data[0], data[1])


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


def _points(units: int | None) -> Decimal | None:
    return None if units is None else Decimal(units).scaleb(-_DIGITS)
