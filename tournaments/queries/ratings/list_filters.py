"""Which lines of a rating list are read: by words of a name, club, region, country and status."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Case, Exists, OuterRef, Q, Value, When
from django.db.models.functions import Upper

from matches.models import Audience, audience, name_order
from tournaments.models import Club, ClubName, Federation, OfficialStatus, RatingList, club_ends
from tournaments.queries.publicity import listed_persons


@dataclass(frozen=True, slots=True)
class ListFilter:
    """Which lines of a list are read: `words` are part of a public name; None stands for every club and status.

    `country` has two capital letters, `region` is that of clubs, and an empty one stands for all of them.
    """

    words: str = ""
    club: Club | None = None
    status: OfficialStatus | None = None
    country: str = ""
    region: str = ""

    @property
    def is_by_person(self) -> bool:
        """Whether the lines are not all those of a status."""
        return bool(self.words or self.country or self.region) or self.club is not None

    @property
    def is_by_club(self) -> bool:
        """Whether the club of a person decides."""
        return bool(self.region) or self.club is not None


def regions_of(federation: Federation) -> list[str]:
    """Return the regions of the clubs of a federation in their order; one query."""
    clubs = Club.objects.filter(federation=federation, merged_into=None).exclude(region="")
    return sorted(set(clubs.order_by().values_list("region", flat=True)), key=name_order)


def regions_by_club(federation: Federation) -> dict[str, str]:
    """Return the region of each club that has one, by every name of it in capital letters; three queries.

    A club that has become part of another one is in the region of that one.
    """
    ends = club_ends()
    regions = dict(Club.objects.filter(federation=federation).values_list("pk", "region"))
    names = ClubName.objects.filter(federation=federation).values_list("name", "club")
    by_name = {name.upper(): regions[ends.get(club, club)] for name, club in names}
    return {name: region for name, region in by_name.items() if region}


def is_told_of_clubs(only: ListFilter, rating_list: RatingList, *, person: str) -> Case:
    """Return whether a row is of the clubs of a filter, by its `club_key` in capital letters and its column of a person.

    A club is written with any of its names, or with one of a club that has become part of it. The club of whom the list
    does not name is not told by its filter either. One query, two where clubs were merged.
    """
    clubs = Club.objects.filter(federation=rating_list.federation_id, merged_into=None)
    if only.club is not None:
        clubs = clubs.filter(pk=only.club.pk)
    if only.region:
        clubs = clubs.filter(region=only.region)
    ends = club_ends()
    going_on = set(clubs.filter(pk__in=set(ends.values())).values_list("pk", flat=True)) if ends else set()
    parts = [club for club, end in ends.items() if end in going_on]
    names = ClubName.objects.filter(Q(club__in=clubs.values("pk")) | Q(club__in=parts))
    # Whether somebody is named takes several looks: the case has them for people of these clubs alone, where PostgreSQL,
    # which knows no values of a prepared statement, would have them for everybody, in 3 s for 50,000.
    return Case(
        When(club_key__in=names.values_list(Upper("name")), then=is_named(rating_list, person)),
        default=Value(value=False),
    )


def is_named(rating_list: RatingList, person: str) -> Exists | Value:
    """Return whether the list names the person of this column for the active audience."""
    if audience() is Audience.HALL:
        return Value(value=True)
    return Exists(listed_persons(rating_list.federation_id).filter(pk=OuterRef(person)))
