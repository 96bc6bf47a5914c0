"""The records of lists as everybody reads them: with names of those alone who have a public profile."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from matches.models import NameOrder
from tournaments.models import Federation, FeedRow, ListRecord, RatingList, Visibility
from tournaments.queries.publicity import NamedPerson, named_persons
from tournaments.queries.ratings.personal import points_of
from tournaments.ratings.lists import RecordKind


@dataclass(frozen=True, slots=True)
class RecordMatch:
    """The match of a record, of a public tournament."""

    uid: str
    event_name: str


@dataclass(frozen=True, slots=True)
class NamedRecord:
    """A record with its people, None for a player without a public profile."""

    kind: RecordKind
    value: int
    day: date | None
    since: date | None
    player: NamedPerson | None
    opponent: NamedPerson | None
    match: RecordMatch | None

    @property
    def is_upset(self) -> bool:
        """Whether the record is a match that the lower rating won."""
        return self.kind is RecordKind.UPSET

    @property
    def points(self) -> Decimal:
        """The rating, or the difference of ratings, in points."""
        return points_of(self.value)


@dataclass(frozen=True, slots=True)
class RecordsOfList:
    """The records of a list, of each kind the best first."""

    list: RatingList
    by_kind: Mapping[RecordKind, tuple[NamedRecord, ...]]


def records_of_federation(federation: Federation) -> tuple[RecordsOfList, ...]:
    """Return the records of the lists of a federation that have any; four queries, however many matches they have."""
    lists = RatingList.objects.filter(federation=federation).order_by(NameOrder("name"), "pk")
    rows = list(ListRecord.objects.filter(list__in=lists).order_by("list", "kind", "place"))
    people = named_persons({key for row in rows for key in (row.player, row.opponent) if key})
    matches = _matches({row.row for row in rows})
    by_list: dict[int, dict[RecordKind, list[NamedRecord]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        kind = RecordKind(row.kind)
        by_list[row.list_id][kind].append(_named(row, kind, people, matches))
    return tuple(
        RecordsOfList(
            one, {kind: tuple(by_list[one.pk][kind]) for kind in RecordKind if by_list[one.pk][kind]}
        )
        for one in lists
        if one.pk in by_list
    )


def _named(
    row: ListRecord,
    kind: RecordKind,
    people: Mapping[int, NamedPerson],
    matches: Mapping[int, RecordMatch],
) -> NamedRecord:
    player, opponent = (people.get(key) for key in (row.player, row.opponent))
    return NamedRecord(
        kind,
        row.value,
        date.fromordinal(row.day) if row.day else None,
        date.fromordinal(row.since) if row.since else None,
        player if player is not None and player.is_public else None,
        opponent if opponent is not None and opponent.is_public else None,
        matches.get(row.row),
    )


def _matches(numbers: Collection[int]) -> dict[int, RecordMatch]:
    """Return the matches of these rows of the feed that are of public tournaments; one query."""
    rows = FeedRow.objects.filter(number__in=numbers, tournament__visibility=Visibility.PUBLIC).order_by()
    columns = rows.values_list("number", "match_uid", "event__name")
    return {number: RecordMatch(uid, name) for number, uid, name in columns}
