"""The ratings of a person in the lists of all federations: live, and official with the place."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db.models import OuterRef, Q, Subquery

from matches.models import NameOrder, Player
from tournaments.models import ListStanding, OfficialRow, RatingList

_BILLION = 10**9


@dataclass(frozen=True, slots=True)
class LastOfficialRating:
    """A rating in an official list; `place` is None for who is provisional or inactive there."""

    number: int
    day: date
    rating: Decimal
    place: int | None


@dataclass(frozen=True, slots=True)
class PersonalRating:
    """What a list knows of a person: the live rating and the last official one, each None where there is none."""

    list: RatingList
    live: Decimal | None
    official: LastOfficialRating | None


def listed_ratings(person: Player) -> tuple[PersonalRating, ...]:
    """Return the ratings of a person by federation and list; one query."""
    live = ListStanding.objects.filter(list=OuterRef("pk"), player=person.pk).values("rating")
    last = OfficialRow.objects.filter(official__list=OuterRef("pk"), uid=person.uid)
    last = last.order_by("-official__number")
    lists = RatingList.objects.select_related("federation").annotate(
        live=Subquery(live[:1]),
        official_number=Subquery(last.values("official__number")[:1]),
        official_day=Subquery(last.values("official__day")[:1]),
        official_rating=Subquery(last.values("rating")[:1]),
        official_place=Subquery(last.values("place")[:1]),
    )
    known = lists.filter(Q(live__isnull=False) | Q(official_number__isnull=False))
    return tuple(
        PersonalRating(
            row,
            points_of(row.live) if row.live is not None else None,
            None
            if row.official_number is None
            else LastOfficialRating(
                row.official_number, row.official_day, points_of(row.official_rating), row.official_place
            ),
        )
        for row in known.order_by("federation__code", NameOrder("name"), "pk")
    )


def points_of(billionths: int) -> Decimal:
    """Return a rating in points."""
    return Decimal(billionths) / _BILLION
