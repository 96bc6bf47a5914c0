"""Known clubs by the names that desks write."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

from matches.models import name_key
from tournaments.models import Club, ClubName


def known_club(name: str, *, country: str = "") -> Club | None:
    """Return the club that a desk meant by this name, for a player of this country; at most one query."""
    return known_clubs([(name, country)]).get((name, country))


def known_clubs(names: Collection[tuple[str, str]]) -> dict[tuple[str, str], Club]:
    """Return the clubs meant by these names, each with the country of the player; at most one query.

    However a name is written, it leads to its club, or to the one that the club has become part of. Of clubs of several
    federations, that of the country is meant; where several could be, none is.
    """
    keys = {name_key(name) for name, _country in names} - {""}
    if not keys:
        return {}
    rows = ClubName.objects.filter(name_key__in=keys).select_related("club__federation", "club__merged_into")
    by_key: dict[str, dict[int, Club]] = defaultdict(dict)
    for row in rows:
        club = _final(row.club)
        by_key[row.name_key][club.pk] = club
    clubs = {pair: _meant(by_key[name_key(pair[0])], pair[1]) for pair in names}
    return {pair: club for pair, club in clubs.items() if club is not None}


def _meant(clubs: Mapping[int, Club], country: str) -> Club | None:
    if len(clubs) > 1:
        clubs = {pk: club for pk, club in clubs.items() if country and club.federation.country == country}
    return next(iter(clubs.values())) if len(clubs) == 1 else None


def _final(club: Club) -> Club:
    """Return the club at the end of the chain of merges; no query for a chain of one."""
    while club.merged_into is not None:
        into = club.merged_into
        into.federation = club.federation
        club = into
    return club
