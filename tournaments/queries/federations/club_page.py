"""What everybody reads of a club: its players with a public profile, their ratings and their latest results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, TypeAlias

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce

from matches.models import NameOrder, Player, name_key, name_order, rows_of_persons
from tournaments.models import (
    Club,
    ClubName,
    FeedRow,
    ListStanding,
    OfficialList,
    OfficialRow,
    RatingList,
    club_ends,
)
from tournaments.queries.careers.career import AT_THE_BOARD, public_results
from tournaments.queries.publicity import NamedPerson, named_persons, public_persons
from tournaments.queries.ratings.personal import points_of

_MOST_RESULTS = 15

_Rows: TypeAlias = list[tuple[Player, int]]
"""Players with their ratings in a list, the best first."""


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A player of a club in a list; `place` is that within the club, shared by players who are level.

    `rating` is in billionths of a point.
    """

    place: int
    player: Player
    rating: int

    @property
    def points(self) -> Decimal:
        """The rating in points."""
        return points_of(self.rating)


@dataclass(frozen=True, slots=True)
class ClubRanking:
    """The players of a club in a list, the best first; an official list has a day."""

    list: RatingList
    day: date | None
    rows: tuple[RankedPlayer, ...]


@dataclass(frozen=True, slots=True)
class ClubResult:
    """A match of a player of a club, the winner first."""

    match: str
    event_name: str
    day: date | None
    length: int
    winner: NamedPerson
    loser: NamedPerson
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ClubPage:
    """The players of a club by name, its ranking in each list of its federation, and its latest results."""

    players: tuple[Player, ...]
    rankings: tuple[ClubRanking, ...]
    results: tuple[ClubResult, ...]


def club_page(club: Club) -> ClubPage:
    """Return what everybody reads of a club; at most ten queries, however many players it has."""
    players = tuple(sorted(players_of_club(club), key=lambda player: name_order(player.shown_name)))
    return ClubPage(players, tuple(club_rankings(club, players)), tuple(_results(players)))


def players_of_club(club: Club) -> Sequence[Player]:
    """Return the persons with a public profile whose club has a name of this one; at most four queries.

    A name that clubs of other federations have too counts where the player is of the country of the federation.
    """
    ends = club_ends(club.federation_id)
    names = ClubName.objects.all().values_list("name_key", "federation_id", "club_id")
    own: set[str] = set()
    others: set[str] = set()
    for key, federation, part in names:
        if club.pk in (part, ends.get(part)):
            own.add(key)
        elif federation != club.federation_id:
            others.add(key)
    every_text = Player.objects.exclude(club="").order_by().values_list("club", flat=True).distinct()
    texts = [text for text in every_text if name_key(text) in own]
    if not texts:
        return []
    return [
        player
        for player in public_persons().filter(club__in=texts)
        if name_key(player.club) not in others or player.country == club.federation.country
    ]


def club_rankings(club: Club, players: Sequence[Player]) -> Iterator[ClubRanking]:
    """Yield the ranking of these players of a club in each list of its federation that has any; four queries.

    A computed list is as it stands now, without those who are provisional; an uploaded one is the last official list.
    """
    lists = list(RatingList.objects.filter(federation=club.federation_id).order_by(NameOrder("name"), "pk"))
    rows = _live_rows(lists, players)
    days = _last_days([one for one in lists if not one.is_computed])
    rows |= _official_rows(days.values(), players)
    for one in lists:
        if one.pk in rows:
            day = days[one.pk].day if one.pk in days else None
            yield ClubRanking(one, day, tuple(_placed(rows[one.pk])))


def _live_rows(lists: Collection[RatingList], players: Sequence[Player]) -> dict[int, _Rows]:
    """Return these players in live lists, the best first, by list; one query."""
    by_key = {player.pk: player for player in players}
    ranked = ListStanding.objects.filter(
        list__in=lists, player__in=by_key, experience__gte=F("list__provisional_below")
    )
    rows: dict[int, _Rows] = defaultdict(list)
    ranked = ranked.order_by("-rating", "player")
    for key, player, rating in ranked.values_list("list_id", "player_id", "rating"):
        rows[key].append((by_key[player], rating))
    return dict(rows)


def _last_days(lists: Collection[RatingList]) -> dict[int, OfficialList]:
    """Return the last official list of each of these lists; at most one query."""
    officials = OfficialList.objects.filter(list__in=lists).order_by("number") if lists else ()
    return {official.list_id: official for official in officials}


def _official_rows(officials: Collection[OfficialList], players: Sequence[Player]) -> dict[int, _Rows]:
    """Return these players in official lists, the best first, by list; at most one query."""
    by_uid = {player.uid: player for player in players}
    rows: dict[int, _Rows] = defaultdict(list)
    if officials:
        ranked = OfficialRow.objects.filter(official__in=officials, uid__in=by_uid, place__isnull=False)
        ranked = ranked.order_by("-rating", "uid")
        for key, uid, rating in ranked.values_list("official__list_id", "uid", "rating"):
            rows[key].append((by_uid[uid], rating))
    return dict(rows)


def _placed(rows: _Rows) -> Iterator[RankedPlayer]:
    place = 0
    highest: int | None = None
    for number, (player, rating) in enumerate(rows, start=1):
        if rating != highest:
            place, highest = number, rating
        yield RankedPlayer(place, player, rating)


def _results(players: Collection[Player]) -> Iterator[ClubResult]:
    """Yield the latest matches that a player of the club won or lost, the newest first."""
    if not players:
        return
    rows = rows_of_persons([player.person_key for player in players])
    played = public_results().filter(ending__in=AT_THE_BOARD, winner__isnull=False)
    results = played.filter(event__isnull=False, one__isnull=False, two__isnull=False)
    latest: dict[int, Any] = {}
    for side in ("one", "two"):
        for row in _latest(results.filter(**{f"{side}__in": rows})):
            latest[row.number] = row
    newest = sorted(latest.values(), key=_when, reverse=True)[:_MOST_RESULTS]
    people = named_persons({key for row in newest for key in _persons_of(row)})
    for row in newest:
        one, two = (people[key] for key in _persons_of(row))
        scores = (row.score_one, row.score_two)
        is_first = row.winner == 1
        yield ClubResult(
            row.match_uid,
            row.event.name,
            row.day,
            row.length,
            one if is_first else two,
            two if is_first else one,
            scores if is_first else (scores[1], scores[0]),
        )


def _latest(results: QuerySet[FeedRow]) -> QuerySet[Any]:
    people = {f"person_{side}": Coalesce(f"{side}__merged_into_id", f"{side}_id") for side in ("one", "two")}
    in_order = results.exclude(day=None).annotate(**people).order_by("-day", "-number")
    return in_order.select_related("event")[:_MOST_RESULTS]


def _persons_of(row: Any) -> tuple[int, int]:
    return row.person_one, row.person_two


def _when(row: Any) -> tuple[date, int]:
    return row.day or date.min, row.number
