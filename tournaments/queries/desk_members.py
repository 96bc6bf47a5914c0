"""What the desk of a tournament reads of the members of the federations that sanctioned one of its events."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, FilteredRelation, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from matches.models import rows_of_persons
from tournaments.models import (
    ListOrigin,
    ListStanding,
    Member,
    RatingList,
    Sanction,
    SanctionState,
    Tournament,
)


@dataclass(frozen=True, slots=True)
class DeskMember:
    """A member with the membership of the day; `ends_on` is None for an open one.

    `rating` is that of the live list in billionths of a point, None where the federation has none or several.
    """

    federation: str
    number: str
    is_valid: bool
    ends_on: date | None
    rating: int | None


def desk_members(tournament: Tournament, persons: Collection[int]) -> Mapping[int, Sequence[DeskMember]]:
    """Return the numbers, memberships and ratings of these persons, by their primary keys; one query.

    A federation that was only asked to sanction an event tells nothing: anybody may ask.
    """
    if not persons:
        return {}
    granted = Sanction.objects.filter(event__tournament=tournament, state=SanctionState.GRANTED)
    day = _day_of(tournament)
    on_day = Q(memberships__starts_on__lte=day) & (
        Q(memberships__ends_on=None) | Q(memberships__ends_on__gte=day)
    )
    rows = (
        Member.objects.filter(
            federation__in=granted.values("federation"), player__in=rows_of_persons(persons), is_former=False
        )
        .annotate(person=Coalesce("player__merged_into_id", "player_id"))
        .annotate(period=FilteredRelation("memberships", condition=on_day))
        .order_by("federation__code", "pk")
        .values_list(
            "person",
            "federation__code",
            "number",
            "period__pk",
            "period__ends_on",
            Subquery(_live_ratings().values("rating")[:1]),
        )
    )
    by_person: dict[int, list[DeskMember]] = defaultdict(list)
    for person, code, number, period, last_day, rating in rows:
        by_person[person].append(DeskMember(code, number, period is not None, last_day, rating))
    return by_person


def _day_of(tournament: Tournament) -> date:
    """Return today within the days of the tournament, else its nearest day."""
    today = timezone.localdate(timezone=tournament.time_zone)
    return max(tournament.starts_on, min(today, tournament.ends_on))


def _live_ratings() -> QuerySet[ListStanding]:
    """Return the standing of a member in the one live list of the federation by its rules in force."""
    lists = RatingList.objects.filter(
        club=None, rules="", origin=ListOrigin.COMPUTED, state__computed_at__isnull=False
    )
    others = lists.filter(federation=OuterRef("list__federation")).exclude(pk=OuterRef("list"))
    standings = ListStanding.objects.filter(
        list__in=lists, list__federation=OuterRef("federation"), player=OuterRef("person")
    )
    return standings.filter(~Exists(others)).order_by()
