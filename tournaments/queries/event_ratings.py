"""The official list that an event uses, and the ratings of its entrants in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from django.db.models import F, Q, QuerySet

from matches.models import NameOrder, Player
from tournaments.models import (
    Entrant,
    EntrantPlayer,
    Event,
    OfficialList,
    OfficialRow,
    RatingList,
    Sanction,
    SanctionState,
)

_ASKED = (SanctionState.REQUESTED, SanctionState.GRANTED)


class ListedRating(NamedTuple):
    """A person in an official list: the rating in billionths of a point, and the experience."""

    rating: int
    experience: int


@dataclass(frozen=True, slots=True)
class SideRating:
    """The rating of an entrant: the mean of its players, None where one of them is not on the list."""

    rating: int | None
    experience: int
    unlisted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EventRatings:
    """The ratings of the entrants of an event by primary key, in the official list that it uses, None without one."""

    official: OfficialList | None = None
    by_entrant: Mapping[int, SideRating] = field(default_factory=dict)

    def rating_of(self, entrant: Entrant) -> int | None:
        """Return the rating of an entrant in billionths of a point; None for one who is not on the list."""
        side = self.by_entrant.get(entrant.pk)
        return None if side is None else side.rating


def lists_to_choose(event: Event) -> QuerySet[RatingList]:
    """Return the lists of the federations that sanctioned the event or were asked to, and the one that it uses."""
    sanctions = Sanction.objects.filter(event=event, state__in=_ASKED)
    of_these = Q(federation__in=sanctions.values("federation")) | Q(pk=event.rating_list_id)
    return (
        RatingList.objects.filter(of_these)
        .select_related("federation")
        .order_by("federation__code", NameOrder("name"))
    )


def official_in_force(rating_list: RatingList | int, event: Event) -> OfficialList | None:
    """Return the official list of a rating list on the first day of the event's tournament."""
    of_list = OfficialList.objects.filter(list=rating_list, day__lte=event.tournament.starts_on)
    return of_list.select_related("list__federation").order_by("-day").first()


def official_of(event: Event) -> OfficialList | None:
    """Return the official list that the event uses: the one it has kept, else the newest of its first day; one query."""
    if event.rating_list_id is None:
        return None
    if event.official_list_id is not None:
        return OfficialList.objects.select_related("list__federation").get(pk=event.official_list_id)
    return official_in_force(event.rating_list_id, event)


def ratings_of_event(event: Event) -> EventRatings:
    """Return the ratings of all entrants of an event; five queries for any number, none without a list."""
    official = official_of(event)
    if official is None:
        return EventRatings()
    places = EntrantPlayer.objects.filter(event=event).order_by("pk").select_related("player")
    players: dict[int, list[Player]] = defaultdict(list)
    for place in places:
        players[place.entrant_id].append(place.player)
    ratings = listed(official, {player.pk for side in players.values() for player in side})
    by_entrant = {entrant: _side_rating(side, ratings) for entrant, side in players.items()}
    return EventRatings(official, by_entrant)


def seeds_by_list(event: Event, entrants: Iterable[Entrant]) -> dict[str, int]:
    """Return the seeds of those of these entrants who are on the event's list, by uid."""
    return seed_order(ratings_of_event(event), entrants)


def seed_order(ratings: EventRatings, entrants: Iterable[Entrant]) -> dict[str, int]:
    """Return the seeds by these ratings, the highest first; who is level comes by experience, then by id."""
    sides = [(entrant.uid, ratings.by_entrant.get(entrant.pk)) for entrant in entrants]
    keys = [(-side.rating, -side.experience, uid) for uid, side in sides if side and side.rating is not None]
    return {uid: number for number, (_rating, _experience, uid) in enumerate(sorted(keys), start=1)}


def listed(official: OfficialList, players: Collection[int]) -> dict[int, ListedRating]:
    """Return the rows of these persons in an official list, by primary key of the player; three queries.

    A list holds the persons of its day. Of several entries that are one person now, that of the player who goes on
    counts, else the one of the most experience.
    """
    uids = uids_of_persons(players)
    every_uid = {uid for of_person in uids.values() for uid in of_person}
    rows = OfficialRow.objects.filter(official=official, uid__in=every_uid)
    by_uid = {
        uid: ListedRating(rating, experience)
        for uid, rating, experience in rows.values_list("uid", "rating", "experience")
    }
    ratings = {}
    for player, (first, *others) in uids.items():
        later = [by_uid[uid] for uid in sorted(others) if uid in by_uid]
        row = by_uid.get(first) or max(later, key=lambda row: row.experience, default=None)
        if row is not None:
            ratings[player] = row
    return ratings


def uids_of_persons(players: Collection[int]) -> dict[int, list[str]]:
    """Return for each player the uids of all rows of the person, that of the player who goes on first; two queries."""
    now = dict(Player.objects.filter(pk__in=players).values_list("pk", "merged_into_id"))
    ends = {player: end or player for player, end in now.items()}
    of_persons = Q(pk__in=ends.values()) | Q(merged_into__in=ends.values())
    # Rows without a merge come first, as those who go on.
    rows = Player.objects.filter(of_persons).order_by(F("merged_into").asc(nulls_first=True), "pk")
    by_person: dict[int, list[str]] = defaultdict(list)
    for key, uid, end in rows.values_list("pk", "uid", "merged_into_id"):
        by_person[end or key].append(uid)
    return {player: by_person[end] for player, end in ends.items()}


def _side_rating(players: Collection[Player], ratings: Mapping[int, ListedRating]) -> SideRating:
    unlisted = tuple(player.name for player in players if player.pk not in ratings)
    rows = [ratings[player.pk] for player in players if player.pk in ratings]
    experience = sum(row.experience for row in rows)
    if unlisted or not rows:
        return SideRating(None, experience, unlisted)
    return SideRating(round(Fraction(sum(row.rating for row in rows), len(rows))), experience)
