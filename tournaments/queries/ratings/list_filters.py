"""Which lines of a rating list are read: by words of a name, club, region, country and status."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, Value
from django.db.models.functions import Upper

from matches.models import Audience, audience, name_order
from tournaments.models import Club, ClubName, Federation, OfficialStatus, RatingList, club_ends, ends_of
from tournaments.queries.publicity import listed_persons


@dataclass(frozen=True, slots=True)
class ListFilter:
    """Which lines of a list are read: `words` are part of a public name; None stands for every club and status.

    `clubs` are the keys of the clubs whose people are read (`club_keys`). `country` has two capital letters, and an empty
    one stands for all of them.
    """

    words: str = ""
    clubs: frozenset[int] | None = None
    status: OfficialStatus | None = None
    country: str = ""

    @property
    def is_by_person(self) -> bool:
        """Whether the lines are not all those of a status."""
        return bool(self.words or self.country) or self.clubs is not None


def regions_of(clubs: Iterable[Club]) -> list[str]:
    """Return the regions of those of these clubs that go on, in their order."""
    return sorted({club.region for club in clubs if club.merged_into_id is None} - {""}, key=name_order)


def club_keys(
    clubs: Collection[Club], *, club: Club | None = None, region: str = ""
) -> frozenset[int] | None:
    """Return the keys of the club or of the region among all clubs of a federation; None where neither is chosen.

    A club that became part of another one has its people, however long the chain.
    """
    if club is None and not region:
        return None
    going_on = {one.pk for one in clubs if (club is None or one.pk == club.pk) and region in ("", one.region)}
    ends = ends_of({one.pk: one.merged_into_id for one in clubs if one.merged_into_id is not None})
    return frozenset(one.pk for one in clubs if ends.get(one.pk, one.pk) in going_on)


def regions_by_club(federation: Federation) -> dict[str, str]:
    """Return the region of each club that has one, by every name of it in capital letters; three queries.

    A club that has become part of another one is in the region of that one.
    """
    ends = club_ends(federation.pk)
    regions = dict(Club.objects.filter(federation=federation).values_list("pk", "region"))
    names = ClubName.objects.filter(federation=federation).values_list("name", "club")
    by_name = {name.upper(): regions[ends.get(club, club)] for name, club in names}
    return {name: region for name, region in by_name.items() if region}


def club_filters(only: ListFilter, rating_list: RatingList, *, person: str) -> tuple[Q, Exists | Value]:
    """Return what a row of the clubs of a filter must be, by its `club_key` in capital letters and its column of a person.

    A club is written with any of its names. The club of whom the list does not name is not told by its filter either.
    """
    names = ClubName.objects.filter(club__in=only.clubs or ())
    return Q(club_key__in=names.values_list(Upper("name"))), is_named(rating_list, person)


def is_named(rating_list: RatingList, person: str) -> Exists | Value:
    """Return whether the list names the person of this column for the active audience."""
    if audience() is Audience.HALL:
        return Value(value=True)
    return Exists(listed_persons(rating_list.federation_id).filter(pk=OuterRef(person)))
